import { CapabilityError } from "@buckeyestudio/toh-sdk-protocol";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeRuntime, fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import { miniRuntime } from "./mini-runtime.test-support.ts";
import type { HarnessSession } from "./session.ts";

let before: ReturnType<typeof held>;
let harnesses: Harness[] = [];

function open(options: HarnessOptions): Harness {
  const harness = new Harness({ cwd: "/w", ...options });
  harnesses.push(harness);
  return harness;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

async function collect(events: AsyncIterable<SessionEvent>, into: SessionEvent[], count = Infinity): Promise<void> {
  for await (const event of events) {
    into.push(event);
    if (into.length >= count) break;
  }
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(harnesses.map((harness) => harness.close()));
  harnesses = [];
  await expectNothingLeft(before);
});

const INFO = {
  sessionId: "s",
  cwd: "/w",
  provider: "p",
  model: "m",
  createdAt: 1,
  updatedAt: 2,
  status: "idle",
  lastSeq: 4,
  children: [],
  usage: [{ provider: "p", model: "m", calls: 1, inputTokens: 2, outputTokens: 3 }],
  treeUsage: [{ provider: "p", model: "m", calls: 2, inputTokens: 4, outputTokens: 6 }],
  pending: { prompts: [], approvals: [] },
};

const METHODS: [
  name: string,
  call: (session: HarnessSession) => Promise<unknown>,
  method: string,
  params: object,
  result: object,
  given: unknown,
][] = [
  [
    "cancel()",
    (session) => session.cancel(),
    "session/cancel",
    { sessionId: "s" },
    { outcome: "nothing", cancelled: [], kept: [] },
    { outcome: "nothing", cancelled: [], kept: [] },
  ],
  [
    "cancel() with a scope",
    (session) => session.cancel({ scope: "all", reason: "enough" }),
    "session/cancel",
    { sessionId: "s", scope: "all", reason: "enough" },
    { outcome: "cancelling", turn: 1, cancelled: ["m"], kept: [] },
    { outcome: "cancelling", turn: 1, cancelled: ["m"], kept: [] },
  ],
  [
    "close()",
    (session) => session.close(),
    "session/close",
    { sessionId: "s", mode: "drain" },
    { cancelled: [] },
    { cancelled: [] },
  ],
  [
    "close() at once",
    (session) => session.close({ mode: "cancel", timeoutMs: 5 }),
    "session/close",
    { sessionId: "s", mode: "cancel", timeoutMs: 5 },
    { cancelled: ["m"] },
    { cancelled: ["m"] },
  ],
  [
    "steer()",
    (session) => session.steer("rather this", { expectTurn: 2, clientMessageId: "c" }),
    "session/prompt",
    {
      sessionId: "s",
      contentBlocks: [{ type: "text", text: "rather this" }],
      mode: "steer",
      expectTurn: 2,
      clientMessageId: "c",
    },
    { messageId: "m", mode: "steer", position: 0 },
    { messageId: "m", mode: "steer", position: 0 },
  ],
  [
    "fork()",
    (session) => session.fork({ atSeq: 3 }),
    "session/fork",
    { sessionId: "s", atSeq: 3 },
    { sessionId: "s2", lastSeq: 3 },
    expect.objectContaining({ id: "s2" }),
  ],
  [
    "resume()",
    (session) => session.resume({ afterSeq: 2 }),
    "session/resume",
    { sessionId: "s", afterSeq: 2 },
    { lastSeq: 4, status: "idle", pending: INFO.pending },
    { lastSeq: 4, status: "idle", pending: INFO.pending },
  ],
  [
    "update()",
    (session) => session.update({ provider: "p2", model: "m2", title: "t" }),
    "session/update",
    { sessionId: "s", provider: "p2", model: "m2", title: "t" },
    {},
    undefined,
  ],
  ["info()", (session) => session.info(), "session/get", { sessionId: "s" }, INFO, INFO],
  [
    "usage()",
    (session) => session.usage(),
    "session/get",
    { sessionId: "s" },
    INFO,
    { usage: INFO.usage, treeUsage: INFO.treeUsage },
  ],
  ["delete()", (session) => session.delete(), "session/delete", { sessionId: "s" }, {}, undefined],
  [
    "open()",
    (session) => session.open({ cwd: "/x", metadata: { a: 1 } }),
    "session/open",
    { sessionId: "s", cwd: "/x", metadata: { a: 1 } },
    { sessionId: "s", created: false },
    { sessionId: "s", created: false },
  ],
];

describe("HarnessSession: what version 1 has", () => {
  it.each(METHODS)(
    "%s starts the runtime, and says what the protocol says",
    async (_, call, method, params, result, given) => {
      const harness = open({
        launch: fakeRuntimeV1(`serve({ other: (r) => answer(r, ${JSON.stringify(result)}) })`),
      });
      expect(await call(harness.session("s"))).toEqual(given);
      const lines: unknown = await harness.client.request("got");
      expect(lines).toEqual([expect.anything(), { jsonrpc: "2.0", id: expect.any(String), method, params }]);
    },
  );

  it.each(METHODS)("%s is refused where the runtime speaks version 0, before anything is written", async (_, call) => {
    const harness = open({ launch: fakeRuntime("serve()") });
    const error = await failure(call(harness.session("s")));
    expect(error).toBeInstanceOf(CapabilityError);
    expect(await harness.client.request("got")).toHaveLength(1);
  });

  it("Harness lists sessions and models", async () => {
    const { pending: _, ...info } = INFO;
    const models = [{ provider: "p", model: "m", ready: false }];
    const harness = open({
      launch: fakeRuntimeV1(`serve({
        "session/list": (r) => answer(r, { sessions: [${JSON.stringify(info)}] }),
        "model/list": (r) => answer(r, { models: ${JSON.stringify(models)} }) })`),
    });
    expect(await harness.sessions({ limit: 3 })).toEqual({ sessions: [info] });
    expect(await harness.models({ provider: "p" })).toEqual({ models });
    expect(await harness.client.request("got")).toMatchObject([
      {},
      { params: { limit: 3 } },
      { params: { provider: "p" } },
    ]);
  });
});

