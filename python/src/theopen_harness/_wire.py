# Generated from the schemas in spec/ by `npm run generate`. Do not edit.
"""The types of the wire, for type checkers: at run time each value is a plain dict, as it came.

Every union is open. A peer may send a block, a chunk, a reason, a source or an event of a kind that has
no class here; code that looks at the tag passes on what it does not know.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = [
    "AbortCause",
    "AbortedFinishReason",
    "AbortedTurnEndReason",
    "ApprovalAnswerParams",
    "ApprovalAnswerResult",
    "ApprovalAskedData",
    "ApprovalAskedEvent",
    "ApprovalDecidedData",
    "ApprovalDecidedEvent",
    "ApprovalDecidedOutcome",
    "ApprovalOption",
    "ApprovalOptionKind",
    "ApprovalOutcome",
    "ApprovalRequestParams",
    "ApprovalRequestResult",
    "ApprovalSubject",
    "AssistantChunkData",
    "AssistantChunkEvent",
    "AssistantMessage",
    "AssistantMessageData",
    "AssistantMessageEvent",
    "AttachmentGetParams",
    "AttachmentGetResult",
    "AttachmentPutParams",
    "AttachmentPutResult",
    "AttachmentRef",
    "BlockEndChunk",
    "BlockStartChunk",
    "BlockedTurnEndReason",
    "CancelRequestNotification",
    "CancelledApprovalOutcome",
    "ClientCapabilities",
    "ClientInfo",
    "ClientLimits",
    "ClientNotificationMethod",
    "ClientRequestMethod",
    "ClientTool",
    "CompactionEndData",
    "CompactionEndEvent",
    "CompactionStartData",
    "CompactionStartEvent",
    "CompactionSummaryData",
    "CompactionSummaryEvent",
    "CompletedTurnEndReason",
    "ContentBlock",
    "DeadlineAbortCause",
    "DisposedAbortCause",
    "ErrorData",
    "ErrorFinishReason",
    "ErrorKind",
    "ErrorTurnEndReason",
    "FallbackSessionTitleSource",
    "FinishChunk",
    "FinishReason",
    "FrameDroppedNotification",
    "HookAbortCause",
    "ImageBlock",
    "ImageDimensions",
    "InboxSplicedData",
    "InboxSplicedEvent",
    "InitializeParams",
    "InitializeParamsV1",
    "InitializeResult",
    "InitializeResultV1",
    "InterruptedTurnEndReason",
    "InvalidParamsIssue",
    "LegacyAbortCause",
    "LlmFailure",
    "LlmRetryData",
    "LlmRetryEvent",
    "LlmRetryStartedData",
    "LlmRetryStartedEvent",
    "MaxTokensFinishReason",
    "MaxTokensTurnEndReason",
    "Message",
    "MessageSource",
    "ModelInfo",
    "ModelListParams",
    "ModelListResult",
    "ModelMessageSource",
    "ModelRoute",
    "NotificationChoice",
    "ParentAbortCause",
    "PendingPrompt",
    "PluginEvent",
    "PluginMessageSource",
    "ProviderSessionTitleSource",
    "ReasoningBlock",
    "ReasoningDeltaChunk",
    "ReplaceSurfaceOp",
    "ReplayState",
    "RequestAdapterDefaults",
    "RequestConfig",
    "RequestContextData",
    "RequestContextEvent",
    "RequestHeader",
    "RequestHeaderData",
    "RequestHeaderEvent",
    "RequestTool",
    "SdkRunStatus",
    "SelectedApprovalOutcome",
    "SeqRange",
    "ServerCapabilities",
    "ServerInfo",
    "ServerLimits",
    "ServerNotificationMethod",
    "ServerRequestMethod",
    "SessionCancelParams",
    "SessionCancelResult",
    "SessionCloseParams",
    "SessionCloseResult",
    "SessionDeleteParams",
    "SessionDeleteResult",
    "SessionEndSeedData",
    "SessionEndSeedEvent",
    "SessionEvent",
    "SessionEventNotification",
    "SessionEventsParams",
    "SessionEventsResult",
    "SessionForkParams",
    "SessionForkResult",
    "SessionGapNotification",
    "SessionGetParams",
    "SessionGetResult",
    "SessionHeader",
    "SessionInfo",
    "SessionListParams",
    "SessionListResult",
    "SessionOpenParams",
    "SessionOpenResult",
    "SessionPending",
    "SessionPromptParams",
    "SessionPromptParamsV1",
    "SessionPromptResult",
    "SessionPromptResultV1",
    "SessionResumeParams",
    "SessionResumeResult",
    "SessionStatusNotification",
    "SessionStatusNotificationV1",
    "SessionTitleData",
    "SessionTitleEvent",
    "SessionTitleSource",
    "SessionUpdateParams",
    "SessionUpdateResult",
    "SessionUpdatedData",
    "SessionUpdatedEvent",
    "ShutdownResult",
    "SourceSection",
    "StepEndData",
    "StepEndEvent",
    "StepStartData",
    "StepStartEvent",
    "StopFinishReason",
    "StreamChunk",
    "SubagentDescriptorData",
    "SubagentDescriptorEvent",
    "SubagentFinishedNotification",
    "SubagentRunStatus",
    "SubagentStartedNotification",
    "SubagentStopReason",
    "SubagentToolFilter",
    "SurfaceOp",
    "SystemMessage",
    "TextBlock",
    "TextDeltaChunk",
    "TodoItem",
    "TodoWriteData",
    "TodoWriteEvent",
    "TokenUsage",
    "ToolCallBlock",
    "ToolCallData",
    "ToolCallDeltaChunk",
    "ToolCallEvent",
    "ToolCallParams",
    "ToolCallResult",
    "ToolCallsFinishReason",
    "ToolError",
    "ToolMessageSource",
    "ToolProgressNotification",
    "ToolResultBlock",
    "ToolResultData",
    "ToolResultEvent",
    "ToolResultMessage",
    "TurnEndData",
    "TurnEndEvent",
    "TurnEndReason",
    "TurnStartData",
    "TurnStartEvent",
    "UsageChunk",
    "UsageRow",
    "UserAbortCause",
    "UserMessage",
    "UserMessageEvent",
    "UserMessageSource",
    "UserSessionTitleSource",
]


class TextBlock(TypedDict):
    """Plain text: in prompts, in answers, in tool results."""

    type: Literal["text"]
    text: str
    """The text. It may be empty and may hold any character."""


class ReasoningBlock(TypedDict):
    """Text in which the model thinks before it answers. Only in assistant messages."""

    type: Literal["reasoning"]
    text: str
    """The reasoning text."""


class ImageBlock(TypedDict):
    """A picture, by reference: in prompts and in tool results."""

    type: Literal["image"]
    attachment: AttachmentRef
    """The stored picture."""


class AttachmentRef(TypedDict):
    """A reference to an attachment that the runtime has stored. The bytes themselves never travel
    inside an event.
    """

    attachmentId: str
    """Opaque id, not empty; commonly ``sha256:`` and hexadecimal digits."""
    mediaType: Literal["image/png", "image/jpeg", "image/webp", "image/gif"]
    """Media type of the stored bytes."""
    bytes: int
    """Size of the stored file in bytes."""
    width: int
    """Width in pixels, as stored."""
    height: int
    """Height in pixels, as stored."""
    name: NotRequired[str]
    """File name for people; absent when none was given."""
    originalDimensions: NotRequired[ImageDimensions]
    """Size before the image was scaled down; absent when it was stored as it came."""


class ImageDimensions(TypedDict):
    """Size of an image."""

    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""


class ToolCallBlock(TypedDict):
    """A tool that the model asks for. Only in assistant messages."""

    type: Literal["tool-call"]
    id: str
    """Call id, minted by the provider and opaque; ``call-`` and the block's index where the
    provider gave none.
    """
    name: str
    """Name of the tool."""
    arguments: str
    """Raw JSON text exactly as the model wrote it; it may be invalid JSON."""


class ToolResultBlock(TypedDict):
    """What a tool call came to. The one block of a tool result message."""

    type: Literal["tool-result"]
    toolCallId: str
    """Id of the call that this answers."""
    content: list[ContentBlock]
    """What the tool gave back, as the model sees it; may be empty."""
    isError: NotRequired[bool]
    """Whether the call failed. Absent means no. A command that ran and exited with another code
    than 0 has not failed.
    """


class UserMessage(TypedDict):
    """A message that the model reads as the user's."""

    id: str
    """Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt,
    in the event and in the model's request.
    """
    role: Literal["user"]
    content: list[ContentBlock]
    """The blocks in order; may be empty. A recorded runtime that was prompted with text or null in
    their place tells just that, and the open check lets it pass.
    """
    source: MessageSource
    """Who wrote it."""


