import { Readable } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";
import { TestOutput, turn } from "./streams.test-support.ts";
import { JsonRpcLineTransport } from "./transport.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });
const params = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const id = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const request = fc.record({ id, method: text, params });
const notification = fc.record({ method: text, params });
const frame = fc.oneof(request, notification);

/** Lines that are no frame; none holds a newline. */
const badLine = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\r",
    "{",
    "[]",
    "null",
    "0",
    `"id"`,
    "Error: no",
    `{"jsonrpc":"2.0"}`,
    `{"id":null}`,
    "\ufeff",
  ),
  frame.map((each) => JSON.stringify(each).slice(0, -1)),
  frame.map((each) => `[${JSON.stringify(each)}]`),
  fc
    .uint8Array({ maxLength: 20 })
    .map((bytes) => `}${Buffer.from(bytes.filter((byte) => byte !== 0x0a)).toString("latin1")}`),
);

describe("any frames, in any chunks, with any bad lines between them (spec §0.1)", () => {
  it("are the same frames", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(frame, badLine), { maxLength: 12 }),
        fc.array(fc.nat(400), { maxLength: 20 }),
        fc.constantFrom("\n", "\r\n", " \n"),
        fc.boolean(),
        async (lines, cuts, ending, hasLastNewline) => {
          const wire = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join(ending);
          const seen = await receive(cut(Buffer.from(hasLastNewline ? wire + ending : wire), cuts));
          const frames = lines.filter((line) => typeof line !== "string");
          expect(seen).toEqual(JSON.parse(JSON.stringify(frames)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("come through a pair of transports in the order of the calls", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(notification, { maxLength: 30 }),
        fc.integer({ min: 1, max: 64 }),
        async (sent, mark) => {
          const output = new TestOutput({ highWaterMark: mark });
          const transport = new JsonRpcLineTransport(new Readable({ read() {} }), output);
          for (const { method, params: each } of sent) transport.notify(method, each);
          await transport.flush();
          transport.close();
          expect(await receive([Buffer.from(output.text)])).toEqual(JSON.parse(JSON.stringify(sent)));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("no input whatever", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.string({ unit: "binary", maxLength: 32 }),
    fc.constantFrom(
      "\n",
      `{"id":1,"method":"m"}\n`,
      `{"id":1,"method":"m","params":`,
      `{"id":"x","result":1}\n`,
      `{"method":"n","params":{"t":"${"x".repeat(80)}"}}\n`,
      `"\\`,
      "[[[[[[[[",
      "\u2028",
    ),
  );

  it("makes a transport throw, leave a call open, or write what is no frame", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bytes, { maxLength: 30 }),
        fc.constantFrom(1, 16, 64, 4096),
        async (chunks, maxFrameBytes) => {
          const input = new Readable({ read() {} });
          const output = new TestOutput();
          const transport = new JsonRpcLineTransport(input, output, { maxFrameBytes });
          transport.onRequest((method, each) => ({ method, each }));
          transport.start();
          const call = transport.request("m");
          for (const chunk of chunks) {
            input.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
          }
          input.push(null);
          await expect(call).rejects.toMatchObject({ kind: "closed" });
          await turn();
          for (const each of output.frames) expect(each).toMatchObject({ jsonrpc: "2.0" });
          transport.close();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("makes a splitter hold more than its limit", () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 40 }), fc.constantFrom(1, 16, 64, 256), (chunks, limit) => {
        const splitter = new LineSplitter(limit);
        for (const chunk of chunks) {
          splitter.push(Buffer.from(chunk), (line) => {
            if (typeof line === "string") expect(Buffer.byteLength(line)).toBeLessThanOrEqual(3 * limit);
          });
          expect(splitter.heldBytes).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it("of 64 MiB in one line that never ends makes it hold more than its limit of 1 MiB", () => {
    const splitter = new LineSplitter(1_048_576);
    const chunk = Buffer.alloc(65_536, `{"x":"`);
    for (let sent = 0; sent < 64 * 1_048_576; sent += chunk.length) {
      splitter.push(chunk, () => {});
      expect(splitter.heldBytes).toBeLessThanOrEqual(1_048_576);
    }
  });
});

async function receive(chunks: readonly Buffer[]): Promise<object[]> {
  const input = new Readable({ read() {} });
  const transport = new JsonRpcLineTransport(input, new TestOutput());
  const seen: object[] = [];
  transport.onRequest((method, each, context) => void seen.push({ id: context.id, method, params: each }));
  transport.onNotification((method, each) => void seen.push({ method, params: each }));
  transport.start();
  for (const chunk of chunks) input.push(chunk);
  input.push(null);
  await expect(transport.request("m")).rejects.toMatchObject({ message: "JSON-RPC input closed" });
  transport.close();
  return seen;
}

/** Cuts at the given distances, over and over. */
function cut(bytes: Buffer, distances: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const distance of distances) {
    chunks.push(bytes.subarray(at, at + distance));
    at += distance;
  }
  return [...chunks, bytes.subarray(at)];
}
