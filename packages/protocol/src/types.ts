// Generated from the schemas in spec/ by `npm run generate`. Do not edit.

import type { AttachmentRef, ContentBlock } from "@buckeyestudio/toh-llm";
import type { ApprovalDecidedOutcome, ModelRoute, SessionEvent } from "@buckeyestudio/toh-session";
import type { SubagentRunStatus, SubagentStopReason } from "@buckeyestudio/toh-subagent";

/** Params of `initialize`: what holds for every session that has nothing of its own. */
export interface InitializeParams {
  /** Working folder for new sessions; a relative one counts from the runtime's own folder. */
  cwd: string;
  /** Provider for new sessions; there must be an adapter for it. */
  provider: string;
  /** Name of the model at that provider. */
  model: string;
  /** Ceiling of output tokens for each model call, also in delegated sessions. Absent: the adapter's own default. */
  maxTokens?: number;
}

/** Result of `initialize`: the runtime is ready. */
export interface InitializeResult {
  /** Who answers. */
  serverInfo: ServerInfo;
}

/** Who answers. */
export interface ServerInfo {
  /** Name of the runtime; `theopen-harness-sdk-runtime` for ours. Not to be checked. */
  name: string;
  /** Version of the server; not of the protocol, and not to be checked. */
  version: string;
}

/** Params of `session/prompt`: one message for a session, which is created or resumed as needed. */
export interface SessionPromptParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** The message: at least one block, none of them `reasoning`, `tool-call` or `tool-result`. */
  contentBlocks: ContentBlock[];
}

/**
 * Result of `session/prompt`: the receipt. The message is safe in the session's queue; nothing is said of its outcome.
 */
export interface SessionPromptResult {
  /** Id of the queued user message and of nothing later. */
  messageId: string;
}

/** Result of `shutdown`: an empty object. */
export type ShutdownResult = Record<string, never>;

/** Whether a session works on something. There is no third value. */
export type SdkRunStatus = "running" | "idle";

/**
 * Params of `session.event`: an event was appended to the log of some session of the runtime, the client's own or not.
 */
export interface SessionEventNotification {
  /** Id of the session. */
  sessionId: string;
  /** The event. */
  event: SessionEvent;
}

/** Params of `session.status`: the status changed. A new session starts idle and does not say so. */
export interface SessionStatusNotification {
  /** Id of the session. */
  sessionId: string;
  /** The new status. */
  status: SdkRunStatus;
}

/**
 * Params of `subagent.started`: a delegated session exists. Comes before its first event, and again when it is resumed.
 */
export interface SubagentStartedNotification {
  /** Id of the session that delegated. */
  parentSessionId: string;
  /** Id of the delegated session, minted by the runtime. */
  childSessionId: string;
}

/**
 * Params of `subagent.finished`: a delegated run is over. Comes after the child's `idle` and before the parent's
 * `tool/result`.
 */
export interface SubagentFinishedNotification {
  /** Name of the subagent provider that ran it. */
  provider: string;
  /** Id of the child's agent; equal to its session id. */
  agentId: string;
  /** Id of the session that delegated. */
  parentSessionId: string;
  /** Id of the delegated session, minted by the runtime. */
  childSessionId: string;
  /** Whether it counts as a success. */
  status: SubagentRunStatus;
  /** Why it ended. */
  stopReason: SubagentStopReason;
  /**
   * Content of the child's last non-empty answer, else its text so far as one block; absent when it wrote nothing. A
   * failed child may have one.
   */
  lastAssistantMessage?: ContentBlock[];
}

/** Params of `initialize` in version 1. Without `protocolVersion`, or with 0, they are those of version 0. */
export interface InitializeParamsV1 {
  /** Working folder for new sessions; a relative one counts from the runtime's own folder. */
  cwd: string;
  /** Provider for new sessions. Absent: as the runtime is configured. */
  provider?: string;
  /** Name of the model at that provider. Absent: as the runtime is configured. */
  model?: string;
  /** Ceiling of output tokens for each model call, also in delegated sessions. Absent: the adapter's own default. */
  maxTokens?: number;
  /** The highest version of the protocol that the client speaks. Absent: 0. */
  protocolVersion?: number;
  /** The lowest version with which the client can do. Absent: 0. */
  minProtocolVersion?: number;
  /** Who asks. */
  clientInfo?: ClientInfo;
  /** What the client can do. Absent: nothing of it. */
  capabilities?: ClientCapabilities;
  /** What the client can take. */
  limits?: ClientLimits;
  /** Tools that the client runs, for every session of the runtime (spec §1.7). */
  tools?: ClientTool[];
}