describe("HarnessSession.events()", () => {
  it("gives what is in the log behind afterSeq, and goes on with what happens", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    const session = harness.session("s");
    await session.run("one");
    const seen: SessionEvent[] = [];
    const reading = collect(session.events({ afterSeq: 1 }), seen);
    await expect.poll(() => seen.length).toBe(runtime.log("s").length - 2);
    await session.run("two");
    await expect.poll(() => seen.length).toBe(runtime.log("s").length - 2);
    expect(seen).toEqual(runtime.log("s").slice(2));
    await harness.close();
    await reading;
  });

  it("leaves out what arrives live before the part of the log that was asked for, and is in it", async () => {
    const harness = open({
      launch: fakeRuntimeV1(`const say1 = (seq) => event("s", seq, "turn/start", { turn: seq + 1 }); serve({
        "session/resume": (r) => {
          say1(5);
          for (const seq of [0, 1, 2, 3, 4, 5]) say1(seq);
          answer(r, { lastSeq: 5, status: "running", pending: { prompts: [], approvals: [] } });
          say1(6);
        } })`),
    });
    const seen: SessionEvent[] = [];
    await collect(harness.session("s").events({ afterSeq: -1 }), seen, 7);
    expect(seen.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("goes on behind a stretch that the runtime cannot send", async () => {
    const harness = open({
      launch: fakeRuntimeV1(`serve({ "session/resume": (r) => {
        event("s", 0, "turn/start", { turn: 1 });
        notify("session.gap", { sessionId: "s", from: 1, to: 3 });
        event("s", 4, "turn/start", { turn: 2 });
        answer(r, { lastSeq: 4, status: "idle", pending: { prompts: [], approvals: [] } });
      } })`),
    });
    const seen: SessionEvent[] = [];
    await collect(harness.session("s").events({ afterSeq: -1 }), seen, 2);
    expect(seen.map(({ seq }) => seq)).toEqual([0, 4]);
  });

  it("gives what happens from now on, of a session that does not exist yet, too", async () => {
    const runtime = miniRuntime();
    const harness = open({ launch: runtime.launch });
    await harness.start();
    const session = harness.session("s");
    const seen: SessionEvent[] = [];
    const reading = collect(session.events(), seen);
    await session.run("one");
    await expect.poll(() => seen).toEqual(runtime.log("s"));
    await harness.close();
    await reading;
  });

  it("is no more than that in version 0", async () => {
    const harness = open({ launch: fakeRuntime(`serve({ "session/prompt": (r) => turn(r, "hi") })`) });
    const session = harness.session("s");
    expect(await failure(collect(session.events({ afterSeq: -1 }), []))).toMatchObject({ kind: "not-agreed" });
    const seen: SessionEvent[] = [];
    const reading = collect(session.events(), seen, 4);
    await session.run("one");
    await reading;
    expect(seen.map(({ type }) => type)).toEqual([
      "agent/inbox/spliced",
      "turn/start",
      "assistant/message",
      "turn/end",
    ]);
  });

  it("throws the reason of its signal, and what the runtime refuses", async () => {
    const harness = open({ launch: miniRuntime().launch });
    const session = harness.session("s");
    const control = new AbortController();
    const reading = failure(collect(session.events({ signal: control.signal }), []));
    await session.run("one");
    control.abort();
    expect(await reading).toBe(control.signal.reason);
    expect(await failure(collect(session.events({ signal: control.signal }), []))).toBe(control.signal.reason);
    expect(await failure(collect(session.events({ afterSeq: 99 }), []))).toMatchObject({ kind: "conflict" });
    expect(await failure(collect(harness.session("none").events({ afterSeq: -1 }), []))).toMatchObject({
      kind: "session-unknown",
    });
  });

  it("throws when the runtime is lost", async () => {
    const harness = open({ launch: miniRuntime().launch });
    const session = harness.session("s");
    await session.run("one");
    const reading = failure(collect(session.events({ afterSeq: -1 }), []));
    await failure(harness.client.request("die"));
    expect(await reading).toMatchObject({ kind: "closed", signal: "SIGKILL" });
  });
});

describe("the route of a Harness", () => {
  it("is left out for a runtime that was found, unless it is given, or version 0 is asked for", async () => {
    const script = `process.stdin.on("data", (d) => {
      for (const line of String(d).trim().split("\\n")) {
        const { id, params } = JSON.parse(line);
        console.log(JSON.stringify({ id, result: { serverInfo: { name: JSON.stringify(params), version: "v" } } }));
      } })`;
    const old = process.env["TOH_RUNTIME"];
    process.env["TOH_RUNTIME"] = `"${process.execPath}" -e '${script}'`;
    try {
      const told = async (options: HarnessOptions): Promise<unknown> => {
        const harness = open(options);
        await harness.start();
        return JSON.parse(harness.client.agreed?.serverInfo.name ?? "");
      };
      expect(await told({})).not.toHaveProperty("provider");
      expect(await told({})).not.toHaveProperty("model");
      expect(await told({ provider: "mine" })).toMatchObject({ provider: "mine" });
      expect(await told({ protocolVersion: 0 })).toEqual({
        cwd: "/w",
        provider: "deepseek-official",
        model: "deepseek-v4-flash",
      });
    } finally {
      if (old === undefined) delete process.env["TOH_RUNTIME"];
      else process.env["TOH_RUNTIME"] = old;
    }
  });
});
