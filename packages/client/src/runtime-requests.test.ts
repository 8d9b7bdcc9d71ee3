import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HarnessClient } from "./client.ts";
import type { HarnessClientOptions } from "./client.ts";
import { fakeRuntime, fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import type { ToolCallHandler, ToolCallOptions } from "./runtime-requests.ts";

const CALL = { sessionId: "s", turn: 1, step: 2, callId: "c", name: "weather", arguments: { city: "Bern" } };
const ASKED = {
  approvalId: "a",
  sessionId: "s",
  turn: 1,
  callId: "c",
  tool: "shell",
  title: "Run ls?",
  subject: { arguments: { command: "ls" }, command: "ls" },
  options: [{ id: "yes", kind: "allow-once", label: "Run it" }],
};
// `ask` sends the frame that the client names, and answers with what comes of it.
const ASKS = `let asking; serve({
  ask: (r) => { asking = r; say(r.params) },
  "tool.progress": (n) => notify("told", n.params),
  answered: (frame) => answer(asking, frame),
})`;

let before: ReturnType<typeof held>;
let clients: HarnessClient[] = [];

async function shaken(options: HarnessClientOptions, onToolCall?: ToolCallHandler): Promise<HarnessClient> {
  const client = new HarnessClient({ disposeEofGraceMs: 300, disposeGraceMs: 300, ...options });
  clients.push(client);
  if (onToolCall !== undefined) client.onToolCall(onToolCall);
  await client.initialize({ cwd: "/w" });
  return client;
}

/** Resolves with what a handler was called with, and leaves it unanswered. */
function unanswered(): { handler: ToolCallHandler; called: Promise<ToolCallOptions> } {
  let tell: (options: ToolCallOptions) => void;
  const called = new Promise<ToolCallOptions>((resolve) => {
    tell = resolve;
  });
  const handler: ToolCallHandler = (_, options) => {
    tell(options);
    return new Promise((_resolve, reject) => {
      options.signal.addEventListener("abort", () => reject(options.signal.reason));
    });
  };
  return { handler, called };
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await expectNothingLeft(before);
});

describe("HarnessClient: what the runtime asks", () => {
  it("tool/call is answered with the result of its handler (spec §1.7)", async () => {
    const client = await shaken(fakeRuntimeV1(ASKS), (call) => ({
      content: [{ type: "text", text: JSON.stringify(call) }],
      isError: false,
    }));
    expect(await client.request("ask", { id: 0, method: "tool/call", params: CALL })).toEqual({
      jsonrpc: "2.0",
      id: 0,
      result: { content: [{ type: "text", text: JSON.stringify(CALL) }], isError: false },
    });
  });

  it("approval/request is answered with the outcome of its handler (spec §1.8)", async () => {
    const client = new HarnessClient(fakeRuntimeV1(ASKS));
    clients.push(client);
    client.onApprovalRequest(({ options: [option] }) => ({
      outcome: { type: "selected", optionId: option?.id ?? "", note: "go" },
    }));
    await client.initialize({ cwd: "/w" });
    expect(await client.request("ask", { id: "q", method: "approval/request", params: ASKED })).toMatchObject({
      id: "q",
      result: { outcome: { type: "selected", optionId: "yes", note: "go" } },
    });
  });

  it("has no handler: it is an unknown method", async () => {
    const client = await shaken(fakeRuntimeV1(ASKS));
    for (const method of ["tool/call", "approval/request", "other"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await client.request("ask", { id: 1, method, params: CALL })).toMatchObject({
        error: { code: -32_601, message: `method not found: ${method}`, data: { kind: "method-not-found" } },
      });
    }
  });

  it("is an unknown method to a client of version 0, handler or not", async () => {
    const client = await shaken(fakeRuntime(ASKS), () => ({ content: [] }));
    expect(await client.request("ask", { id: 1, method: "tool/call", params: CALL })).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32_601, message: "method not found: tool/call" },
    });
  });

  it("breaks its contract: it is refused by field, and no handler sees it", async () => {
    const client = await shaken(fakeRuntimeV1(ASKS), () => expect.unreachable("it was to be refused"));
    const params = { ...CALL, arguments: "ls" };
    expect(await client.request("ask", { id: 1, method: "tool/call", params })).toMatchObject({
      error: {
        code: -32_602,
        data: { kind: "invalid-params", issues: [{ path: "params.arguments", message: expect.any(String) }] },
      },
    });
  });

  it("is answered with an error where its handler throws", async () => {
    const client = await shaken(fakeRuntimeV1(ASKS), () => Promise.reject(new Error("no network")));
    expect(await client.request("ask", { id: 1, method: "tool/call", params: CALL })).toMatchObject({
      error: { code: -32_603, message: "no network", data: { kind: "internal", retryable: false } },
    });
  });

  it("is told of progress while it runs, and not after", async () => {
    let late = (): void => {};
    const client = await shaken(fakeRuntimeV1(ASKS), (_, { progress }) => {
      progress();
      progress({ message: "half", progress: 1, total: 2 });
      late = () => progress({ message: "late" });
      return { content: [] };
    });
    const told = client.subscribe(({ method }) => method === "told");
    await client.request("ask", { id: 1, method: "tool/call", params: CALL });
    late();
    await client.request("got");
    const ids = { sessionId: "s", turn: 1, callId: "c" };
    expect((await told.next()).params).toEqual(ids);
    expect((await told.next()).params).toEqual({ ...ids, message: "half", progress: 1, total: 2 });
    expect(told.tryNext()).toBeUndefined();
  });

  it("is told of no more progress than the runtime reads", async () => {
    const client = await shaken(
      // Reads nothing for as long as the call runs, which is as long as the client wants.
      fakeRuntimeV1(`let asking, told = 0; serve({
        ask: (r) => { asking = r; say(r.params); process.stdin.pause() },
        "tool.progress": () => { told += 1 },
        answered: () => answer(asking, told),
      }); 
        const alive = ignoreEndOfStdin();
        process.on("SIGUSR2", () => { clearInterval(alive); process.stdin.resume() })`),
      async (_, { progress }) => {
        for (let round = 0; round < 3000; round += 1) {
          progress({ message: "x".repeat(1000) });
          // oxlint-disable-next-line no-await-in-loop -- what is sent is given time to go out
          await new Promise((resolve) => setImmediate(resolve));
        }
        process.kill(client.pid ?? 0, "SIGUSR2");
        return { content: [] };
      },
    );
    const told = await client.request("ask", { id: 1, method: "tool/call", params: CALL });
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(1500);
  });

  it("can be given up: the signal of its handler aborts, and it is answered as cancelled (spec §1.3)", async () => {
    const { handler, called } = unanswered();
    const client = await shaken(
      fakeRuntimeV1(`let asking; serve({
        ask: (r) => { asking = r; say(r.params) },
        giveUp: (r) => { notify("$/cancelRequest", { id: 7, reason: "the turn was cancelled" }); answer(r, {}) },
        answered: (frame) => answer(asking, frame),
      })`),
      handler,
    );
    const answer = client.request("ask", { id: 7, method: "tool/call", params: CALL });
    const { signal, progress } = await called;
    await client.request("giveUp");
    expect(await answer).toMatchObject({ error: { code: -32_800, data: { kind: "cancelled" } } });
    expect(signal.reason).toMatchObject({ kind: "cancelled", message: "the turn was cancelled" });
    progress({ message: "late" });
    expect(await client.request("got")).not.toContainEqual(expect.objectContaining({ method: "tool.progress" }));
  });

  it("goes in both directions: tool.progress of the runtime is a notification", async () => {
    const client = await shaken(
      fakeRuntimeV1("serve({ go: (r) => { notify('tool.progress', r.params); answer(r, {}) } })"),
    );
    const tree = client.subscribeSessionTree("s");
    const params = { sessionId: "s", turn: 1, callId: "c", message: "half" };
    await client.request("go", params);
    expect(tree.tryNext()).toEqual({ method: "tool.progress", params });
  });
});