/** Who asks. For logs; nothing is decided by it. */
export interface ClientInfo {
  /** Name of the client. */
  name: string;
  /** Its version. */
  version: string;
  /** Its name for people; absent: `name`. */
  title?: string;
}

/** What the client can do. What is absent it cannot; what is unknown is ignored. */
export interface ClientCapabilities {
  /** It answers `approval/request` (spec §1.8). Absent means no, `{}` means yes. */
  approvals?: Record<string, unknown>;
  /** Which notifications it wants. Absent: all. */
  notifications?: NotificationChoice;
}

/** What the client does not want to be told. An event that is left out leaves a hole in `seq` which is no loss. */
export interface NotificationChoice {
  /** Notifications that are not sent; absent means none. */
  exclude?: string[];
  /** Types of events for which no `session.event` is sent; absent means none. */
  excludeEvents?: string[];
}

/** What the client can take. */
export interface ClientLimits {
  /** The longest frame that it receives, in bytes of UTF-8 without the newline. Absent: 33554432. */
  maxFrameBytes?: number;
}

/** Result of `initialize` in version 1. `protocolVersion` is the only sign that this version is spoken. */
export interface InitializeResultV1 {
  /** Who answers. */
  serverInfo: ServerInfo;
  /** The version that both ends speak from here on. */
  protocolVersion: number;
  /** What the runtime can do. */
  capabilities: ServerCapabilities;
  /** What the runtime can take. */
  limits: ServerLimits;
  /** The provider and the model that new sessions get. */
  route: ModelRoute;
  /** Id of the runtime process, opaque; another one after each start. */
  runtimeId: string;
}

/**
 * What the runtime can do beyond what every peer of version 1 can. What is absent it cannot; what is unknown is
 * ignored.
 */
export interface ServerCapabilities {
  /** Prompts with mode `steer` (spec §1.5). Absent means no, `{}` means yes. */
  steer?: Record<string, unknown>;
  /**
   * It asks the client before a tool runs, and takes `approval/answer` (spec §1.8). Absent means no, `{}` means yes.
   */
  approvals?: Record<string, unknown>;
  /** It calls tools of the client (spec §1.7). Absent means no, `{}` means yes. */
  tools?: Record<string, unknown>;
  /** `session/fork` (spec §1.6). Absent means no, `{}` means yes. */
  fork?: Record<string, unknown>;
  /** `model/list` (spec §1.12). Absent means no, `{}` means yes. */
  models?: Record<string, unknown>;
  /** `attachment/put` and `attachment/get` (spec §1.12). Absent means no, `{}` means yes. */
  attachments?: Record<string, unknown>;
}

/** What the runtime can take. */
export interface ServerLimits {
  /** The longest frame that it receives, in bytes of UTF-8 without the newline. */
  maxFrameBytes: number;
  /** How many requests of the client may wait for their answer at once (spec §1.10). */
  maxInFlightRequests: number;
}

/** Params of `session/prompt` in version 1: one message for a session, which is created or resumed as needed. */
export interface SessionPromptParamsV1 {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** The message: at least one block, none of them `reasoning`, `tool-call` or `tool-result`. */
  contentBlocks: ContentBlock[];
  /** The client's own id of this prompt: sent again with the same blocks, it makes no second message. */
  clientMessageId?: string;
  /**
   * `queue`: a turn of its own, after those before it. `steer`: into the running turn, before its next step. Absent:
   * `queue`.
   */
  mode?: "queue" | "steer";
  /** Of a steer: the number of the turn that it is meant for, and no other. */
  expectTurn?: number;
  /** How long the work of this prompt may take, from its receipt on. In milliseconds; above 2147483647 it is that. */
  deadlineMs?: number;
}

/**
 * Result of `session/prompt` in version 1: the receipt. The message is safe in the session's queue; nothing is said of
 * its outcome.
 */
