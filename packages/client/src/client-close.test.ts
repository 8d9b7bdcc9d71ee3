import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HarnessClient } from "./client.ts";
import type { HarnessClientOptions } from "./client.ts";
import { fakeRuntime } from "./fake-runtime.test-support.ts";
import { expectNothingLeft, held, isRunning, untilGone } from "./left-over.test-support.ts";

const GRACE_MS = 300;
let before: ReturnType<typeof held>;

function open(options: HarnessClientOptions): HarnessClient {
  return new HarnessClient({
    shutdownTimeoutMs: GRACE_MS,
    disposeEofGraceMs: GRACE_MS,
    disposeGraceMs: GRACE_MS,
    ...options,
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

beforeEach(() => {
  before = held();
});
afterEach(() => expectNothingLeft(before));

describe("HarnessClient.close()", () => {
  it("asks for shutdown and ends stdin, and sends no signal to a runtime that leaves (P-035)", async () => {
    const client = open(
      fakeRuntime(`
        for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => console.error(signal));
        serve({ shutdown: (r) => { console.error("shutdown", JSON.stringify(r.params)); answer(r, {}) } });`),
    );
    await client.request("initialize");
    await client.close();
    expect(await client.closed).toEqual({
      step: "shutdown",
      exitCode: 0,
      signal: undefined,
      stderrTail: "shutdown {}\n",
      callsInFlight: [],
    });
  });

  it("ends stdin of a runtime that does not answer shutdown", async () => {
    const client = open(fakeRuntime("serve({ shutdown: () => {} })"));
    await client.request("initialize");
    await client.close();
    expect(await client.closed).toMatchObject({ step: "eof", exitCode: 0 });
  });

  it("goes on to SIGTERM where a runtime ignores the end of stdin", async () => {
    const client = open(fakeRuntime("process.on('SIGTERM', () => process.exit(0)); serve(); ignoreEndOfStdin()"));
    await client.request("initialize");
    await client.close();
    expect(await client.closed).toMatchObject({ step: "sigterm", exitCode: 0 });
  });

  it("kills a runtime that ignores everything, after its graces, and resolves when it is reaped (P-037)", async () => {
    const client = open(
      fakeRuntime(
        "process.on('SIGTERM', () => {}); serve({ shutdown: (r) => say({ id: r.id, error: { code: 1, message: 'no' } }) }); ignoreEndOfStdin()",
      ),
    );
    await client.request("initialize");
    const pid = client.pid ?? 0;
    const elapsed = await timed(() => client.close());
    expect(isRunning(pid)).toBe(false);
    expect(elapsed).toBeGreaterThanOrEqual(2 * GRACE_MS - 20);
    expect(elapsed).toBeLessThan(2 * GRACE_MS + 1000);
    expect(await client.closed).toMatchObject({
      step: "sigkill",
      signal: "SIGKILL",
      stderrTail: "[client] shutdown failed: no\n",
    });
  });

  it("is one ending for all who ask for it (P-038)", async () => {
    const client = open(fakeRuntime("process.on('SIGTERM', () => console.error('TERM')); serve(); ignoreEndOfStdin()"));
    await client.request("initialize");
    const first = client.close();
    expect(client.close()).toBe(first);
    await Promise.all([first, client.close(), client[Symbol.asyncDispose]()]);
    await client.close();
    expect(await client.closed).toMatchObject({ step: "sigkill", stderrTail: "TERM\n" });
  });

  it("ends a runtime that floods stdout, and calls nobody afterwards (P-041)", async () => {
    const client = open(
      fakeRuntime(
        `serve({ flood: () => { const flood = () => { for (let n = 0; n < 100; n++) notify("n", { n }); setImmediate(flood) }; flood() } }); ignoreEndOfStdin()`,
      ),
    );
    await client.request("initialize");
    let seen = 0;
    const flood = client.subscribe(() => {
      seen += 1;
      return false;
    });
    const one = client.subscribe();
    client.request("flood").catch(() => {});
    await one.next();
    one.close();
    expect(await timed(() => client.close())).toBeLessThan(4 * GRACE_MS + 1000);
    const seenAtClose = seen;
    await expect(flood.next()).rejects.toThrow("the client was closed");
    expect(seen).toBe(seenAtClose);
    expect(seen).toBeGreaterThan(0);
  });

  it("rejects what is in flight as closed (P-042)", async () => {
    const client = open(fakeRuntime("serve({ slow: (r) => notify('slow') })"));
    const notifications = client.subscribe();
    const slow = client.request("slow").catch((error: unknown) => error);
    await notifications.next();
    await client.close();
    expect(await slow).toMatchObject({
      kind: "closed",
      message: expect.stringContaining("the client was closed before it answered slow"),
      callsInFlight: ["slow"],
    });
  });

  it("lets a runtime clean up on SIGTERM before it is killed (P-047)", async () => {
    const client = open(
      fakeRuntime(`
        const sleep = require("node:child_process").spawn("sleep", ["60"], { detached: true });
        process.on("SIGTERM", () => sleep.kill());
        sleep.on("exit", () => process.exit(0));
        serve({ x: (r) => answer(r, sleep.pid) }); ignoreEndOfStdin()`),
    );
    const pid = Number(await client.request("x"));
    await client.close();
    expect(await client.closed).toMatchObject({ step: "sigterm", exitCode: 0 });
    await untilGone(pid);
  });

  it("takes the whole group with it, deaf as its members may be", async () => {
    const client = open(
      fakeRuntime(`
        const { spawn } = require("node:child_process");
        const deaf = spawn("sh", ["-c", "trap '' TERM; echo; while :; do sleep 60; done"], { stdio: ["ignore", "pipe", "ignore"] });
        deaf.stdout.once("data", () => serve({ x: (r) => answer(r, deaf.pid) }));
        process.on("SIGTERM", () => {});
        ignoreEndOfStdin()`),
    );
    const pid = Number(await client.request("x"));
    await client.close();
    await untilGone(pid);
  });

  it("can be hastened by kill()", async () => {
    const client = open(
      fakeRuntime("process.on('SIGTERM', () => {}); serve({ shutdown: () => notify('asked') }); ignoreEndOfStdin()", {
        shutdownTimeoutMs: 60_000,
      }),
    );
    const notifications = client.subscribe();
    await client.request("initialize");
    const closing = client.close();
    await notifications.next();
    client.kill();
    await closing;
    expect(await client.closed).toMatchObject({ step: "sigkill", signal: "SIGKILL" });
  });

  it("waits for a start that is under way", async () => {
    const client = open(fakeRuntime("serve()"));
    const starting = client.start();
    await client.close();
    await starting;
    expect(await client.closed).toMatchObject({ step: expect.stringMatching(/^(shutdown|eof)$/) });
  });

  it("of a runtime that is gone already changes nothing", async () => {
    const client = open(fakeRuntime("process.exit(7)"));
    await expect(client.request("x")).rejects.toThrow("exit code: 7");
    await client.close();
    expect(await client.closed).toMatchObject({ step: "exited", exitCode: 7 });
  });

  it("leaves nothing behind in fifty rounds", async () => {
    for (let round = 0; round < 50; round += 1) {
      const client = open(fakeRuntime("serve({ x: (r) => answer(r, 1) })"));
      expect(await client.request("x", {}, 10_000)).toBe(1);
      await client.close();
      expect(held()).toEqual(before);
    }
  });
});