class AssistantMessage(TypedDict):
    """A message of the model."""

    id: str
    """Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt,
    in the event and in the model's request.
    """
    role: Literal["assistant"]
    content: list[ContentBlock]
    """The blocks in order. Empty when a step was cut off and left nothing to use; the message then
    exists to carry the usage.
    """
    source: ModelMessageSource
    """The model that wrote it."""


class ToolResultMessage(TypedDict):
    """The outcome of one tool call. Its role is ``user``: that is the role under which a model
    reads it.
    """

    id: str
    """Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt,
    in the event and in the model's request.
    """
    role: Literal["user"]
    content: list[ToolResultBlock]
    """Exactly one block, whose ``toolCallId`` is ``source.callId``."""
    source: ToolMessageSource
    """The call that it answers."""


class SystemMessage(TypedDict):
    """A message that instructs the model."""

    id: str
    """Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt,
    in the event and in the model's request.
    """
    role: Literal["system"]
    content: list[ContentBlock]
    """The blocks in order."""
    source: MessageSource
    """Who wrote it."""


class UserMessageSource(TypedDict):
    """A prompt: of a person, of a client, or of the parent where the session is a delegated one."""

    kind: Literal["user"]
    rpcId: NotRequired[str]
    """Id of the call that brought the prompt, where a web host took it."""
    clientTimeZone: NotRequired[str]
    """Time zone of the person (IANA name), where a web host took the prompt."""
    clientMessageId: NotRequired[str]
    """The client's own id of the prompt, its key against a second sending (spec §1.5); absent when
    it gave none.
    """


class ModelMessageSource(TypedDict):
    """A model wrote it."""

    kind: Literal["model"]
    provider: str
    """Provider that served the model."""
    model: str
    """Model that wrote the message."""
    replayState: NotRequired[Any]
    """What the provider needs to be shown this message again; of meaning to its adapter alone."""


class ToolMessageSource(TypedDict):
    """A tool wrote it."""

    kind: Literal["tool"]
    callId: str
    """Id of the tool call; equal to ``toolCallId`` of the message's one block."""


class PluginMessageSource(TypedDict):
    """The runtime or one of its plugins wrote it: context that no person typed."""

    kind: Literal["plugin"]
    plugin: str
    """Name of the writer, ``compact`` for the summary that takes the place of compacted messages.
    """
    form: NotRequired[str]
    """What kind of context the text is: ``instructions``, ``catalog``, ``snapshot``, ``notice``,
    ``relay``, ``recall`` or another word. Absent: opaque.
    """
    sections: NotRequired[list[SourceSection]]
    """With form ``snapshot``: the text in its parts."""
    summary: NotRequired[str]
    """With form ``notice``: the text in short, at most 120 characters."""
    compactionId: NotRequired[str]
    """With plugin ``compact``: id of the compaction that wrote the message."""


class SourceSection(TypedDict):
    """One named part of a snapshot."""

    name: str
    """Name of the part."""
    text: str
    """Its text."""


class BlockStartChunk(TypedDict):
    """A block begins. A reader tolerates that it is missing."""

    type: Literal["block-start"]
    index: int
    """Number of the block within its model call, counted from 0. Blocks may interleave."""
    blockType: str
    """``type`` of the block to come: ``text``, ``reasoning``, ``tool-call`` or another one."""


class TextDeltaChunk(TypedDict):
    """More text of a text block."""

    type: Literal["text-delta"]
    index: int
    """Number of the block within its model call, counted from 0. Blocks may interleave."""
    text: str
    """The text to append."""


class ReasoningDeltaChunk(TypedDict):
    """More text of a reasoning block."""

    type: Literal["reasoning-delta"]
    index: int
    """Number of the block within its model call, counted from 0. Blocks may interleave."""
    text: str
    """The text to append."""


class ToolCallDeltaChunk(TypedDict):
    """More of a tool call block."""

    type: Literal["tool-call-delta"]
    index: int
    """Number of the block within its model call, counted from 0. Blocks may interleave."""
    id: str
    """Call id; may be empty in early chunks."""
    name: NotRequired[str]
    """Name of the tool: absent until it is known, then repeated."""
    argumentsDelta: str
    """The JSON text to append; may be empty."""


class BlockEndChunk(TypedDict):
    """A block is complete. What comes for the same ``index`` afterwards does not count."""

    type: Literal["block-end"]
    index: int
    """Number of the block within its model call, counted from 0. Blocks may interleave."""
    block: ContentBlock
    """The whole block; it has authority over the deltas."""


class UsageChunk(TypedDict):
    """What the call used; comes before ``finish``."""

    type: Literal["usage"]
    usage: TokenUsage
    """The tokens of this call."""


class FinishChunk(TypedDict):
    """The call is over: the last chunk of an attempt."""

    type: Literal["finish"]
    reason: FinishReason
    """Why it ended."""
    replayState: NotRequired[ReplayState]
    """Absent when the provider needs none."""


class StopFinishReason(TypedDict):
    """The model was done."""

    kind: Literal["stop"]


class ToolCallsFinishReason(TypedDict):
    """The model waits for the tools it asked for."""

    kind: Literal["tool-calls"]


class MaxTokensFinishReason(TypedDict):
    """The output ceiling cut the model off."""

    kind: Literal["max-tokens"]


class ErrorFinishReason(TypedDict):
    """The call failed. Open blocks get no ``block-end``."""

    kind: Literal["error"]
    failure: LlmFailure
    """Why."""


class AbortedFinishReason(TypedDict):
    """The call was cancelled."""

    kind: Literal["aborted"]
    failure: LlmFailure
    """The cancellation, told as a failure."""


class ReplayState(TypedDict):
    """What the provider needs to be shown this answer again."""

    response: Any
    """State of the whole answer; of meaning to the provider's adapter alone."""
    blocks: NotRequired[list[Any]]
    """State of each block, by index."""


class TokenUsage(TypedDict):
    """Tokens of one model call. The input counts are disjoint: what came out of the cache is not in
    ``inputTokens``.
    """

    inputTokens: float
    """Input tokens that were neither read from nor written to the provider's cache."""
    outputTokens: float
    """Output tokens, reasoning included."""
    cacheReadTokens: NotRequired[float]
    """Input tokens read from the provider's cache; absent when it reports none."""
    cacheWriteTokens: NotRequired[float]
    """Input tokens written to the provider's cache; absent when it reports none."""
    reasoningTokens: NotRequired[float]
    """The part of ``outputTokens`` spent on reasoning; absent when it is not reported."""


class LlmFailure(TypedDict):
    """Why a model call, or a whole turn, failed."""

    message: str
    """For people; free to change."""
    code: str
    """What callers branch on: ``AUTH``, ``INVALID_REQUEST``, ``QUOTA``, ``RATE_LIMIT``, ``SERVER``,
    ``HTTP_<status>``, ``CONTEXT_WINDOW_EXCEEDED``, ``EMPTY_RESPONSE``, ``STREAM_CLOSED``,
    ``MALFORMED_RESPONSE``, ``TRANSPORT``, ``TIMEOUT``, ``ABORTED``, ``MISSING_CREDENTIAL``,
    ``INVALID_CREDENTIAL``, ``UNSUPPORTED_CONTENT``, ``NO_ADAPTER``, ``STEP_LIMIT``, ``UNKNOWN``,
    or another one.
    """
    status: NotRequired[int]
    """HTTP status of the provider's answer; absent when there was none."""
    providerRetryAfterMs: NotRequired[float]
    """How long the provider asks to wait, in milliseconds; absent when it does not say."""
    requestId: NotRequired[str]
    """The provider's id of the request, for its support; absent when it gave none."""


class ReplaceSurfaceOp(TypedDict):
    """The event takes the place of a stretch of the model-visible history. Both ends are events
    that stand in it now; they bound the stretch by place, so after earlier replacements
    ``start`` may be the larger number.
    """

    op: Literal["replace"]
    start: int
    """``seq`` of the first event replaced."""
    end: int
    """``seq`` of the last event replaced."""


class SessionHeader(TypedDict):
    """The first line of a session's log. It never travels on the wire."""

    type: Literal["session"]
    version: Literal[0]
    """Version of the log's format."""
    id: str
    """Id of the session."""
    createdAt: int
    """When the session was created, in milliseconds since 1970."""
    cwd: NotRequired[str]
    """Working folder of the session, an absolute path."""
    parentSession: NotRequired[str]
    """Id of the session that delegated to this one; absent in a root."""
    seedLength: NotRequired[int]
    """How many events at the head were copied from another session; absent means none."""
    origin: NotRequired[Literal["subagent"]]
    """A parent's tool call made it. Absent otherwise."""
    delegationDepth: NotRequired[int]
    """How many parents stand above it; absent means none."""
    agentPreset: NotRequired[str]
    """Name of the preset with which its agent was made; absent when there was none."""


