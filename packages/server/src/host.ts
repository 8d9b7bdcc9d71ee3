import type { ContentBlock } from "@buckeyestudio/toh-llm";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import type { SubagentStopReason } from "@buckeyestudio/toh-subagent";
import type { ErrorData, SdkRunStatus } from "@buckeyestudio/toh-sdk-protocol";

/**
 * The seam between the server and whatever runs agents. A host knows nothing of JSON-RPC, the server nothing of
 * models: another harness is served by writing another host. Methods of features that a host lacks are absent.
 */
export interface HarnessHost {
  readonly capabilities: HostCapabilities;
  /** Several connections may be open: two servers over one host share its sessions. */
  connect(peer: HostPeer): HostConnection;
  /**
   * Ends all work: turns, children, processes. Takes no new work from the first call on; resolves when all has
   * stopped. Safe to call twice: every caller awaits the same ending. The abort of `signal` is the deadline, at which
   * it resolves or rejects at once.
   */
  dispose(signal: AbortSignal): Promise<void>;
}

/** Features beyond version 0; absent means no. */
export interface HostCapabilities {
  readonly steer?: Readonly<Record<string, unknown>>;
  readonly approvals?: Readonly<Record<string, unknown>>;
  readonly tools?: Readonly<Record<string, unknown>>;
  readonly fork?: Readonly<Record<string, unknown>>;
  readonly models?: Readonly<Record<string, unknown>>;
  readonly attachments?: Readonly<Record<string, unknown>>;
}

