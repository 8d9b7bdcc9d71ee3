import { Context, type Fiber } from "@deepseek-ai/cordis";
import type { UserMessage } from "@buckeyestudio/toh-llm";
import * as plugin from "./index.ts";
import type { AgentCreation, AgentHandle, AgentsService, HostedAgent, HostedSession, JsonRpcConfig } from "./index.ts";
import { Lines } from "./wire.test-support.ts";

// What a program with cordis plugins declares once, too.
declare module "@deepseek-ai/cordis" {
  interface Events {
    "session/created"(session: unknown): void;
    "session/event"(session: unknown, event: unknown): void;
    "agent/status"(change: unknown): void;
    "subagent/end"(end: unknown): void;
  }
}

/** A service `agents` whose agents answer no prompt: they say that they took it, and the test goes on from there. */
export class FakeAgents implements AgentsService {
  readonly created: AgentCreation[] = [];
  readonly ended: string[] = [];
  readonly prompts: UserMessage[] = [];
  /** What a creation waits for, or fails with. */
  creating: () => Promise<void> = async () => undefined;
  /** What the ending of an agent waits for, or fails with. */
  ending: (sessionId: string) => Promise<void> = async () => undefined;
  readonly #ctx: Context;
  readonly #agents: Map<string, HostedAgent> = new Map();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  get(sessionId: string): HostedAgent | undefined {
    return this.#agents.get(sessionId);
  }

  async create(options: AgentCreation): Promise<AgentHandle> {
    this.created.push(options);
    await this.creating();
    const agent = this.open(options.sessionId);
    return {
      agent,
      dispose: async () => {
        await this.ending(agent.id);
        this.ended.push(agent.id);
        this.close(agent.id);
      },
    };
  }

  /** Makes an agent as `create` does, for somebody else; with a parent it is a child. */
  open(id: string, parentSession?: string): HostedAgent {
    const session: HostedSession = { id, header: { parentSession } };
    const agent: HostedAgent = {
      id,
      session,
      followup: (message) => {
        this.prompts.push(message);
        this.tell(session, 0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted: [message] });
        this.#ctx.emit("agent/status", { agent, status: "running" });
        this.tell(session, 1, "turn/start", { turn: 1 });
      },
    };
    this.#agents.set(id, agent);
    this.#ctx.emit("session/created", session);
    return agent;
  }

  close(id: string): void {
    this.#agents.delete(id);
  }

  tell(session: HostedSession, seq: number, type: string, data: object): void {
    this.#ctx.emit("session/event", session, { type, seq, time: 7, data });
  }
}

/** The plugin in a context of its own, on in-memory pipes. */
export class Mounted extends Lines {
  readonly root: Context = new Context();
  readonly agents: FakeAgents = new FakeAgents(this.root);
  readonly exits: number[] = [];
  fiber: Fiber | undefined;
  #left: () => void = () => undefined;
  /** Resolves when `exit` is called. */
  readonly left: Promise<void> = new Promise((resolve) => (this.#left = resolve));

  /** The next lines, with the ids of the prompts as m-1, m-2 and so on: they differ from run to run. */
  override async hear(count: number): Promise<string[]> {
    const lines = await super.hear(count);
    return lines.map((line) =>
      this.agents.prompts.reduce((text, { id }, index) => text.replaceAll(id, `m-${index + 1}`), line),
    );
  }

  async mount(config: JsonRpcConfig = {}): Promise<this> {
    this.root.provide("agents", this.agents);
    await this.load(config);
    return this;
  }

  /** Loads the plugin, once the service is there. */
  async load(config: JsonRpcConfig = {}): Promise<void> {
    this.fiber = await this.root.plugin(plugin, {
      input: this.toServer,
      output: this.fromServer,
      exit: (code) => {
        this.exits.push(code);
        this.#left();
      },
      ...config,
    });
  }
}
