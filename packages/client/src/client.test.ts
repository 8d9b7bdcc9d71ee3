import { getEventListeners } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  JsonRpcResponseError,
  RequestTimeoutError,
  SdkProtocolError,
  TransportClosedError,
} from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { HarnessClient } from "./client.ts";
import type { HarnessClientOptions } from "./client.ts";
import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { fakeRuntime } from "./fake-runtime.test-support.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";

const ROUTE = { cwd: "/", provider: "p", model: "m" };
let before: ReturnType<typeof held>;
let clients: HarnessClient[] = [];

function open(options: HarnessClientOptions): HarnessClient {
  const client = new HarnessClient({ disposeEofGraceMs: 300, disposeGraceMs: 300, ...options });
  clients.push(client);
  return client;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await expectNothingLeft(before);
});

describe("HarnessClient: the start", () => {
  it("names the program when there is none (P-001)", async () => {
    const client = open({ command: "/no/such/runtime" });
    expect(await failure(client.start())).toMatchObject({
      kind: "closed",
      message: expect.stringContaining("/no/such/runtime"),
    });
    expect(await client.closed).toMatchObject({ step: "spawn-failed", exitCode: undefined, callsInFlight: [] });
  });

  it("says EACCES for a file that may not be executed (P-002)", async () => {
    const path = join(temporaryFolder("toh-"), "runtime");
    writeFileSync(path, "#!/bin/sh\n", { mode: 0o644 });
    const client = open({ command: path });
    expect(await failure(client.request("x"))).toMatchObject({ message: expect.stringContaining("EACCES") });
  });

  it("names the working directory when that is missing, not the program (P-003)", async () => {
    const client = open(fakeRuntime("serve()", { cwd: "/no/such/folder" }));
    const error = await failure(client.start());
    expect(error).toBeInstanceOf(TransportClosedError);
    expect(String(error)).toContain("working directory /no/such/folder");
  });

  it("rejects an argument that no process can get", async () => {
    expect(await failure(open({ command: process.execPath, args: ["a\0b"] }).start())).toMatchObject({
      kind: "closed",
    });
  });

  it("runs in a folder with spaces, quotes and letters outside ASCII (P-004)", async () => {
    const folder = join(temporaryFolder("toh-"), `a b'c "d" é漢`);
    mkdirSync(folder);
    const client = open(fakeRuntime("serve({ where: (r) => answer(r, process.cwd()) })", { cwd: folder }));
    expect(await client.request("where")).toBe(realpathSync(folder));
  });

  it("passes arguments as they are: no shell touches them (P-005)", async () => {
    const args = ["a b", '"', "x\ny", "", "$HOME"];
    const client = open(fakeRuntime("serve({ args: (r) => answer(r, process.argv.slice(1)) })", { args }));
    expect(await client.request("args")).toEqual(args);
  });

  it("leaves a variable out whose value is undefined, and gives no others than env (P-008)", async () => {
    const env = { FOO: undefined, BAR: "1" };
    const client = open(fakeRuntime("serve({ env: (r) => answer(r, Object.keys(process.env)) })", { env }));
    expect(await client.request("env")).toEqual(["BAR"]);
  });

  it("starts one process however often it is asked to (P-010)", async () => {
    const client = open(fakeRuntime("serve({ pid: (r) => answer(r, process.pid) })"));
    await Promise.all([client.start(), client.start(), client.request("pid")]);
    await client.start();
    expect(await client.request("pid")).toBe(client.pid);
    expect(held().children.length).toBe(before.children.length + 1);
  });

  it("rejects after close, and starts nothing", async () => {
    const client = open(fakeRuntime("serve()"));
    await client.close();
    expect(await failure(client.start())).toBeInstanceOf(TransportClosedError);
    expect(await failure(client.request("x"))).toBeInstanceOf(TransportClosedError);
    expect(await client.closed).toMatchObject({ step: "not-started" });
  });
});

