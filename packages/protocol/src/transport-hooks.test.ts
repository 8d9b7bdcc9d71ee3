import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import type { DroppedFrame, IgnoredLine } from "./options.ts";
import { TestBench, TestOutput, turn } from "./streams.test-support.ts";
import { JsonRpcLineTransport } from "./transport.ts";

describe("ignored lines (spec §0.1)", () => {
  it("are counted and shown to a hook with their first 200 bytes, and nothing is written", async () => {
    const ignored: IgnoredLine[] = [];
    const bench = new TestBench({ onIgnoredLine: (line) => void ignored.push(line) });
    await bench.receive("hello from a print", "", "[1]", `{"id":1,"method":`, "漢".repeat(100));
    expect(ignored).toEqual([
      { count: 1, head: "hello from a print" },
      { count: 2, head: "" },
      { count: 3, head: "[1]" },
      { count: 4, head: `{"id":1,"method":` },
      { count: 5, head: "漢".repeat(66) },
    ]);
    expect(bench.output.writes).toEqual([]);
  });

  it("are also what is left at the end, chunks that are no text, and what is too long for a frame", async () => {
    const ignored: IgnoredLine[] = [];
    const output = new TestOutput();
    const { PassThrough } = await import("node:stream");
    const input = new PassThrough({ readableObjectMode: true });
    const transport = new JsonRpcLineTransport(input, output, {
      maxFrameBytes: 20,
      onIgnoredLine: (line) => void ignored.push(line),
    });
    transport.start();
    input.push({ an: "object" });
    input.push(`print ${"x".repeat(300)}\n`);
    input.push(`{"id":1`);
    input.push(null);
    await turn();
    await turn();
    expect(ignored).toEqual([
      { count: 1, head: "a chunk that is no text: object" },
      { count: 2, head: `print ${"x".repeat(194)}` },
      { count: 3, head: `{"id":1` },
    ]);
  });
});

