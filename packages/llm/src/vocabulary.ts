// Generated from the schemas in spec/ by `npm run generate`. Do not edit.

/**
 * What stands behind the type of a {@link ContentBlock}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface ContentBlockMap {
  /** Plain text: in prompts, in answers, in tool results. */
  text: TextBlock;
  /** Text in which the model thinks before it answers. Only in assistant messages. */
  reasoning: ReasoningBlock;
  /** A picture, by reference: in prompts and in tool results. */
  image: ImageBlock;
  /** A tool that the model asks for. Only in assistant messages. */
  "tool-call": ToolCallBlock;
  /** What a tool call came to. The one block of a tool result message. */
  "tool-result": ToolResultBlock;
}

/** One block of a message. The union is open: a block of another `type` is passed on untouched. */
export type ContentBlock = ContentBlockMap[keyof ContentBlockMap];

/** Plain text: in prompts, in answers, in tool results. */
export interface TextBlock {
  type: "text";
  /** The text. It may be empty and may hold any character. */
  text: string;
}

/** Text in which the model thinks before it answers. Only in assistant messages. */
export interface ReasoningBlock {
  type: "reasoning";
  /** The reasoning text. */
  text: string;
}

/** A picture, by reference: in prompts and in tool results. */
export interface ImageBlock {
  type: "image";
  /** The stored picture. */
  attachment: AttachmentRef;
}

/** A reference to an attachment that the runtime has stored. The bytes themselves never travel inside an event. */
export interface AttachmentRef {
  /** Opaque id, not empty; commonly `sha256:` and hexadecimal digits. */
  attachmentId: string;
  /** Media type of the stored bytes. */
  mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  /** Size of the stored file in bytes. */
  bytes: number;
  /** Width in pixels, as stored. */
  width: number;
  /** Height in pixels, as stored. */
  height: number;
  /** File name for people; absent when none was given. */
  name?: string;
  /** Size before the image was scaled down; absent when it was stored as it came. */
  originalDimensions?: ImageDimensions;
}

/** Size of an image. */
export interface ImageDimensions {
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
}

/** A tool that the model asks for. Only in assistant messages. */
export interface ToolCallBlock {
  type: "tool-call";
  /** Call id, minted by the provider and opaque; `call-` and the block's index where the provider gave none. */
  id: string;
  /** Name of the tool. */
  name: string;
  /** Raw JSON text exactly as the model wrote it; it may be invalid JSON. */
  arguments: string;
}

/** What a tool call came to. The one block of a tool result message. */
export interface ToolResultBlock {
  type: "tool-result";
  /** Id of the call that this answers. */
  toolCallId: string;
  /** What the tool gave back, as the model sees it; may be empty. */
  content: ContentBlock[];
  /**
   * Whether the call failed. Absent means no. A command that ran and exited with another code than 0 has not failed.
   */
  isError?: boolean;
}

/** Any message of a conversation. A tool result is told from a user's message by `source.kind`. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage | SystemMessage;

/** A message that the model reads as the user's. */
export interface UserMessage {
  /**
   * Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt, in the event and in
   * the model's request.
   */
  id: string;
  role: "user";
  /**
   * The blocks in order; may be empty. A recorded runtime that was prompted with text or null in their place tells just
   * that, and the open check lets it pass.
   */
  content: ContentBlock[];
  /** Who wrote it. */
  source: MessageSource;
}

/** A message of the model. */
export interface AssistantMessage {
  /**
   * Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt, in the event and in
   * the model's request.
   */
  id: string;
  role: "assistant";
  /**
   * The blocks in order. Empty when a step was cut off and left nothing to use; the message then exists to carry the
   * usage.
   */
  content: ContentBlock[];
  /** The model that wrote it. */
  source: ModelMessageSource;
}

/** The outcome of one tool call. Its role is `user`: that is the role under which a model reads it. */
export interface ToolResultMessage {
  /**
   * Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt, in the event and in
   * the model's request.
   */
  id: string;
  role: "user";
  /** Exactly one block, whose `toolCallId` is `source.callId`. */
  content: [ToolResultBlock];
  /** The call that it answers. */
  source: ToolMessageSource;
}

