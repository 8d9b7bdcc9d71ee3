// Generated from the schemas in spec/ by `npm run generate`. Do not edit.

import type {
  AssistantMessage,
  ContentBlock,
  LlmFailure,
  StreamChunk,
  TokenUsage,
  ToolResultMessage,
  UserMessage,
} from "@buckeyestudio/toh-llm";

/** The data of each event type. A plugin adds its own types by declaration merging on the package's name. */
export interface SessionEventMap {
  /** A turn begins. */
  "turn/start": TurnStartData;
  /** A turn is over. */
  "turn/end": TurnEndData;
  /** A step begins. */
  "step/start": StepStartData;
  /** A step is over. */
  "step/end": StepEndData;
  /** Messages entered or left the inbox. */
  "agent/inbox/spliced": InboxSplicedData;
  /** A message joins the history as the user's. The data is the message itself. */
  "user/message": UserMessage;
  /** A piece of the model's stream. */
  "assistant/chunk": AssistantChunkData;
  /** The model's answer joins the history. */
  "assistant/message": AssistantMessageData;
  /** A tool is about to run. */
  "tool/call": ToolCallData;
  /** A tool's outcome joins the history. */
  "tool/result": ToolResultData;
  /** Settings, system prompt and tools of the model calls to come. */
  "request/header": RequestHeaderData;
  /** Route of the model calls to come. */
  "request/context": RequestContextData;
  /** End of the events copied from another session. */
  "session/end-seed": SessionEndSeedData;
  /** The session got a title. */
  "session/title": SessionTitleData;
  /** A model call failed and will be tried again. */
  "llm/retry": LlmRetryData;
  /** The next try begins. */
  "llm/retry-started": LlmRetryStartedData;
  /** The todo list was written anew. */
  "todo/write": TodoWriteData;
  /** What this delegated session is. */
  "subagent/descriptor": SubagentDescriptorData;
  /** A compaction begins. */
  "compaction/start": CompactionStartData;
  /** The summary of a compaction. */
  "compaction/summary": CompactionSummaryData;
  /** A compaction is over. */
  "compaction/end": CompactionEndData;
  /** A client changed something about the session. */
  "session/updated": SessionUpdatedData;
  /** A tool call waits for somebody's leave. */
  "approval/asked": ApprovalAskedData;
  /** It was given or not. */
  "approval/decided": ApprovalDecidedData;
}

/** Name of an event type, `area/name`. */
export type SessionEventType = keyof SessionEventMap;

/** The event types that build the history which the model sees. All others only stand in the log. */
export type SurfaceEventType = "user/message" | "assistant/message" | "tool/result";

/** What every event has. */
export interface SessionEventEnvelope<Type extends SessionEventType = SessionEventType> {
  /** What happened. A reader passes on types that it does not know. */
  type: Type;
  /** Number of the event in its session's log, counted from 0 without gaps. The first one sent may be above 0. */
  seq: number;
  /** When it was appended, in milliseconds since 1970 on the runtime's clock; not monotonic. */
  time: number;
  /** What belongs to the type. */
  data: SessionEventMap[Type];
  /** A reader may skip the event when it does not know its type. Absent means no. */
  ignorable?: true;
}

/** What the events of the history have beside that. */
export interface SurfaceEventEnvelope {
  /** `seq` of the earlier events from which this one was made, each once; may be empty. */
  sourceEventSeqs?: number[];
  /** What the event does to the history. */
  surfaceOp: SurfaceOp;
}

/** What all other events lack; it is written down so that both members can be read of any event. */
export interface LogOnlyEventEnvelope {
  sourceEventSeqs?: never;
  surfaceOp?: never;
}

/**
 * One fact in the log of a session: a union told apart by `type`, or with a parameter the events of that type alone.
 *
 * The union is open: what comes from a peer may have a type that stands in no map, so a `switch` needs a `default`.
 */
export type SessionEvent<Type extends SessionEventType = SessionEventType> = {
  [T in Type]: SessionEventEnvelope<T> & (T extends SurfaceEventType ? SurfaceEventEnvelope : LogOnlyEventEnvelope);
}[Type];

/** What an event does to the model-visible history: it joins the tail, or replaces a stretch. */
export type SurfaceOp = "append" | ReplaceSurfaceOp;