class TurnStartData(TypedDict):
    """``turn/start``: the session takes up the next prompt of its inbox."""

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""


class TurnEndData(TypedDict):
    """``turn/end``: the turn is over. Exactly one follows each ``turn/start``."""

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    reason: TurnEndReason
    """How it ended."""


class CompletedTurnEndReason(TypedDict):
    """The model stopped and asked for no tool, a tool concluded the turn, or nothing entered the
    turn.
    """

    kind: Literal["completed"]


class MaxTokensTurnEndReason(TypedDict):
    """At least one step hit the output ceiling."""

    kind: Literal["max-tokens"]


class ErrorTurnEndReason(TypedDict):
    """The model call or something inside the runtime failed."""

    kind: Literal["error"]
    error: LlmFailure
    """Why; ``code`` is ``UNKNOWN`` for a failure inside the runtime."""


class AbortedTurnEndReason(TypedDict):
    """The turn was cancelled."""

    kind: Literal["aborted"]
    reason: AbortCause
    """By whom or what."""


class BlockedTurnEndReason(TypedDict):
    """A policy refused the step before it began."""

    kind: Literal["blocked"]


class InterruptedTurnEndReason(TypedDict):
    """The process was lost while the turn ran. Written when the log is next opened, never by a
    running turn.
    """

    kind: Literal["interrupted"]


class UserAbortCause(TypedDict):
    """The person or the client cancelled it."""

    kind: Literal["user"]
    reason: NotRequired[str]
    """What the client gave as its reason; absent when it gave none."""


class DeadlineAbortCause(TypedDict):
    """The ``deadlineMs`` of its prompt passed (spec §1.5)."""

    kind: Literal["deadline"]


class ParentAbortCause(TypedDict):
    """The session that delegated it was cancelled."""

    kind: Literal["parent"]


class HookAbortCause(TypedDict):
    """A hook cancelled it."""

    kind: Literal["hook"]
    reason: str
    """What the hook said."""


class DisposedAbortCause(TypedDict):
    """The runtime was shut down."""

    kind: Literal["disposed"]


class LegacyAbortCause(TypedDict):
    """Unknown: only in imported logs."""

    kind: Literal["legacy"]


class StepStartData(TypedDict):
    """``step/start``: one model call, with its retries, and the tools it asks for. A turn may have
    no step at all.
    """

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""


class StepEndData(TypedDict):
    """``step/end``: the call and its tools are done."""

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""


class InboxSplicedData(TypedDict):
    """``agent/inbox/spliced``: the queue of messages changed. With ``inserted`` it is the receipt
    of a prompt: the message is safe. With ``removedCount`` and no ``outcome`` a turn took
    messages from the head; with ``outcome`` they were discarded.
    """

    target: Literal["next-turn", "next-step"]
    """Which queue: prompts wait for the next turn, steering and injected context for the next step.
    """
    start: int
    """Position in the queue, from 0."""
    removedCount: NotRequired[int]
    """How many messages left the queue there. Absent means none."""
    inserted: list[UserMessage]
    """The messages that entered there; may be empty, never absent."""
    outcome: NotRequired[Literal["canceled"]]
    """What was removed was discarded. Absent: a turn took it."""


class AssistantChunkData(TypedDict):
    """``assistant/chunk``: one piece of the model's stream."""

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    chunk: StreamChunk
    """The piece."""


class AssistantMessageData(TypedDict):
    """``assistant/message``: the whole answer of a step. ``sourceEventSeqs`` names the chunks of
    the attempt that succeeded.
    """

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    message: AssistantMessage
    """The message."""
    usage: NotRequired[TokenUsage]
    """Tokens of the call; absent when the provider reports none."""
    interrupted: NotRequired[Literal[True]]
    """The stream was cancelled and this is what had come: text and reasoning only. Absent
    otherwise.
    """


class ToolCallData(TypedDict):
    """``tool/call``: the runtime is about to run a tool."""

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    callId: str
    """Id of the call, opaque; the same in the block, here and in the result."""
    name: str
    """Name of the tool."""
    arguments: str
    """Raw JSON text exactly as the model wrote it; it may be invalid JSON."""


class ToolResultData(TypedDict):
    """``tool/result``: the outcome of one call. ``sourceEventSeqs`` names its ``tool/call``.
    Results stand in the order of the calls.
    """

    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    message: ToolResultMessage
    """What the model reads."""
    error: NotRequired[ToolError]
    """Often absent even when the block's ``isError`` is true."""
    meta: NotRequired[Any]
    """For showing the result to people; private to the tool."""


class ToolError(TypedDict):
    """How the runtime tells a failed call apart."""

    name: str
    """Class of the error."""
    code: str
    """``UNKNOWN_TOOL``, ``INVALID_ARGS``, ``ABORTED``, ``ABORTED_BEFORE_DISPATCH``,
    ``TOOL_NOT_STARTED``, ``TOOL_OUTCOME_UNKNOWN``, or a tool's own.
    """


class RequestHeaderData(TypedDict):
    """``request/header``: a full snapshot, written once an agent and process and again when it
    changes.
    """

    header: RequestHeader
    """The snapshot."""
    reason: Literal["initial", "resume", "change"]
    """Why it was written: the session's first, the first of a new process, or a change."""


class RequestHeader(TypedDict):
    """All of a model request but its messages."""

    config: RequestConfig
    """The settings."""
    adapterDefaults: NotRequired[RequestAdapterDefaults]
    """Absent when every setting was chosen."""
    system: NotRequired[str]
    """The whole system prompt; absent when there is none."""
    tools: NotRequired[list[RequestTool]]
    """The tools on offer; absent when there are none."""


class RequestConfig(TypedDict):
    """The settings of a model call."""

    provider: str
    """Provider that serves the model."""
    model: str
    """Name of the model at that provider."""
    reasoningEffort: NotRequired[str]
    """How much the model may think, in the provider's own word."""
    temperature: NotRequired[float]
    """Sampling temperature."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for one call."""
    stop: NotRequired[list[str]]
    """Texts at which the model stops."""


class RequestAdapterDefaults(TypedDict):
    """Which settings nobody chose: a flag marks the one that the adapter filled in."""

    reasoningEffort: NotRequired[Literal[True]]
    maxTokens: NotRequired[Literal[True]]


class RequestTool(TypedDict):
    """A tool as it is offered to the model."""

    name: str
    """Name by which the model calls it."""
    description: str
    """What the model is told of it."""
    parameters: dict[str, Any]
    """JSON Schema of its arguments."""


class RequestContextData(TypedDict):
    """``request/context``: the route of the calls that follow."""

    provider: str
    """Provider that serves the model."""
    model: str
    """Name of the model at that provider."""
    contextWindow: NotRequired[int]
    """How many tokens the model can read; absent when it is not known."""


class SessionEndSeedData(TypedDict):
    """``session/end-seed``: the events before it were copied from another session. It has no
    members.
    """


class LlmRetryData(TypedDict):
    """``llm/retry``: a model call failed and will be tried again."""

    retryId: str
    """Id of the failed call, opaque; all its retries share it."""
    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    provider: str
    """Provider that failed."""
    mode: Literal["normal", "always"]
    """``normal`` gives up after ``maxRetries``, ``always`` never does."""
    policyKey: str
    """Which rule asked for the retry."""
    retry: int
    """Which retry of the call this is, counted from 1."""
    maxRetries: NotRequired[int]
    """How often it is tried again at most. Only in mode ``normal``."""
    delayMs: float
    """How long the wait is, in milliseconds; it may be a fraction."""
    failure: LlmFailure
    """What went wrong."""


class LlmRetryStartedData(TypedDict):
    """``llm/retry-started``: the wait is over."""

    retryId: str
    """Id of the failed call, opaque; all its retries share it."""
    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    retry: int
    """Which retry of the call this is, counted from 1."""


class SessionTitleData(TypedDict):
    """``session/title``: the session has a name from here on."""

    title: str
    """The title."""
    messageSeqs: list[int]
    """The messages from which it was made; may be empty."""
    source: SessionTitleSource
    """Who found it."""


class FallbackSessionTitleSource(TypedDict):
    """Cut from the first messages."""

    kind: Literal["fallback"]


class ProviderSessionTitleSource(TypedDict):
    """Written by a title provider."""

    kind: Literal["provider"]
    provider: str
    """Name of the title provider."""
    model: NotRequired[ModelRoute]
    """The model that wrote it; absent when none did."""


class UserSessionTitleSource(TypedDict):
    """Chosen by the person."""

    kind: Literal["user"]


class ModelRoute(TypedDict):
    """A provider and one of its models."""

    provider: str
    """Provider that serves the model."""
    model: str
    """Name of the model at that provider."""