/** A message that instructs the model. */
export interface SystemMessage {
  /**
   * Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt, in the event and in
   * the model's request.
   */
  id: string;
  role: "system";
  /** The blocks in order. */
  content: ContentBlock[];
  /** Who wrote it. */
  source: MessageSource;
}

/**
 * What stands behind the kind of a {@link MessageSource}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface MessageSourceMap {
  /** A prompt: of a person, of a client, or of the parent where the session is a delegated one. */
  user: UserMessageSource;
  /** A model wrote it. */
  model: ModelMessageSource;
  /** A tool wrote it. */
  tool: ToolMessageSource;
  /** The runtime or one of its plugins wrote it: context that no person typed. */
  plugin: PluginMessageSource;
}

/**
 * Who wrote a message. A person's own messages are those of kind `user`. The union is open: a source of another `kind`
 * is passed on untouched; known from plugins are `agent-instructions`, `skill-catalog`, `skill-invocation`, `goal`,
 * `coordinator`, `subagent-report`, `subagent-settled`, `session-reference` and `team-message`.
 */
export type MessageSource = MessageSourceMap[keyof MessageSourceMap];

/** A prompt: of a person, of a client, or of the parent where the session is a delegated one. */
export interface UserMessageSource {
  kind: "user";
  /** Id of the call that brought the prompt, where a web host took it. */
  rpcId?: string;
  /** Time zone of the person (IANA name), where a web host took the prompt. */
  clientTimeZone?: string;
  /** The client's own id of the prompt, its key against a second sending (spec §1.5); absent when it gave none. */
  clientMessageId?: string;
}

/** A model wrote it. */
export interface ModelMessageSource {
  kind: "model";
  /** Provider that served the model. */
  provider: string;
  /** Model that wrote the message. */
  model: string;
  /** What the provider needs to be shown this message again; of meaning to its adapter alone. */
  replayState?: unknown;
}

/** A tool wrote it. */
export interface ToolMessageSource {
  kind: "tool";
  /** Id of the tool call; equal to `toolCallId` of the message's one block. */
  callId: string;
}

/** The runtime or one of its plugins wrote it: context that no person typed. */
export interface PluginMessageSource {
  kind: "plugin";
  /** Name of the writer, `compact` for the summary that takes the place of compacted messages. */
  plugin: string;
  /**
   * What kind of context the text is: `instructions`, `catalog`, `snapshot`, `notice`, `relay`, `recall` or another
   * word. Absent: opaque.
   */
  form?: string;
  /** With form `snapshot`: the text in its parts. */
  sections?: SourceSection[];
  /** With form `notice`: the text in short, at most 120 characters. */
  summary?: string;
  /** With plugin `compact`: id of the compaction that wrote the message. */
  compactionId?: string;
}

/** One named part of a snapshot. */
export interface SourceSection {
  /** Name of the part. */
  name: string;
  /** Its text. */
  text: string;
}

/**
 * What stands behind the type of a {@link StreamChunk}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface StreamChunkMap {
  /** More text of a text block. */
  "text-delta": TextDeltaChunk;
  /** More text of a reasoning block. */
  "reasoning-delta": ReasoningDeltaChunk;
  /** More of a tool call block. */
  "tool-call-delta": ToolCallDeltaChunk;
  /** A block begins. A reader tolerates that it is missing. */
  "block-start": BlockStartChunk;
  /** A block is complete. What comes for the same `index` afterwards does not count. */
  "block-end": BlockEndChunk;
  /** What the call used; comes before `finish`. */
  usage: UsageChunk;
  /** The call is over: the last chunk of an attempt. */
  finish: FinishChunk;
}

/** One piece of a model's stream, as the provider sent it; none are joined. The union is open. */
export type StreamChunk = StreamChunkMap[keyof StreamChunkMap];

/** A block begins. A reader tolerates that it is missing. */
export interface BlockStartChunk {
  type: "block-start";
  /** Number of the block within its model call, counted from 0. Blocks may interleave. */
  index: number;
  /** `type` of the block to come: `text`, `reasoning`, `tool-call` or another one. */
  blockType: string;
}

/** More text of a text block. */
export interface TextDeltaChunk {
  type: "text-delta";
  /** Number of the block within its model call, counted from 0. Blocks may interleave. */
  index: number;
  /** The text to append. */
  text: string;
}

