import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectNoProcessLeft, request, RuntimeProcess } from "./runtime-process.test-support.ts";
import { scriptedFolder } from "./scripts.test-support.ts";
import { chunkOf, eventType, pick, pickObject } from "./wire.test-support.ts";

const folder = scriptedFolder();

/** The exit of a runtime that did as it was told. */
const exit = (code: number): object => ({ code, signal: null });

/** Resolves once the model has said this word. */
async function said(runtime: RuntimeProcess, word: string): Promise<void> {
  await runtime.frame((frame) => pick(chunkOf(frame), "text") === word, `the word ${word}`);
}

type Deed = (runtime: RuntimeProcess) => void | Promise<void>;

// Up, and its handlers are in place: it has answered something.
const started: Deed = async (runtime) => void (await runtime.request(0, "session/prompt", {}));

const idle: Deed = async (runtime) => {
  runtime.send(request.initialize(1, folder.path, "script.json"), request.prompt(2, "s", "hello"));
  await runtime.status("s", "idle");
};

const inTurn: Deed = async (runtime) => {
  runtime.send(request.initialize(1, folder.path, "script.json"), request.prompt(2, "s", "forever"));
  await said(runtime, "words");
};

const STATES: readonly (readonly [at: string, reach: Deed])[] = [
  ["before initialize", started],
  ["idle", idle],
  ["in the middle of a turn", inTurn],
];

const CAUSES: readonly (readonly [by: string, code: number, cause: Deed])[] = [
  ["shutdown", 0, (runtime) => runtime.send(request.shutdown("end"))],
  ["the end of its input", 0, (runtime) => runtime.endInput()],
  ["SIGTERM", 0, (runtime) => runtime.kill("SIGTERM")],
  ["SIGINT", 130, (runtime) => runtime.kill("SIGINT")],
  [
    "SIGTERM right behind the end of its input",
    0,
    (runtime) => {
      runtime.endInput();
      runtime.kill("SIGTERM");
    },
  ],
];

const ENDS = STATES.flatMap(([at, reach]) => CAUSES.map(([by, code, cause]) => ({ at, reach, by, code, cause })));

describe("the ends of toh-runtime (spec §0.6)", () => {
  expectNoProcessLeft();

  it.each(ENDS)("$at it ends by $by with $code", async ({ reach, by, code, cause }) => {
    const runtime = new RuntimeProcess();
    await reach(runtime);
    const before = runtime.frames.length;
    await cause(runtime);
    expect(await runtime.end()).toEqual(exit(code));
    // No notification once the end has begun, and no half frame (spec §0.6.3).
    expect(runtime.frames.slice(before)).toEqual(by === "shutdown" ? [{ jsonrpc: "2.0", id: "end", result: {} }] : []);
    expect(runtime.tail).toBe("");
    expect(runtime.stderr).toBe("");
  });

  it("answers each shutdown, and a prompt behind one with the recorded refusal", async () => {
    const runtime = new RuntimeProcess();
    await inTurn(runtime);
    const before = runtime.frames.length;
    runtime.send(request.shutdown(3), request.shutdown(4), request.prompt(5, "s", "hello"));
    expect(await runtime.end()).toEqual(exit(0));
    const refusal = { code: -32603, message: "SDK server is shutting down" };
    expect(runtime.frames.slice(before)).toEqual([
      { jsonrpc: "2.0", id: 5, error: refusal },
      { jsonrpc: "2.0", id: 3, result: {} },
      { jsonrpc: "2.0", id: 4, result: {} },
    ]);
  });

  it("has no deadline to wait for: each of these ends is over in far less", async () => {
    const runtime = new RuntimeProcess();
    await inTurn(runtime);
    const before = performance.now();
    runtime.endInput();
    expect(await runtime.end()).toEqual(exit(0));
    expect(performance.now() - before).toBeLessThan(2000);
  });
});

/** A module that tells at exit what the process has used, in microseconds. */
const CPU = `data:text/javascript,process.on("exit",()=>process.stderr.write(JSON.stringify(process.cpuUsage())))`;