export interface SessionPromptResultV1 {
  /** Id of the queued user message and of nothing later. */
  messageId: string;
  /**
   * How the prompt was taken. `queue`: a turn of its own, after those before it. `steer`: into the running turn, before
   * its next step.
   */
  mode?: "queue" | "steer";
  /** Place in the queue; 0: it runs now. Absent when it waits in no queue. */
  position?: number;
  /** The prompt had been taken before, under its `clientMessageId`. Absent otherwise. */
  duplicate?: true;
}

/**
 * Params of `session/cancel`: ends work. At most one of `messageId`, `clientMessageId` and `scope` is there; none means
 * the scope `turn`.
 */
export interface SessionCancelParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** Id of the message whose work is to end, from the result of its prompt. */
  messageId?: string;
  /** The same by the client's own id, also of a prompt that has not arrived yet. */
  clientMessageId?: string;
  /** `turn`: the running turn and the steers that it has not taken. `queued`: the prompts that wait. `all`: both. */
  scope?: "turn" | "queued" | "all";
  /** Why; kept in the `turn/end`. */
  reason?: string;
}

/** Result of `session/cancel`. The `turn/end` in the log is the confirmation, not this. */
export interface SessionCancelResult {
  /**
   * `cancelling`: it will take no further step. `finished`: it was over. `nothing`: there was nothing to end.
   * `remembered`: the prompt is refused when it arrives.
   */
  outcome: "cancelling" | "finished" | "nothing" | "remembered";
  /** Number of the turn that is cancelled or was finished; absent where it is about none. */
  turn?: number;
  /** The messages that this call ended, in the order of their receipts. */
  cancelled: string[];
  /** The messages that still wait in the session, in the order of the queue. */
  kept: string[];
}

/** Params of `session.status` in version 1: the status changed, or what the session waits for. */
export interface SessionStatusNotificationV1 {
  /** Id of the session. */
  sessionId: string;
  /** The status now. */
  status: SdkRunStatus;
  /** What the session waits for, each once. Absent: for nothing of the client's. */
  waitingOn?: ("approval" | "tool")[];
}

/** Params of `$/cancelRequest`: the sender gives up a call of its own. The call is still answered, once. */
export interface CancelRequestNotification {
  /** Id of the request, as it was sent: text and number differ, and 0 is an id. */
  id: string | number;
  /** Why, for logs. */
  reason?: string;
}

/**
 * Params of `session/open`: a session that is to exist, with these properties. What is absent stays, or comes from
 * `initialize`.
 */
export interface SessionOpenParams {
  /** Id of the session. Absent: a new one, with an id of the runtime's. */
  sessionId?: string;
  /** Working folder, an absolute path. On a session that exists another one is a `conflict`. */
  cwd?: string;
  /** Provider from the next turn on. */
  provider?: string;
  /** Name of the model at that provider, from the next turn on. */
  model?: string;
  /** Ceiling of output tokens for each model call, also in delegated sessions. Absent: the adapter's own default. */
  maxTokens?: number;
  /** System prompt. On a session that exists another one is a `conflict`. */
  systemPrompt?: string;
  /** Tools that the client runs for this session and its descendants, in the place of those before. */
  tools?: ClientTool[];
  /** Notes of the client, kept with the session and of meaning to the client alone; replaced as a whole. */
  metadata?: Record<string, unknown>;
}

/** Result of `session/open`: the session is open. */
export interface SessionOpenResult {
  /** Id of the session. */
  sessionId: string;
  /** Whether it is new. */
  created: boolean;
}

/** Params of `session/resume`: opens a stored session and tells what the client has missed. */
export interface SessionResumeParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** `seq` of the last event that the client has; -1: none, so all are sent. Absent: no event is sent. */
  afterSeq?: number;
}

/** Result of `session/resume`. The events up to `lastSeq` stand before it, those after it behind. */
export interface SessionResumeResult {
  /** `seq` of the last event in the log; -1 when there is none. */
  lastSeq: number;
  /** Whether it works on something. */
  status: SdkRunStatus;
  /** What is open. */
  pending: SessionPending;
}

/** What is open in a session. */
export interface SessionPending {
  /** The prompts that wait, in the order in which they will run. */
  prompts: PendingPrompt[];
  /** The approvals that nobody has answered, oldest first. */
  approvals: ApprovalRequestParams[];
}