class TodoWriteData(TypedDict):
    """``todo/write``: the whole list, in the place of the one before."""

    todos: list[TodoItem]
    """The list in order; may be empty."""


class TodoItem(TypedDict):
    """One thing to do."""

    content: str
    """What is to be done."""
    status: Literal["pending", "in_progress", "completed"]
    """How far it is."""


class SubagentDescriptorData(TypedDict):
    """``subagent/descriptor``: what a delegated session is. Only in the logs of children."""

    version: Literal[2]
    """Version of this description."""
    mode: Literal["one-shot", "continuable"]
    """``one-shot`` ends with its first answer, ``continuable`` can be prompted again."""
    provider: str
    """Name of the subagent provider that runs it."""
    label: NotRequired[str]
    """Short name for people."""
    agentProvider: NotRequired[str]
    """Model provider of the child. Only in mode ``continuable``; absent means the parent's."""
    agentModel: NotRequired[str]
    """Model of the child. Only in mode ``continuable``; absent means the parent's."""
    persona: NotRequired[str]
    """Who the child is told to be. Only in mode ``continuable``."""
    toolFilter: NotRequired[SubagentToolFilter]
    """Which tools it may use. Only in mode ``continuable``; absent means all."""


class SubagentToolFilter(TypedDict):
    """Which tools a child may use."""

    allow: NotRequired[list[str]]
    """Only these; absent means all."""
    deny: NotRequired[list[str]]
    """None of these; absent means none."""


class CompactionStartData(TypedDict):
    """``compaction/start``: old messages are being summed up."""

    compactionId: str
    """Id of the compaction, opaque; the same in all its events."""
    turn: Union[int, None]
    """The turn in which it happens; null when it was asked for between turns."""
    sourceCommandId: NotRequired[str]
    """Id of the command that asked for it; absent when none did."""


class CompactionSummaryData(TypedDict):
    """``compaction/summary``: the summary. The ``user/message`` that takes the place of the old
    messages follows at once.
    """

    compactionId: str
    """Id of the compaction, opaque; the same in all its events."""
    summary: list[ContentBlock]
    """The summary as the model will read it."""
    rawOutput: NotRequired[list[ContentBlock]]
    """What the model wrote before it was cut to the summary."""
    llmStreamCall: NotRequired[Literal[True]]
    """A model call was made for it. Absent means no."""
    shadowedRange: SeqRange
    """What the summary stands for."""
    shadowedSeqs: list[int]
    """The events that leave the model's view, in the order of the history."""
    shadowedTokenCount: float
    """How many tokens these were, as counted or estimated."""
    provider: str
    """Provider that wrote the summary."""
    model: str
    """Model that wrote the summary."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for the summary."""
    usage: NotRequired[TokenUsage]
    """Tokens of the call; absent when the provider reports none."""
    sourceCommandId: NotRequired[str]
    """Id of the command that asked for it; absent when none did."""


class CompactionEndData(TypedDict):
    """``compaction/end``: done, or given up."""

    compactionId: str
    """Id of the compaction, opaque; the same in all its events."""
    turn: Union[int, None]
    """The turn in which it happens; null when it was asked for between turns."""
    error: NotRequired[str]
    """Why it was given up; absent when it succeeded."""
    sourceCommandId: NotRequired[str]
    """Id of the command that asked for it; absent when none did."""


class SeqRange(TypedDict):
    """A stretch of the model-visible history, both ends included."""

    start: int
    """``seq`` of its first event."""
    end: int
    """``seq`` of its last event; may be smaller than ``start``, since the history is ordered by
    place, not by ``seq``.
    """


class SessionUpdatedData(TypedDict):
    """``session/updated``: what a client changed about the session. It has the members that changed
    and no others; a route holds from the next turn.
    """

    provider: NotRequired[str]
    """The provider from now on."""
    model: NotRequired[str]
    """The model from now on."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for each model call from now on."""
    systemPrompt: NotRequired[str]
    """The system prompt. Only where the session was opened with one: it never changes."""
    title: NotRequired[str]
    """The title from now on."""
    metadata: NotRequired[dict[str, Any]]
    """The client's own notes from now on, in the place of all earlier ones."""


class ApprovalAskedData(TypedDict):
    """``approval/asked``: a tool call waits for somebody's leave. Exactly one ``approval/decided``
    with the same id follows.
    """

    id: str
    """Id of the approval, opaque; ``approvalId`` on the wire."""
    toolName: str
    """Name of the tool that would run."""
    callId: NotRequired[str]
    """Id of the tool call; absent where it is about no call."""
    reason: NotRequired[str]
    """Why it is asked, for people."""


class ApprovalDecidedData(TypedDict):
    """``approval/decided``: the question is closed. It stands before the tool runs."""

    id: str
    """Id of the approval, opaque; ``approvalId`` on the wire."""
    outcome: ApprovalDecidedOutcome
    """How it was decided."""
    reason: NotRequired[str]
    """Why, for people; absent where a person chose and said nothing."""


class InitializeParams(TypedDict):
    """Params of ``initialize``: what holds for every session that has nothing of its own."""

    cwd: str
    """Working folder for new sessions; a relative one counts from the runtime's own folder."""
    provider: str
    """Provider for new sessions; there must be an adapter for it."""
    model: str
    """Name of the model at that provider."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for each model call, also in delegated sessions. Absent: the
    adapter's own default.
    """


class InitializeResult(TypedDict):
    """Result of ``initialize``: the runtime is ready."""

    serverInfo: ServerInfo
    """Who answers."""


class ServerInfo(TypedDict):
    """Who answers."""

    name: str
    """Name of the runtime; ``theopen-harness-sdk-runtime`` for ours. Not to be checked."""
    version: str
    """Version of the server; not of the protocol, and not to be checked."""


class SessionPromptParams(TypedDict):
    """Params of ``session/prompt``: one message for a session, which is created or resumed as
    needed.
    """

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    contentBlocks: list[ContentBlock]
    """The message: at least one block, none of them ``reasoning``, ``tool-call`` or
    ``tool-result``.
    """


class SessionPromptResult(TypedDict):
    """Result of ``session/prompt``: the receipt. The message is safe in the session's queue;
    nothing is said of its outcome.
    """

    messageId: str
    """Id of the queued user message and of nothing later."""


class ShutdownResult(TypedDict):
    """Result of ``shutdown``: an empty object."""


class SessionEventNotification(TypedDict):
    """Params of ``session.event``: an event was appended to the log of some session of the runtime,
    the client's own or not.
    """

    sessionId: str
    """Id of the session."""
    event: SessionEvent
    """The event."""


class SessionStatusNotification(TypedDict):
    """Params of ``session.status``: the status changed. A new session starts idle and does not say
    so.
    """

    sessionId: str
    """Id of the session."""
    status: SdkRunStatus
    """The new status."""


class SubagentStartedNotification(TypedDict):
    """Params of ``subagent.started``: a delegated session exists. Comes before its first event, and
    again when it is resumed.
    """

    parentSessionId: str
    """Id of the session that delegated."""
    childSessionId: str
    """Id of the delegated session, minted by the runtime."""


class SubagentFinishedNotification(TypedDict):
    """Params of ``subagent.finished``: a delegated run is over. Comes after the child's ``idle``
    and before the parent's ``tool/result``.
    """

    provider: str
    """Name of the subagent provider that ran it."""
    agentId: str
    """Id of the child's agent; equal to its session id."""
    parentSessionId: str
    """Id of the session that delegated."""
    childSessionId: str
    """Id of the delegated session, minted by the runtime."""
    status: SubagentRunStatus
    """Whether it counts as a success."""
    stopReason: SubagentStopReason
    """Why it ended."""
    lastAssistantMessage: NotRequired[list[ContentBlock]]
    """Content of the child's last non-empty answer, else its text so far as one block; absent when
    it wrote nothing. A failed child may have one.
    """


class InitializeParamsV1(TypedDict):
    """Params of ``initialize`` in version 1. Without ``protocolVersion``, or with 0, they are those
    of version 0.
    """

    cwd: str
    """Working folder for new sessions; a relative one counts from the runtime's own folder."""
    provider: NotRequired[str]
    """Provider for new sessions. Absent: as the runtime is configured."""
    model: NotRequired[str]
    """Name of the model at that provider. Absent: as the runtime is configured."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for each model call, also in delegated sessions. Absent: the
    adapter's own default.
    """
    protocolVersion: NotRequired[int]
    """The highest version of the protocol that the client speaks. Absent: 0."""
    minProtocolVersion: NotRequired[int]
    """The lowest version with which the client can do. Absent: 0."""
    clientInfo: NotRequired[ClientInfo]
    """Who asks."""
    capabilities: NotRequired[ClientCapabilities]
    """What the client can do. Absent: nothing of it."""
    limits: NotRequired[ClientLimits]
    """What the client can take."""
    tools: NotRequired[list[ClientTool]]
    """Tools that the client runs, for every session of the runtime (spec §1.7)."""


