import { type Context, Service } from "@deepseek-ai/cordis";
import { describe, expect, it } from "vitest";
import * as plugin from "./index.ts";
import type { AgentCreation, AgentHandle, HostedAgent } from "./index.ts";
import { Mounted } from "./plugin.test-support.ts";

const INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"cwd":"/w","provider":"p","model":"m"}}';
const INITIALIZED =
  '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"theopen-harness-sdk-runtime","version":"0.0.1"}}}';
const PROMPT =
  '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}';
const RECEIPT =
  '{"jsonrpc":"2.0","method":"session.event","params":{"sessionId":"s","event":{"type":"agent/inbox/spliced","seq":0,"time":7,' +
  '"data":{"target":"next-turn","start":0,"inserted":[{"content":[{"type":"text","text":"hi"}],"source":{"kind":"user"},"role":"user","id":"m-1"}]}}}}';
const RUNNING = '{"jsonrpc":"2.0","method":"session.status","params":{"sessionId":"s","status":"running"}}';
const TURN_START =
  '{"jsonrpc":"2.0","method":"session.event","params":{"sessionId":"s","event":{"type":"turn/start","seq":1,"time":7,"data":{"turn":1}}}}';
const ANSWER = '{"jsonrpc":"2.0","id":2,"result":{"messageId":"m-1"}}';

describe("the plugin in a context", () => {
  it("has the named members that a loader reads, and no default one", () => {
    expect(plugin).toMatchObject({ name: "sdk-jsonrpc-server", inject: ["agents"] });
    expect(plugin.apply).toBeTypeOf("function");
    expect(plugin).not.toHaveProperty("default");
  });

  it("waits for the service agents before it reads", async () => {
    const mounted = new Mounted();
    const fiber = mounted.root.plugin(plugin, { input: mounted.toServer, output: mounted.fromServer });
    await fiber;
    expect(mounted.toServer.listenerCount("data")).toBe(0);
    mounted.root.provide("agents", mounted.agents);
    expect(await mounted.ask(INITIALIZE)).toBe(INITIALIZED);
    await fiber.dispose();
  });

  it("serves a service that is a class of the plugin host, which hands it out behind a proxy", async () => {
    const mounted = new Mounted();
    const { agents } = mounted;
    class Agents extends Service {
      create = (options: AgentCreation): Promise<AgentHandle> => agents.create(options);
      get = (id: string): HostedAgent | undefined => agents.get(id);
    }
    await mounted.root.plugin({ name: "agents", apply: (ctx: Context) => void new Agents(ctx, "agents") });
    await mounted.load();
    await mounted.initialize();
    mounted.say(PROMPT);
    expect(await mounted.hear(4)).toEqual([RECEIPT, RUNNING, TURN_START, ANSWER]);
    await mounted.fiber?.dispose();
    expect(agents.ended).toEqual(["s"]);
  });

  it("fails to load over a service agents of another shape", async () => {
    const mounted = new Mounted();
    mounted.root.provide("agents", { create: "soon" });
    await expect(mounted.root.plugin(plugin, { input: mounted.toServer, output: mounted.fromServer })).rejects.toThrow(
      "expected a service agents with create() and get()",
    );
  });
});

describe("initialize through the plugin", () => {
  it("waits until the loader has settled, and so do the prompts behind it", async () => {
    const mounted = await new Mounted().mount();
    let settle = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      const wait = (): Promise<void> => {
        resolve();
        return new Promise((ready) => (settle = ready));
      };
      mounted.root.provide("loader", { await: wait });
    });
    mounted.say(INITIALIZE, PROMPT);
    await asked;
    await new Promise(setImmediate);
    expect(mounted.fromServer.readableLength).toBe(0);
    settle();
    expect(await mounted.hear(5)).toEqual([INITIALIZED, RECEIPT, RUNNING, TURN_START, ANSWER]);
  });

  it("asks for no plugin when its params are wrong", async () => {
    const mounted = await new Mounted().mount();
    mounted.root.provide("loader", { await: () => new Promise(() => undefined) });
    expect(await mounted.ask('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"cwd":"/w"}}')).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"initialize provider must be a non-empty string"}}',
    );
  });

  it("refuses a provider that the service llm does not have, and takes one that it has", async () => {
    const mounted = await new Mounted().mount();
    mounted.root.provide("llm", { listProviders: () => [{ id: "q" }] });
    expect(await mounted.ask(INITIALIZE)).toBe(
      String.raw`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no adapter registered for provider \"p\""}}`,
    );
    expect(await mounted.ask(INITIALIZE.replace('"p"', '"q"'))).toBe(INITIALIZED);
  });

  it("takes any provider where there is no service llm", async () => {
    const mounted = await new Mounted().mount();
    expect(await mounted.ask(INITIALIZE)).toBe(INITIALIZED);
  });
});