/** A prompt that waits. Its blocks stand in its receipt, in the log. */
export interface PendingPrompt {
  /** Id of the message. */
  messageId: string;
  /** The client's own id of it; absent when it gave none. */
  clientMessageId?: string;
}

/** Params of `session/events`: asks for events of a log, and neither opens nor repairs it. */
export interface SessionEventsParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** `seq` of the last event that the client has; -1: none of them. */
  afterSeq: number;
  /** How many at most. Absent: as many as fit. */
  limit?: number;
  /** How long to wait for one when there is none. Absent: not at all. In milliseconds; above 2147483647 it is that. */
  waitMs?: number;
}

/** Result of `session/events`. */
export interface SessionEventsResult {
  /** The events behind `afterSeq`, in order; may be empty. At most 1 MiB of them, but always one if there is one. */
  events: SessionEvent[];
  /** `seq` of the last event in the log; -1 when there is none. */
  lastSeq: number;
}

/** Params of `session/close`. */
export interface SessionCloseParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** `drain`: the turn and the queue come to their end. `cancel`: both are cut. */
  mode: "drain" | "cancel";
  /** After which a `drain` becomes a `cancel`. Absent: never. In milliseconds; above 2147483647 it is that. */
  timeoutMs?: number;
}

/** Result of `session/close`: the session is closed. */
export interface SessionCloseResult {
  /** The messages that were cut off or dropped, in the order of their receipts. */
  cancelled: string[];
}

/** Params of `session/fork`: a new session with a copy of a log up to the end of a turn. */
export interface SessionForkParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** `seq` of the `turn/end` that is copied last. Absent: the last one. */
  atSeq?: number;
}

/** Result of `session/fork`. */
export interface SessionForkResult {
  /** Id of the new session, minted by the runtime. */
  sessionId: string;
  /** `seq` of the last event in the log; -1 when there is none. */
  lastSeq: number;
}

/** Params of `session/list`. */
export interface SessionListParams {
  /** `nextCursor` of the page before, as it came. Absent: the first page. */
  cursor?: string;
  /** How many at most. Absent: 50. */
  limit?: number;
}

/** Result of `session/list`. */
export interface SessionListResult {
  /** The sessions, the latest `updatedAt` first. */
  sessions: SessionInfo[];
  /** What to ask the next page with, opaque; absent on the last. */
  nextCursor?: string;
}

/** What is told of a session. */
export interface SessionInfo {
  /** Id of the session. */
  sessionId: string;
  /** Its working folder, an absolute path. */
  cwd: string;
  /** Provider of its next turn. */
  provider: string;
  /** Model of its next turn. */
  model: string;
  /** Its title; absent when it has none. */
  title?: string;
  /** When it was created, in milliseconds since 1970. */
  createdAt: number;
  /** When its last event was written, in milliseconds since 1970. */
  updatedAt: number;
  /** Whether it works on something; `idle` where it is only stored. */
  status: SdkRunStatus;
  /** `seq` of the last event in the log; -1 when there is none. */
  lastSeq: number;
  /** Id of the session that delegated to it; absent in a root. */
  parentSessionId?: string;
  /** The sessions to which it delegated, oldest first. */
  children: string[];
  /** The client's notes; absent when there are none. */
  metadata?: Record<string, unknown>;
  /** What its own model calls came to, a row for each model. */
  usage: UsageRow[];
  /** The same with all its descendants. */
  treeUsage: UsageRow[];
}

/** What the calls of one model came to, failed ones included. */
export interface UsageRow {
  /** Provider that serves the model. */
  provider: string;
  /** Name of the model. */
  model: string;
  /** How many calls were made. */
  calls: number;
  /** Input tokens that were neither read from nor written to the provider's cache. */
  inputTokens: number;
  /** Output tokens, reasoning included. */
  outputTokens: number;
  /** Input tokens read from the provider's cache; absent when it reports none. */
  cacheReadTokens?: number;
  /** Input tokens written to the provider's cache; absent when it reports none. */
  cacheWriteTokens?: number;
  /** The part of `outputTokens` spent on reasoning; absent when it is not reported. */
  reasoningTokens?: number;
}

/** Params of `session/get`. */
export interface SessionGetParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
}