/** More text of a reasoning block. */
export interface ReasoningDeltaChunk {
  type: "reasoning-delta";
  /** Number of the block within its model call, counted from 0. Blocks may interleave. */
  index: number;
  /** The text to append. */
  text: string;
}

/** More of a tool call block. */
export interface ToolCallDeltaChunk {
  type: "tool-call-delta";
  /** Number of the block within its model call, counted from 0. Blocks may interleave. */
  index: number;
  /** Call id; may be empty in early chunks. */
  id: string;
  /** Name of the tool: absent until it is known, then repeated. */
  name?: string;
  /** The JSON text to append; may be empty. */
  argumentsDelta: string;
}

/** A block is complete. What comes for the same `index` afterwards does not count. */
export interface BlockEndChunk {
  type: "block-end";
  /** Number of the block within its model call, counted from 0. Blocks may interleave. */
  index: number;
  /** The whole block; it has authority over the deltas. */
  block: ContentBlock;
}

/** What the call used; comes before `finish`. */
export interface UsageChunk {
  type: "usage";
  /** The tokens of this call. */
  usage: TokenUsage;
}

/** The call is over: the last chunk of an attempt. */
export interface FinishChunk {
  type: "finish";
  /** Why it ended. */
  reason: FinishReason;
  /** Absent when the provider needs none. */
  replayState?: ReplayState;
}

/**
 * What stands behind the kind of a {@link FinishReason}. A plugin adds its own by declaration merging on the package's
 * name.
 */
export interface FinishReasonMap {
  /** The model was done. */
  stop: StopFinishReason;
  /** The model waits for the tools it asked for. */
  "tool-calls": ToolCallsFinishReason;
  /** The output ceiling cut the model off. */
  "max-tokens": MaxTokensFinishReason;
  /** The call failed. Open blocks get no `block-end`. */
  error: ErrorFinishReason;
  /** The call was cancelled. */
  aborted: AbortedFinishReason;
}

/** Why a model call ended. The union is open. */
export type FinishReason = FinishReasonMap[keyof FinishReasonMap];

/** The model was done. */
export interface StopFinishReason {
  kind: "stop";
}

/** The model waits for the tools it asked for. */
export interface ToolCallsFinishReason {
  kind: "tool-calls";
}

/** The output ceiling cut the model off. */
export interface MaxTokensFinishReason {
  kind: "max-tokens";
}

/** The call failed. Open blocks get no `block-end`. */
export interface ErrorFinishReason {
  kind: "error";
  /** Why. */
  failure: LlmFailure;
}

/** The call was cancelled. */
export interface AbortedFinishReason {
  kind: "aborted";
  /** The cancellation, told as a failure. */
  failure: LlmFailure;
}

/** What the provider needs to be shown this answer again. */
export interface ReplayState {
  /** State of the whole answer; of meaning to the provider's adapter alone. */
  response: unknown;
  /** State of each block, by index. */
  blocks?: unknown[];
}

/** Tokens of one model call. The input counts are disjoint: what came out of the cache is not in `inputTokens`. */
export interface TokenUsage {
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

/** Why a model call, or a whole turn, failed. */
export interface LlmFailure {
  /** For people; free to change. */
  message: string;
  /**
   * What callers branch on: `AUTH`, `INVALID_REQUEST`, `QUOTA`, `RATE_LIMIT`, `SERVER`, `HTTP_<status>`,
   * `CONTEXT_WINDOW_EXCEEDED`, `EMPTY_RESPONSE`, `STREAM_CLOSED`, `MALFORMED_RESPONSE`, `TRANSPORT`, `TIMEOUT`,
   * `ABORTED`, `MISSING_CREDENTIAL`, `INVALID_CREDENTIAL`, `UNSUPPORTED_CONTENT`, `NO_ADAPTER`, `STEP_LIMIT`,
   * `UNKNOWN`, or another one.
   */
  code: string;
  /** HTTP status of the provider's answer; absent when there was none. */
  status?: number;
  /** How long the provider asks to wait, in milliseconds; absent when it does not say. */
  providerRetryAfterMs?: number;
  /** The provider's id of the request, for its support; absent when it gave none. */
  requestId?: string;
}