describe("frames over maxFrameBytes (spec §1.9)", () => {
  const pad = `"${"x".repeat(100)}"`;

  it.each([
    ["id first", `{"id":"a","method":"m","params":${pad}}`],
    ["id last", `{"method":"m","params":${pad},"id":"a"}`],
    ["id in escapes", `{"method":"m","params":${pad},"\\u0069d":"\\u0061"}`],
  ])("that are requests are answered -32011, with %s", async (_how, line) => {
    const dropped: DroppedFrame[] = [];
    const bench = new TestBench({ maxFrameBytes: 64, onDroppedFrame: (frame) => void dropped.push(frame) });
    bench.transport.onRequest(() => "handled");
    await bench.receive(line, `{"id":2,"method":"m"}`);
    expect(bench.output.frames).toEqual([
      { jsonrpc: "2.0", id: "a", error: { code: -32011, message: "frame is longer than 64 bytes" } },
      { jsonrpc: "2.0", id: 2, result: "handled" },
    ]);
    expect(dropped).toEqual([{ kind: "request", bytes: line.length, id: "a", method: "m" }]);
  });

  it("that are responses reject their call, and the connection lives", async () => {
    const dropped: DroppedFrame[] = [];
    const bench = new TestBench({ maxFrameBytes: 64, onDroppedFrame: (frame) => void dropped.push(frame) });
    const calls = [bench.transport.request("a"), bench.transport.request("b")];
    await turn();
    const [first, second] = bench.output.frames.map((frame) => JSON.stringify(frame["id"]));
    bench.input.push(`{"jsonrpc":"2.0","result":${pad},"id":${first}}\n{"id":${second},"result":1}\n`);
    await expect(calls[0]).rejects.toMatchObject({
      name: "FrameTooLargeError",
      kind: "frame-too-large",
      code: -32011,
      method: "a",
      message: "frame is longer than 64 bytes",
    });
    expect(await calls[1]).toBe(1);
    expect(dropped).toMatchObject([{ kind: "response" }]);
  });

  it("that are notifications reach the hook and no handler", async () => {
    const dropped: DroppedFrame[] = [];
    const seen: string[] = [];
    const bench = new TestBench({ maxFrameBytes: 64, onDroppedFrame: (frame) => void dropped.push(frame) });
    bench.transport.onNotification((method) => void seen.push(method));
    const line = `{"params":${pad},"method":"__proto__"}`;
    await bench.receive(line, `{"method":"next"}`);
    expect(dropped).toEqual([{ kind: "notification", bytes: line.length, method: "__proto__" }]);
    expect(seen).toEqual(["next"]);
    expect(bench.output.writes).toEqual([]);
  });

  it("are measured in bytes: a frame of the limit is handled, one byte more is not", async () => {
    const seen: string[] = [];
    const line = `{"method":"漢"}`;
    const bench = new TestBench({ maxFrameBytes: Buffer.byteLength(line) });
    bench.transport.onNotification((method) => void seen.push(method));
    await bench.receive(line, `${line} `, line);
    expect(seen).toEqual(["漢", "漢"]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40])("have no limit of %d", (maxFrameBytes) => {
    expect(() => new TestBench({ maxFrameBytes })).toThrow(RangeError);
  });
});

describe("listeners that fail (spec §0.2)", () => {
  it.each<[string, () => void | Promise<void>]>([
    [
      "throw",
      () => {
        throw new Error("mine");
      },
    ],
    ["reject", () => Promise.reject(new Error("mine"))],
  ])("are reported when they %s, and disturb nobody", async (_how, fail) => {
    const errors: unknown[] = [];
    const seen: string[] = [];
    const bench = new TestBench({
      onListenerError: (error, method) => void errors.push(`${String(error)} in ${method}`),
    });
    bench.transport.onNotification((method) => {
      seen.push(method);
      return method === "a" ? fail() : undefined;
    });
    await bench.receive(`{"method":"a"}`, `{"method":"b"}`);
    expect(seen).toEqual(["a", "b"]);
    expect(errors).toEqual(["Error: mine in a"]);
  });

  it("disturb nobody when nothing is told of them, or when the hook itself fails", async () => {
    const throwing = (): never => {
      throw new Error("hook");
    };
    const rejecting = (): Promise<never> => Promise.reject(new Error("hook"));
    for (const hook of [undefined, throwing, rejecting]) {
      const bench = new TestBench({
        maxFrameBytes: 40,
        onListenerError: hook,
        onIgnoredLine: hook,
        onDroppedFrame: hook,
      });
      bench.transport.onRequest(() => 1);
      bench.transport.onNotification(throwing);
      await bench.receive(`{"method":"n"}`, "stray", `{"method":"${"n".repeat(50)}"}`, `{"id":1,"method":"m"}`);
      expect(bench.output.frames).toEqual([{ jsonrpc: "2.0", id: 1, result: 1 }]);
    }
  });
});

describe("node:diagnostics_channel", () => {
  it("shows each frame that is sent or received, and whose it is", async () => {
    const bench = new TestBench();
    bench.transport.onRequest(() => 1);
    const seen: unknown[] = [];
    const onMessage = (message: unknown, name: string | symbol): void => {
      seen.push([name, message]);
    };
    subscribe("toh.frame.sent", onMessage);
    subscribe("toh.frame.received", onMessage);
    try {
      bench.transport.notify("a");
      await bench.receive("stray", `{"id":1,"method":"m"}`);
    } finally {
      unsubscribe("toh.frame.sent", onMessage);
      unsubscribe("toh.frame.received", onMessage);
    }
    bench.transport.notify("b");
    const { transport } = bench;
    expect(seen).toEqual([
      ["toh.frame.sent", { transport, line: `{"jsonrpc":"2.0","method":"a"}` }],
      ["toh.frame.received", { transport, line: `{"id":1,"method":"m"}` }],
      ["toh.frame.sent", { transport, line: `{"jsonrpc":"2.0","id":1,"result":1}` }],
    ]);
  });
});