/** Result of `session/get`: a session and what is open in it. */
export interface SessionGetResult {
  /** Id of the session. */
  sessionId: string;
  /** Its working folder, an absolute path. */
  cwd: string;
  /** Provider of its next turn. */
  provider: string;
  /** Model of its next turn. */
  model: string;
  /** Its title; absent when it has none. */
  title?: string;
  /** When it was created, in milliseconds since 1970. */
  createdAt: number;
  /** When its last event was written, in milliseconds since 1970. */
  updatedAt: number;
  /** Whether it works on something; `idle` where it is only stored. */
  status: SdkRunStatus;
  /** `seq` of the last event in the log; -1 when there is none. */
  lastSeq: number;
  /** Id of the session that delegated to it; absent in a root. */
  parentSessionId?: string;
  /** The sessions to which it delegated, oldest first. */
  children: string[];
  /** The client's notes; absent when there are none. */
  metadata?: Record<string, unknown>;
  /** What its own model calls came to, a row for each model. */
  usage: UsageRow[];
  /** The same with all its descendants. */
  treeUsage: UsageRow[];
  /** What is open. */
  pending: SessionPending;
}

/** Params of `session/update`: what is to change. What is absent stays. */
export interface SessionUpdateParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
  /** Provider from the next turn on. */
  provider?: string;
  /** Name of the model at that provider, from the next turn on. */
  model?: string;
  /** Ceiling of output tokens for each model call, also in delegated sessions. Absent: the adapter's own default. */
  maxTokens?: number;
  /** The title. */
  title?: string;
  /** Notes of the client, kept with the session and of meaning to the client alone; replaced as a whole. */
  metadata?: Record<string, unknown>;
}

/** Result of `session/update`: an empty object. */
export type SessionUpdateResult = Record<string, never>;

/** Params of `session/delete`: closes the session and removes its log, with those of its children. */
export interface SessionDeleteParams {
  /**
   * Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate
   * pair (spec §0.5).
   */
  sessionId: string;
}

/** Result of `session/delete`: an empty object. */
export type SessionDeleteResult = Record<string, never>;

/**
 * Params of `session.gap`: these events are not sent, since the log does not reach back so far or the client could not
 * take them.
 */
export interface SessionGapNotification {
  /** Id of the session. */
  sessionId: string;
  /** `seq` of the first that is missing. */
  from: number;
  /** `seq` of the last that is missing. */
  to: number;
}

/** A tool that the client runs and the runtime offers to the model. */
export interface ClientTool {
  /** Name by which the model calls it: not empty, no other tool's. */
  name: string;
  /** What the model is told of it. */
  description: string;
  /** JSON Schema of its arguments, which are an object. */
  inputSchema: Record<string, unknown>;
  /** How long the runtime waits for a result. Absent: 120000. In milliseconds; above 2147483647 it is that. */
  timeoutMs?: number;
}

/** Params of `tool/call`: the client is to run a tool of its own. */
export interface ToolCallParams {
  /** Id of the session. */
  sessionId: string;
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** Id of the call, opaque; the same as in the event `tool/call`. */
  callId: string;
  /** Name of the tool. */
  name: string;
  /** Its arguments, which fit its schema. */
  arguments: Record<string, unknown>;
}

/** Result of `tool/call`: what the model reads. */
export interface ToolCallResult {
  /** The blocks in order; may be empty. */
  content: ContentBlock[];
  /** Whether the tool failed. Absent means no. */
  isError?: boolean;
}

/** Params of `tool.progress`: whoever runs a tool says that it is still at it. Never logged, and may be dropped. */
export interface ToolProgressNotification {
  /** Id of the session. */
  sessionId: string;
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Id of the call. */
  callId: string;
  /** What it does just now, for people. */
  message?: string;
  /** How far it is, in the tool's own measure. */
  progress?: number;
  /** Where `progress` will end; absent when that is not known. */
  total?: number;
}

/** Params of `approval/request`: may this tool run? */
export interface ApprovalRequestParams {
  /** Id of the approval, opaque; `id` in its events. */
  approvalId: string;
  /** Id of the session. */
  sessionId: string;
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Id of the tool call. */
  callId: string;
  /** Name of the tool. */
  tool: string;
  /** The question in one line, for people. */
  title: string;
  /** What the tool would do. */
  subject: ApprovalSubject;
  /** The answers to choose from. */
  options: ApprovalOption[];
  /** When the question is answered with no by itself, in milliseconds since 1970; for show. Absent: never. */
  expiresAt?: number;
}