class ClientInfo(TypedDict):
    """Who asks. For logs; nothing is decided by it."""

    name: str
    """Name of the client."""
    version: str
    """Its version."""
    title: NotRequired[str]
    """Its name for people; absent: ``name``."""


class ClientCapabilities(TypedDict):
    """What the client can do. What is absent it cannot; what is unknown is ignored."""

    approvals: NotRequired[dict[str, Any]]
    """It answers ``approval/request`` (spec §1.8). Absent means no, ``{}`` means yes."""
    notifications: NotRequired[NotificationChoice]
    """Which notifications it wants. Absent: all."""


class NotificationChoice(TypedDict):
    """What the client does not want to be told. An event that is left out leaves a hole in ``seq``
    which is no loss.
    """

    exclude: NotRequired[list[str]]
    """Notifications that are not sent; absent means none."""
    excludeEvents: NotRequired[list[str]]
    """Types of events for which no ``session.event`` is sent; absent means none."""


class ClientLimits(TypedDict):
    """What the client can take."""

    maxFrameBytes: NotRequired[int]
    """The longest frame that it receives, in bytes of UTF-8 without the newline. Absent: 33554432.
    """


class InitializeResultV1(TypedDict):
    """Result of ``initialize`` in version 1. ``protocolVersion`` is the only sign that this version
    is spoken.
    """

    serverInfo: ServerInfo
    """Who answers."""
    protocolVersion: int
    """The version that both ends speak from here on."""
    capabilities: ServerCapabilities
    """What the runtime can do."""
    limits: ServerLimits
    """What the runtime can take."""
    route: ModelRoute
    """The provider and the model that new sessions get."""
    runtimeId: str
    """Id of the runtime process, opaque; another one after each start."""


class ServerCapabilities(TypedDict):
    """What the runtime can do beyond what every peer of version 1 can. What is absent it cannot;
    what is unknown is ignored.
    """

    steer: NotRequired[dict[str, Any]]
    """Prompts with mode ``steer`` (spec §1.5). Absent means no, ``{}`` means yes."""
    approvals: NotRequired[dict[str, Any]]
    """It asks the client before a tool runs, and takes ``approval/answer`` (spec §1.8). Absent
    means no, ``{}`` means yes.
    """
    tools: NotRequired[dict[str, Any]]
    """It calls tools of the client (spec §1.7). Absent means no, ``{}`` means yes."""
    fork: NotRequired[dict[str, Any]]
    """``session/fork`` (spec §1.6). Absent means no, ``{}`` means yes."""
    models: NotRequired[dict[str, Any]]
    """``model/list`` (spec §1.12). Absent means no, ``{}`` means yes."""
    attachments: NotRequired[dict[str, Any]]
    """``attachment/put`` and ``attachment/get`` (spec §1.12). Absent means no, ``{}`` means yes."""


class ServerLimits(TypedDict):
    """What the runtime can take."""

    maxFrameBytes: int
    """The longest frame that it receives, in bytes of UTF-8 without the newline."""
    maxInFlightRequests: int
    """How many requests of the client may wait for their answer at once (spec §1.10)."""


class SessionPromptParamsV1(TypedDict):
    """Params of ``session/prompt`` in version 1: one message for a session, which is created or
    resumed as needed.
    """

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    contentBlocks: list[ContentBlock]
    """The message: at least one block, none of them ``reasoning``, ``tool-call`` or
    ``tool-result``.
    """
    clientMessageId: NotRequired[str]
    """The client's own id of this prompt: sent again with the same blocks, it makes no second
    message.
    """
    mode: NotRequired[Literal["queue", "steer"]]
    """``queue``: a turn of its own, after those before it. ``steer``: into the running turn, before
    its next step. Absent: ``queue``.
    """
    expectTurn: NotRequired[int]
    """Of a steer: the number of the turn that it is meant for, and no other."""
    deadlineMs: NotRequired[int]
    """How long the work of this prompt may take, from its receipt on. In milliseconds; above
    2147483647 it is that.
    """


class SessionPromptResultV1(TypedDict):
    """Result of ``session/prompt`` in version 1: the receipt. The message is safe in the session's
    queue; nothing is said of its outcome.
    """

    messageId: str
    """Id of the queued user message and of nothing later."""
    mode: NotRequired[Literal["queue", "steer"]]
    """How the prompt was taken. ``queue``: a turn of its own, after those before it. ``steer``:
    into the running turn, before its next step.
    """
    position: NotRequired[int]
    """Place in the queue; 0: it runs now. Absent when it waits in no queue."""
    duplicate: NotRequired[Literal[True]]
    """The prompt had been taken before, under its ``clientMessageId``. Absent otherwise."""


class SessionCancelParams(TypedDict):
    """Params of ``session/cancel``: ends work. At most one of ``messageId``, ``clientMessageId``
    and ``scope`` is there; none means the scope ``turn``.
    """

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    messageId: NotRequired[str]
    """Id of the message whose work is to end, from the result of its prompt."""
    clientMessageId: NotRequired[str]
    """The same by the client's own id, also of a prompt that has not arrived yet."""
    scope: NotRequired[Literal["turn", "queued", "all"]]
    """``turn``: the running turn and the steers that it has not taken. ``queued``: the prompts that
    wait. ``all``: both.
    """
    reason: NotRequired[str]
    """Why; kept in the ``turn/end``."""


class SessionCancelResult(TypedDict):
    """Result of ``session/cancel``. The ``turn/end`` in the log is the confirmation, not this."""

    outcome: Literal["cancelling", "finished", "nothing", "remembered"]
    """``cancelling``: it will take no further step. ``finished``: it was over. ``nothing``: there
    was nothing to end. ``remembered``: the prompt is refused when it arrives.
    """
    turn: NotRequired[int]
    """Number of the turn that is cancelled or was finished; absent where it is about none."""
    cancelled: list[str]
    """The messages that this call ended, in the order of their receipts."""
    kept: list[str]
    """The messages that still wait in the session, in the order of the queue."""


class SessionStatusNotificationV1(TypedDict):
    """Params of ``session.status`` in version 1: the status changed, or what the session waits for.
    """

    sessionId: str
    """Id of the session."""
    status: SdkRunStatus
    """The status now."""
    waitingOn: NotRequired[list[Literal["approval", "tool"]]]
    """What the session waits for, each once. Absent: for nothing of the client's."""


class CancelRequestNotification(TypedDict):
    """Params of ``$/cancelRequest``: the sender gives up a call of its own. The call is still
    answered, once.
    """

    id: Union[str, float]
    """Id of the request, as it was sent: text and number differ, and 0 is an id."""
    reason: NotRequired[str]
    """Why, for logs."""


class SessionOpenParams(TypedDict):
    """Params of ``session/open``: a session that is to exist, with these properties. What is absent
    stays, or comes from ``initialize``.
    """

    sessionId: NotRequired[str]
    """Id of the session. Absent: a new one, with an id of the runtime's."""
    cwd: NotRequired[str]
    """Working folder, an absolute path. On a session that exists another one is a ``conflict``."""
    provider: NotRequired[str]
    """Provider from the next turn on."""
    model: NotRequired[str]
    """Name of the model at that provider, from the next turn on."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for each model call, also in delegated sessions. Absent: the
    adapter's own default.
    """
    systemPrompt: NotRequired[str]
    """System prompt. On a session that exists another one is a ``conflict``."""
    tools: NotRequired[list[ClientTool]]
    """Tools that the client runs for this session and its descendants, in the place of those
    before.
    """
    metadata: NotRequired[dict[str, Any]]
    """Notes of the client, kept with the session and of meaning to the client alone; replaced as a
    whole.
    """


class SessionOpenResult(TypedDict):
    """Result of ``session/open``: the session is open."""

    sessionId: str
    """Id of the session."""
    created: bool
    """Whether it is new."""


class SessionResumeParams(TypedDict):
    """Params of ``session/resume``: opens a stored session and tells what the client has missed."""

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    afterSeq: NotRequired[int]
    """``seq`` of the last event that the client has; -1: none, so all are sent. Absent: no event is
    sent.
    """


class SessionResumeResult(TypedDict):
    """Result of ``session/resume``. The events up to ``lastSeq`` stand before it, those after it
    behind.
    """

    lastSeq: int
    """``seq`` of the last event in the log; -1 when there is none."""
    status: SdkRunStatus
    """Whether it works on something."""
    pending: SessionPending
    """What is open."""