describe("HarnessClient: the end, while the runtime waits for an answer", () => {
  it("close() aborts the handlers, and a late answer is dropped silently (P-032)", async () => {
    let finish = (): void => {};
    let start = (): void => {};
    let aborted: Promise<unknown> = Promise.resolve();
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const client = await shaken(fakeRuntimeV1(ASKS), (_, { signal }) => {
      aborted = once(signal, "abort");
      start();
      return new Promise((answer) => {
        finish = () => answer({ content: [] });
      });
    });
    void client.request("ask", { id: 1, method: "tool/call", params: CALL }).catch(() => {});
    await started;
    const closing = client.close();
    await aborted;
    finish();
    await closing;
    expect(await client.closed).toMatchObject({ step: "shutdown", exitCode: 0, stderrTail: "" });
  });

  it("an answer to a runtime whose input has ended is dropped silently, too", async () => {
    let finish = (): void => {};
    const handler: ToolCallHandler = () =>
      new Promise((answer) => {
        finish = () => answer({ content: [] });
      });
    // It answers shutdown, and lives until its input has ended and a while beyond.
    const client = await shaken(
      fakeRuntimeV1(`serve({ ask: (r) => { say(r.params); answer(r, {}) } });
        process.stdin.on("end", () => { process.stderr.write("ended"); setTimeout(() => {}, 100) })`),
      handler,
    );
    await client.request("ask", { id: 1, method: "tool/call", params: CALL });
    const closing = client.close();
    void client.closed.then(finish);
    finish();
    await closing;
    expect((await client.closed).stderrTail).toBe("ended");
  });

  it("the loss of the runtime aborts them", async () => {
    const { handler, called } = unanswered();
    const client = await shaken(
      fakeRuntimeV1("serve({ ask: (r) => say(r.params), '$die': () => process.exit(3) })"),
      handler,
    );
    const asked = client.request("ask", { id: 1, method: "tool/call", params: CALL }).catch((error: unknown) => error);
    const { signal } = await called;
    void client.request("$die").catch(() => {});
    expect(await asked).toMatchObject({ kind: "closed", exitCode: 3 });
    expect(signal.aborted).toBe(true);
  });
});