/** What the tool would do. */
export interface ApprovalSubject {
  /** The arguments of the call, which fit the tool's schema. */
  arguments: Record<string, unknown>;
  /** The command that it would run; absent when it runs none. */
  command?: string;
  /** The folder in which it would run it, an absolute path. */
  cwd?: string;
  /** The files that it would write or read. */
  paths?: string[];
}

/** One answer that may be chosen. */
export interface ApprovalOption {
  /** Id of the option, unique in its request. */
  id: string;
  /** What it means. */
  kind: ApprovalOptionKind;
  /** What a person is shown; it says what is covered. */
  label: string;
}

/**
 * What stands behind a {@link ApprovalOptionKind}. A plugin adds its own by declaration merging on the package's name.
 */
export interface ApprovalOptionKindMap {
  /** This call may run. */
  "allow-once": "allow-once";
  /** This call may run, and what the label says until the session is closed. */
  "allow-session": "allow-session";
  /** It may not run. */
  deny: "deny";
}

/** What choosing an option means. The list is open: show an option of another kind by its label. */
export type ApprovalOptionKind = ApprovalOptionKindMap[keyof ApprovalOptionKindMap];

/** Result of `approval/request`. */
export interface ApprovalRequestResult {
  /** The answer. */
  outcome: ApprovalOutcome;
}

/**
 * What stands behind the type of a {@link ApprovalOutcome}. A plugin adds its own by declaration merging on the
 * package's name.
 */
export interface ApprovalOutcomeMap {
  /** An option was chosen. */
  selected: SelectedApprovalOutcome;
  /** Nothing was chosen. It counts as a no. */
  cancelled: CancelledApprovalOutcome;
}

/** An answer. The union is open: an answer of another `type` counts as a no. */
export type ApprovalOutcome = ApprovalOutcomeMap[keyof ApprovalOutcomeMap];

/** An option was chosen. */
export interface SelectedApprovalOutcome {
  type: "selected";
  /** Id of the option. One that was not offered counts as a no. */
  optionId: string;
  /** What the person has to say, for the model. */
  note?: string;
}

/** Nothing was chosen. It counts as a no. */
export interface CancelledApprovalOutcome {
  type: "cancelled";
}

/** Params of `approval/answer`: answers an approval from elsewhere than its request. The first answer counts. */
export interface ApprovalAnswerParams {
  /** Id of the approval, opaque; `id` in its events. */
  approvalId: string;
  /** The answer. */
  outcome: ApprovalOutcome;
}

/** Result of `approval/answer`: an empty object. */
export type ApprovalAnswerResult = Record<string, never>;

/** Params of `model/list`. */
export interface ModelListParams {
  /** Only the models of this provider. Absent: of all. */
  provider?: string;
}

/** Result of `model/list`. */
export interface ModelListResult {
  /** The models; may be empty. */
  models: ModelInfo[];
}

/** A model that sessions can be given. */
export interface ModelInfo {
  /** Provider that serves it. */
  provider: string;
  /** Its name at that provider. */
  model: string;
  /** Its name for people; absent: `model`. */
  title?: string;
  /** How many tokens it can read; absent when it is not known. */
  contextWindow?: number;
  /** How many tokens it can write; absent when it is not known. */
  maxOutputTokens?: number;
  /** Whether it reads pictures; absent when it is not known. */
  images?: boolean;
  /** Whether it writes down what it thinks; absent when it is not known. */
  reasoning?: boolean;
  /** Whether a key is configured, where one is needed. It is not tried out. */
  ready: boolean;
}

/** Params of `attachment/put`: stores a picture. */
export interface AttachmentPutParams {
  /** Media type of the bytes. */
  mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  /** The bytes. In base64 (RFC 4648 §4), with padding. */
  data: string;
  /** File name for people. */
  name?: string;
}

/** Result of `attachment/put`. */
export interface AttachmentPutResult {
  /** The stored picture, for an `image` block. */
  attachment: AttachmentRef;
}

/** Params of `attachment/get`. */
export interface AttachmentGetParams {
  /** Id of the attachment. */
  attachmentId: string;
}