class SessionPending(TypedDict):
    """What is open in a session."""

    prompts: list[PendingPrompt]
    """The prompts that wait, in the order in which they will run."""
    approvals: list[ApprovalRequestParams]
    """The approvals that nobody has answered, oldest first."""


class PendingPrompt(TypedDict):
    """A prompt that waits. Its blocks stand in its receipt, in the log."""

    messageId: str
    """Id of the message."""
    clientMessageId: NotRequired[str]
    """The client's own id of it; absent when it gave none."""


class SessionEventsParams(TypedDict):
    """Params of ``session/events``: asks for events of a log, and neither opens nor repairs it."""

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    afterSeq: int
    """``seq`` of the last event that the client has; -1: none of them."""
    limit: NotRequired[int]
    """How many at most. Absent: as many as fit."""
    waitMs: NotRequired[int]
    """How long to wait for one when there is none. Absent: not at all. In milliseconds; above
    2147483647 it is that.
    """


class SessionEventsResult(TypedDict):
    """Result of ``session/events``."""

    events: list[SessionEvent]
    """The events behind ``afterSeq``, in order; may be empty. At most 1 MiB of them, but always one
    if there is one.
    """
    lastSeq: int
    """``seq`` of the last event in the log; -1 when there is none."""


class SessionCloseParams(TypedDict):
    """Params of ``session/close``."""

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    mode: Literal["drain", "cancel"]
    """``drain``: the turn and the queue come to their end. ``cancel``: both are cut."""
    timeoutMs: NotRequired[int]
    """After which a ``drain`` becomes a ``cancel``. Absent: never. In milliseconds; above
    2147483647 it is that.
    """


class SessionCloseResult(TypedDict):
    """Result of ``session/close``: the session is closed."""

    cancelled: list[str]
    """The messages that were cut off or dropped, in the order of their receipts."""


class SessionForkParams(TypedDict):
    """Params of ``session/fork``: a new session with a copy of a log up to the end of a turn."""

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    atSeq: NotRequired[int]
    """``seq`` of the ``turn/end`` that is copied last. Absent: the last one."""


class SessionForkResult(TypedDict):
    """Result of ``session/fork``."""

    sessionId: str
    """Id of the new session, minted by the runtime."""
    lastSeq: int
    """``seq`` of the last event in the log; -1 when there is none."""


class SessionListParams(TypedDict):
    """Params of ``session/list``."""

    cursor: NotRequired[str]
    """``nextCursor`` of the page before, as it came. Absent: the first page."""
    limit: NotRequired[int]
    """How many at most. Absent: 50."""


class SessionListResult(TypedDict):
    """Result of ``session/list``."""

    sessions: list[SessionInfo]
    """The sessions, the latest ``updatedAt`` first."""
    nextCursor: NotRequired[str]
    """What to ask the next page with, opaque; absent on the last."""


class SessionInfo(TypedDict):
    """What is told of a session."""

    sessionId: str
    """Id of the session."""
    cwd: str
    """Its working folder, an absolute path."""
    provider: str
    """Provider of its next turn."""
    model: str
    """Model of its next turn."""
    title: NotRequired[str]
    """Its title; absent when it has none."""
    createdAt: int
    """When it was created, in milliseconds since 1970."""
    updatedAt: int
    """When its last event was written, in milliseconds since 1970."""
    status: SdkRunStatus
    """Whether it works on something; ``idle`` where it is only stored."""
    lastSeq: int
    """``seq`` of the last event in the log; -1 when there is none."""
    parentSessionId: NotRequired[str]
    """Id of the session that delegated to it; absent in a root."""
    children: list[str]
    """The sessions to which it delegated, oldest first."""
    metadata: NotRequired[dict[str, Any]]
    """The client's notes; absent when there are none."""
    usage: list[UsageRow]
    """What its own model calls came to, a row for each model."""
    treeUsage: list[UsageRow]
    """The same with all its descendants."""


class UsageRow(TypedDict):
    """What the calls of one model came to, failed ones included."""

    provider: str
    """Provider that serves the model."""
    model: str
    """Name of the model."""
    calls: int
    """How many calls were made."""
    inputTokens: float
    """Input tokens that were neither read from nor written to the provider's cache."""
    outputTokens: float
    """Output tokens, reasoning included."""
    cacheReadTokens: NotRequired[float]
    """Input tokens read from the provider's cache; absent when it reports none."""
    cacheWriteTokens: NotRequired[float]
    """Input tokens written to the provider's cache; absent when it reports none."""
    reasoningTokens: NotRequired[float]
    """The part of ``outputTokens`` spent on reasoning; absent when it is not reported."""


class SessionGetParams(TypedDict):
    """Params of ``session/get``."""

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """


class SessionGetResult(TypedDict):
    """Result of ``session/get``: a session and what is open in it."""

    sessionId: str
    """Id of the session."""
    cwd: str
    """Its working folder, an absolute path."""
    provider: str
    """Provider of its next turn."""
    model: str
    """Model of its next turn."""
    title: NotRequired[str]
    """Its title; absent when it has none."""
    createdAt: int
    """When it was created, in milliseconds since 1970."""
    updatedAt: int
    """When its last event was written, in milliseconds since 1970."""
    status: SdkRunStatus
    """Whether it works on something; ``idle`` where it is only stored."""
    lastSeq: int
    """``seq`` of the last event in the log; -1 when there is none."""
    parentSessionId: NotRequired[str]
    """Id of the session that delegated to it; absent in a root."""
    children: list[str]
    """The sessions to which it delegated, oldest first."""
    metadata: NotRequired[dict[str, Any]]
    """The client's notes; absent when there are none."""
    usage: list[UsageRow]
    """What its own model calls came to, a row for each model."""
    treeUsage: list[UsageRow]
    """The same with all its descendants."""
    pending: SessionPending
    """What is open."""


class SessionUpdateParams(TypedDict):
    """Params of ``session/update``: what is to change. What is absent stays."""

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """
    provider: NotRequired[str]
    """Provider from the next turn on."""
    model: NotRequired[str]
    """Name of the model at that provider, from the next turn on."""
    maxTokens: NotRequired[int]
    """Ceiling of output tokens for each model call, also in delegated sessions. Absent: the
    adapter's own default.
    """
    title: NotRequired[str]
    """The title."""
    metadata: NotRequired[dict[str, Any]]
    """Notes of the client, kept with the session and of meaning to the client alone; replaced as a
    whole.
    """


class SessionUpdateResult(TypedDict):
    """Result of ``session/update``: an empty object."""


class SessionDeleteParams(TypedDict):
    """Params of ``session/delete``: closes the session and removes its log, with those of its
    children.
    """

    sessionId: str
    """Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters
    or half a surrogate pair (spec §0.5).
    """


class SessionDeleteResult(TypedDict):
    """Result of ``session/delete``: an empty object."""


SessionGapNotification = TypedDict(
    "SessionGapNotification",
    {
        # Id of the session.
        "sessionId": "str",
        # `seq` of the first that is missing.
        "from": "int",
        # `seq` of the last that is missing.
        "to": "int",
    },
)
"""Params of ``session.gap``: these events are not sent, since the log does not reach back so far or
the client could not take them.
"""


class ClientTool(TypedDict):
    """A tool that the client runs and the runtime offers to the model."""

    name: str
    """Name by which the model calls it: not empty, no other tool's."""
    description: str
    """What the model is told of it."""
    inputSchema: dict[str, Any]
    """JSON Schema of its arguments, which are an object."""
    timeoutMs: NotRequired[int]
    """How long the runtime waits for a result. Absent: 120000. In milliseconds; above 2147483647 it
    is that.
    """


class ToolCallParams(TypedDict):
    """Params of ``tool/call``: the client is to run a tool of its own."""

    sessionId: str
    """Id of the session."""
    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    step: int
    """Number of the step, counted from 1 within its turn."""
    callId: str
    """Id of the call, opaque; the same as in the event ``tool/call``."""
    name: str
    """Name of the tool."""
    arguments: dict[str, Any]
    """Its arguments, which fit its schema."""


class ToolCallResult(TypedDict):
    """Result of ``tool/call``: what the model reads."""

    content: list[ContentBlock]
    """The blocks in order; may be empty."""
    isError: NotRequired[bool]
    """Whether the tool failed. Absent means no."""


class ToolProgressNotification(TypedDict):
    """Params of ``tool.progress``: whoever runs a tool says that it is still at it. Never logged,
    and may be dropped.
    """

    sessionId: str
    """Id of the session."""
    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    callId: str
    """Id of the call."""
    message: NotRequired[str]
    """What it does just now, for people."""
    progress: NotRequired[float]
    """How far it is, in the tool's own measure."""
    total: NotRequired[float]
    """Where ``progress`` will end; absent when that is not known."""