describe("HarnessClient: requests", () => {
  it("sends the handshake as it stands in spec §0.3 and gives its result", async () => {
    const launch = fakeRuntime("serve({ initialize: (r) => { defaults.initialize(r); notify('got', r) } })");
    const client = open({ ...launch, protocolVersion: 0 });
    const got = client.subscribe();
    expect(await client.initialize({ ...ROUTE, maxTokens: 7 })).toEqual({ serverInfo: { name: "fake", version: "0" } });
    expect(await got.next()).toEqual({
      method: "got",
      params: {
        jsonrpc: "2.0",
        id: expect.stringMatching(/^req_/),
        method: "initialize",
        params: { cwd: "/", provider: "p", model: "m", maxTokens: 7 },
      },
    });
  });

  it.each([
    ["{}", "result.serverInfo"],
    ["null", "result.serverInfo"],
    ["{ serverInfo: { name: 1, version: '0' } }", "result.serverInfo.name"],
    ["{ serverInfo: { name: 'fake' } }", "result.serverInfo.version"],
  ])("refuses %s as the result of initialize and names the field", async (result, field) => {
    const client = open(fakeRuntime(`serve({ initialize: (r) => answer(r, ${result}) })`));
    const error = await failure(client.initialize(ROUTE));
    expect(error).toBeInstanceOf(SdkProtocolError);
    expect(error).toMatchObject({ kind: "bad-message", method: "initialize", field });
  });

  it("gives the messageId of a receipt, and refuses a result without one", async () => {
    const client = open(
      fakeRuntime(
        `serve({ "session/prompt": (r) => answer(r, r.params.sessionId === "a" ? { messageId: "m" } : {}) })`,
      ),
    );
    expect(await client.prompt("a", [{ type: "text", text: "hi" }])).toBe("m");
    expect(await failure(client.prompt("b", []))).toMatchObject({
      method: "session/prompt",
      field: "result.messageId",
    });
  });

  it("sends {} where no params are given", async () => {
    const client = open(fakeRuntime("serve({ x: (r) => answer(r, r.params) })"));
    expect(await client.request("x")).toEqual({});
  });

  it("rejects with the error that the runtime answered, data and all", async () => {
    const client = open(
      fakeRuntime("serve({ x: (r) => say({ id: r.id, error: { code: -32602, message: 'bad', data: { a: [1] } } }) })"),
    );
    const error = await failure(client.request("x"));
    expect(error).toBeInstanceOf(JsonRpcResponseError);
    expect(error).toMatchObject({ code: -32602, message: "bad", data: { a: [1] } });
  });

  it("overlooks what is no frame on stdout (P-016)", async () => {
    const client = open(
      fakeRuntime(`for (const line of ["hello", "[1] warn", "{ not json", "", "npm WARN"]) console.log(line); serve()`),
    );
    await client.initialize(ROUTE);
  });

  it("answers requests of the runtime with -32601", async () => {
    const client = open(
      fakeRuntime(`serve({
        x: (r) => { asker = r; say({ id: 7, method: "tool/call", params: {} }) },
        answered: (r) => answer(asker, r),
      }); let asker`),
    );
    expect(await client.request("x")).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32601, message: "method not found: tool/call" },
    });
  });

  it("resolves with an answer that was still in the pipe when the process exited (P-023)", async () => {
    for (let round = 0; round < 20; round += 1) {
      const client = open(
        fakeRuntime(`serve({ x: (r) => {
          process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: r.id, result: "x".repeat(300000) }) + "\\n", () => process.exit(0));
        } })`),
      );
      expect(await client.request("x")).toHaveLength(300_000);
    }
  });
});

