import { Type, type TSchema } from "typebox";
import {
  AssistantMessage,
  ContentBlock,
  LlmFailure,
  StreamChunk,
  TokenUsage,
  ToolResultMessage,
  UserMessage,
} from "./llm.ts";
import {
  as,
  integer,
  json,
  jsonObject,
  list,
  literal,
  number,
  object,
  oneOf,
  openStrings,
  openUnion,
  optional,
  seq,
  step,
  string,
  turn,
} from "./define.ts";

// Turns and steps (spec §0.7)

export const TurnStartData = object(
  "TurnStartData",
  "`turn/start`: the session takes up the next prompt of its inbox.",
  { turn },
);

export const UserAbortCause = object("UserAbortCause", "The person or the client cancelled it.", {
  kind: literal("user"),
  reason: optional(string("What the client gave as its reason; absent when it gave none.")),
});
export const DeadlineAbortCause = object("DeadlineAbortCause", "The `deadlineMs` of its prompt passed (spec §1.5).", {
  kind: literal("deadline"),
});
export const ParentAbortCause = object("ParentAbortCause", "The session that delegated it was cancelled.", {
  kind: literal("parent"),
});
export const HookAbortCause = object("HookAbortCause", "A hook cancelled it.", {
  kind: literal("hook"),
  reason: string("What the hook said."),
});
export const DisposedAbortCause = object("DisposedAbortCause", "The runtime was shut down.", {
  kind: literal("disposed"),
});
export const LegacyAbortCause = object("LegacyAbortCause", "Unknown: only in imported logs.", {
  kind: literal("legacy"),
});

export const AbortCause = openUnion(
  "AbortCause",
  { tag: "kind", map: "AbortCauseMap" },
  "Who or what cancelled a turn. The union is open.",
  [UserAbortCause, DeadlineAbortCause, ParentAbortCause, HookAbortCause, DisposedAbortCause, LegacyAbortCause],
);

export const CompletedTurnEndReason = object(
  "CompletedTurnEndReason",
  "The model stopped and asked for no tool, a tool concluded the turn, or nothing entered the turn.",
  { kind: literal("completed") },
);
export const MaxTokensTurnEndReason = object("MaxTokensTurnEndReason", "At least one step hit the output ceiling.", {
  kind: literal("max-tokens"),
});
export const ErrorTurnEndReason = object(
  "ErrorTurnEndReason",
  "The model call or something inside the runtime failed.",
  {
    kind: literal("error"),
    error: as(LlmFailure, "Why; `code` is `UNKNOWN` for a failure inside the runtime."),
  },
);
export const AbortedTurnEndReason = object("AbortedTurnEndReason", "The turn was cancelled.", {
  kind: literal("aborted"),
  reason: as(AbortCause, "By whom or what."),
});
export const BlockedTurnEndReason = object("BlockedTurnEndReason", "A policy refused the step before it began.", {
  kind: literal("blocked"),
});
export const InterruptedTurnEndReason = object(
  "InterruptedTurnEndReason",
  "The process was lost while the turn ran. Written when the log is next opened, never by a running turn.",
  { kind: literal("interrupted") },
);

export const TurnEndReason = openUnion(
  "TurnEndReason",
  { tag: "kind", map: "TurnEndReasonMap" },
  "How a turn ended. The union is open.",
  [
    CompletedTurnEndReason,
    MaxTokensTurnEndReason,
    ErrorTurnEndReason,
    AbortedTurnEndReason,
    BlockedTurnEndReason,
    InterruptedTurnEndReason,
  ],
);

export const TurnEndData = object(
  "TurnEndData",
  "`turn/end`: the turn is over. Exactly one follows each `turn/start`.",
  {
    turn,
    reason: as(TurnEndReason, "How it ended."),
  },
);

export const StepStartData = object(
  "StepStartData",
  "`step/start`: one model call, with its retries, and the tools it asks for. A turn may have no step at all.",
  { turn, step },
);
export const StepEndData = object("StepEndData", "`step/end`: the call and its tools are done.", { turn, step });