class ApprovalRequestParams(TypedDict):
    """Params of ``approval/request``: may this tool run?"""

    approvalId: str
    """Id of the approval, opaque; ``id`` in its events."""
    sessionId: str
    """Id of the session."""
    turn: int
    """Number of the turn, counted from 1 over the whole life of the session."""
    callId: str
    """Id of the tool call."""
    tool: str
    """Name of the tool."""
    title: str
    """The question in one line, for people."""
    subject: ApprovalSubject
    """What the tool would do."""
    options: list[ApprovalOption]
    """The answers to choose from."""
    expiresAt: NotRequired[int]
    """When the question is answered with no by itself, in milliseconds since 1970; for show.
    Absent: never.
    """


class ApprovalSubject(TypedDict):
    """What the tool would do."""

    arguments: dict[str, Any]
    """The arguments of the call, which fit the tool's schema."""
    command: NotRequired[str]
    """The command that it would run; absent when it runs none."""
    cwd: NotRequired[str]
    """The folder in which it would run it, an absolute path."""
    paths: NotRequired[list[str]]
    """The files that it would write or read."""


class ApprovalOption(TypedDict):
    """One answer that may be chosen."""

    id: str
    """Id of the option, unique in its request."""
    kind: ApprovalOptionKind
    """What it means."""
    label: str
    """What a person is shown; it says what is covered."""


class ApprovalRequestResult(TypedDict):
    """Result of ``approval/request``."""

    outcome: ApprovalOutcome
    """The answer."""


class SelectedApprovalOutcome(TypedDict):
    """An option was chosen."""

    type: Literal["selected"]
    optionId: str
    """Id of the option. One that was not offered counts as a no."""
    note: NotRequired[str]
    """What the person has to say, for the model."""


class CancelledApprovalOutcome(TypedDict):
    """Nothing was chosen. It counts as a no."""

    type: Literal["cancelled"]


class ApprovalAnswerParams(TypedDict):
    """Params of ``approval/answer``: answers an approval from elsewhere than its request. The first
    answer counts.
    """

    approvalId: str
    """Id of the approval, opaque; ``id`` in its events."""
    outcome: ApprovalOutcome
    """The answer."""


class ApprovalAnswerResult(TypedDict):
    """Result of ``approval/answer``: an empty object."""


class ModelListParams(TypedDict):
    """Params of ``model/list``."""

    provider: NotRequired[str]
    """Only the models of this provider. Absent: of all."""


class ModelListResult(TypedDict):
    """Result of ``model/list``."""

    models: list[ModelInfo]
    """The models; may be empty."""


class ModelInfo(TypedDict):
    """A model that sessions can be given."""

    provider: str
    """Provider that serves it."""
    model: str
    """Its name at that provider."""
    title: NotRequired[str]
    """Its name for people; absent: ``model``."""
    contextWindow: NotRequired[int]
    """How many tokens it can read; absent when it is not known."""
    maxOutputTokens: NotRequired[int]
    """How many tokens it can write; absent when it is not known."""
    images: NotRequired[bool]
    """Whether it reads pictures; absent when it is not known."""
    reasoning: NotRequired[bool]
    """Whether it writes down what it thinks; absent when it is not known."""
    ready: bool
    """Whether a key is configured, where one is needed. It is not tried out."""


class AttachmentPutParams(TypedDict):
    """Params of ``attachment/put``: stores a picture."""

    mediaType: Literal["image/png", "image/jpeg", "image/webp", "image/gif"]
    """Media type of the bytes."""
    data: str
    """The bytes. In base64 (RFC 4648 §4), with padding."""
    name: NotRequired[str]
    """File name for people."""


class AttachmentPutResult(TypedDict):
    """Result of ``attachment/put``."""

    attachment: AttachmentRef
    """The stored picture, for an ``image`` block."""


class AttachmentGetParams(TypedDict):
    """Params of ``attachment/get``."""

    attachmentId: str
    """Id of the attachment."""


class AttachmentGetResult(TypedDict):
    """Result of ``attachment/get``."""

    attachment: AttachmentRef
    """The stored picture."""
    data: str
    """Its bytes. In base64 (RFC 4648 §4), with padding."""


class ErrorData(TypedDict):
    """``data`` of an error in version 1. Members beyond the first two belong to the kind that is
    named with them.
    """

    kind: ErrorKind
    """Why the request failed."""
    retryable: bool
    """Whether nothing was done and the same call may succeed later."""
    issues: NotRequired[list[InvalidParamsIssue]]
    """With kind ``invalid-params``: what is wrong, at least one."""
    requested: NotRequired[int]
    """With kind ``unsupported-version``: the ``protocolVersion`` that was asked for."""
    supported: NotRequired[list[int]]
    """With kind ``unsupported-version``: the versions that the server speaks."""
    outcome: NotRequired[ApprovalDecidedOutcome]
    """With kind ``approval-resolved``: how it was decided."""
    lastSeq: NotRequired[int]
    """With kind ``conflict``, where ``afterSeq`` lies behind the end of the log: its last ``seq``.
    """


class InvalidParamsIssue(TypedDict):
    """One thing that is wrong with params."""

    path: str
    """Where, counted from ``params``: ``params.contentBlocks[0].text``."""
    message: str
    """What was expected and what came, in one line that goes behind the path."""


class FrameDroppedNotification(TypedDict):
    """Params of ``$/frameDropped``: a notification of the receiver's was longer than the sender's
    ``maxFrameBytes``, and is lost.
    """

    bytes: int
    """Length of the frame in bytes of UTF-8, without the newline."""
    method: NotRequired[str]
    """Its method; absent when that could not be kept."""