describe("HarnessClient: bounds and signals", () => {
  it("rejects once when the bound passes, and ignores the late answer (P-078)", async () => {
    const client = open(
      fakeRuntime("serve({ slow: (r) => { late = r }, y: (r) => { answer(late, 1); answer(r, 2) } }); let late"),
    );
    await client.start();
    const error = await failure(client.request("slow", {}, 50));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({ kind: "timeout", method: "slow", timeoutMs: 50 });
    expect(await client.request("y")).toBe(2);
  });

  it("bounds every request by requestTimeoutMs, which one call may lift", async () => {
    const client = open(
      fakeRuntime("serve({ slow: () => {}, y: (r) => setTimeout(answer, 200, r, 1) })", { requestTimeoutMs: 100 }),
    );
    expect(await failure(client.request("slow"))).toMatchObject({ timeoutMs: 100 });
    expect(await client.request("y", {}, Infinity)).toBe(1);
  });

  it.each([2 ** 31, 1e12, Infinity])("does not fire early for a bound of %d ms (P-076)", async (timeoutMs) => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const client = open(fakeRuntime("serve({ x: (r) => setTimeout(answer, 100, r, 1) })"));
    expect(await client.request("x", {}, { timeoutMs })).toBe(1);
    expect(warnings).toEqual([]);
  });

  it.each([0, -1, Number.NaN])("refuses a bound of %d before anything is sent (P-077)", async (timeoutMs) => {
    const client = open(fakeRuntime("serve()"));
    expect(await failure(client.request("x", {}, timeoutMs))).toBeInstanceOf(RangeError);
    expect(client.pid).toBeUndefined();
    expect(() => new HarnessClient({ command: "x", requestTimeoutMs: timeoutMs })).toThrow(RangeError);
  });

  it("rejects with the reason of a signal, at once and sending nothing when it is aborted already (P-080)", async () => {
    const client = open(fakeRuntime("serve({ slow: () => {} })"));
    const reason = new Error("enough");
    expect(await failure(client.request("slow", {}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(client.pid).toBeUndefined();
    const control = new AbortController();
    const waiting = client.request("slow", {}, { signal: control.signal, timeoutMs: 60_000 });
    await client.start();
    control.abort(reason);
    expect(await failure(waiting)).toBe(reason);
  });

  it("leaves no timer and no listener behind, however a request ends", async () => {
    const waits = new Set<number>();
    const clock: Clock = {
      after: (ms, callback) => {
        const cancel = systemClock.after(ms, callback);
        waits.add(ms);
        return () => {
          waits.delete(ms);
          cancel();
        };
      },
    };
    const client = new HarnessClient(
      fakeRuntime(
        "serve({ x: (r) => answer(r, 1), no: (r) => say({ id: r.id, error: { code: 1, message: 'no' } }), slow: () => {} })",
      ),
      { clock },
    );
    clients.push(client);
    const { signal } = new AbortController();
    await client.request("x", {}, { timeoutMs: 60_001, signal });
    await failure(client.request("no", {}, { timeoutMs: 60_002, signal }));
    await failure(client.request("slow", {}, { timeoutMs: 50, signal }));
    const control = new AbortController();
    const aborted = failure(client.request("slow", {}, { timeoutMs: 60_003, signal: control.signal }));
    await client.request("x");
    control.abort();
    await aborted;
    await client.close();
    expect(waits).toEqual(new Set());
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(getEventListeners(control.signal, "abort")).toEqual([]);
  });

  it("prefers an answer that lies in the pipe to a bound that passed while the loop was blocked (P-059)", async () => {
    const client = open(fakeRuntime("serve({ x: (r) => answer(r, 1) })"));
    await client.initialize(ROUTE);
    const answer = client.request("x", {}, 200);
    // Let it be sent, then block.
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 500;
    while (performance.now() < until);
    expect(await answer).toBe(1);
  });
});

describe("HarnessClient: subscriptions", () => {
  it("deliver in wire order, before the answer that stands behind them", async () => {
    const client = open(
      fakeRuntime("serve({ x: (r) => { for (const m of ['a', 'b', 'c']) notify(m); answer(r, 1) } })"),
    );
    const all = client.subscribe();
    const some = client.subscribe(({ method }) => method !== "b");
    await client.request("x");
    expect([all.tryNext(), all.tryNext(), all.tryNext()].map((one) => one?.method)).toEqual(["a", "b", "c"]);
    expect([some.tryNext(), some.tryNext(), some.tryNext()].map((one) => one?.method)).toEqual(["a", "c", undefined]);
  });

  it("of a session tree know its children before the first that is heard of them", async () => {
    const client = open(
      fakeRuntime(`serve({ x: (r) => {
        notify("subagent.started", { parentSessionId: "root", childSessionId: "child" });
        status("child", "running"); status("stranger", "running"); status("root", "idle");
        answer(r, 1);
      } })`),
    );
    const tree = client.subscribeSessionTree("root");
    await client.request("x");
    expect(
      [tree.tryNext(), tree.tryNext(), tree.tryNext(), tree.tryNext()].map((one) => one?.params["sessionId"]),
    ).toEqual([undefined, "child", "root", undefined]);
    // What was learnt holds for those who come later.
    const later = client.subscribeSessionTree("root");
    await client.request("x");
    expect(later.tryNext()?.method).toBe("subagent.started");
  });

  it("fail when they are read too slowly, while the client reads on for the others (spec §1.10)", async () => {
    const client = open(
      fakeRuntime(
        `serve({ x: (r) => { for (let n = 0; n < 100; n++) event("s", n, "x/y", { text: "x".repeat(1000) }); answer(r, 1) } })`,
        { maxQueuedBytes: 20_000 },
      ),
    );
    const slow = client.subscribe();
    let seen = 0;
    client.subscribe(() => {
      seen += 1;
      return false;
    });
    expect(await client.request("x")).toBe(1);
    expect(seen).toBe(100);
    let read = 0;
    while (slow.tryNext() !== undefined) read += 1;
    expect(read).toBeGreaterThan(10);
    expect(await failure(slow.next())).toMatchObject({
      kind: "subscription-overflow",
      lastSeqs: new Map([["s", read - 1]]),
    });
    expect(await client.request("x")).toBe(1);
  });

  it("are given up with the filter that throws, and no other with it", async () => {
    const client = open(fakeRuntime("serve({ x: (r) => { notify('a'); answer(r, 1) } })"));
    const thrown = new TypeError("no such field");
    const bad = client.subscribe(() => {
      throw thrown;
    });
    const good = client.subscribe();
    await client.request("x");
    expect(await failure(bad.next())).toBe(thrown);
    expect(good.tryNext()?.method).toBe("a");
  });
});
