import type { ContentBlock, UserMessage } from "@buckeyestudio/toh-llm";
import type { SdkRunStatus } from "@buckeyestudio/toh-sdk-protocol";
import type { SubagentStopReason } from "@buckeyestudio/toh-subagent";

// The plugin host and its services are touched by shape alone. What stands here is all that this package uses of them,
// so that it has to import neither, and any host of the same shape will do.

/** The context whose agents are served. */
export interface AgentsContext {
  /** Listens until this context ends, or until the function it returns is called. */
  on(event: string, listener: (...args: never[]) => unknown): () => unknown;
  /** Runs `start` now and the function it returned when this context ends, which waits for a promise of it. */
  effect(start: () => () => unknown, label?: string): unknown;
  /** A service by name; `undefined` where there is none. */
  get(name: string): unknown;
}

/** The context on which the plugin is mounted. */
export interface PluginContext extends AgentsContext {
  /** The whole tree. Its end is the end of all that runs in it. */
  readonly root: { readonly fiber: { dispose(): Promise<void> } };
}

/** The service `agents`. */
export interface AgentsService {
  /** Makes an agent with a new session. */
  create(options: AgentCreation): Promise<AgentHandle>;
  /** The agent of a session, as long as it lives. */
  get(sessionId: string): HostedAgent | undefined;
}

export interface AgentCreation {
  readonly sessionId: string;
  readonly meta: { readonly cwd: string };
  readonly agentOptions: { readonly provider: string; readonly model: string; readonly maxTokens?: number };
}

/** An agent and the right to end it. */
export interface AgentHandle {
  readonly agent: HostedAgent;
  /** Ends its work; a promise resolves when it has stopped. */
  dispose(): void | Promise<void>;
}

export interface HostedAgent {
  readonly id: string;
  readonly session: HostedSession;
  /** Queues a message and says so as `session/event`. A promise resolves when the queued message is durable. */
  followup(message: UserMessage): void | Promise<void>;
}

export interface HostedSession {
  readonly id: string;
  /** `parentSession`: id of the session that delegated to this one; absent in a root. */
  readonly header: { readonly parentSession?: string | undefined };
}

/** What `agent/status` says. */
export interface AgentStatusChange {
  readonly agent: HostedAgent;
  readonly status: SdkRunStatus;
}

/** What `subagent/end` says of one run of a child. */
export interface SubagentEnd {
  /** Who ran the child. */
  readonly provider: string;
  /** Id of the child, and of its session. */
  readonly id: string;
  /** Whether the child ran in this process; of others there are no sessions here. */
  readonly local: boolean;
  readonly stopReason: SubagentStopReason;
  readonly lastAssistantMessage?: readonly ContentBlock[] | undefined;
}

/** The service `llm`. */
export interface LlmService {
  listProviders(): readonly { readonly id: string }[];
}

/** The service `loader`. */
export interface LoaderService {
  /** Resolves when the plugins that are being loaded have settled. */
  await(): unknown;
}
