import { getEventListeners } from "node:events";
import { Context } from "@deepseek-ai/cordis";
import { describe, expect, it } from "vitest";
import { AgentsHost, type HostFact } from "./index.ts";
import { FakeAgents } from "./plugin.test-support.ts";

const CONFIGURATION = { cwd: "/w", provider: "p", model: "m" };
const never = new AbortController().signal;

function hosted(): { root: Context; agents: FakeAgents; host: AgentsHost } {
  const root = new Context();
  const agents = new FakeAgents(root);
  root.provide("agents", agents);
  return { root, agents, host: new AgentsHost(root) };
}

async function prompt(host: AgentsHost, sessionId: string, facts: HostFact[] = []): Promise<string> {
  const connection = host.connect({ emit: (fact) => void facts.push(fact) });
  await connection.configure(CONFIGURATION, { signal: never });
  const { messageId } = await connection.prompt(
    { sessionId, contentBlocks: [{ type: "text", text: "hi" }] },
    { signal: never },
  );
  return messageId;
}

describe("AgentsHost", () => {
  it("shares its sessions between connections, and tells each of them everything", async () => {
    const { host, agents } = hosted();
    const [first, second]: [HostFact[], HostFact[]] = [[], []];
    await prompt(host, "s", first);
    await prompt(host, "s", second);
    expect(agents.created).toHaveLength(1);
    expect(first.map(({ kind }) => kind)).toEqual(["event", "status", "event", "event", "status", "event"]);
    expect(second).toEqual(first.slice(3));
  });

  it("tells a connection nothing once it has ended, and keeps its sessions", async () => {
    const { host, agents } = hosted();
    const facts: HostFact[] = [];
    const connection = host.connect({ emit: (fact) => void facts.push(fact) });
    await connection.end();
    await prompt(host, "s");
    expect(facts).toEqual([]);
    expect(agents.ended).toEqual([]);
  });

  it("lets a context that waits for its listeners wait for a client that does not read", async () => {
    const { host, root } = hosted();
    let read = (): void => undefined;
    host.connect({ emit: () => new Promise<void>((resolve) => (read = resolve)) });
    let passed = false;
    const told = root.parallel("session/event", { id: "s" }, { type: "turn/start" }).then(() => (passed = true));
    await new Promise(setImmediate);
    expect(passed).toBe(false);
    read();
    expect(await told).toBe(true);
  });

  it("answers a receipt only when the agent says that it is durable", async () => {
    const { host, agents } = hosted();
    let store = (): void => undefined;
    await prompt(host, "s");
    const agent = agents.get("s");
    const queued = new Promise<void>((resolve) => {
      Object.assign(agent ?? {}, {
        followup: () => {
          resolve();
          return new Promise<void>((stored) => (store = stored));
        },
      });
    });
    let answered = false;
    const answer = prompt(host, "s").then(() => (answered = true));
    await queued;
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    store();
    expect(await answer).toBe(true);
  });

  it("gives up waiting for an agent when the call is cancelled, and has queued nothing then", async () => {
    const { host, agents } = hosted();
    let create = (): void => undefined;
    agents.creating = () => new Promise((resolve) => (create = resolve));
    const connection = host.connect({ emit: () => undefined });
    await connection.configure(CONFIGURATION, { signal: never });
    const cancel = new AbortController();
    const prompted = connection.prompt({ sessionId: "s", contentBlocks: [] }, { signal: cancel.signal });
    const reason = new Error("cancelled");
    cancel.abort(reason);
    await expect(prompted).rejects.toBe(reason);
    create();
    await host.dispose(never);
    expect(agents.prompts).toEqual([]);
    expect(agents.ended).toEqual(["s"]);
  });

  it("ends once: every caller awaits the same ending", async () => {
    const { host, agents } = hosted();
    await prompt(host, "s");
    await Promise.all([host.dispose(never), host.dispose(never)]);
    expect(agents.ended).toEqual(["s"]);
  });

  it("takes no work from the first call of dispose on", async () => {
    const { host, agents } = hosted();
    const connection = host.connect({ emit: () => undefined });
    await connection.configure(CONFIGURATION, { signal: never });
    const disposed = host.dispose(never);
    await expect(connection.prompt({ sessionId: "s", contentBlocks: [] }, { signal: never })).rejects.toMatchObject({
      kind: "shutting-down",
    });
    await disposed;
    expect(agents.created).toEqual([]);
  });

  it("ends every agent though one fails, and rejects with the one failure or with all of them", async () => {
    const one = hosted();
    await prompt(one.host, "a");
    await prompt(one.host, "b");
    one.agents.ending = async (id) => {
      if (id === "a") throw new Error("a is stuck");
    };
    await expect(one.host.dispose(never)).rejects.toThrow("a is stuck");
    expect(one.agents.ended).toEqual(["b"]);

    const both = hosted();
    await prompt(both.host, "a");
    await prompt(both.host, "b");
    both.agents.ending = (id) => Promise.reject(new Error(`${id} is stuck`));
    await expect(both.host.dispose(never)).rejects.toMatchObject({
      message: "2 agents did not end in order",
      errors: [new Error("a is stuck"), new Error("b is stuck")],
    });
  });

  it("leaves nothing on the signals that it was given", async () => {
    const { host } = hosted();
    await prompt(host, "s");
    await host.dispose(never);
    expect(getEventListeners(never, "abort")).toEqual([]);
  });

  it("keeps to itself what an ending fails with after the deadline", async () => {
    const { host, agents } = hosted();
    await prompt(host, "s");
    let fail = (_: Error): void => undefined;
    agents.ending = () => new Promise((_, reject) => (fail = reject));
    const reason = new Error("too late");
    await expect(host.dispose(AbortSignal.abort(reason))).rejects.toBe(reason);
    fail(new Error("later still")); // an unhandled rejection would fail the run
    await new Promise(setImmediate);
  });

  it("rejects at once when the deadline passes, and listens no more", async () => {
    const { host, agents, root } = hosted();
    const facts: HostFact[] = [];
    await prompt(host, "s", facts);
    agents.ending = () => new Promise(() => undefined);
    const deadline = new AbortController();
    const disposed = host.dispose(deadline.signal);
    const reason = new Error("too late");
    deadline.abort(reason);
    await expect(disposed).rejects.toBe(reason);
    const told = facts.length;
    root.emit("session/created", { id: "child", header: { parentSession: "s" } });
    expect(facts).toHaveLength(told);
  });
});
