import { setTimeout as sleep } from "node:timers/promises";
import {
  type Diagnostics,
  type HarnessHost,
  type HostCapabilities,
  HostError,
  type HostFact,
  type HostPeer,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { unlessAborted } from "./abort.ts";
import type { EventStore } from "@buckeyestudio/toh-session";
import type { Agent } from "./agent.ts";
import type { Attachments } from "./attachments.ts";
import type { Surroundings } from "./surroundings.ts";
import { RuntimeConnection } from "./connection.ts";
import { messageOf, silent } from "./diagnostics.ts";
import { EventBell } from "./event-bell.ts";
import type { OpenApprovals } from "./open-approvals.ts";
import { type OpenProvider, PROVIDERS } from "./providers/registry.ts";
import type { ProviderOptions } from "./providers/settings.ts";
import { DEFAULT_RETRY, type RetryPolicy } from "./retry.ts";
import { standardTools } from "./tools/registry.ts";
import { Routes, type StandardRoute } from "./routes.ts";
import type { SessionMethods } from "./session-methods.ts";
import type { Sessions } from "./sessions.ts";
import type { Tool } from "./tools/tool.ts";
import type { ToolGuard, ToolSettings } from "./tools/tool-guard.ts";

export interface RuntimeHostOptions {
  /** Providers by the name that `initialize` gives. Default: {@link PROVIDERS}. */
  readonly providers?: ReadonlyMap<string, OpenProvider>;
  /** What holds where a client names no provider or model. Default: `deepseek-official`, `deepseek-v4-flash`. */
  readonly standardRoute?: StandardRoute;
  /** Opens what keeps the sessions, when the first prompt needs it. Default: this process's memory. */
  readonly openStore?: () => Promise<EventStore>;
  /** Opens what keeps pictures, when the first is put or asked for. Default: this process's memory. */
  readonly openAttachments?: () => Promise<Attachments>;
  readonly diagnostics?: Diagnostics;
  readonly retry?: RetryPolicy;
  /** How deep delegation may nest; 0: no subagents. Default 3. */
  readonly maxDepth?: number;
  /** Steps a turn. Default 100. */
  readonly maxSteps?: number;
  /** Children that a session may have in one turn. Default 16. */
  readonly maxChildren?: number;
  /** Milliseconds a turn. Default one hour. */
  readonly maxTurnMs?: number;
  /** Tokens a turn, its children's not counted. Default: no limit. */
  readonly maxTurnTokens?: number;
  /** What tools may do without asking, and their limits. Default: reading is allowed, all else is asked. */
  readonly tools?: ToolSettings;
  /** What a configuration says of providers, by their names. The variables that keys come from are kept from tools. */
  readonly providerOptions?: Readonly<Record<string, ProviderOptions>>;
  /** The clock for retry delays. Default: real time. */
  readonly sleep?: Surroundings["sleep"];
}

const STANDARD_ROUTE: StandardRoute = { provider: "deepseek-official", model: "deepseek-v4-flash" };
// Where the providers of this package look for their keys: no setting hands one of these to a tool.
const KEY_VARIABLES: readonly string[] = ["DEEPSEEK_API_KEY", "OPENAI_API_KEY", "TOH_API_KEY"];
const SUBAGENT = { description: { name: "subagent" } };

/** The runtime behind the server: one for a process, whatever number of clients it has. */
export class RuntimeHost implements HarnessHost {
  readonly capabilities: HostCapabilities = {
    steer: {},
    approvals: {},
    tools: {},
    fork: {},
    models: {},
    attachments: {},
  };
  readonly #surroundings: Surroundings;
  readonly #maxDepth: number;
  readonly #maxChildren: number;
  readonly #providerOptions: Readonly<Record<string, ProviderOptions>>;
  #guard: Promise<ToolGuard> | undefined;
  readonly #openStore: () => Promise<EventStore>;
  #sessions: Promise<Sessions> | undefined;
  readonly #openAttachments: () => Promise<Attachments>;
  #attachments: Promise<Attachments> | undefined;
  readonly #connections: Set<RuntimeConnection> = new Set();
  readonly #bell: EventBell = new EventBell();
  readonly #routes: Routes;
  #approvals: Promise<OpenApprovals> | undefined;
  #methods: SessionMethods | undefined;
  #disposing: Promise<void> | undefined;

  constructor(options: RuntimeHostOptions = {}) {
    this.#routes = new Routes({
      providers: options.providers ?? PROVIDERS,
      providerOptions: options.providerOptions ?? {},
      standard: options.standardRoute ?? STANDARD_ROUTE,
      toolNames: async () => new Set([...(await standardTools()), SUBAGENT].map(({ description: { name } }) => name)),
    });
    this.#maxDepth = options.maxDepth ?? 3;
    this.#maxChildren = options.maxChildren ?? 16;
    this.#providerOptions = options.providerOptions ?? {};
    this.#openStore = options.openStore ?? (async () => new (await import("@buckeyestudio/toh-session")).MemoryStore());
    this.#openAttachments =
      options.openAttachments ?? (async () => (await import("./attachments.ts")).openAttachments());
    this.#surroundings = {
      emit: (fact) => this.#emit(fact),
      tools: (agent) => this.#tools(agent),
      sleep: options.sleep ?? ((ms, signal) => sleep(ms, undefined, { signal })),
      random: Math.random,
      retry: options.retry ?? DEFAULT_RETRY,
      maxSteps: options.maxSteps ?? 100,
      maxTurnMs: options.maxTurnMs ?? 60 * 60 * 1000,
      maxTurnTokens: options.maxTurnTokens,
      guard: () => (this.#guard ??= this.#makeGuard(options)),
      diagnostics: options.diagnostics ?? silent,
      createLog: async (header) => (await this.#loadSessions()).createLog(header),
      stopped: async (agent, failure) => (await this.#loadSessions()).stopped(agent, failure),
    };
  }

  connect(peer: HostPeer): RuntimeConnection {
    const connection = new RuntimeConnection(peer, {
      routes: this.#routes,
      sessions: async () => {
        const sessions = await this.#loadSessions();
        this.#refuseWhenEnding();
        return sessions;
      },
      methods: () => this.#loadMethods(),
      attachments: async () => {
        const attachments = await (this.#attachments ??= this.#openAttachments());
        this.#refuseWhenEnding();
        return attachments;
      },
      leave: (one) => this.#connections.delete(one),
    });
    this.#connections.add(connection);
    return connection;
  }

  dispose(signal: AbortSignal): Promise<void> {
    this.#disposing ??= this.#endAll();
    return unlessAborted(this.#disposing, signal);
  }

  async #endAll(): Promise<void> {
    const sessions = await this.#sessions?.catch(() => undefined); // whoever needed the store heard of it
    await sessions?.end();
  }

  #refuseWhenEnding(): void {
    if (this.#disposing !== undefined) throw new HostError("shutting-down", "SDK server is shutting down");
  }

  /** The sessions and all that they need load with the first prompt, so that a handshake is answered without them. */
  #loadSessions(): Promise<Sessions> {
    this.#sessions ??= Promise.all([import("./sessions.ts"), this.#openStore()]).then(
      ([module, store]) => new module.Sessions(store, this.#surroundings),
    );
    return this.#sessions;
  }

  async #loadMethods(): Promise<SessionMethods> {
    const [{ SessionMethods }, sessions, approvals] = await Promise.all([
      import("./session-methods.ts"),
      this.#loadSessions(),
      this.#loadApprovals(),
    ]);
    this.#refuseWhenEnding();
    return (this.#methods ??= new SessionMethods(sessions, approvals, this.#bell));
  }

  #loadApprovals(): Promise<OpenApprovals> {
    this.#approvals ??= import("./open-approvals.ts").then(({ OpenApprovals }) => new OpenApprovals());
    return this.#approvals;
  }

  /** What an agent may call: ours, and those of clients; where both have a name, the client's wins (spec §1.7). */
  async #tools(agent: Agent): Promise<readonly Tool[]> {
    const offered = [...this.#connections].flatMap(({ tools }) => (tools === undefined ? [] : [tools.of(agent)]));
    const tools = new Map((await this.#ownTools(agent)).map((tool) => [tool.description.name, tool]));
    for (const one of offered) for (const [name, tool] of one) tools.set(name, tool);
    return [...tools.values()];
  }

  async #ownTools(agent: Agent): Promise<readonly Tool[]> {
    const standard = await standardTools();
    if (agent.depth >= this.#maxDepth) return standard;
    const sessions = await this.#loadSessions();
    const [{ subagentTool }, { delegate }] = await Promise.all([
      import("./tools/subagent.ts"),
      import("./delegation.ts"),
    ]);
    return [
      ...standard,
      (this.#subagent ??= subagentTool((delegation) => delegate(delegation, sessions), this.#maxChildren)),
    ];
  }
  #subagent: Tool | undefined;

  async #makeGuard({ tools = {} }: RuntimeHostOptions): Promise<ToolGuard> {
    const { toolGuard } = await import("./tools/tool-guard.ts");
    const keys = [
      ...KEY_VARIABLES,
      ...Object.values(this.#providerOptions).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
    ];
    const approvals = await this.#loadApprovals();
    const peers = (): HostPeer[] => [...this.#connections].map(({ peer }) => peer);
    return toolGuard(tools, keys, (question, { signal }) => approvals.find(question, peers(), signal));
  }

  #emit(fact: HostFact): void | Promise<void> {
    const waits: Promise<void>[] = [];
    for (const { peer } of this.#connections) {
      try {
        const wait = peer.emit(fact);
        if (wait !== undefined) waits.push(wait);
      } catch (error) {
        // The others, and the session, have nothing to do with a client that cannot be told.
        this.#surroundings.diagnostics.warn("fact.untold", { kind: fact.kind, error: messageOf(error) });
      }
    }
    if (fact.kind === "event") this.#bell.ring(fact.sessionId);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }
}