/**
 * The event takes the place of a stretch of the model-visible history. Both ends are events that stand in it now; they
 * bound the stretch by place, so after earlier replacements `start` may be the larger number.
 */
export interface ReplaceSurfaceOp {
  op: "replace";
  /** `seq` of the first event replaced. */
  start: number;
  /** `seq` of the last event replaced. */
  end: number;
}

/** The first line of a session's log. It never travels on the wire. */
export interface SessionHeader {
  type: "session";
  /** Version of the log's format. */
  version: 0;
  /** Id of the session. */
  id: string;
  /** When the session was created, in milliseconds since 1970. */
  createdAt: number;
  /** Working folder of the session, an absolute path. */
  cwd?: string;
  /** Id of the session that delegated to this one; absent in a root. */
  parentSession?: string;
  /** How many events at the head were copied from another session; absent means none. */
  seedLength?: number;
  /** A parent's tool call made it. Absent otherwise. */
  origin?: "subagent";
  /** How many parents stand above it; absent means none. */
  delegationDepth?: number;
  /** Name of the preset with which its agent was made; absent when there was none. */
  agentPreset?: string;
}

/** `turn/start`: the session takes up the next prompt of its inbox. */
export interface TurnStartData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
}

/** `turn/end`: the turn is over. Exactly one follows each `turn/start`. */
export interface TurnEndData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** How it ended. */
  reason: TurnEndReason;
}

/**
 * What stands behind the kind of a {@link TurnEndReason}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface TurnEndReasonMap {
  /** The model stopped and asked for no tool, a tool concluded the turn, or nothing entered the turn. */
  completed: CompletedTurnEndReason;
  /** At least one step hit the output ceiling. */
  "max-tokens": MaxTokensTurnEndReason;
  /** The model call or something inside the runtime failed. */
  error: ErrorTurnEndReason;
  /** The turn was cancelled. */
  aborted: AbortedTurnEndReason;
  /** A policy refused the step before it began. */
  blocked: BlockedTurnEndReason;
  /** The process was lost while the turn ran. Written when the log is next opened, never by a running turn. */
  interrupted: InterruptedTurnEndReason;
}

/** How a turn ended. The union is open. */
export type TurnEndReason = TurnEndReasonMap[keyof TurnEndReasonMap];

/** The model stopped and asked for no tool, a tool concluded the turn, or nothing entered the turn. */
export interface CompletedTurnEndReason {
  kind: "completed";
}

/** At least one step hit the output ceiling. */
export interface MaxTokensTurnEndReason {
  kind: "max-tokens";
}

/** The model call or something inside the runtime failed. */
export interface ErrorTurnEndReason {
  kind: "error";
  /** Why; `code` is `UNKNOWN` for a failure inside the runtime. */
  error: LlmFailure;
}

/** The turn was cancelled. */
export interface AbortedTurnEndReason {
  kind: "aborted";
  /** By whom or what. */
  reason: AbortCause;
}

/** A policy refused the step before it began. */
export interface BlockedTurnEndReason {
  kind: "blocked";
}

/** The process was lost while the turn ran. Written when the log is next opened, never by a running turn. */
export interface InterruptedTurnEndReason {
  kind: "interrupted";
}

/**
 * What stands behind the kind of a {@link AbortCause}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface AbortCauseMap {
  /** The person or the client cancelled it. */
  user: UserAbortCause;
  /** The `deadlineMs` of its prompt passed (spec §1.5). */
  deadline: DeadlineAbortCause;
  /** The session that delegated it was cancelled. */
  parent: ParentAbortCause;
  /** A hook cancelled it. */
  hook: HookAbortCause;
  /** The runtime was shut down. */
  disposed: DisposedAbortCause;
  /** Unknown: only in imported logs. */
  legacy: LegacyAbortCause;
}

/** Who or what cancelled a turn. The union is open. */
export type AbortCause = AbortCauseMap[keyof AbortCauseMap];

/** The person or the client cancelled it. */
export interface UserAbortCause {
  kind: "user";
  /** What the client gave as its reason; absent when it gave none. */
  reason?: string;
}

/** The `deadlineMs` of its prompt passed (spec §1.5). */
export interface DeadlineAbortCause {
  kind: "deadline";
}

/** The session that delegated it was cancelled. */
export interface ParentAbortCause {
  kind: "parent";
}