describe("session/prompt through the plugin", () => {
  it("makes an agent of the route and folder, and answers behind the receipt", async () => {
    const mounted = await new Mounted().mount();
    await mounted.ask(INITIALIZE.replace('"m"', '"m","maxTokens":64'));
    mounted.say(PROMPT);
    expect(await mounted.hear(4)).toEqual([RECEIPT, RUNNING, TURN_START, ANSWER]);
    expect(mounted.agents.created).toEqual([
      { sessionId: "s", meta: { cwd: "/w" }, agentOptions: { provider: "p", model: "m", maxTokens: 64 } },
    ]);
  });

  it("names no maxTokens to the agent where the client named none", async () => {
    const mounted = await new Mounted().mount();
    await mounted.ask(INITIALIZE);
    mounted.say(PROMPT);
    await mounted.hear(4);
    expect(mounted.agents.created[0]?.agentOptions).toStrictEqual({ provider: "p", model: "m" });
  });

  it("makes one agent for the prompts of a session, and keeps their order", async () => {
    const mounted = await new Mounted().mount();
    await mounted.initialize();
    mounted.say(PROMPT.replace('"hi"', '"one"'), PROMPT.replace('"hi"', '"two"'));
    await mounted.hear(8);
    mounted.say(PROMPT.replace('"hi"', '"three"'));
    await mounted.hear(4);
    expect(mounted.agents.created).toHaveLength(1);
    expect(mounted.agents.prompts.map(({ content }) => content)).toEqual([
      [{ type: "text", text: "one" }],
      [{ type: "text", text: "two" }],
      [{ type: "text", text: "three" }],
    ]);
  });

  it("answers with what a creation failed with, forgets it, and tries again", async () => {
    const mounted = await new Mounted().mount();
    await mounted.initialize();
    mounted.agents.creating = () => Promise.reject(new Error("no room"));
    mounted.say(PROMPT, PROMPT);
    const failed = '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no room"}}';
    expect(await mounted.hear(2)).toEqual([failed, failed]);
    expect(mounted.agents.created).toHaveLength(1);
    mounted.agents.creating = async () => undefined;
    mounted.say(PROMPT);
    expect(await mounted.hear(4)).toEqual([RECEIPT, RUNNING, TURN_START, ANSWER]);
  });

  it("is refused once somebody else has disposed the agent", async () => {
    const mounted = await new Mounted().mount();
    await mounted.initialize();
    mounted.say(PROMPT);
    await mounted.hear(4);
    mounted.agents.close("s");
    const refused =
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"session agent was disposed outside the server: s"}}';
    expect(await mounted.ask(PROMPT)).toBe(refused);
    mounted.agents.open("s");
    expect(await mounted.ask(PROMPT)).toBe(refused);
  });
});