// Inbox

export const InboxSplicedData = object(
  "InboxSplicedData",
  [
    "`agent/inbox/spliced`: the queue of messages changed. With `inserted` it is the receipt of a prompt: the message is safe.",
    "With `removedCount` and no `outcome` a turn took messages from the head; with `outcome` they were discarded.",
  ].join("\n"),
  {
    target: oneOf("Which queue: prompts wait for the next turn, steering and injected context for the next step.", [
      "next-turn",
      "next-step",
    ]),
    start: integer("Position in the queue, from 0.", 0),
    removedCount: optional(integer("How many messages left the queue there. Absent means none.", 0)),
    inserted: list(UserMessage, "The messages that entered there; may be empty, never absent."),
    outcome: optional(as(literal("canceled"), "What was removed was discarded. Absent: a turn took it.")),
  },
);

// Messages and tools

export const AssistantChunkData = object("AssistantChunkData", "`assistant/chunk`: one piece of the model's stream.", {
  turn,
  step,
  chunk: as(StreamChunk, "The piece."),
});

export const AssistantMessageData = object(
  "AssistantMessageData",
  "`assistant/message`: the whole answer of a step. `sourceEventSeqs` names the chunks of the attempt that succeeded.",
  {
    turn,
    step,
    message: as(AssistantMessage, "The message."),
    usage: optional(as(TokenUsage, "Tokens of the call; absent when the provider reports none.")),
    interrupted: optional(
      as(
        literal(true),
        "The stream was cancelled and this is what had come: text and reasoning only. Absent otherwise.",
      ),
    ),
  },
);

export const ToolCallData = object("ToolCallData", "`tool/call`: the runtime is about to run a tool.", {
  turn,
  step,
  callId: string("Id of the call, opaque; the same in the block, here and in the result."),
  name: string("Name of the tool."),
  arguments: string("Raw JSON text exactly as the model wrote it; it may be invalid JSON."),
});

export const ToolError = object("ToolError", "How the runtime tells a failed call apart.", {
  name: string("Class of the error."),
  code: string(
    "`UNKNOWN_TOOL`, `INVALID_ARGS`, `ABORTED`, `ABORTED_BEFORE_DISPATCH`, `TOOL_NOT_STARTED`, `TOOL_OUTCOME_UNKNOWN`, or a tool's own.",
  ),
});

export const ToolResultData = object(
  "ToolResultData",
  "`tool/result`: the outcome of one call. `sourceEventSeqs` names its `tool/call`. Results stand in the order of the calls.",
  {
    turn,
    step,
    message: as(ToolResultMessage, "What the model reads."),
    error: optional(as(ToolError, "Often absent even when the block's `isError` is true.")),
    meta: optional(json("For showing the result to people; private to the tool.")),
  },
);

// What was asked of the model

export const RequestConfig = object("RequestConfig", "The settings of a model call.", {
  provider: string("Provider that serves the model."),
  model: string("Name of the model at that provider."),
  reasoningEffort: optional(string("How much the model may think, in the provider's own word.")),
  temperature: optional(number("Sampling temperature.")),
  maxTokens: optional(integer("Ceiling of output tokens for one call.", 1)),
  stop: optional(list(Type.String(), "Texts at which the model stops.")),
});

export const RequestAdapterDefaults = object(
  "RequestAdapterDefaults",
  "Which settings nobody chose: a flag marks the one that the adapter filled in.",
  {
    reasoningEffort: optional(literal(true)),
    maxTokens: optional(literal(true)),
  },
);

export const RequestTool = object("RequestTool", "A tool as it is offered to the model.", {
  name: string("Name by which the model calls it."),
  description: string("What the model is told of it."),
  parameters: jsonObject("JSON Schema of its arguments."),
});

