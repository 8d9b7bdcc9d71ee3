import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HarnessClient } from "./client.ts";
import type { HarnessClientOptions } from "./client.ts";
import { fakeRuntime } from "./fake-runtime.test-support.ts";
import { expectNothingLeft, held, isRunning, untilGone } from "./left-over.test-support.ts";

const GRACE_MS = 300;
let before: ReturnType<typeof held>;
let clients: HarnessClient[] = [];

function open(options: HarnessClientOptions): HarnessClient {
  const client = new HarnessClient({
    shutdownTimeoutMs: GRACE_MS,
    disposeEofGraceMs: GRACE_MS,
    disposeGraceMs: GRACE_MS,
    ...options,
  });
  clients.push(client);
  return client;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

/** Of buffers and heap, once what nobody needs has been collected. */
function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await expectNothingLeft(before);
});

describe("HarnessClient: a runtime that ends by itself", () => {
  it("rejects when it exits with 0 and without a word (P-012)", async () => {
    const client = open(fakeRuntime("process.exit(0)"));
    expect(await failure(client.request("initialize"))).toMatchObject({
      kind: "closed",
      exitCode: 0,
      message: expect.stringContaining("the runtime exited before it answered initialize"),
      callsInFlight: ["initialize"],
    });
  });

  it("names the signal that killed it (P-013)", async () => {
    const client = open(fakeRuntime("serve({ initialize: () => process.kill(process.pid, 'SIGKILL') })"));
    expect(await failure(client.request("initialize"))).toMatchObject({
      exitCode: undefined,
      signal: "SIGKILL",
      message: expect.stringContaining("signal: SIGKILL"),
    });
    expect(await client.closed).toMatchObject({ step: "exited", signal: "SIGKILL" });
  });

  it("rejects every open request, with the exit code and what was in flight (P-022)", async () => {
    const client = open(fakeRuntime("let n = 0; serve({ other: () => { if (++n === 3) process.exit(3) } })"));
    await client.request("initialize");
    const errors = await Promise.all(["a", "b", "c"].map((method) => failure(client.request(method))));
    for (const error of errors) {
      expect(error).toBeInstanceOf(TransportClosedError);
      expect(error).toMatchObject({ exitCode: 3, callsInFlight: ["a", "b", "c"] });
    }
    expect(await client.closed).toMatchObject({ step: "exited", exitCode: 3, callsInFlight: ["a", "b", "c"] });
  });

  it("rejects later requests at once, with the reason (P-027)", async () => {
    const client = open(fakeRuntime("serve({ bye: () => process.exit(5) })"));
    await failure(client.request("bye"));
    expect(await failure(client.request("x"))).toMatchObject({ kind: "closed", exitCode: 5 });
    expect(await failure(client.start())).toMatchObject({ exitCode: 5 });
    expect(await failure(client.subscribe().next())).toMatchObject({ exitCode: 5 });
  });

  it("kills what the runtime left in its group, also where that holds the pipes open (P-024)", async () => {
    const client = open(
      fakeRuntime(`serve({ x: () => {
        const { spawn } = require("node:child_process");
        const sleep = spawn("sleep", ["30"], { stdio: ["ignore", "inherit", "inherit"] });
        sleep.on("spawn", () => { notify("sleeping", { pid: sleep.pid }); process.exitCode = 1; setImmediate(process.exit) });
      } })`),
    );
    const sleeping = client.subscribe();
    const answer = failure(client.request("x"));
    const { params } = await sleeping.next();
    expect(await answer).toMatchObject({ exitCode: 1 });
    await untilGone(Number(params["pid"]));
  });

  it("does not wait for a stranger outside its group who holds the pipes open", async () => {
    const client = open(
      fakeRuntime(`serve({ x: () => {
        const { spawn } = require("node:child_process");
        const sleep = spawn("sleep", ["30"], { stdio: ["ignore", "inherit", "inherit"], detached: true });
        sleep.on("spawn", () => { notify("sleeping", { pid: sleep.pid }); setImmediate(process.exit, 1) });
      } })`),
    );
    const sleeping = client.subscribe();
    const startedAt = performance.now();
    const answer = failure(client.request("x"));
    const pid = Number((await sleeping.next()).params["pid"]);
    try {
      expect(await answer).toMatchObject({ exitCode: 1 });
      await client.close();
      expect(performance.now() - startedAt).toBeLessThan(3000);
      expect(isRunning(pid)).toBe(true);
    } finally {
      process.kill(pid, "SIGKILL");
      await untilGone(pid);
    }
  });

  it("survives a runtime that dies with words that are no frame (P-029)", async () => {
    const client = open(
      fakeRuntime(
        "serve({ x: () => process.stdout.write('Segmentation fault\\n', () => process.kill(process.pid, 'SIGSEGV')) })",
      ),
    );
    expect(await failure(client.request("x"))).toMatchObject({
      signal: "SIGSEGV",
      stderrTail: "[client] stdout: Segmentation fault\n",
    });
  });

  it("meets no stray EPIPE when it exits before it reads anything (P-030)", async () => {
    for (let round = 0; round < 20; round += 1) {
      expect(
        await failure(open({ command: "false" }).request("initialize", { text: "x".repeat(100_000) })),
      ).toMatchObject({
        kind: "closed",
        exitCode: 1,
      });
    }
  });

  it("ends a runtime that closes its stdout and lives on", async () => {
    const client = open(fakeRuntime("serve({ x: () => require('node:fs').closeSync(1) }); ignoreEndOfStdin()"));
    expect(await failure(client.request("x"))).toMatchObject({
      message: expect.stringContaining("the runtime closed its stdout"),
      exitCode: undefined,
    });
    expect(await client.closed).toMatchObject({ step: "sigterm", signal: "SIGTERM" });
  });

  it("ends a runtime that closes its stdin and lives on", async () => {
    const client = open(fakeRuntime("require('node:fs').closeSync(0); notify('deaf'); setInterval(() => {}, 1e6)"));
    const notifications = client.subscribe();
    await client.start();
    await notifications.next();
    const error = await failure(client.request("x", { text: "x".repeat(1e6) }));
    expect(error).toMatchObject({ message: expect.stringContaining("failed"), callsInFlight: ["x"] });
    expect(await client.closed).toMatchObject({ step: "sigterm" });
  });

  it("lets subscriptions be read to their end, then throws the reason", async () => {
    const client = open(
      fakeRuntime("notify('a'); notify('b'); process.exitCode = 4; serve({ bye: () => process.exit(4) })"),
    );
    const notifications = client.subscribe();
    await failure(client.request("bye"));
    expect((await notifications.next()).method).toBe("a");
    expect((await notifications.next()).method).toBe("b");
    expect(await failure(notifications.next())).toMatchObject({ kind: "closed", exitCode: 4 });
  });
});

