import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import { fakeRuntime, fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import { miniRuntime } from "./mini-runtime.test-support.ts";
import { isRecord } from "./notification.ts";

let before: ReturnType<typeof held>;
let harnesses: Harness[] = [];

function open(options: HarnessOptions, clock: Clock = systemClock): Harness {
  const harness = new Harness(
    { cwd: "/", disposeEofGraceMs: 300, disposeGraceMs: 300, restart: "on-failure", ...options },
    { clock },
  );
  harnesses.push(harness);
  return harness;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

/** The path of a file that is not there. */
function marker(): string {
  const folder = mkdtempSync(join(tmpdir(), "toh-restart-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "marker");
}

/** The part of a log from the receipt of the n-th prompt on. */
function fromReceipt(log: readonly SessionEvent[], n = 0): SessionEvent[] {
  const receipts = log.flatMap(({ type, data }, index) =>
    type === "agent/inbox/spliced" && isRecord(data) && JSON.stringify(data).includes('"role"') ? [index] : [],
  );
  return log.slice(receipts[n]);
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(harnesses.map((harness) => harness.close()));
  harnesses = [];
  await expectNothingLeft(before);
});

// receipt, running, turn/start, claim: 0 to 6; the answer 7; user/message, two chunks, assistant/message, turn/end: 8 to 17; idle 18.
const ACTS = 19;

describe('Harness with restart "on-failure"', () => {
  it.each(Array.from({ length: ACTS }, (_, act) => act))(
    "killed in place of act %i of a turn, a run goes on: each event once, none missing",
    async (act) => {
      const runtime = miniRuntime(act);
      const harness = open({ launch: runtime.launch });
      const result = await harness.run("ok", { sessionId: "s" });
      expect(runtime.starts()).toBe(2);
      const log = runtime.log("s");
      expect(result.events).toEqual(log);
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index));
      // Between the start of its turn and its claim, the prompt is not lost with the turn: it gets another one.
      const turns = act === 4 || act === 5 ? 2 : 1;
      expect(log.filter(({ type }) => type === "turn/end")).toHaveLength(turns);
      expect(log.filter(({ type }) => type === "turn/start")).toHaveLength(turns);
      const isCut = log.at(-1)?.type === "turn/end" && result.finishReason === "interrupted";
      expect(result.finalResponse).toBe(isCut && !log.some(({ type }) => type === "assistant/message") ? "" : "ok");
      expect(result.notifications.at(-1)).toEqual({
        method: "session.status",
        params: { sessionId: "s", status: "idle" },
      });
      // And the harness works on.
      expect(await harness.run("more", { sessionId: "s" })).toMatchObject({ finalResponse: "more" });
    },
  );

  it.each([12, 17, 25, 26, 30, 34])(
    "two runs on one session, killed in place of act %i, end with all that the log has",
    async (act) => {
      const runtime = miniRuntime(act);
      const harness = open({ launch: runtime.launch });
      const session = harness.session("s");
      const [first, second] = await Promise.all([session.run("one"), session.run("two")]);
      const log = runtime.log("s");
      // One more where a turn was cut off before it had claimed its prompt.
      expect(log.filter(({ type }) => type === "turn/end")).toHaveLength(act === 25 ? 3 : 2);
      expect(second.events).toEqual(fromReceipt(log, 1).slice(0, second.events.length));
      expect(second.events.at(-1)).toEqual(log.at(-1));
      expect(first.events).toEqual(log.slice(0, first.events.length));
      expect(first.events.length).toBeGreaterThan(2);
    },
  );

  it("events() goes on over a restart, from where it was, and ends with the harness", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const session = harness.session("s");
    await session.run("one");
    const seen: SessionEvent[] = [];
    const reading = (async () => {
      for await (const event of session.events({ afterSeq: -1 })) seen.push(event);
    })();
    await expect.poll(() => seen.length).toBe(runtime.log("s").length);
    void harness.client.request("die").catch(() => {});
    await expect.poll(() => runtime.starts()).toBe(2);
    await session.run("two");
    await expect.poll(() => seen.length).toBe(runtime.log("s").length);
    expect(seen).toEqual(runtime.log("s"));
    await harness.close();
    await reading;
  });

  it("a run on a session with a past is not told that past", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    await harness.run("one", { sessionId: "s" });
    const past = runtime.log("s").length;
    await harness.close();
    const again = open({ launch: runtime.launch });
    let count = 0;
    const running = again.run("stubborn", { sessionId: "s", onNotification: () => void (count += 1) });
    await expect.poll(() => count).toBeGreaterThan(4);
    void again.client.request("die").catch(() => {});
    const result = await running;
    expect(result.finishReason).toBe("interrupted");
    expect(result.events).toEqual(runtime.log("s").slice(past));
  });

  it("a run that was cancelled as the runtime died is cancelled in the next", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const session = harness.session("s");
    const control = new AbortController();
    const first = failure(session.run("stubborn", { signal: control.signal }));
    await expect.poll(() => harness.client.agreed && runtime.log("s").length).toBeGreaterThan(3);
    const second = failure(session.run("behind", { signal: control.signal }));
    await expect.poll(() => runtime.log("s").length).toBeGreaterThan(4);
    void harness.client.request("die").catch(() => {});
    await harness.client.closed;
    control.abort();
    expect(await first).toBe(control.signal.reason);
    expect(await second).toBe(control.signal.reason);
    expect(runtime.log("s").filter(({ type }) => type === "turn/start")).toHaveLength(1);
    expect(runtime.log("s").at(-1)).toMatchObject({ data: { outcome: "canceled" } });
  });

  it("start() waits for it, and calls that were waiting for their answer reject", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    await harness.start();
    const { client } = harness;
    expect(await failure(client.request("die"))).toBeInstanceOf(TransportClosedError);
    await client.closed;
    await harness.start();
    expect(harness.client).not.toBe(client);
    expect(await harness.run("ok")).toMatchObject({ finalResponse: "ok" });
  });

  it("gives up at the fourth loss within the window, with its error, for good", async () => {
    const runtime = miniRuntime("always");
    const harness = open({ launch: runtime.launch });
    const error = await failure(harness.run("ok", { sessionId: "s" }));
    expect(error).toBeInstanceOf(TransportClosedError);
    expect(error).toMatchObject({ signal: "SIGKILL" });
    expect(runtime.starts()).toBe(4);
    expect(await failure(harness.start())).toBe(error);
    expect(await failure(harness.run("ok"))).toBe(error);
    expect(runtime.starts()).toBe(4);
  });

  it("counts the losses of the window alone, which is maxRestarts within restartWindowMs", async () => {
    const windows: (() => void)[] = [];
    const clock: Clock = {
      after(ms, callback) {
        if (ms !== 7777) return systemClock.after(ms, callback);
        windows.push(callback);
        return () => {};
      },
    };
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch, maxRestarts: 1, restartWindowMs: 7777 }, clock);
    await harness.start();
    const lose = async (): Promise<void> => {
      const { client } = harness;
      await failure(client.request("die"));
      await client.closed;
    };
    await lose();
    await harness.start();
    windows[0]?.();
    await lose();
    await harness.start();
    expect(runtime.starts()).toBe(3);
    await lose();
    expect(await failure(harness.start())).toMatchObject({ kind: "closed", signal: "SIGKILL" });
    expect(runtime.starts()).toBe(3);
  });

  it("a runtime that cannot be started again counts as a loss", async () => {
    const runtime = miniRuntime("once");
    const harness = open({ launch: runtime.launch });
    await harness.start();
    const { client } = harness;
    await failure(client.request("die"));
    await client.closed;
    expect(await failure(harness.start())).toMatchObject({ kind: "closed", exitCode: 5 });
  });

  it("does not restart what was closed, nor what never shook hands", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    await harness.start();
    await harness.close();
    expect(runtime.starts()).toBe(1);
    const broken = open({ launch: fakeRuntime("process.exit(1)") });
    expect(await failure(broken.start())).toMatchObject({ exitCode: 1 });
  });

  it("can be closed in the middle of a restart", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const running = failure(harness.run("stubborn", { sessionId: "s" }));
    await expect.poll(() => harness.client.agreed && runtime.log("s").length).toBeGreaterThan(3);
    const { client } = harness;
    await failure(client.request("die"));
    await client.closed;
    await expect.poll(() => harness.client !== client).toBe(true);
    await harness.close();
    expect(await running).toMatchObject({ kind: "closed" });
    expect(await failure(harness.start())).toMatchObject({ kind: "closed" });
  });

  it("resumes the children that were at work before their parent, and not those that had finished", async () => {
    const launch = fakeRuntimeV1(
      `const fs = require("node:fs");
      const [path] = process.argv.slice(1);
      const inserted = [{ id: "m", role: "user", content: [], source: { kind: "user" } }];
      if (!fs.existsSync(path)) serve({ "session/prompt": (r) => {
        event("s", 0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted });
        answer(r, { messageId: "m" });
        notify("subagent.started", { parentSessionId: "s", childSessionId: "done" });
        event("done", 0, "turn/start", { turn: 1 });
        notify("subagent.finished", { parentSessionId: "s", childSessionId: "done" });
        notify("subagent.started", { parentSessionId: "s", childSessionId: "child" });
        event("child", 0, "turn/start", { turn: 1 });
        notify("subagent.started", { parentSessionId: "child", childSessionId: "grandchild" });
        notify("subagent.started", { parentSessionId: "elsewhere", childSessionId: "stranger" });
        fs.writeFileSync(path, "");
        process.kill(process.pid, "SIGKILL");
      } });
      else serve({
        "session/resume": (r) => {
          const { sessionId, afterSeq } = r.params;
          if (sessionId === "grandchild") return refuse(r, -32010, "session-unknown");
          event(sessionId, afterSeq + 1, "turn/end", { turn: 1, reason: { kind: "interrupted" } });
          answer(r, { lastSeq: afterSeq + 1, status: "idle", pending: { prompts: [], approvals: [] } });
        },
        "session/prompt": (r) => answer(r, { messageId: "m", mode: "queue", position: 0, duplicate: true }),
      });`,
      { args: [marker()] },
    );
    const harness = open({ launch });
    const { notifications } = await harness.run("hi", { sessionId: "s" });
    const resumed = [
      ["child", 1],
      ["s", 1],
    ].map(([sessionId, seq]) => ({
      method: "session.event",
      params: { sessionId, event: expect.objectContaining({ type: "turn/end", seq }) },
    }));
    expect(notifications.slice(-3, -1)).toEqual(resumed);
    expect(await harness.client.request("got")).toMatchObject([
      { method: "initialize", params: { minProtocolVersion: 1 } },
      { method: "session/resume", params: { sessionId: "grandchild", afterSeq: -1 } },
      { method: "session/resume", params: { sessionId: "child", afterSeq: 0 } },
      { method: "session/resume", params: { sessionId: "s", afterSeq: 0 } },
      { method: "session/prompt", params: { sessionId: "s", clientMessageId: expect.any(String) } },
    ]);
  });

  it("fails a run whose session the next runtime does not know, or has less of: its log was lost", async () => {
    for (const [code, kind] of [
      [-32_010, "session-unknown"],
      [-32_018, "conflict"],
    ] as const) {
      const launch = fakeRuntimeV1(
        `const fs = require("node:fs");
        const [path] = process.argv.slice(1);
        const inserted = [{ id: "m", role: "user", content: [], source: { kind: "user" } }];
        serve({
          "session/prompt": (r) => {
            event("s", 0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted });
            answer(r, { messageId: "m" });
            process.kill(process.pid, "SIGKILL");
          },
          "session/resume": (r) => refuse(r, ${code}, "${kind}"),
        })`,
        { args: [marker()] },
      );
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await failure(open({ launch }).run("hi", { sessionId: "s" }))).toMatchObject({ kind });
    }
  });

  it("offers the tools of single sessions again, behind what is resumed and before what is sent again", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const session = harness.session("s");
    await session.run("one");
    const tool = { name: "t", description: "", inputSchema: {}, run: () => "" };
    await session.open({ tools: [tool] });
    const seen: unknown[] = [];
    const running = session.run("stubborn", { onNotification: (one) => void seen.push(one) });
    await expect.poll(() => seen.length).toBeGreaterThan(4);
    await failure(harness.client.request("die"));
    await running;
    expect(await harness.client.request("got")).toMatchObject([
      { method: "initialize" },
      { method: "session/resume", params: { sessionId: "s" } },
      { method: "session/open", params: { sessionId: "s", tools: [{ name: "t" }] } },
      { method: "session/prompt", params: { sessionId: "s" } },
    ]);
  });

  it("needs version 1", async () => {
    const harness = open({ launch: fakeRuntime("serve()") });
    expect(await failure(harness.start())).toMatchObject({ kind: "not-agreed", capability: "protocolVersion 1" });
  });

  it.each([{ maxRestarts: 0 }, { maxRestarts: 1.5 }, { restartWindowMs: 0 }, { restartWindowMs: NaN }])(
    "refuses %j",
    (options) => {
      expect(() => new Harness({ launch: { command: "x" }, restart: "on-failure", ...options })).toThrow(RangeError);
    },
  );
});