export const RequestHeader = object("RequestHeader", "All of a model request but its messages.", {
  config: as(RequestConfig, "The settings."),
  adapterDefaults: optional(as(RequestAdapterDefaults, "Absent when every setting was chosen.")),
  system: optional(string("The whole system prompt; absent when there is none.")),
  tools: optional(list(RequestTool, "The tools on offer; absent when there are none.")),
});

export const RequestHeaderData = object(
  "RequestHeaderData",
  "`request/header`: a full snapshot, written once an agent and process and again when it changes.",
  {
    header: as(RequestHeader, "The snapshot."),
    reason: oneOf("Why it was written: the session's first, the first of a new process, or a change.", [
      "initial",
      "resume",
      "change",
    ]),
  },
);

export const RequestContextData = object(
  "RequestContextData",
  "`request/context`: the route of the calls that follow.",
  {
    provider: string("Provider that serves the model."),
    model: string("Name of the model at that provider."),
    contextWindow: optional(integer("How many tokens the model can read; absent when it is not known.", 0)),
  },
);

export const SessionEndSeedData = object(
  "SessionEndSeedData",
  "`session/end-seed`: the events before it were copied from another session. It has no members.",
  {},
);

// Retries

const retryId = string("Id of the failed call, opaque; all its retries share it.");
const retry = integer("Which retry of the call this is, counted from 1.", 1);

export const LlmRetryData = object("LlmRetryData", "`llm/retry`: a model call failed and will be tried again.", {
  retryId,
  turn,
  step,
  provider: string("Provider that failed."),
  mode: oneOf("`normal` gives up after `maxRetries`, `always` never does.", ["normal", "always"]),
  policyKey: string("Which rule asked for the retry."),
  retry,
  maxRetries: optional(integer("How often it is tried again at most. Only in mode `normal`.", 0)),
  delayMs: number("How long the wait is, in milliseconds; it may be a fraction."),
  failure: as(LlmFailure, "What went wrong."),
});

export const LlmRetryStartedData = object("LlmRetryStartedData", "`llm/retry-started`: the wait is over.", {
  retryId,
  turn,
  step,
  retry,
});

// Title, todo list, delegation

export const ModelRoute = object("ModelRoute", "A provider and one of its models.", {
  provider: string("Provider that serves the model."),
  model: string("Name of the model at that provider."),
});
export const FallbackSessionTitleSource = object("FallbackSessionTitleSource", "Cut from the first messages.", {
  kind: literal("fallback"),
});
export const ProviderSessionTitleSource = object("ProviderSessionTitleSource", "Written by a title provider.", {
  kind: literal("provider"),
  provider: string("Name of the title provider."),
  model: optional(as(ModelRoute, "The model that wrote it; absent when none did.")),
});
export const UserSessionTitleSource = object("UserSessionTitleSource", "Chosen by the person.", {
  kind: literal("user"),
});

export const SessionTitleSource = openUnion(
  "SessionTitleSource",
  { tag: "kind", map: "SessionTitleSourceMap" },
  "Who found a title. The union is open.",
  [FallbackSessionTitleSource, ProviderSessionTitleSource, UserSessionTitleSource],
);

export const SessionTitleData = object("SessionTitleData", "`session/title`: the session has a name from here on.", {
  title: string("The title."),
  messageSeqs: list(seq("`seq` of a message."), "The messages from which it was made; may be empty."),
  source: as(SessionTitleSource, "Who found it."),
});

export const TodoItem = object("TodoItem", "One thing to do.", {
  content: string("What is to be done."),
  status: oneOf("How far it is.", ["pending", "in_progress", "completed"]),
});

export const TodoWriteData = object("TodoWriteData", "`todo/write`: the whole list, in the place of the one before.", {
  todos: list(TodoItem, "The list in order; may be empty."),
});

export const SubagentToolFilter = object("SubagentToolFilter", "Which tools a child may use.", {
  allow: optional(list(Type.String(), "Only these; absent means all.")),
  deny: optional(list(Type.String(), "None of these; absent means none.")),
});