class TurnStartEvent(TypedDict):
    """``turn/start``: A turn begins."""

    type: Literal["turn/start"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: TurnStartData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class TurnEndEvent(TypedDict):
    """``turn/end``: A turn is over."""

    type: Literal["turn/end"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: TurnEndData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class StepStartEvent(TypedDict):
    """``step/start``: A step begins."""

    type: Literal["step/start"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: StepStartData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class StepEndEvent(TypedDict):
    """``step/end``: A step is over."""

    type: Literal["step/end"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: StepEndData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class InboxSplicedEvent(TypedDict):
    """``agent/inbox/spliced``: Messages entered or left the inbox."""

    type: Literal["agent/inbox/spliced"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: InboxSplicedData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class UserMessageEvent(TypedDict):
    """``user/message``: A message joins the history as the user's. The data is the message itself.
    """

    type: Literal["user/message"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: UserMessage
    sourceEventSeqs: NotRequired[list[int]]
    """The earlier events it was made from."""
    surfaceOp: SurfaceOp
    """What the event does to the history."""
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class AssistantChunkEvent(TypedDict):
    """``assistant/chunk``: A piece of the model's stream."""

    type: Literal["assistant/chunk"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: AssistantChunkData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class AssistantMessageEvent(TypedDict):
    """``assistant/message``: The model's answer joins the history."""

    type: Literal["assistant/message"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: AssistantMessageData
    sourceEventSeqs: NotRequired[list[int]]
    """The earlier events it was made from."""
    surfaceOp: SurfaceOp
    """What the event does to the history."""
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class ToolCallEvent(TypedDict):
    """``tool/call``: A tool is about to run."""

    type: Literal["tool/call"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: ToolCallData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class ToolResultEvent(TypedDict):
    """``tool/result``: A tool's outcome joins the history."""

    type: Literal["tool/result"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: ToolResultData
    sourceEventSeqs: NotRequired[list[int]]
    """The earlier events it was made from."""
    surfaceOp: SurfaceOp
    """What the event does to the history."""
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class RequestHeaderEvent(TypedDict):
    """``request/header``: Settings, system prompt and tools of the model calls to come."""

    type: Literal["request/header"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: RequestHeaderData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class RequestContextEvent(TypedDict):
    """``request/context``: Route of the model calls to come."""

    type: Literal["request/context"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: RequestContextData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class SessionEndSeedEvent(TypedDict):
    """``session/end-seed``: End of the events copied from another session."""

    type: Literal["session/end-seed"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: SessionEndSeedData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class SessionTitleEvent(TypedDict):
    """``session/title``: The session got a title."""

    type: Literal["session/title"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: SessionTitleData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class LlmRetryEvent(TypedDict):
    """``llm/retry``: A model call failed and will be tried again."""

    type: Literal["llm/retry"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: LlmRetryData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class LlmRetryStartedEvent(TypedDict):
    """``llm/retry-started``: The next try begins."""

    type: Literal["llm/retry-started"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: LlmRetryStartedData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class TodoWriteEvent(TypedDict):
    """``todo/write``: The todo list was written anew."""

    type: Literal["todo/write"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: TodoWriteData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class SubagentDescriptorEvent(TypedDict):
    """``subagent/descriptor``: What this delegated session is."""

    type: Literal["subagent/descriptor"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: SubagentDescriptorData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class CompactionStartEvent(TypedDict):
    """``compaction/start``: A compaction begins."""

    type: Literal["compaction/start"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: CompactionStartData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class CompactionSummaryEvent(TypedDict):
    """``compaction/summary``: The summary of a compaction."""

    type: Literal["compaction/summary"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: CompactionSummaryData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class CompactionEndEvent(TypedDict):
    """``compaction/end``: A compaction is over."""

    type: Literal["compaction/end"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: CompactionEndData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class SessionUpdatedEvent(TypedDict):
    """``session/updated``: A client changed something about the session."""

    type: Literal["session/updated"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: SessionUpdatedData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class ApprovalAskedEvent(TypedDict):
    """``approval/asked``: A tool call waits for somebody's leave."""

    type: Literal["approval/asked"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: ApprovalAskedData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class ApprovalDecidedEvent(TypedDict):
    """``approval/decided``: It was given or not."""

    type: Literal["approval/decided"]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: ApprovalDecidedData
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


class PluginEvent(TypedDict):
    """An event of an optional plugin, which says what is in its data."""

    type: Literal[
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
    ]
    seq: int
    """Number of the event in its session's log, counted from 0 without gaps."""
    time: int
    """When it was appended, in milliseconds since 1970 on the runtime's clock."""
    data: dict[str, Any]
    ignorable: NotRequired[Literal[True]]
    """A reader may skip it when it does not know the type."""


ContentBlock = Union[TextBlock, ReasoningBlock, ImageBlock, ToolCallBlock, ToolResultBlock]
"""One block of a message. The union is open: a block of another ``type`` is passed on untouched."""

Message = Union[UserMessage, AssistantMessage, ToolResultMessage, SystemMessage]
"""Any message of a conversation. A tool result is told from a user's message by ``source.kind``."""

MessageSource = Union[UserMessageSource, ModelMessageSource, ToolMessageSource, PluginMessageSource]
"""Who wrote a message. A person's own messages are those of kind ``user``. The union is open: a
source of another ``kind`` is passed on untouched; known from plugins are ``agent-instructions``,
``skill-catalog``, ``skill-invocation``, ``goal``, ``coordinator``, ``subagent-report``,
``subagent-settled``, ``session-reference`` and ``team-message``.
"""

StreamChunk = Union[
    TextDeltaChunk,
    ReasoningDeltaChunk,
    ToolCallDeltaChunk,
    BlockStartChunk,
    BlockEndChunk,
    UsageChunk,
    FinishChunk,
]
"""One piece of a model's stream, as the provider sent it; none are joined. The union is open."""

FinishReason = Union[
    StopFinishReason,
    ToolCallsFinishReason,
    MaxTokensFinishReason,
    ErrorFinishReason,
    AbortedFinishReason,
]
"""Why a model call ended. The union is open."""

SurfaceOp = Union[Literal["append"], ReplaceSurfaceOp]
"""What an event does to the model-visible history: it joins the tail, or replaces a stretch."""

TurnEndReason = Union[
    CompletedTurnEndReason,
    MaxTokensTurnEndReason,
    ErrorTurnEndReason,
    AbortedTurnEndReason,
    BlockedTurnEndReason,
    InterruptedTurnEndReason,
]
"""How a turn ended. The union is open."""

AbortCause = Union[
    UserAbortCause,
    DeadlineAbortCause,
    ParentAbortCause,
    HookAbortCause,
    DisposedAbortCause,
    LegacyAbortCause,
]
"""Who or what cancelled a turn. The union is open."""

SessionTitleSource = Union[
    FallbackSessionTitleSource,
    ProviderSessionTitleSource,
    UserSessionTitleSource,
]
"""Who found a title. The union is open."""

ApprovalDecidedOutcome = Union[
    Literal["allow-once", "allow-session", "deny", "cancelled", "interrupted"],
    str,
]
"""How an approval was decided. The list is open; only the two that begin with ``allow`` are a
leave. ``allow-once``: This call may run. ``allow-session``: This call may run, and what the
option's label says until the session is closed. ``deny``: It may not run. ``cancelled``: Nobody
decided: the question was taken back, as where the turn was cancelled. ``interrupted``: Nobody
decided: the process that asked is gone. Written when the log is next opened.
"""

SubagentStopReason = Union[Literal["completed", "aborted", "error", "max-tokens", "refusal"], str]
"""Why a delegated run ended. The list is open. ``completed``: The child's turn completed.
``aborted``: The child was cancelled. ``error``: The child's turn failed. ``max-tokens``: The
child hit the output ceiling. ``refusal``: A policy refused the child's step: its turn was
``blocked``.
"""

SubagentRunStatus = Literal["ok", "error"]
"""Whether a delegated run counts as a success: ``ok`` for ``completed``, and for ``max-tokens``
where the server is told so; else ``error``.
"""

SdkRunStatus = Literal["running", "idle"]
"""Whether a session works on something. There is no third value."""

ApprovalOptionKind = Union[Literal["allow-once", "allow-session", "deny"], str]
"""What choosing an option means. The list is open: show an option of another kind by its label.
``allow-once``: This call may run. ``allow-session``: This call may run, and what the label says
until the session is closed. ``deny``: It may not run.
"""

ApprovalOutcome = Union[SelectedApprovalOutcome, CancelledApprovalOutcome]
"""An answer. The union is open: an answer of another ``type`` counts as a no."""

ErrorKind = Union[
    Literal["invalid-request", "method-not-found", "invalid-params", "internal", "session-unknown", "frame-too-large", "not-agreed", "session-busy", "session-closing", "session-locked", "turn-changed", "approval-resolved", "shutting-down", "overloaded", "storage-failed", "conflict", "unsupported-version", "cancelled"],
    str,
]
"""Why a request failed: the text on which callers branch. The list is open. ``invalid-request``: It
may not be sent now: before ``initialize``, a second ``initialize``, or an id that is already in
flight. -32600 ``method-not-found``: There is no such method. -32601 ``invalid-params``: The
params are wrong; ``issues`` says where. -32602 ``internal``: Something inside the peer failed.
-32603 ``session-unknown``: There is no such session. -32010 ``frame-too-large``: The request was
longer than the receiver's ``maxFrameBytes``. -32011 ``not-agreed``: It needs a capability that
was not agreed. -32012 ``session-busy``: A child session takes no prompt while its parent's call
runs. -32013 ``session-closing``: The session is being closed. -32013 ``session-locked``: Another
process has the session open. -32013 ``turn-changed``: Another turn runs than the one that was
expected, or none. -32013 ``approval-resolved``: The approval has been decided; ``outcome`` says
how. -32014 ``shutting-down``: The runtime is ending. -32015 ``overloaded``: Too many requests
are in flight. -32016 ``storage-failed``: The session's log cannot be written. -32017
``conflict``: It contradicts what is stored. -32018 ``unsupported-version``: No version suits
both ends. -32022 ``cancelled``: The call was cancelled before anything was done. -32800
"""

SessionEvent = Union[
    TurnStartEvent,
    TurnEndEvent,
    StepStartEvent,
    StepEndEvent,
    InboxSplicedEvent,
    UserMessageEvent,
    AssistantChunkEvent,
    AssistantMessageEvent,
    ToolCallEvent,
    ToolResultEvent,
    RequestHeaderEvent,
    RequestContextEvent,
    SessionEndSeedEvent,
    SessionTitleEvent,
    LlmRetryEvent,
    LlmRetryStartedEvent,
    TodoWriteEvent,
    SubagentDescriptorEvent,
    CompactionStartEvent,
    CompactionSummaryEvent,
    CompactionEndEvent,
    SessionUpdatedEvent,
    ApprovalAskedEvent,
    ApprovalDecidedEvent,
    PluginEvent,
]
"""One fact in the log of a session, told apart by ``type``."""

ClientRequestMethod = Literal[
    "initialize",
    "session/prompt",
    "session/cancel",
    "session/open",
    "session/resume",
    "session/events",
    "session/close",
    "session/fork",
    "session/list",
    "session/get",
    "session/update",
    "session/delete",
    "approval/answer",
    "model/list",
    "attachment/put",
    "attachment/get",
    "shutdown",
]
"""A request that a client sends."""

ServerRequestMethod = Literal["tool/call", "approval/request"]
"""A request that a runtime sends."""

ClientNotificationMethod = Literal["tool.progress", "$/cancelRequest", "$/frameDropped"]
"""A notification that a client sends."""

ServerNotificationMethod = Literal[
    "session.event",
    "session.status",
    "session.gap",
    "subagent.started",
    "subagent.finished",
    "tool.progress",
    "$/cancelRequest",
    "$/frameDropped",
]
"""A notification that a runtime sends."""