describe("inputs that are no pipe (P-060, P-061, P-071)", () => {
  expectNoProcessLeft();

  it.each([
    ["closed", "<&-"],
    ["/dev/null", "</dev/null"],
    ["an empty file", "<empty"],
  ])("ends with 0 when stdin is %s, and uses next to no time", async (_, redirect) => {
    writeFileSync(join(folder.path, "empty"), "");
    const runtime = new RuntimeProcess({
      redirect: redirect.replace("empty", join(folder.path, "empty")),
      node: ["--import", CPU],
    });
    expect(await runtime.end()).toEqual(exit(0));
    const { user, system } = pickObject(JSON.parse(runtime.stderr));
    expect(Number(user) + Number(system)).toBeLessThan(1_000_000);
    expect(runtime.lines).toEqual([]);
  });

  it("answers what it read from a file before it exits at the file's end", async () => {
    const path = join(folder.path, "requests");
    const requests = [
      request.initialize(1, folder.path, "script.json"),
      { id: 2, method: "session/unknown" },
      request.prompt(3, "s", "hello"),
    ];
    writeFileSync(path, requests.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join(""));
    const file = openSync(path, "r");
    const runtime = new RuntimeProcess({ stdio: [file, "pipe", "pipe"] });
    closeSync(file);
    expect(await runtime.end()).toEqual(exit(0));
    const answers = runtime.frames.filter(({ id }) => id !== undefined);
    expect(answers.slice(0, 2)).toEqual([
      { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "theopen-harness-sdk-runtime", version: "0.0.1" } } },
      { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "method not found: session/unknown" } },
    ]);
    // The end has begun when the prompt's turn at the gate comes: it gets its receipt or the refusal, and an answer it gets.
    expect(answers).toHaveLength(3);
    expect(answers[2]?.["id"]).toBe(3);
  });
});

describe("an output that is gone (P-033, P-034)", () => {
  expectNoProcessLeft();

  it("ends with 0 when the reader closes in the middle of a turn, and says no more than a line", async () => {
    const runtime = new RuntimeProcess();
    runtime.send(request.initialize(1, folder.path, "script.json"), request.prompt(2, "s", "chatter"));
    await said(runtime, "on ");
    runtime.child.stdout?.destroy();
    expect(await runtime.end()).toEqual(exit(0));
    expect(runtime.stderr).toBe("");
  });

  it("ends with 0 when the reader closes both pipes at once", async () => {
    const runtime = new RuntimeProcess();
    runtime.send(request.initialize(1, folder.path, "script.json"), request.prompt(2, "s", "chatter"));
    await said(runtime, "on ");
    runtime.child.stdout?.destroy();
    runtime.child.stdin?.destroy();
    expect(await runtime.end()).toEqual(exit(0));
    expect(runtime.stderr).toBe("");
  });

  it("ends with 0 when the reader closes while it is idle, at the next thing it would write", async () => {
    const runtime = new RuntimeProcess();
    await idle(runtime);
    runtime.child.stdout?.destroy();
    runtime.send(request.prompt(3, "s", "again"));
    expect(await runtime.end()).toEqual(exit(0));
    expect(runtime.stderr).toBe("");
  });

  it("ends with 0 when it is started without one", async () => {
    const runtime = new RuntimeProcess({ redirect: ">&-" });
    runtime.send(request.initialize(1, folder.path, "script.json"));
    runtime.endInput();
    expect(await runtime.end()).toEqual(exit(0));
  });

  it("serves on when nobody reads its stderr any more", async () => {
    const runtime = new RuntimeProcess({ env: { TOH_LOG: "debug" } });
    runtime.child.stderr?.destroy();
    await idle(runtime);
    for (let line = 0; line < 100; line++) runtime.write("no frame\n");
    runtime.send(request.prompt(3, "s", "again"));
    await runtime.status("s", "idle", 2);
    expect(runtime.frames.filter((frame) => eventType(frame) === "turn/end")).toHaveLength(2);
    runtime.send(request.shutdown(4));
    expect(await runtime.end()).toEqual(exit(0));
  });
});