export const SubagentDescriptorData = object(
  "SubagentDescriptorData",
  "`subagent/descriptor`: what a delegated session is. Only in the logs of children.",
  {
    version: as(literal(2), "Version of this description."),
    mode: oneOf("`one-shot` ends with its first answer, `continuable` can be prompted again.", [
      "one-shot",
      "continuable",
    ]),
    provider: string("Name of the subagent provider that runs it."),
    label: optional(string("Short name for people.")),
    agentProvider: optional(
      string("Model provider of the child. Only in mode `continuable`; absent means the parent's."),
    ),
    agentModel: optional(string("Model of the child. Only in mode `continuable`; absent means the parent's.")),
    persona: optional(string("Who the child is told to be. Only in mode `continuable`.")),
    toolFilter: optional(
      as(SubagentToolFilter, "Which tools it may use. Only in mode `continuable`; absent means all."),
    ),
  },
);

// Changes and approvals (spec §1.6, §1.8)

export const SessionUpdatedData = object(
  "SessionUpdatedData",
  "`session/updated`: what a client changed about the session. It has the members that changed and no others; a route holds from the next turn.",
  {
    provider: optional(string("The provider from now on.")),
    model: optional(string("The model from now on.")),
    maxTokens: optional(integer("Ceiling of output tokens for each model call from now on.", 1)),
    systemPrompt: optional(string("The system prompt. Only where the session was opened with one: it never changes.")),
    title: optional(string("The title from now on.")),
    metadata: optional(jsonObject("The client's own notes from now on, in the place of all earlier ones.")),
  },
);

const approvalId = string("Id of the approval, opaque; `approvalId` on the wire.");

export const ApprovalAskedData = object(
  "ApprovalAskedData",
  "`approval/asked`: a tool call waits for somebody's leave. Exactly one `approval/decided` with the same id follows.",
  {
    id: approvalId,
    toolName: string("Name of the tool that would run."),
    callId: optional(string("Id of the tool call; absent where it is about no call.")),
    reason: optional(string("Why it is asked, for people.")),
  },
);

export const ApprovalDecidedOutcome = openStrings(
  "ApprovalDecidedOutcome",
  "ApprovalDecidedOutcomeMap",
  "How an approval was decided. The list is open; only the two that begin with `allow` are a leave.",
  {
    "allow-once": "This call may run.",
    "allow-session": "This call may run, and what the option's label says until the session is closed.",
    deny: "It may not run.",
    cancelled: "Nobody decided: the question was taken back, as where the turn was cancelled.",
    interrupted: "Nobody decided: the process that asked is gone. Written when the log is next opened.",
  },
);

export const ApprovalDecidedData = object(
  "ApprovalDecidedData",
  "`approval/decided`: the question is closed. It stands before the tool runs.",
  {
    id: approvalId,
    outcome: as(ApprovalDecidedOutcome, "How it was decided."),
    reason: optional(string("Why, for people; absent where a person chose and said nothing.")),
  },
);

// Compaction

const compactionId = string("Id of the compaction, opaque; the same in all its events.");
const compactionTurn = Type.Union([integer("Number of the turn.", 1), Type.Null()], {
  description: "The turn in which it happens; null when it was asked for between turns.",
});
const sourceCommandId = optional(string("Id of the command that asked for it; absent when none did."));

export const SeqRange = object("SeqRange", "A stretch of the model-visible history, both ends included.", {
  start: seq("`seq` of its first event."),
  end: seq(
    "`seq` of its last event; may be smaller than `start`, since the history is ordered by place, not by `seq`.",
  ),
});

export const CompactionStartData = object(
  "CompactionStartData",
  "`compaction/start`: old messages are being summed up.",
  {
    compactionId,
    turn: compactionTurn,
    sourceCommandId,
  },
);