/** A hook cancelled it. */
export interface HookAbortCause {
  kind: "hook";
  /** What the hook said. */
  reason: string;
}

/** The runtime was shut down. */
export interface DisposedAbortCause {
  kind: "disposed";
}

/** Unknown: only in imported logs. */
export interface LegacyAbortCause {
  kind: "legacy";
}

/** `step/start`: one model call, with its retries, and the tools it asks for. A turn may have no step at all. */
export interface StepStartData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
}

/** `step/end`: the call and its tools are done. */
export interface StepEndData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
}

/**
 * `agent/inbox/spliced`: the queue of messages changed. With `inserted` it is the receipt of a prompt: the message is
 * safe. With `removedCount` and no `outcome` a turn took messages from the head; with `outcome` they were discarded.
 */
export interface InboxSplicedData {
  /** Which queue: prompts wait for the next turn, steering and injected context for the next step. */
  target: "next-turn" | "next-step";
  /** Position in the queue, from 0. */
  start: number;
  /** How many messages left the queue there. Absent means none. */
  removedCount?: number;
  /** The messages that entered there; may be empty, never absent. */
  inserted: UserMessage[];
  /** What was removed was discarded. Absent: a turn took it. */
  outcome?: "canceled";
}

/** `assistant/chunk`: one piece of the model's stream. */
export interface AssistantChunkData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** The piece. */
  chunk: StreamChunk;
}

/**
 * `assistant/message`: the whole answer of a step. `sourceEventSeqs` names the chunks of the attempt that succeeded.
 */
export interface AssistantMessageData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** The message. */
  message: AssistantMessage;
  /** Tokens of the call; absent when the provider reports none. */
  usage?: TokenUsage;
  /** The stream was cancelled and this is what had come: text and reasoning only. Absent otherwise. */
  interrupted?: true;
}

/** `tool/call`: the runtime is about to run a tool. */
export interface ToolCallData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** Id of the call, opaque; the same in the block, here and in the result. */
  callId: string;
  /** Name of the tool. */
  name: string;
  /** Raw JSON text exactly as the model wrote it; it may be invalid JSON. */
  arguments: string;
}

/**
 * `tool/result`: the outcome of one call. `sourceEventSeqs` names its `tool/call`. Results stand in the order of the
 * calls.
 */
export interface ToolResultData {
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** What the model reads. */
  message: ToolResultMessage;
  /** Often absent even when the block's `isError` is true. */
  error?: ToolError;
  /** For showing the result to people; private to the tool. */
  meta?: unknown;
}

/** How the runtime tells a failed call apart. */
export interface ToolError {
  /** Class of the error. */
  name: string;
  /**
   * `UNKNOWN_TOOL`, `INVALID_ARGS`, `ABORTED`, `ABORTED_BEFORE_DISPATCH`, `TOOL_NOT_STARTED`, `TOOL_OUTCOME_UNKNOWN`,
   * or a tool's own.
   */
  code: string;
}

/** `request/header`: a full snapshot, written once an agent and process and again when it changes. */
export interface RequestHeaderData {
  /** The snapshot. */
  header: RequestHeader;
  /** Why it was written: the session's first, the first of a new process, or a change. */
  reason: "initial" | "resume" | "change";
}

/** All of a model request but its messages. */
export interface RequestHeader {
  /** The settings. */
  config: RequestConfig;
  /** Absent when every setting was chosen. */
  adapterDefaults?: RequestAdapterDefaults;
  /** The whole system prompt; absent when there is none. */
  system?: string;
  /** The tools on offer; absent when there are none. */
  tools?: RequestTool[];
}

/** The settings of a model call. */
export interface RequestConfig {
  /** Provider that serves the model. */
  provider: string;
  /** Name of the model at that provider. */
  model: string;
  /** How much the model may think, in the provider's own word. */
  reasoningEffort?: string;
  /** Sampling temperature. */
  temperature?: number;
  /** Ceiling of output tokens for one call. */
  maxTokens?: number;
  /** Texts at which the model stops. */
  stop?: string[];
}

/** Which settings nobody chose: a flag marks the one that the adapter filled in. */
export interface RequestAdapterDefaults {
  reasoningEffort?: true;
  maxTokens?: true;
}

