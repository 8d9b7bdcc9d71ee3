import type { Provider } from "@buckeyestudio/toh-llm";
import type { Diagnostics, HostFact } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { SessionHeader, SessionLog } from "@buckeyestudio/toh-session";
import type { Agent } from "./agent.ts";
import type { RetryPolicy } from "./retry.ts";
import type { Tool } from "./tools/tool.ts";
import type { ToolGuard } from "./tools/tool-guard.ts";

/** The model that a session asks, and with what. */
export interface Route {
  readonly provider: Provider;
  readonly model: string;
  /** Ceiling of output tokens a model call; absent: the provider's own default. */
  readonly maxTokens?: number;
}

/** What an agent needs from the process it lives in. */
export interface Surroundings {
  /** Tells the host's peers; a promise means: produce no more until it resolves. */
  emit(fact: HostFact): void | Promise<void>;
  /** The tools on offer to this agent. Asked before each model call. */
  tools(agent: Agent): Promise<readonly Tool[]>;
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
  /** 0 to 1. */
  random(): number;
  readonly retry: RetryPolicy;
  /** Steps after which a turn ends with the failure `STEP_LIMIT`. */
  readonly maxSteps: number;
  /** Milliseconds after which a turn ends with the failure `TIME_LIMIT`. */
  readonly maxTurnMs: number;
  /** Tokens, of all of a turn's model calls together, after which it ends with the failure `TOKEN_LIMIT`; undefined: no limit. */
  readonly maxTurnTokens: number | undefined;
  /** What stands between a model and the tools. */
  guard(): Promise<ToolGuard>;
  readonly diagnostics: Diagnostics;
  /** Makes the log of a new session. Rejects with a `StoreError` when it cannot be kept. */
  createLog(header: SessionHeader): Promise<SessionLog>;
  /** The agent's log takes no more and the agent has stopped: tells what is left to tell. */
  stopped(agent: Agent, failure: unknown): Promise<void>;
}