export const CompactionSummaryData = object(
  "CompactionSummaryData",
  "`compaction/summary`: the summary. The `user/message` that takes the place of the old messages follows at once.",
  {
    compactionId,
    summary: list(ContentBlock, "The summary as the model will read it."),
    rawOutput: optional(list(ContentBlock, "What the model wrote before it was cut to the summary.")),
    llmStreamCall: optional(as(literal(true), "A model call was made for it. Absent means no.")),
    shadowedRange: as(SeqRange, "What the summary stands for."),
    shadowedSeqs: list(
      seq("`seq` of an event."),
      "The events that leave the model's view, in the order of the history.",
    ),
    shadowedTokenCount: number("How many tokens these were, as counted or estimated."),
    provider: string("Provider that wrote the summary."),
    model: string("Model that wrote the summary."),
    maxTokens: optional(integer("Ceiling of output tokens for the summary.", 1)),
    usage: optional(as(TokenUsage, "Tokens of the call; absent when the provider reports none.")),
    sourceCommandId,
  },
);

export const CompactionEndData = object("CompactionEndData", "`compaction/end`: done, or given up.", {
  compactionId,
  turn: compactionTurn,
  error: optional(string("Why it was given up; absent when it succeeded.")),
  sourceCommandId,
});

// The header line of a log

export const SessionHeader = object(
  "SessionHeader",
  "The first line of a session's log. It never travels on the wire.",
  {
    type: literal("session"),
    version: as(literal(0), "Version of the log's format."),
    id: string("Id of the session."),
    createdAt: integer("When the session was created, in milliseconds since 1970.", 0),
    cwd: optional(string("Working folder of the session, an absolute path.")),
    parentSession: optional(string("Id of the session that delegated to this one; absent in a root.")),
    seedLength: optional(
      integer("How many events at the head were copied from another session; absent means none.", 0),
    ),
    origin: optional(as(literal("subagent"), "A parent's tool call made it. Absent otherwise.")),
    delegationDepth: optional(integer("How many parents stand above it; absent means none.", 0)),
    agentPreset: optional(string("Name of the preset with which its agent was made; absent when there was none.")),
  },
);

// The envelope

export const ReplaceSurfaceOp = object(
  "ReplaceSurfaceOp",
  [
    "The event takes the place of a stretch of the model-visible history. Both ends are events that stand in it now;",
    "they bound the stretch by place, so after earlier replacements `start` may be the larger number.",
  ].join("\n"),
  {
    op: literal("replace"),
    start: seq("`seq` of the first event replaced."),
    end: seq("`seq` of the last event replaced."),
  },
);

export const SurfaceOp = Type.Union([literal("append"), ReplaceSurfaceOp], {
  $id: "SurfaceOp",
  description: "What an event does to the model-visible history: it joins the tail, or replaces a stretch.",
});

export interface EventSchema {
  readonly type: string;
  /** Stem of the names in Python and in `$defs`: `TurnStart` gives `TurnStartEvent`. */
  readonly stem: string;
  readonly data: TSchema;
  /** Whether it builds the history that the model sees. */
  readonly surface: boolean;
  readonly description: string;
}

const event = (type: string, stem: string, data: TSchema, description: string, surface = false): EventSchema => ({
  type,
  stem,
  data,
  surface,
  description,
});