/** A tool as it is offered to the model. */
export interface RequestTool {
  /** Name by which the model calls it. */
  name: string;
  /** What the model is told of it. */
  description: string;
  /** JSON Schema of its arguments. */
  parameters: Record<string, unknown>;
}

/** `request/context`: the route of the calls that follow. */
export interface RequestContextData {
  /** Provider that serves the model. */
  provider: string;
  /** Name of the model at that provider. */
  model: string;
  /** How many tokens the model can read; absent when it is not known. */
  contextWindow?: number;
}

/** `session/end-seed`: the events before it were copied from another session. It has no members. */
export type SessionEndSeedData = Record<string, never>;

/** `llm/retry`: a model call failed and will be tried again. */
export interface LlmRetryData {
  /** Id of the failed call, opaque; all its retries share it. */
  retryId: string;
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** Provider that failed. */
  provider: string;
  /** `normal` gives up after `maxRetries`, `always` never does. */
  mode: "normal" | "always";
  /** Which rule asked for the retry. */
  policyKey: string;
  /** Which retry of the call this is, counted from 1. */
  retry: number;
  /** How often it is tried again at most. Only in mode `normal`. */
  maxRetries?: number;
  /** How long the wait is, in milliseconds; it may be a fraction. */
  delayMs: number;
  /** What went wrong. */
  failure: LlmFailure;
}

/** `llm/retry-started`: the wait is over. */
export interface LlmRetryStartedData {
  /** Id of the failed call, opaque; all its retries share it. */
  retryId: string;
  /** Number of the turn, counted from 1 over the whole life of the session. */
  turn: number;
  /** Number of the step, counted from 1 within its turn. */
  step: number;
  /** Which retry of the call this is, counted from 1. */
  retry: number;
}

/** `session/title`: the session has a name from here on. */
export interface SessionTitleData {
  /** The title. */
  title: string;
  /** The messages from which it was made; may be empty. */
  messageSeqs: number[];
  /** Who found it. */
  source: SessionTitleSource;
}

/**
 * What stands behind the kind of a {@link SessionTitleSource}. A plugin adds its own by declaration merging on the
 * package's name.
 */
export interface SessionTitleSourceMap {
  /** Cut from the first messages. */
  fallback: FallbackSessionTitleSource;
  /** Written by a title provider. */
  provider: ProviderSessionTitleSource;
  /** Chosen by the person. */
  user: UserSessionTitleSource;
}

/** Who found a title. The union is open. */
export type SessionTitleSource = SessionTitleSourceMap[keyof SessionTitleSourceMap];

/** Cut from the first messages. */
export interface FallbackSessionTitleSource {
  kind: "fallback";
}

/** Written by a title provider. */
export interface ProviderSessionTitleSource {
  kind: "provider";
  /** Name of the title provider. */
  provider: string;
  /** The model that wrote it; absent when none did. */
  model?: ModelRoute;
}

/** Chosen by the person. */
export interface UserSessionTitleSource {
  kind: "user";
}

/** A provider and one of its models. */
export interface ModelRoute {
  /** Provider that serves the model. */
  provider: string;
  /** Name of the model at that provider. */
  model: string;
}

/** `todo/write`: the whole list, in the place of the one before. */
export interface TodoWriteData {
  /** The list in order; may be empty. */
  todos: TodoItem[];
}

/** One thing to do. */
export interface TodoItem {
  /** What is to be done. */
  content: string;
  /** How far it is. */
  status: "pending" | "in_progress" | "completed";
}

/** `subagent/descriptor`: what a delegated session is. Only in the logs of children. */
export interface SubagentDescriptorData {
  /** Version of this description. */
  version: 2;
  /** `one-shot` ends with its first answer, `continuable` can be prompted again. */
  mode: "one-shot" | "continuable";
  /** Name of the subagent provider that runs it. */
  provider: string;
  /** Short name for people. */
  label?: string;
  /** Model provider of the child. Only in mode `continuable`; absent means the parent's. */
  agentProvider?: string;
  /** Model of the child. Only in mode `continuable`; absent means the parent's. */
  agentModel?: string;
  /** Who the child is told to be. Only in mode `continuable`. */
  persona?: string;
  /** Which tools it may use. Only in mode `continuable`; absent means all. */
  toolFilter?: SubagentToolFilter;
}

/** Which tools a child may use. */
export interface SubagentToolFilter {
  /** Only these; absent means all. */
  allow?: string[];
  /** None of these; absent means none. */
  deny?: string[];
}