/** One client of a host. */
export interface HostConnection {
  /**
   * The route and folder of sessions that this connection creates from now on. Resolves when the host is ready to
   * take prompts; rejects, having changed nothing, with a {@link HostError} of kind `invalid-params` when it has no such provider.
   */
  configure(configuration: Configuration, options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Queues a prompt, creating its session if there is none. Resolves once the receipt is durable and has been
   * emitted. Rejects with a {@link HostError} when nothing was queued.
   */
  prompt(prompt: Prompt, options: { readonly signal: AbortSignal }): Promise<Receipt>;
  /** No fact is emitted to this connection's peer from now on. The sessions go on. */
  end(): Promise<void>;
}

/** The way back: every fact of every session of the host, in one order. */
export interface HostPeer {
  /** A promise means: produce no more until it has resolved (spec §1.10). The fact itself is taken either way. */
  emit(fact: HostFact): void | Promise<void>;
  /**
   * Asks somebody for leave to run a tool (spec §1.8). Absent: nobody can be asked; to be looked at anew for each
   * question, since a client says what it can only when it shakes hands. An abort of `signal` withdraws the question; a
   * reason that is a text goes with it. Rejecting, or choosing what was not offered, gives no leave.
   */
  readonly decide?:
    | ((question: ApprovalQuestion, options: { readonly signal: AbortSignal }) => Promise<ApprovalDecision>)
    | undefined;
  /**
   * Has the client run one of its tools (spec §1.7). Absent: it has none. An abort of `signal` withdraws the call. Rejects
   * where no outcome comes: the client is gone, or answered with an error.
   */
  readonly callTool?:
    | ((call: ClientToolCall, options: { readonly signal: AbortSignal }) => Promise<ClientToolOutcome>)
    | undefined;
}

export interface ClientToolCall {
  readonly sessionId: string;
  readonly turn: number;
  readonly step: number;
  readonly callId: string;
  readonly name: string;
  /** Fit the tool's schema. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ClientToolOutcome {
  readonly content: readonly ContentBlock[];
  readonly isError?: boolean;
}

/** May this call run? */
export interface ApprovalQuestion {
  readonly approvalId: string;
  readonly sessionId: string;
  /** 1-based. */
  readonly turn: number;
  readonly callId: string;
  /** Name of the tool. */
  readonly tool: string;
  /** One line for people. */
  readonly title: string;
  readonly subject: ApprovalSubject;
  readonly options: readonly ApprovalOption[];
  /** Epoch milliseconds after which no answer counts; absent: the question stays open. */
  readonly expiresAt?: number;
}

/** What the call would do. */
export interface ApprovalSubject {
  /** They fit the tool's schema. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Text of a shell command. */
  readonly command?: string;
  /** Absolute path of the folder it would run in. */
  readonly cwd?: string;
  /** Relative to the session's working folder. */
  readonly paths?: readonly string[];
}

export interface ApprovalOption {
  readonly id: string;
  /** `allow-session`: until the session is closed, for what the label says. */
  readonly kind: "allow-once" | "allow-session" | "deny";
  readonly label: string;
}

export type ApprovalDecision =
  | {
      readonly type: "selected";
      /** Of one of the question's options. */
      readonly optionId: string;
      /** For the model, where the call is denied. */
      readonly note?: string;
    }
  | { readonly type: "cancelled" };

export interface Configuration {
  /** Absolute path. */
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  /** Positive safe integer, inherited by in-process descendants; absent: the provider's own default. */
  readonly maxTokens?: number;
}

export interface Prompt {
  readonly sessionId: string;
  /** Not empty; checked as spec §0.5 says. Other block types pass. */
  readonly contentBlocks: readonly ContentBlock[];
}

export interface Receipt {
  /** Names the queued user message, and nothing later. */
  readonly messageId: string;
}

/** Something that happened in a session of the host. */
export type HostFact =
  | { readonly kind: "event"; readonly sessionId: string; readonly event: SessionEvent }
  | {
      readonly kind: "status";
      readonly sessionId: string;
      readonly status: SdkRunStatus;
      /** What the running turn waits for; told anew when it changes (spec §1.6). Not for version 0. */
      readonly waitingOn?: readonly ("approval" | "tool")[];
    }
  /** Events of a replay that cannot be given: `from` to `to`, both included (spec §1.6). Not for version 0. */
  | { readonly kind: "gap"; readonly sessionId: string; readonly from: number; readonly to: number }
  /** Somebody is at a tool. Not logged, not for version 0, and dropped where the client reads slowly (spec §1.7). */
  | ({ readonly kind: "tool-progress" } & ToolProgress)
  | { readonly kind: "child-started"; readonly parentSessionId: string; readonly childSessionId: string }
  | ChildFinished;

/** How far a tool call is (spec §1.7). */
export interface ToolProgress {
  readonly sessionId: string;
  readonly turn: number;
  readonly callId: string;
  readonly message?: string;
  readonly progress?: number;
  readonly total?: number;
}

/** The end of one run of an in-process child. */
export interface ChildFinished {
  readonly kind: "child-finished";
  /** Who ran the child, e.g. `spawn`. */
  readonly provider: string;
  readonly agentId: string;
  readonly parentSessionId: string;
  readonly childSessionId: string;
  readonly stopReason: SubagentStopReason;
  /** The last non-empty assistant message, else the accumulated text as one block, else absent. */
  readonly lastAssistantMessage?: readonly ContentBlock[];
}

/** Why a host refused. The text goes to the client as it stands; the kind decides the code on the wire (spec §1.2). */
export type HostErrorKind =
  | "invalid-params"
  /** The signal of the call was aborted before anything was done. */
  | "cancelled"
  /** The call needs what this host does not have. */
  | "not-agreed"
  | "session-unknown"
  | "session-busy"
  | "session-closing"
  /** Another process has it. */
  | "session-locked"
  | "turn-changed"
  | "approval-resolved"
  | "shutting-down"
  | "overloaded"
  | "storage-failed"
  | "conflict";

/** What a version 1 client is told of a refusal beside its kind (spec §1.2). */
export interface HostErrorFacts {
  /** Whether the same call may succeed later, where the kind does not say it. */
  readonly retryable?: boolean;
  /** Of a `conflict`: where the log ends. */
  readonly lastSeq?: number;
  /** Of `approval-resolved`: how it was decided. */
  readonly outcome?: NonNullable<ErrorData["outcome"]>;
}

export interface HostErrorOptions {
  /** The member of the params that is wrong, for `invalid-params`: `provider`, `tools[0].name`. */
  readonly path?: string;
  readonly facts?: HostErrorFacts;
  readonly cause?: unknown;
}

/** A refusal meant for the client: nothing was done. Any other error of a host is an internal one. */
export class HostError extends Error {
  override readonly name: string = "HostError";
  readonly kind: HostErrorKind;
  /** The params member that is wrong, for `invalid-params`. */
  readonly path: string | undefined;
  /** What a version 1 client is told beside the kind, such as `lastSeq` of a conflict. */
  readonly facts: HostErrorFacts;

  constructor(kind: HostErrorKind, message: string, options: HostErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.path = options.path;
    this.facts = options.facts ?? {};
  }
}
