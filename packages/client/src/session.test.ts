import { SdkProtocolError } from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { HarnessClientOptions } from "./client.ts";
import { fakeRuntime } from "./fake-runtime.test-support.ts";
import { Harness } from "./harness.ts";
import { RuntimeKeeper } from "./keeper.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import type { HarnessNotification } from "./notification.ts";
import { recordedNotifications, replayRuntime } from "./replay-runtime.test-support.ts";

let before: ReturnType<typeof held>;
let harnesses: Harness[] = [];

function open(launch: HarnessClientOptions): Harness {
  const harness = new Harness({ launch, cwd: "/" });
  harnesses.push(harness);
  return harness;
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(harnesses.map((harness) => harness.close()));
  harnesses = [];
  await expectNothingLeft(before);
});

describe("HarnessSession.run() on recorded traffic", () => {
  it.each([
    ["text-turn", "s-text", ["Hello from the mock model."], ["completed"]],
    ["two-turns-one-session", "s-two", ["plain answer one", "plain answer two"], ["completed", "completed"]],
    ["unicode-text", "s-unicode", [expect.stringMatching(/^naïve — 你好 🚀/)], ["completed"]],
    ["error-turn", "s-err", ["", "plain answer after error"], ["error", "completed"]],
    ["provider-retry", "s-retry", ["Recovered after two retries."], ["completed"]],
    [
      "max-tokens-turn",
      "s-max",
      ["This answer is cut off because the limit was", "Let me call "],
      ["max-tokens", "max-tokens"],
    ],
    ["subagent-turn", "s-sub", ["The child said: child answer 42"], ["completed"]],
    ["subagents-parallel", "s-par", ["Both children answered."], ["completed"]],
    ["subagent-nested", "s-nest", ["Nested delegation finished."], ["completed"]],
    [
      "subagent-error-and-max-tokens",
      "s-subfail",
      ["The child failed.", "The child was truncated."],
      ["completed", "completed"],
    ],
  ])(
    "%s: each run gives its answer, its end, and every notification of its tree",
    async (name, id, answers, reasons) => {
      const harness = open(replayRuntime(name));
      const all: HarnessNotification[] = [];
      for (const [index, answer] of answers.entries()) {
        const result = await harness.session(id).run("as recorded", { onNotification: (one) => void all.push(one) });
        expect(result).toMatchObject({ sessionId: id, finalResponse: answer, finishReason: reasons[index] });
        expect(result.notifications[0]).toMatchObject({ params: { event: { type: "agent/inbox/spliced" } } });
        expect(result.notifications.at(-1)).toEqual({
          method: "session.status",
          params: { sessionId: id, status: "idle" },
        });
        expect(result.events).toEqual(
          result.notifications.flatMap(({ method, params }) =>
            method === "session.event" && params["sessionId"] === id ? [params["event"]] : [],
          ),
        );
      }
      // These recordings hold one tree of sessions, and nothing outside the runs.
      expect(all).toEqual(recordedNotifications(name));
    },
  );

  it("ts-client: runs that overlap on one session tell the same end (spec §0.4.10)", async () => {
    const harness = open(replayRuntime("ts-client"));
    const delegated = await harness.run("@delegate", { sessionId: "ts-client" });
    expect(delegated.finalResponse).toBe("The child said: child answer 42");
    const failed = await harness.run("@http400", { sessionId: "ts-client" });
    expect(failed).toMatchObject({
      finalResponse: "",
      finishReason: "error",
      failure: { message: expect.any(String) },
    });
    expect(delegated.failure).toBeUndefined();
    const session = harness.session("ts-conc");
    const [a, b] = await Promise.all([session.run("@plain A"), session.run("@plain B")]);
    expect([a.finalResponse, b.finalResponse]).toEqual(["plain answer B", "plain answer B"]);
    expect(b.notifications).toEqual(a.notifications.slice(-b.notifications.length));
    expect(a.notifications.length).toBeGreaterThan(b.notifications.length);
  });

  it("queued-prompts: sessions side by side each get their own", async () => {
    const harness = open(replayRuntime("queued-prompts"));
    const [first, second, other] = await Promise.all([
      harness.run("@plain first", { sessionId: "s-q" }),
      harness.run("@plain second", { sessionId: "s-q" }),
      harness.run("@plain other session", { sessionId: "s-other" }),
    ]);
    expect(first.finalResponse).toBe("plain answer second");
    expect(second.finalResponse).toBe("plain answer second");
    expect(other.finalResponse).toBe("plain answer other session");
    expect(new Set(other.notifications.map(({ params }) => params["sessionId"]))).toEqual(new Set(["s-other"]));
  });

  it("prompt-while-running: a prompt in a running turn ends with the idle after both", async () => {
    const harness = open(replayRuntime("prompt-while-running"));
    const [first, second] = await Promise.all([
      harness.run("@slow", { sessionId: "s-run" }),
      harness.run("@plain queued behind", { sessionId: "s-run" }),
    ]);
    expect(first.events.filter(({ type }) => type === "turn/end")).toHaveLength(2);
    expect(second.finalResponse).toBe("plain answer queued behind");
  });

  it.each(["shutdown-mid-turn", "eof-mid-turn"])(
    "%s: a run that never sees its idle rejects as closed",
    async (name) => {
      const harness = open(replayRuntime(name));
      const session = harness.session(name === "eof-mid-turn" ? "s-eof" : "s-mid");
      const running = session.run("@slow", {
        onNotification: ({ params }) => {
          // The recorded runtime streams for a while; then its end comes.
          if (JSON.stringify(params).includes("text-delta")) void harness.close();
        },
      });
      await expect(running).rejects.toMatchObject({ kind: "closed" });
    },
  );
});