describe("what happens in the context", () => {
  it("is told of every session, also of those that this client did not make", async () => {
    const mounted = await new Mounted().mount();
    const { session } = mounted.agents.open("other");
    mounted.agents.tell(session, 4, "_own/kind", { any: [null] });
    mounted.root.emit("agent/status", { agent: { id: "other", session }, status: "idle" });
    expect(await mounted.hear(2)).toEqual([
      '{"jsonrpc":"2.0","method":"session.event","params":{"sessionId":"other","event":{"type":"_own/kind","seq":4,"time":7,"data":{"any":[null]}}}}',
      '{"jsonrpc":"2.0","method":"session.status","params":{"sessionId":"other","status":"idle"}}',
    ]);
  });

  it("announces a session that has a parent, before its first event, and no other", async () => {
    const mounted = await new Mounted().mount();
    mounted.agents.open("root");
    const child = mounted.agents.open("child", "root");
    mounted.agents.tell(child.session, 0, "turn/start", { turn: 1 });
    mounted.agents.open("grandchild", "child");
    expect(await mounted.hear(3)).toEqual([
      '{"jsonrpc":"2.0","method":"subagent.started","params":{"parentSessionId":"root","childSessionId":"child"}}',
      '{"jsonrpc":"2.0","method":"session.event","params":{"sessionId":"child","event":{"type":"turn/start","seq":0,"time":7,"data":{"turn":1}}}}',
      '{"jsonrpc":"2.0","method":"subagent.started","params":{"parentSessionId":"child","childSessionId":"grandchild"}}',
    ]);
  });

  const end = { runId: "r", provider: "spawn", id: "child", local: true, stopReason: "completed" };
  const finished = (status: string, rest: string): string =>
    `{"jsonrpc":"2.0","method":"subagent.finished","params":{"provider":"spawn","agentId":"child","parentSessionId":"root","childSessionId":"child","status":"${status}",${rest}}}`;

  it("tells the end of a child with its last message, and what is unknown of it stays here", async () => {
    const mounted = await new Mounted().mount();
    mounted.agents.open("child", "root");
    mounted.agents.close("child");
    mounted.root.emit("subagent/end", { ...end, lastAssistantMessage: [{ type: "text", text: "done" }] });
    expect((await mounted.hear(2))[1]).toBe(
      finished("ok", '"stopReason":"completed","lastAssistantMessage":[{"type":"text","text":"done"}]'),
    );
  });

  it("tells each run of a child that lives on", async () => {
    const mounted = await new Mounted().mount();
    mounted.agents.open("child", "root");
    mounted.root.emit("subagent/end", end);
    mounted.agents.close("child");
    mounted.root.emit("subagent/end", { ...end, stopReason: "aborted" });
    expect((await mounted.hear(3)).slice(1)).toEqual([
      finished("ok", '"stopReason":"completed"'),
      finished("error", '"stopReason":"aborted"'),
    ]);
  });

  it.each([
    [false, "error"],
    [true, "ok"],
  ])("with maxTokensAsSuccess %s, a child that ended at its ceiling is %s", async (maxTokensAsSuccess, status) => {
    const mounted = await new Mounted().mount({ maxTokensAsSuccess });
    mounted.agents.open("child", "root");
    mounted.root.emit("subagent/end", { ...end, stopReason: "max-tokens" });
    expect((await mounted.hear(2))[1]).toBe(finished(status, '"stopReason":"max-tokens"'));
  });

  it("tells nothing of a child that ran elsewhere", async () => {
    const mounted = await new Mounted().mount();
    mounted.agents.open("child", "root");
    mounted.root.emit("subagent/end", { ...end, local: false });
    mounted.say(INITIALIZE);
    expect((await mounted.hear(2))[1]).toBe(INITIALIZED);
  });

  it("keeps nothing of a child that is gone, until it is announced again", async () => {
    const mounted = await new Mounted().mount();
    mounted.agents.open("child", "root");
    mounted.agents.close("child");
    mounted.root.emit("subagent/end", end);
    mounted.root.emit("subagent/end", { ...end, stopReason: "error" });
    mounted.agents.open("child", "root");
    mounted.root.emit("subagent/end", { ...end, stopReason: "refusal" });
    expect((await mounted.hear(4)).map((line) => line.match(/started|completed|error|refusal/)?.[0])).toEqual([
      "started",
      "completed",
      "started",
      "error",
    ]);
  });

  it("finds the parent of a child that was there before the plugin", async () => {
    const mounted = new Mounted();
    mounted.agents.open("child", "root");
    await mounted.mount();
    mounted.root.emit("subagent/end", end);
    expect(await mounted.hear(1)).toEqual([finished("ok", '"stopReason":"completed"')]);
  });

  it("takes the receiver for the parent where it is the parent agent, and tells nothing where none is known", async () => {
    const mounted = await new Mounted().mount();
    const scope = { opaque: true };
    mounted.root.emit(scope, "subagent/end", end);
    mounted.root.emit({ session: { id: "root" } }, "subagent/end", end);
    expect(await mounted.hear(1)).toEqual([finished("ok", '"stopReason":"completed"')]);
  });
});
