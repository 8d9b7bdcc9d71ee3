import type { ContentBlock, ToolDescription } from "@buckeyestudio/toh-llm";
import type { Agent } from "../agent.ts";
import type { Access } from "../policy.ts";
import type { ToolGuard } from "./tool-guard.ts";

/** What a tool gave back, for the model. */
export interface ToolOutcome {
  readonly content: readonly ContentBlock[];
  /** Whether the model is told that the call failed. */
  readonly isError: boolean;
  /** Told to clients beside the result, by a stable code (spec §0.7.15). */
  readonly error?: { readonly name: string; readonly code: string };
}

/** What a call will touch: rules decide by it, and the call touches nothing else. */
export interface ToolAccess extends Access {
  /** Real path of the file or folder that the call is about, resolved once: no link can lead elsewhere afterwards. */
  readonly target?: string;
  /** Real path of the working folder. */
  readonly root?: string;
}

export interface ToolContext {
  /** Who calls; a child that a tool makes descends from it. */
  readonly agent: Agent;
  readonly callId: string;
  /** 1-based. */
  readonly turn: number;
  /** 1-based within its turn. */
  readonly step: number;
  /** Aborted with the turn, or when the call's time has passed; the tool stops soon. */
  readonly signal: AbortSignal;
  /** What the tool's `access` gave for these arguments. */
  readonly access: ToolAccess;
  readonly guard: ToolGuard;
  /** Whether a file, named relative to the working folder, may be shown without asking, or because it was asked for. */
  readonly mayShow: (name: string) => boolean;
}

export interface Tool {
  readonly description: ToolDescription;
  /** Whether calls of it that stand side by side may run at the same time. */
  readonly parallel: boolean;
  /** Whether an aborted call is waited for until it has settled, since it ends its own work in order. Default: it is left behind at once. */
  readonly endsInOrder?: boolean;
  /** Milliseconds that these arguments ask for, where that is less than the runtime's limit; `none`: no limit but the turn's. */
  readonly timeoutMs?: (args: Readonly<Record<string, unknown>>) => number | "none" | undefined;
  /** What these arguments are about. What it throws reaches the model, and nobody is asked. Default: nothing that rules look at. */
  readonly access?: (args: Readonly<Record<string, unknown>>, agent: Agent) => Promise<ToolAccess>;
  /** Whether a client runs it: then its calls need no leave, unless a rule of the configuration says otherwise (spec §1.7). */
  readonly isClients?: boolean;
  /** `args` fit the schema of the description. What it throws reaches the model as an error result with its message. */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutcome>;
}

export function textOutcome(text: string): ToolOutcome {
  return { content: [{ type: "text", text }], isError: false };
}

/** The result of a call that failed: the model reads `Error: ` and the message. */
export function errorOutcome(message: string, error?: { readonly name: string; readonly code: string }): ToolOutcome {
  const content: ContentBlock[] = [{ type: "text", text: `Error: ${message}` }];
  return { content, isError: true, ...(error === undefined ? {} : { error }) };
}
