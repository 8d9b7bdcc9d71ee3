import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { expectNoProcessLeft, request, RuntimeProcess } from "./runtime-process.test-support.ts";
import { scriptedFolder } from "./scripts.test-support.ts";
import { chunkOf, pick } from "./wire.test-support.ts";

const folder = scriptedFolder();

// What a careless dependency does, done at moments that a test can name: whenever a frame is read, and at exit.
const MODULE = `
import { subscribe } from "node:diagnostics_channel";
subscribe("toh.frame.received", ({ line }) => {
  const { method } = JSON.parse(line);
  console.log("stray log");
  process.stdout.write("stray write\\n");
  if (method === "stray/reject") void Promise.reject(new Error("a stray rejection"));
  if (method === "stray/throw") setImmediate(() => { throw new Error("an uncaught exception"); });
});
process.on("exit", () => {
  console.log("stray log at exit");
  process.stdout.write("stray write at exit\\n");
});
`;

/** A runtime with that module in its process. That it writes nothing but frames to stdout, every test checks. */
function runtimeWithStrays(): RuntimeProcess {
  const module = pathToFileURL(join(folder.path, "strays.mjs")).href;
  return new RuntimeProcess({ env: { NODE_OPTIONS: `--import=${module}` } });
}

async function inTurn(runtime: RuntimeProcess): Promise<void> {
  runtime.send(request.initialize(1, folder.path, "script.json"), request.prompt(2, "s", "forever"));
  await runtime.frame((frame) => pick(chunkOf(frame), "text") === "words", "the word");
}

describe("stdout carries frames alone, to the last byte (spec §0.1, P-068)", () => {
  beforeAll(() => writeFileSync(join(folder.path, "strays.mjs"), MODULE));
  expectNoProcessLeft();

  it.each([
    ["shutdown", 0, (runtime: RuntimeProcess) => runtime.send(request.shutdown(3))],
    ["the end of its input", 0, (runtime: RuntimeProcess) => runtime.endInput()],
    ["SIGTERM", 0, (runtime: RuntimeProcess) => runtime.kill("SIGTERM")],
    ["SIGINT", 130, (runtime: RuntimeProcess) => runtime.kill("SIGINT")],
  ] as const)("what others print goes to stderr, also in the hooks of an exit by %s", async (_, code, cause) => {
    const runtime = runtimeWithStrays();
    await inTurn(runtime);
    cause(runtime);
    expect(await runtime.end()).toEqual({ code, signal: null });
    expect(runtime.strays).toEqual([]);
    expect(runtime.tail).toBe("");
    expect(runtime.stderr).toMatch(/^stray log\nstray write\n/);
    expect(runtime.stderr).toMatch(/stray log at exit\nstray write at exit\n$/);
  });
});

describe("faults of others (spec §0.6.1, P-069)", () => {
  beforeAll(() => writeFileSync(join(folder.path, "strays.mjs"), MODULE));
  expectNoProcessLeft();

  it("a stray rejection is told on stderr and survived: the running turn and the next request are unharmed", async () => {
    const runtime = runtimeWithStrays();
    runtime.send(request.initialize(1, folder.path, "script.json"));
    expect(await runtime.request(2, "stray/reject")).toMatchObject({ error: { code: -32601 } });
    await runtime.until(() => runtime.stderr.includes("a stray rejection"), "the rejection on stderr");
    runtime.send(request.prompt(3, "s", "hello"));
    await runtime.status("s", "idle");
    runtime.send(request.shutdown(4));
    expect(await runtime.end()).toEqual({ code: 0, signal: null });
  });

  it("an uncaught exception ends the runtime in order, with 1: told on stderr, requests answered, no notification", async () => {
    const runtime = runtimeWithStrays();
    await inTurn(runtime);
    const before = runtime.frames.length;
    runtime.send({ id: 3, method: "stray/throw" });
    expect(await runtime.end()).toEqual({ code: 1, signal: null });
    expect(runtime.frames.slice(before)).toEqual([
      { jsonrpc: "2.0", id: 3, error: { code: -32601, message: "method not found: stray/throw" } },
    ]);
    expect(runtime.stderr).toContain('"error":"an uncaught exception"');
  });

  it("requests that fail are answered, and the next one too", async () => {
    const runtime = runtimeWithStrays();
    runtime.send(request.initialize(1, folder.path, "script.json"));
    expect(await runtime.request(2, "session/prompt", { sessionId: 7 })).toMatchObject({ error: { code: -32602 } });
    expect(await runtime.request(3, "session/other")).toMatchObject({ error: { code: -32601 } });
    runtime.send(request.prompt(4, "s", "hello"));
    expect(await runtime.response(4)).toMatchObject({ result: { messageId: expect.any(String) } });
    runtime.endInput();
    expect(await runtime.end()).toEqual({ code: 0, signal: null });
  });
});