/** Every event type of the core and of the standard plugins (spec §0.7), the most frequent first. */
export const events: EventSchema[] = [
  event("turn/start", "TurnStart", TurnStartData, "A turn begins."),
  event("turn/end", "TurnEnd", TurnEndData, "A turn is over."),
  event("step/start", "StepStart", StepStartData, "A step begins."),
  event("step/end", "StepEnd", StepEndData, "A step is over."),
  event("agent/inbox/spliced", "InboxSpliced", InboxSplicedData, "Messages entered or left the inbox."),
  event(
    "user/message",
    "UserMessage",
    UserMessage,
    "A message joins the history as the user's. The data is the message itself.",
    true,
  ),
  event("assistant/chunk", "AssistantChunk", AssistantChunkData, "A piece of the model's stream."),
  event("assistant/message", "AssistantMessage", AssistantMessageData, "The model's answer joins the history.", true),
  event("tool/call", "ToolCall", ToolCallData, "A tool is about to run."),
  event("tool/result", "ToolResult", ToolResultData, "A tool's outcome joins the history.", true),
  event(
    "request/header",
    "RequestHeader",
    RequestHeaderData,
    "Settings, system prompt and tools of the model calls to come.",
  ),
  event("request/context", "RequestContext", RequestContextData, "Route of the model calls to come."),
  event("session/end-seed", "SessionEndSeed", SessionEndSeedData, "End of the events copied from another session."),
  event("session/title", "SessionTitle", SessionTitleData, "The session got a title."),
  event("llm/retry", "LlmRetry", LlmRetryData, "A model call failed and will be tried again."),
  event("llm/retry-started", "LlmRetryStarted", LlmRetryStartedData, "The next try begins."),
  event("todo/write", "TodoWrite", TodoWriteData, "The todo list was written anew."),
  event("subagent/descriptor", "SubagentDescriptor", SubagentDescriptorData, "What this delegated session is."),
  event("compaction/start", "CompactionStart", CompactionStartData, "A compaction begins."),
  event("compaction/summary", "CompactionSummary", CompactionSummaryData, "The summary of a compaction."),
  event("compaction/end", "CompactionEnd", CompactionEndData, "A compaction is over."),
  event("session/updated", "SessionUpdated", SessionUpdatedData, "A client changed something about the session."),
  event("approval/asked", "ApprovalAsked", ApprovalAskedData, "A tool call waits for somebody's leave."),
  event("approval/decided", "ApprovalDecided", ApprovalDecidedData, "It was given or not."),
];

/** Event types that optional plugins own: any object is their data, for the plugin to say what is in it. */
export const pluginEventTypes = [
  "compaction/prune",
  "tool/code-dispatch-start",
  "tool/code-dispatch",
  "command/run",
  "command/done",
  "approval/policy",
  "sandbox/mode",
  "permission/preset",
  "plan/mode",
  "hook/invoked",
  "hook/result",
  "goal/change",
  "schedule/change",
  "agent-preset/selected",
  "feedback/record",
  "session/title-llm-request",
  "web/deepseek-search-llm-request",
];

export const definitions = [
  SurfaceOp,
  ReplaceSurfaceOp,
  SessionHeader,
  TurnStartData,
  TurnEndData,
  TurnEndReason,
  CompletedTurnEndReason,
  MaxTokensTurnEndReason,
  ErrorTurnEndReason,
  AbortedTurnEndReason,
  BlockedTurnEndReason,
  InterruptedTurnEndReason,
  AbortCause,
  UserAbortCause,
  DeadlineAbortCause,
  ParentAbortCause,
  HookAbortCause,
  DisposedAbortCause,
  LegacyAbortCause,
  StepStartData,
  StepEndData,
  InboxSplicedData,
  AssistantChunkData,
  AssistantMessageData,
  ToolCallData,
  ToolResultData,
  ToolError,
  RequestHeaderData,
  RequestHeader,
  RequestConfig,
  RequestAdapterDefaults,
  RequestTool,
  RequestContextData,
  SessionEndSeedData,
  LlmRetryData,
  LlmRetryStartedData,
  SessionTitleData,
  SessionTitleSource,
  FallbackSessionTitleSource,
  ProviderSessionTitleSource,
  UserSessionTitleSource,
  ModelRoute,
  TodoWriteData,
  TodoItem,
  SubagentDescriptorData,
  SubagentToolFilter,
  CompactionStartData,
  CompactionSummaryData,
  CompactionEndData,
  SeqRange,
  SessionUpdatedData,
  ApprovalAskedData,
  ApprovalDecidedData,
  ApprovalDecidedOutcome,
];