/** Result of `attachment/get`. */
export interface AttachmentGetResult {
  /** The stored picture. */
  attachment: AttachmentRef;
  /** Its bytes. In base64 (RFC 4648 §4), with padding. */
  data: string;
}

/** `data` of an error in version 1. Members beyond the first two belong to the kind that is named with them. */
export interface ErrorData {
  /** Why the request failed. */
  kind: ErrorKind;
  /** Whether nothing was done and the same call may succeed later. */
  retryable: boolean;
  /** With kind `invalid-params`: what is wrong, at least one. */
  issues?: InvalidParamsIssue[];
  /** With kind `unsupported-version`: the `protocolVersion` that was asked for. */
  requested?: number;
  /** With kind `unsupported-version`: the versions that the server speaks. */
  supported?: number[];
  /** With kind `approval-resolved`: how it was decided. */
  outcome?: ApprovalDecidedOutcome;
  /** With kind `conflict`, where `afterSeq` lies behind the end of the log: its last `seq`. */
  lastSeq?: number;
}

/** What stands behind a {@link ErrorKind}. A plugin adds its own by declaration merging on the package's name. */
export interface ErrorKindMap {
  /** It may not be sent now: before `initialize`, a second `initialize`, or an id that is already in flight. -32600 */
  "invalid-request": "invalid-request";
  /** There is no such method. -32601 */
  "method-not-found": "method-not-found";
  /** The params are wrong; `issues` says where. -32602 */
  "invalid-params": "invalid-params";
  /** Something inside the peer failed. -32603 */
  internal: "internal";
  /** There is no such session. -32010 */
  "session-unknown": "session-unknown";
  /** The request was longer than the receiver's `maxFrameBytes`. -32011 */
  "frame-too-large": "frame-too-large";
  /** It needs a capability that was not agreed. -32012 */
  "not-agreed": "not-agreed";
  /** A child session takes no prompt while its parent's call runs. -32013 */
  "session-busy": "session-busy";
  /** The session is being closed. -32013 */
  "session-closing": "session-closing";
  /** Another process has the session open. -32013 */
  "session-locked": "session-locked";
  /** Another turn runs than the one that was expected, or none. -32013 */
  "turn-changed": "turn-changed";
  /** The approval has been decided; `outcome` says how. -32014 */
  "approval-resolved": "approval-resolved";
  /** The runtime is ending. -32015 */
  "shutting-down": "shutting-down";
  /** Too many requests are in flight. -32016 */
  overloaded: "overloaded";
  /** The session's log cannot be written. -32017 */
  "storage-failed": "storage-failed";
  /** It contradicts what is stored. -32018 */
  conflict: "conflict";
  /** No version suits both ends. -32022 */
  "unsupported-version": "unsupported-version";
  /** The call was cancelled before anything was done. -32800 */
  cancelled: "cancelled";
}

/** Why a request failed: the text on which callers branch. The list is open. */
export type ErrorKind = ErrorKindMap[keyof ErrorKindMap];

/** One thing that is wrong with params. */
export interface InvalidParamsIssue {
  /** Where, counted from `params`: `params.contentBlocks[0].text`. */
  path: string;
  /** What was expected and what came, in one line that goes behind the path. */
  message: string;
}

/**
 * Params of `$/frameDropped`: a notification of the receiver's was longer than the sender's `maxFrameBytes`, and is
 * lost.
 */
export interface FrameDroppedNotification {
  /** Length of the frame in bytes of UTF-8, without the newline. */
  bytes: number;
  /** Its method; absent when that could not be kept. */
  method?: string;
}

/** The requests of version 0, client to runtime, by method (spec §0.3). */
export interface HarnessSdkRequestMap {
  /** The first call of a connection; answered when the runtime is ready. */
  initialize: { params: InitializeParams; result: InitializeResult };
  /** Queues a message; answered once it is safe. */
  "session/prompt": { params: SessionPromptParams; result: SessionPromptResult };
  /** Ends the runtime; answered when all work has stopped. Its params are ignored. */
  shutdown: { params: undefined; result: ShutdownResult };
}