describe("HarnessSession.run()", () => {
  const TURN = `"session/prompt": (r) => turn(r, "hello")`;

  it("sends text as one block, and blocks as they are", async () => {
    const harness = open(
      fakeRuntime(`serve({ "session/prompt": (r) => turn(r, JSON.stringify(r.params.contentBlocks)) })`),
    );
    expect((await harness.run("hi")).finalResponse).toBe('[{"type":"text","text":"hi"}]');
    const blocks = [
      { type: "text" as const, text: "" },
      { type: "text" as const, text: "b" },
    ];
    expect((await harness.run(blocks)).finalResponse).toBe(JSON.stringify(blocks));
  });

  it("drops what came before the receipt of its own prompt", async () => {
    const harness = open(
      fakeRuntime(
        `serve({ "session/prompt": (r) => { event("s", 0, "x/early", {}); status("s", "idle"); turn(r, "hello") } })`,
      ),
    );
    const result = await harness.run("hi", { sessionId: "s" });
    expect(result.events.map(({ type }) => type)).toEqual([
      "agent/inbox/spliced",
      "turn/start",
      "assistant/message",
      "turn/end",
    ]);
  });

  it("passes types, blocks and reasons that it does not know", async () => {
    const harness = open(
      fakeRuntime(`serve({ "session/prompt": (r) => {
        notify("_x/note", { sessionId: r.params.sessionId, any: 1 });
        turn(r, [{ type: "text", text: "hel" }, { type: "_x/block", of: "mine" }, { type: "text", text: "lo" }], { kind: "_x/new" });
      } })`),
    );
    expect(await harness.run("hi")).toMatchObject({ finalResponse: "hello", finishReason: "_x/new" });
  });

  it.each([
    ["params.event", `notify("session.event", { sessionId: "s", event: "x" })`],
    ["params.event", `notify("session.event", { sessionId: "s" })`],
    ["params.event.type", `notify("session.event", { sessionId: "s", event: { seq: 0, time: 1, data: {} } })`],
    ["params.event.data.message.content", `event("s", 0, "assistant/message", { turn: 1, step: 1 })`],
    ["params.event.data.message.content[0]", `event("s", 0, "assistant/message", { message: { content: ["x"] } })`],
    [
      "params.event.data.message.content[1].type",
      `event("s", 0, "assistant/message", { message: { content: [{ type: "x" }, {}] } })`,
    ],
    [
      "params.event.data.message.content[0].text",
      `event("s", 0, "assistant/message", { message: { content: [{ type: "text" }] } })`,
    ],
    [
      "params.event.data.message.content",
      `event("s", 0, "assistant/message", { turn: 1, step: 1, message: { id: "a", role: "assistant", content: "x" } })`,
    ],
    ["params.event.data.reason.kind", `event("s", 0, "turn/end", { turn: 1, reason: {} })`],
  ])("rejects with an SdkProtocolError that names %s", async (field, breach) => {
    const harness = open(
      fakeRuntime(`serve({ "session/prompt": (r) => {
        const inserted = [{ id: "m", role: "user", content: [], source: { kind: "user" } }];
        event("s", 0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted });
        ${breach};
        answer(r, { messageId: "m" });
      } })`),
    );
    const error: unknown = await harness.run("hi", { sessionId: "s" }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SdkProtocolError);
    expect(error).toMatchObject({ kind: "bad-message", method: "session.event", field });
  });

  it("lets go of its subscription, however it ends", async () => {
    const harness = open(fakeRuntime(`serve({ ${TURN} })`));
    const follow = vi.spyOn(RuntimeKeeper.prototype, "follow");
    onTestFinished(() => follow.mockRestore());
    await harness.run("hi");
    const onNotification = (): void => {
      throw new Error("mine");
    };
    await harness.run("hi", { onNotification }).catch(() => {});
    expect(follow).toHaveBeenCalledTimes(2);
    for (const { value } of follow.mock.results) {
      await expect(value.next()).rejects.toThrow("notification subscription closed");
    }
  });

  it("rejects with what onNotification throws, and works on", async () => {
    const harness = open(fakeRuntime(`serve({ ${TURN} })`));
    const thrown = new Error("mine");
    const onNotification = (): void => {
      throw thrown;
    };
    await expect(harness.run("hi", { onNotification })).rejects.toBe(thrown);
    expect((await harness.run("hi")).finalResponse).toBe("hello");
  });

  it("rejects with the runtime's refusal of a prompt", async () => {
    const harness = open(
      fakeRuntime(
        `serve({ "session/prompt": (r) => say({ id: r.id, error: { code: -32602, message: "sessionId" } }) })`,
      ),
    );
    await expect(harness.run("hi")).rejects.toMatchObject({ kind: "response", code: -32602 });
  });

  it("rejects when the runtime dies in mid turn, with its last words", async () => {
    const harness = open(
      fakeRuntime(`serve({ "session/prompt": (r) => {
        const inserted = [{ id: "m", role: "user", content: [], source: { kind: "user" } }];
        event("s", 0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted });
        answer(r, { messageId: "m" });
        console.error("out of luck");
        setImmediate(process.exit, 9);
      } })`),
    );
    await expect(harness.run("hi", { sessionId: "s" })).rejects.toMatchObject({
      kind: "closed",
      exitCode: 9,
      stderrTail: "out of luck\n",
    });
  });

  it("runs twenty sessions side by side, each with its own answer", async () => {
    const harness = open(fakeRuntime(`serve({ "session/prompt": (r) => turn(r, "for " + r.params.sessionId) })`));
    const ids = Array.from({ length: 20 }, (_, index) => `session-${index}`);
    const results = await Promise.all(ids.map((sessionId) => harness.run("hi", { sessionId })));
    expect(results.map(({ finalResponse }) => finalResponse)).toEqual(ids.map((id) => `for ${id}`));
  });
});
