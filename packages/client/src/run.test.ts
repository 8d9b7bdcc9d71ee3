import { getEventListeners } from "node:events";
import { CapabilityError, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeRuntime, fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import { miniRuntime } from "./mini-runtime.test-support.ts";
import { isRecord } from "./notification.ts";
import type { HarnessNotification } from "./notification.ts";

let before: ReturnType<typeof held>;
let harnesses: Harness[] = [];

function open(options: HarnessOptions): Harness {
  const harness = new Harness({ cwd: "/", disposeEofGraceMs: 300, disposeGraceMs: 300, ...options });
  harnesses.push(harness);
  return harness;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

/** An `onNotification` that calls `then` at the first event of a type. */
function at(type: string, then: () => void): (notification: HarnessNotification) => void {
  return ({ params: { event } }) => {
    if (isRecord(event) && event["type"] === type) then();
  };
}

async function got(harness: Harness, method: string): Promise<unknown[]> {
  const lines: unknown = await harness.client.request("got");
  return Array.isArray(lines) ? lines.filter((line) => isRecord(line) && line["method"] === method) : [];
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(harnesses.map((harness) => harness.close()));
  harnesses = [];
  await expectNothingLeft(before);
});

describe("HarnessSession.run() with a signal (spec §1.4)", () => {
  it("cancels the turn, and rejects with the signal's reason once it has ended", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const control = new AbortController();
    const reason = new Error("the user left");
    const seen: string[] = [];
    const running = harness.run("stubborn", {
      sessionId: "s",
      signal: control.signal,
      onNotification: (one) => {
        at("user/message", () => control.abort(reason))(one);
        at("turn/end", () => seen.push("turn/end"))(one);
      },
    });
    const ended = failure(running).then((error) => seen.push("rejected") && error);
    await expect.poll(() => got(harness, "session/cancel")).toHaveLength(1);
    expect(seen).toEqual([]);
    await harness.client.request("release", { sessionId: "s" });
    expect(await ended).toBe(reason);
    expect(seen).toEqual(["turn/end", "rejected"]);
    expect(await got(harness, "session/cancel")).toMatchObject([
      {
        params: {
          sessionId: "s",
          clientMessageId: expect.stringMatching(/^run-[0-9a-f-]{36}$/),
          reason: "the user left",
        },
      },
    ]);
    expect(runtime.log("s").at(-1)).toMatchObject({ type: "turn/end", data: { reason: { kind: "aborted" } } });
    expect(getEventListeners(control.signal, "abort")).toEqual([]);
  });

  it("takes a waiting prompt out of the queue, and rejects at once; the turn before it goes on", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const session = harness.session("s");
    const control = new AbortController();
    const first = new AbortController();
    let second: Promise<unknown> = Promise.resolve();
    const running = session.run("hang", {
      signal: first.signal,
      onNotification: at("user/message", () => {
        second = failure(session.run("behind", { signal: control.signal, clientMessageId: "mine" }));
      }),
    });
    const runningEnds = failure(running);
    await expect.poll(() => got(harness, "session/prompt")).toHaveLength(2);
    control.abort();
    expect(await second).toBe(control.signal.reason);
    // An abort without a reason of its own is not worth telling.
    expect(await got(harness, "session/cancel")).toMatchObject([{ params: { clientMessageId: "mine" } }]);
    expect(JSON.stringify(await got(harness, "session/cancel"))).not.toContain("reason");
    first.abort("enough");
    expect(await runningEnds).toMatchObject({ kind: "aborted", cause: "enough" });
    expect(runtime.log("s").filter(({ type }) => type === "turn/start")).toHaveLength(1);
  });

  it("a cancel that overtakes its prompt has it refused", async () => {
    const harness = open({
      launch: fakeRuntimeV1(`let prompt; serve({
        "session/prompt": (r) => { prompt = r },
        "session/cancel": (r) => {
          answer(r, { outcome: "remembered", cancelled: [], kept: [] });
          refuse(prompt, -32800, "cancelled");
        },
      })`),
    });
    await harness.start();
    const control = new AbortController();
    const running = failure(harness.run("hi", { sessionId: "s", signal: control.signal }));
    await expect.poll(() => got(harness, "session/prompt")).toHaveLength(1);
    control.abort();
    expect(await running).toBe(control.signal.reason);
    expect(await got(harness, "session/cancel")).toHaveLength(1);
  });

  it("where the cancel found nothing, and the prompt was taken behind it, cancels by its id", async () => {
    const harness = open({
      launch: fakeRuntimeV1(`let prompt; serve({
        "session/prompt": (r) => { prompt = r },
        "session/cancel": (r) => {
          if (r.params.messageId === undefined) {
            answer(r, { outcome: "nothing", cancelled: [], kept: [] });
            event("s", 0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted: [{ id: "m9" }] });
            return answer(prompt, { messageId: "m9", mode: "queue", position: 0 });
          }
          answer(r, { outcome: "cancelling", turn: 1, cancelled: ["m9"], kept: [] });
          event("s", 1, "turn/end", { turn: 1, reason: { kind: "aborted" } });
        },
      })`),
    });
    await harness.start();
    const control = new AbortController();
    const running = failure(harness.run("hi", { sessionId: "s", signal: control.signal }));
    await expect.poll(() => got(harness, "session/prompt")).toHaveLength(1);
    control.abort();
    await expect.poll(() => got(harness, "session/cancel")).toMatchObject([{}, { params: { messageId: "m9" } }]);
    expect(await running).toBe(control.signal.reason);
  });

  it("that had aborted before sends nothing, and starts nothing", async () => {
    const harness = open({ launch: fakeRuntimeV1("serve()") });
    const reason = new Error("never mind");
    expect(await failure(harness.run("hi", { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(harness.client.pid).toBeUndefined();
  });

  it("that aborts during the handshake ends the wait, and the handshake goes on", async () => {
    const harness = open({
      launch: fakeRuntimeV1(
        "let waiting; serve({ initialize: (r) => { waiting = r }, go: () => defaults.initialize(waiting) })",
      ),
    });
    const control = new AbortController();
    const running = failure(harness.run("hi", { signal: control.signal }));
    await expect.poll(() => harness.client.pid).toBeDefined();
    control.abort();
    expect(await running).toBe(control.signal.reason);
    void harness.client.request("go").catch(() => {});
    await harness.start();
    expect(await got(harness, "session/prompt")).toEqual([]);
  });

  it("rejects with the reason also when the turn had ended by itself just before", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const control = new AbortController();
    const running = harness.run("ok", {
      signal: control.signal,
      onNotification: at("turn/end", () => control.abort()),
    });
    expect(await failure(running)).toBe(control.signal.reason);
  });

  it("rejects with the error of a cancel that failed: the work may go on", async () => {
    const harness = open({
      launch: fakeRuntimeV1(`serve({
        "session/prompt": (r) => { event("s", 0, "agent/inbox/spliced",
          { target: "next-turn", start: 0, inserted: [{ id: "m", role: "user", content: [], source: { kind: "user" } }] });
          answer(r, { messageId: "m" }); event("s", 1, "turn/start", { turn: 1 }); },
        "session/cancel": (r) => refuse(r, -32603, "internal", "out of order"),
      })`),
    });
    const control = new AbortController();
    const running = harness.run("hi", {
      sessionId: "s",
      signal: control.signal,
      onNotification: at("turn/start", () => control.abort()),
    });
    expect(await failure(running)).toMatchObject({ kind: "internal", message: "out of order" });
  });

  it("a runtime that ends meanwhile has ended the work, too", async () => {
    const harness = open({ launch: miniRuntime().launch });
    const control = new AbortController();
    const running = harness.run("stubborn", {
      signal: control.signal,
      onNotification: at("user/message", () => {
        control.abort();
        void harness.close();
      }),
    });
    expect(await failure(running)).toBe(control.signal.reason);
  });

  it("needs version 1: with a runtime of version 0 it rejects before its prompt is written", async () => {
    const harness = open({ launch: fakeRuntime("serve()") });
    const error = await failure(harness.run("hi", { signal: new AbortController().signal }));
    expect(error).toBeInstanceOf(CapabilityError);
    expect(error).toMatchObject({ capability: "session/cancel" });
    expect(await got(harness, "session/prompt")).toEqual([]);
  });

  it.each([
    ["0", fakeRuntime(`serve({ "session/prompt": (r) => { status("s", "running"); answer(r, { messageId: "m" }) } })`)],
    [
      "1",
      fakeRuntimeV1(`serve({ "session/prompt": (r) => { status("s", "running"); answer(r, { messageId: "m" }) } })`),
    ],
  ])('with onAbort "leave" it ends the wait alone, in version %s', async (_, launch) => {
    const harness = open({ launch });
    const control = new AbortController();
    const running = failure(harness.run("hi", { sessionId: "s", signal: control.signal, onAbort: "leave" }));
    await expect.poll(() => harness.client.agreed && got(harness, "session/prompt")).toHaveLength(1);
    control.abort();
    expect(await running).toBe(control.signal.reason);
    expect(await got(harness, "session/cancel")).toEqual([]);
    expect(JSON.stringify(await got(harness, "session/prompt"))).not.toContain("clientMessageId");
  });
});

describe("HarnessSession.run() in version 1", () => {
  it("sends no id of its own where nothing needs one, and what it is given else", async () => {
    const harness = open({ launch: miniRuntime().launch });
    expect(await harness.run("ok", { sessionId: "s" })).toMatchObject({
      finalResponse: "ok",
      finishReason: "completed",
    });
    await harness.run("ok", { sessionId: "s", clientMessageId: "mine", deadlineMs: 5000 });
    expect(await got(harness, "session/prompt")).toMatchObject([
      { params: { sessionId: "s", contentBlocks: [{ type: "text", text: "ok" }] } },
      { params: { clientMessageId: "mine", deadlineMs: 5000 } },
    ]);
    expect(JSON.stringify((await got(harness, "session/prompt"))[0])).not.toContain("clientMessageId");
  });

  it("takes each event once, though others have the session sent again meanwhile (spec §1.6)", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const session = harness.session("s");
    await session.run("first");
    const control = new AbortController();
    let resuming: Promise<unknown> = Promise.resolve();
    const seen: unknown[] = [];
    const running = session.run("stubborn", {
      signal: control.signal,
      onNotification: (one) => {
        if (one.method === "session.event") seen.push(one.params["event"]);
        at("user/message", () => {
          resuming = session.resume({ afterSeq: -1 });
          control.abort();
        })(one);
      },
    });
    const ended = failure(running);
    await expect.poll(() => got(harness, "session/cancel")).toHaveLength(1);
    await resuming;
    await harness.client.request("release", { sessionId: "s" });
    await ended;
    const log = runtime.log("s");
    expect(seen).toEqual(log.slice(log.length - seen.length));
  });

  it("rejects when the runtime is lost, where no restart was asked for", async () => {
    const runtime = miniRuntime(9);
    const harness = open({ launch: runtime.launch });
    const error = await failure(harness.run("hello"));
    expect(error).toBeInstanceOf(TransportClosedError);
    expect(error).toMatchObject({ signal: "SIGKILL" });
    expect(await failure(harness.run("hello"))).toBe(error);
    expect(runtime.starts()).toBe(1);
  });
});