/** The requests of version 1 that a client sends, by method (spec §1.1 to §1.12). */
export interface ClientRequestMapV1 {
  /** The first call of a connection; answered when the runtime is ready. */
  initialize: { params: InitializeParamsV1; result: InitializeResultV1 };
  /** Queues a message, or steers the running turn; answered once it is safe. */
  "session/prompt": { params: SessionPromptParamsV1; result: SessionPromptResultV1 };
  /** Ends work: a turn, what is queued, or one message. */
  "session/cancel": { params: SessionCancelParams; result: SessionCancelResult };
  /** Creates a session, or opens a stored one, with properties of its own. */
  "session/open": { params: SessionOpenParams; result: SessionOpenResult };
  /** Opens a stored session and sends the events that the client has missed. */
  "session/resume": { params: SessionResumeParams; result: SessionResumeResult };
  /** Asks for a stretch of a log. */
  "session/events": { params: SessionEventsParams; result: SessionEventsResult };
  /** Ends a session in this process; its log stays. */
  "session/close": { params: SessionCloseParams; result: SessionCloseResult };
  /** Makes a new session out of another's log. Needs the capability `fork`. */
  "session/fork": { params: SessionForkParams; result: SessionForkResult };
  /** Tells the sessions, the latest first. */
  "session/list": { params: SessionListParams; result: SessionListResult };
  /** Tells one session. */
  "session/get": { params: SessionGetParams; result: SessionGetResult };
  /** Changes route, title or notes of a session. */
  "session/update": { params: SessionUpdateParams; result: SessionUpdateResult };
  /** Removes a session with its children. */
  "session/delete": { params: SessionDeleteParams; result: SessionDeleteResult };
  /** Answers an open approval from elsewhere. Needs the capability `approvals`. */
  "approval/answer": { params: ApprovalAnswerParams; result: ApprovalAnswerResult };
  /** Tells the models. Needs the capability `models`. */
  "model/list": { params: ModelListParams; result: ModelListResult };
  /** Stores a picture. Needs the capability `attachments`. */
  "attachment/put": { params: AttachmentPutParams; result: AttachmentPutResult };
  /** Gives a stored picture back. Needs the capability `attachments`. */
  "attachment/get": { params: AttachmentGetParams; result: AttachmentGetResult };
  /** Ends the runtime; answered when all work has stopped. Its params are ignored. */
  shutdown: { params: undefined; result: ShutdownResult };
}

/** The requests of version 1 that a runtime sends, by method (spec §1.7, §1.8). */
export interface ServerRequestMapV1 {
  /** Runs a tool of the client. */
  "tool/call": { params: ToolCallParams; result: ToolCallResult };
  /** Asks whether a tool may run. Only to a client with the capability `approvals`. */
  "approval/request": { params: ApprovalRequestParams; result: ApprovalRequestResult };
}

/** The notifications of version 0, runtime to client, by method (spec §0.3). */
export interface HarnessSdkNotificationMap {
  /** An event was appended to a session's log. */
  "session.event": SessionEventNotification;
  /** A session began or stopped working. */
  "session.status": SessionStatusNotification;
  /** A delegated session exists. */
  "subagent.started": SubagentStartedNotification;
  /** A delegated run is over. */
  "subagent.finished": SubagentFinishedNotification;
}

/** The notifications of version 1 that a client sends, by method (spec §1.3, §1.7, §1.9). */
export interface ClientNotificationMapV1 {
  /** A tool is still at it. */
  "tool.progress": ToolProgressNotification;
  /** The sender gives up a call of its own. */
  "$/cancelRequest": CancelRequestNotification;
  /** A notification was too large, and is lost. */
  "$/frameDropped": FrameDroppedNotification;
}

/** The notifications of version 1 that a runtime sends, by method (spec §1.3, §1.6, §1.7, §1.9). */
export interface ServerNotificationMapV1 {
  /** An event was appended to a session's log. */
  "session.event": SessionEventNotification;
  /** A session began or stopped working, or waits for something else. */
  "session.status": SessionStatusNotificationV1;
  /** Events that are not sent. */
  "session.gap": SessionGapNotification;
  /** A delegated session exists. */
  "subagent.started": SubagentStartedNotification;
  /** A delegated run is over. */
  "subagent.finished": SubagentFinishedNotification;
  /** A tool is still at it. */
  "tool.progress": ToolProgressNotification;
  /** The sender gives up a call of its own. */
  "$/cancelRequest": CancelRequestNotification;
  /** A notification was too large, and is lost. */
  "$/frameDropped": FrameDroppedNotification;
}