/** `compaction/start`: old messages are being summed up. */
export interface CompactionStartData {
  /** Id of the compaction, opaque; the same in all its events. */
  compactionId: string;
  /** The turn in which it happens; null when it was asked for between turns. */
  turn: number | null;
  /** Id of the command that asked for it; absent when none did. */
  sourceCommandId?: string;
}

/** `compaction/summary`: the summary. The `user/message` that takes the place of the old messages follows at once. */
export interface CompactionSummaryData {
  /** Id of the compaction, opaque; the same in all its events. */
  compactionId: string;
  /** The summary as the model will read it. */
  summary: ContentBlock[];
  /** What the model wrote before it was cut to the summary. */
  rawOutput?: ContentBlock[];
  /** A model call was made for it. Absent means no. */
  llmStreamCall?: true;
  /** What the summary stands for. */
  shadowedRange: SeqRange;
  /** The events that leave the model's view, in the order of the history. */
  shadowedSeqs: number[];
  /** How many tokens these were, as counted or estimated. */
  shadowedTokenCount: number;
  /** Provider that wrote the summary. */
  provider: string;
  /** Model that wrote the summary. */
  model: string;
  /** Ceiling of output tokens for the summary. */
  maxTokens?: number;
  /** Tokens of the call; absent when the provider reports none. */
  usage?: TokenUsage;
  /** Id of the command that asked for it; absent when none did. */
  sourceCommandId?: string;
}

/** `compaction/end`: done, or given up. */
export interface CompactionEndData {
  /** Id of the compaction, opaque; the same in all its events. */
  compactionId: string;
  /** The turn in which it happens; null when it was asked for between turns. */
  turn: number | null;
  /** Why it was given up; absent when it succeeded. */
  error?: string;
  /** Id of the command that asked for it; absent when none did. */
  sourceCommandId?: string;
}

/** A stretch of the model-visible history, both ends included. */
export interface SeqRange {
  /** `seq` of its first event. */
  start: number;
  /** `seq` of its last event; may be smaller than `start`, since the history is ordered by place, not by `seq`. */
  end: number;
}

/**
 * `session/updated`: what a client changed about the session. It has the members that changed and no others; a route
 * holds from the next turn.
 */
export interface SessionUpdatedData {
  /** The provider from now on. */
  provider?: string;
  /** The model from now on. */
  model?: string;
  /** Ceiling of output tokens for each model call from now on. */
  maxTokens?: number;
  /** The system prompt. Only where the session was opened with one: it never changes. */
  systemPrompt?: string;
  /** The title from now on. */
  title?: string;
  /** The client's own notes from now on, in the place of all earlier ones. */
  metadata?: Record<string, unknown>;
}

/**
 * `approval/asked`: a tool call waits for somebody's leave. Exactly one `approval/decided` with the same id follows.
 */
export interface ApprovalAskedData {
  /** Id of the approval, opaque; `approvalId` on the wire. */
  id: string;
  /** Name of the tool that would run. */
  toolName: string;
  /** Id of the tool call; absent where it is about no call. */
  callId?: string;
  /** Why it is asked, for people. */
  reason?: string;
}

/** `approval/decided`: the question is closed. It stands before the tool runs. */
export interface ApprovalDecidedData {
  /** Id of the approval, opaque; `approvalId` on the wire. */
  id: string;
  /** How it was decided. */
  outcome: ApprovalDecidedOutcome;
  /** Why, for people; absent where a person chose and said nothing. */
  reason?: string;
}

/**
 * What stands behind a {@link ApprovalDecidedOutcome}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface ApprovalDecidedOutcomeMap {
  /** This call may run. */
  "allow-once": "allow-once";
  /** This call may run, and what the option's label says until the session is closed. */
  "allow-session": "allow-session";
  /** It may not run. */
  deny: "deny";
  /** Nobody decided: the question was taken back, as where the turn was cancelled. */
  cancelled: "cancelled";
  /** Nobody decided: the process that asked is gone. Written when the log is next opened. */
  interrupted: "interrupted";
}

/** How an approval was decided. The list is open; only the two that begin with `allow` are a leave. */
export type ApprovalDecidedOutcome = ApprovalDecidedOutcomeMap[keyof ApprovalDecidedOutcomeMap];