describe("HarnessClient: stderr", () => {
  it("reads on through 200 MB of stderr and keeps the last 64 KiB (P-049)", async () => {
    const client = open(
      fakeRuntime(`serve({ x: async (r) => {
        const chunk = Buffer.alloc(1 << 20, "y".repeat(99) + "\\n");
        for (let n = 0; n < 200; n++) await new Promise((done) => process.stderr.write(chunk, done));
        answer(r, 1);
      } })`),
    );
    await client.request("initialize");
    const bytesBefore = bytesInUse();
    expect(await client.request("x")).toBe(1);
    // What a collection has found to be garbage is given back a little later.
    await expect.poll(() => bytesInUse() - bytesBefore, { interval: 5 }).toBeLessThan(1e6);
    await client.close();
    expect((await client.closed).stderrTail).toHaveLength(64 * 1024);
  });

  it("keeps the end of a stderr without any newline (P-050)", async () => {
    const client = open(fakeRuntime("process.stderr.write('.'.repeat(20e6) + 'end', () => process.exit(1))"));
    const error = await failure(client.request("x"));
    expect(error).toMatchObject({ exitCode: 1, stderrTail: expect.stringMatching(/^\.{65533}end$/) });
  });

  it("cuts no character in two (P-051)", async () => {
    const client = open(fakeRuntime("process.stderr.write('漢'.repeat(100000), () => process.exit(1))"));
    expect(await failure(client.request("x"))).toMatchObject({ stderrTail: "漢".repeat(21_845) });
  });

  it("has what was written just before the exit, in its field and its message (P-053)", async () => {
    for (let round = 0; round < 20; round += 1) {
      const client = open(
        fakeRuntime(
          "process.stdin.once('data', () => { require('node:fs').writeSync(2, 'fatal: reason 42\\n'); process.exit(2) })",
        ),
      );
      expect(await failure(client.request("initialize"))).toMatchObject({
        exitCode: 2,
        stderrTail: "fatal: reason 42\n",
        message: "the runtime exited before it answered initialize\nexit code: 2\nstderr tail:\nfatal: reason 42",
      });
    }
  });

  it("does not take a closed stderr for the end (P-054)", async () => {
    const client = open(
      fakeRuntime("require('node:fs').closeSync(2); serve({ x: (r) => setTimeout(answer, 100, r, 1) })"),
    );
    expect(await client.request("x")).toBe(1);
  });
});
