import type { AttachmentRef } from "@buckeyestudio/toh-llm";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import type {
  ApprovalDecision,
  ApprovalQuestion,
  Configuration,
  HostConnection,
  HostFact,
  Prompt,
  Receipt,
  ToolProgress,
} from "./host.ts";

// What a host has beyond prompting: the methods of version 1 (spec §1.4 to §1.8). A host that has them serves version 1,
// one that lacks them version 0. Members are named as they are on the wire; params were checked before they come here, and
// may have members beside these, which a host ignores. Durations are clamped to what a timer can keep.

/** A connection of a host that serves version 1. Every method rejects with a `HostError` when nothing was done. */
export interface SessionHostConnection extends HostConnection {
  /** As in version 0; without provider or model the host's own configuration decides. Gives the route as taken. */
  configureRoute(
    configuration: RouteRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly provider: string; readonly model: string }>;
  submit(prompt: Submission, options: { readonly signal: AbortSignal }): Promise<SubmissionReceipt>;
  cancel(request: CancelRequest): Promise<CancelReceipt>;
  open(request: OpenRequest): Promise<{ readonly sessionId: string; readonly created: boolean }>;
  /**
   * Opens the session, gives `replay` the events behind `afterSeq` in their order, and resolves with `lastSeq`, the
   * last of them: the head of the log when it was read. No `afterSeq`: nothing to replay. A promise of `replay` is to be
   * awaited before the next.
   *
   * The host goes on emitting live facts as always and needs to hold back none: the server keeps those of this session
   * until the answer has left, and drops each event that the replay had (spec §1.6). All it needs is that an event
   * behind `lastSeq` is emitted after this call began. Emitting returns a promise meanwhile, so a resume must not wait
   * for work of the session to go on.
   */
  resume(
    request: ResumeRequest,
    options: { readonly signal: AbortSignal; readonly replay: (fact: ReplayedFact) => void | Promise<void> },
  ): Promise<Resumed>;
  events(request: EventsRequest, options: { readonly signal: AbortSignal }): Promise<EventsPage>;
  close(
    request: CloseRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly cancelled: readonly string[] }>;
  fork?(request: {
    readonly sessionId: string;
    readonly atSeq?: number;
  }): Promise<{ readonly sessionId: string; readonly lastSeq: number }>;
  list(request: {
    readonly cursor?: string;
    readonly limit: number;
  }): Promise<{ readonly sessions: readonly SessionInfo[]; readonly nextCursor?: string }>;
  get(request: { readonly sessionId: string }): Promise<SessionInfo & { readonly pending: PendingWork }>;
  update(request: UpdateRequest): Promise<void>;
  delete(request: { readonly sessionId: string }): Promise<void>;
  /** The first answer wins; a later one rejects with `approval-resolved` and the decision in `data`. */
  answerApproval?(request: { readonly approvalId: string; readonly outcome: ApprovalDecision }): Promise<void>;
  models?(request: { readonly provider?: string }): Promise<{ readonly models: readonly ModelInfo[] }>;
  /** `data` is base64, checked by the host. The id of the attachment is a digest of the bytes. */
  putAttachment?(request: AttachmentUpload): Promise<{ readonly attachment: AttachmentRef }>;
  /** Rejects with `invalid-params` where there is none of that id. */
  getAttachment?(request: {
    readonly attachmentId: string;
  }): Promise<{ readonly attachment: AttachmentRef; readonly data: string }>;
  /** The client is still at a tool: its time limit begins anew (spec §1.7). Of a call that is not open: nothing happens. */
  toolProgress?(progress: ToolProgress): void;
}

export interface RouteRequest extends Pick<Configuration, "cwd" | "maxTokens"> {
  readonly provider?: string;
  readonly model?: string;
  /** Tools that this client runs, for every session (spec §1.7). */
  readonly tools?: readonly ClientTool[];
}

export interface Submission extends Prompt {
  readonly clientMessageId?: string;
  /** Default `queue`. */
  readonly mode?: "queue" | "steer";
  readonly expectTurn?: number;
  readonly deadlineMs?: number;
}

export interface SubmissionReceipt extends Receipt {
  /** As applied. */
  readonly mode: "queue" | "steer";
  /** In the queue; 0: runs now. Absent when it waits in no queue, as a steer does not. */
  readonly position?: number;
  readonly duplicate?: true;
}

export interface CancelRequest {
  readonly sessionId: string;
  readonly messageId?: string;
  readonly clientMessageId?: string;
  /** Default `turn`, where no message is named. */
  readonly scope?: "turn" | "queued" | "all";
  readonly reason?: string;
}

export interface CancelReceipt {
  readonly outcome: "cancelling" | "finished" | "nothing" | "remembered";
  readonly turn?: number;
  readonly cancelled: readonly string[];
  readonly kept: readonly string[];
}

export interface OpenRequest {
  /** Absent: the host mints one. */
  readonly sessionId?: string;
  /** Absolute. */
  readonly cwd?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly systemPrompt?: string;
  /** For this session and its descendants, on this connection only. */
  readonly tools?: readonly ClientTool[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ResumeRequest {
  readonly sessionId: string;
  /** Absent: no replay; -1: all. */
  readonly afterSeq?: number;
}

export interface Resumed {
  readonly lastSeq: number;
  readonly status: "running" | "idle";
  readonly pending: PendingWork;
}

/** What a replay consists of: an event, or a stretch that the log has no more (`session.gap`). */
export type ReplayedFact = Extract<HostFact, { kind: "event" | "gap" }>;

export interface PendingWork {
  readonly prompts: readonly { readonly messageId: string; readonly clientMessageId?: string }[];
  readonly approvals: readonly ApprovalQuestion[];
}

export interface EventsRequest {
  readonly sessionId: string;
  readonly afterSeq: number;
  readonly limit?: number;
  /** How long to wait for a first one where there is none. */
  readonly waitMs?: number;
}

export interface EventsPage {
  readonly events: readonly SessionEvent[];
  readonly lastSeq: number;
}

export interface CloseRequest {
  readonly sessionId: string;
  readonly mode: "drain" | "cancel";
  readonly timeoutMs?: number;
}

export interface UpdateRequest {
  readonly sessionId: string;
  readonly provider?: string;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A session as it is told to clients (spec §1.6). */
export interface SessionInfo {
  readonly sessionId: string;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  readonly title?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: "running" | "idle";
  readonly lastSeq: number;
  readonly parentSessionId?: string;
  readonly children: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly usage: readonly UsageRow[];
  /** With all descendants. */
  readonly treeUsage: readonly UsageRow[];
}

/** What one model was asked and gave, failed calls included. */
export interface UsageRow {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** A tool that a client runs (spec §1.7). */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
}

/** A picture to be stored (spec §1.12). */
export interface AttachmentUpload {
  readonly mediaType: AttachmentRef["mediaType"];
  readonly data: string;
  readonly name?: string;
}

export interface ModelInfo {
  readonly provider: string;
  readonly model: string;
  readonly title?: string;
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** Whether a key is configured. */
  readonly ready: boolean;
}

/** Whether a host serves version 1. */
export function isSessionHost(connection: HostConnection): connection is SessionHostConnection {
  return "cancel" in connection && "submit" in connection;
}
