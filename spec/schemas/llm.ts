import { Type } from "typebox";
import {
  TOLERATED,
  as,
  boolean,
  integer,
  json,
  list,
  literal,
  number,
  object,
  oneOf,
  openUnion,
  optional,
  string,
  type Static,
} from "./define.ts";

// Attachments and content blocks (spec §0.7)

export const ImageDimensions = object("ImageDimensions", "Size of an image.", {
  width: integer("Width in pixels.", 0),
  height: integer("Height in pixels.", 0),
});

export const AttachmentRef = object(
  "AttachmentRef",
  "A reference to an attachment that the runtime has stored. The bytes themselves never travel inside an event.",
  {
    attachmentId: Type.String({
      description: "Opaque id, not empty; commonly `sha256:` and hexadecimal digits.",
      minLength: 1,
    }),
    mediaType: oneOf("Media type of the stored bytes.", ["image/png", "image/jpeg", "image/webp", "image/gif"]),
    bytes: integer("Size of the stored file in bytes.", 0),
    width: integer("Width in pixels, as stored.", 0),
    height: integer("Height in pixels, as stored.", 0),
    name: optional(string("File name for people; absent when none was given.")),
    originalDimensions: optional(
      as(ImageDimensions, "Size before the image was scaled down; absent when it was stored as it came."),
    ),
  },
);

export const TextBlock = object("TextBlock", "Plain text: in prompts, in answers, in tool results.", {
  type: literal("text"),
  text: string("The text. It may be empty and may hold any character."),
});

export const ReasoningBlock = object(
  "ReasoningBlock",
  "Text in which the model thinks before it answers. Only in assistant messages.",
  {
    type: literal("reasoning"),
    text: string("The reasoning text."),
  },
);

export const ImageBlock = object("ImageBlock", "A picture, by reference: in prompts and in tool results.", {
  type: literal("image"),
  attachment: as(AttachmentRef, "The stored picture."),
});

export const ToolCallBlock = object("ToolCallBlock", "A tool that the model asks for. Only in assistant messages.", {
  type: literal("tool-call"),
  id: string("Call id, minted by the provider and opaque; `call-` and the block's index where the provider gave none."),
  name: string("Name of the tool."),
  arguments: string("Raw JSON text exactly as the model wrote it; it may be invalid JSON."),
});

interface ToolResultShape {
  type: "tool-result";
  toolCallId: string;
  content: ContentBlockShape[];
  isError?: boolean;
}
type ContentBlockShape =
  | Static<typeof TextBlock>
  | Static<typeof ReasoningBlock>
  | Static<typeof ImageBlock>
  | Static<typeof ToolCallBlock>
  | ToolResultShape;

export const ToolResultBlock = object(
  "ToolResultBlock",
  "What a tool call came to. The one block of a tool result message.",
  {
    type: literal("tool-result"),
    toolCallId: string("Id of the call that this answers."),
    // A tool result holds blocks and is one: the one cycle in the vocabulary.
    content: Type.Array(Type.Unsafe<ContentBlockShape>({ $id: "ContentBlock" }), {
      description: "What the tool gave back, as the model sees it; may be empty.",
    }),
    isError: optional(
      boolean(
        "Whether the call failed. Absent means no. A command that ran and exited with another code than 0 has not failed.",
      ),
    ),
  },
);

export const ContentBlock = openUnion(
  "ContentBlock",
  { tag: "type", map: "ContentBlockMap" },
  "One block of a message. The union is open: a block of another `type` is passed on untouched.",
  [TextBlock, ReasoningBlock, ImageBlock, ToolCallBlock, ToolResultBlock],
);

// Where a message comes from

const sourceForm =
  "What kind of context the text is: `instructions`, `catalog`, `snapshot`, `notice`, `relay`, `recall` or another word. Absent: opaque.";

export const SourceSection = object("SourceSection", "One named part of a snapshot.", {
  name: string("Name of the part."),
  text: string("Its text."),
});

export const UserMessageSource = object(
  "UserMessageSource",
  "A prompt: of a person, of a client, or of the parent where the session is a delegated one.",
  {
    kind: literal("user"),
    rpcId: optional(string("Id of the call that brought the prompt, where a web host took it.")),
    clientTimeZone: optional(string("Time zone of the person (IANA name), where a web host took the prompt.")),
    clientMessageId: optional(
      string(
        "The client's own id of the prompt, its key against a second sending (spec §1.5); absent when it gave none.",
      ),
    ),
  },
);

export const ModelMessageSource = object("ModelMessageSource", "A model wrote it.", {
  kind: literal("model"),
  provider: string("Provider that served the model."),
  model: string("Model that wrote the message."),
  replayState: optional(
    json("What the provider needs to be shown this message again; of meaning to its adapter alone."),
  ),
});

export const ToolMessageSource = object("ToolMessageSource", "A tool wrote it.", {
  kind: literal("tool"),
  callId: string("Id of the tool call; equal to `toolCallId` of the message's one block."),
});

export const PluginMessageSource = object(
  "PluginMessageSource",
  "The runtime or one of its plugins wrote it: context that no person typed.",
  {
    kind: literal("plugin"),
    plugin: string("Name of the writer, `compact` for the summary that takes the place of compacted messages."),
    form: optional(string(sourceForm)),
    sections: optional(list(SourceSection, "With form `snapshot`: the text in its parts.")),
    summary: optional(string("With form `notice`: the text in short, at most 120 characters.")),
    compactionId: optional(string("With plugin `compact`: id of the compaction that wrote the message.")),
  },
);

export const MessageSource = openUnion(
  "MessageSource",
  { tag: "kind", map: "MessageSourceMap" },
  [
    "Who wrote a message. A person's own messages are those of kind `user`. The union is open: a source of another `kind` is",
    "passed on untouched; known from plugins are `agent-instructions`, `skill-catalog`, `skill-invocation`, `goal`, `coordinator`,",
    "`subagent-report`, `subagent-settled`, `session-reference` and `team-message`.",
  ].join("\n"),
  [UserMessageSource, ModelMessageSource, ToolMessageSource, PluginMessageSource],
);

// Messages

const messageId = string(
  "Id of the message, opaque, a UUIDv4 where the runtime minted it. The same id in the receipt, in the event and in the model's request.",
);

export const UserMessage = object("UserMessage", "A message that the model reads as the user's.", {
  id: messageId,
  role: literal("user"),
  content: Type.Array(ContentBlock, {
    description:
      "The blocks in order; may be empty. A recorded runtime that was prompted with text or null in their place tells just that, and the open check lets it pass.",
    // A recorded runtime stores and tells what a careless prompt gave it in the place of blocks.
    [TOLERATED]: ["string", "null"],
  }),
  source: as(MessageSource, "Who wrote it."),
});

export const AssistantMessage = object("AssistantMessage", "A message of the model.", {
  id: messageId,
  role: literal("assistant"),
  content: list(
    ContentBlock,
    "The blocks in order. Empty when a step was cut off and left nothing to use; the message then exists to carry the usage.",
  ),
  source: as(ModelMessageSource, "The model that wrote it."),
});

export const ToolResultMessage = object(
  "ToolResultMessage",
  "The outcome of one tool call. Its role is `user`: that is the role under which a model reads it.",
  {
    id: messageId,
    role: literal("user"),
    content: Type.Tuple([ToolResultBlock], {
      description: "Exactly one block, whose `toolCallId` is `source.callId`.",
    }),
    source: as(ToolMessageSource, "The call that it answers."),
  },
);

export const SystemMessage = object("SystemMessage", "A message that instructs the model.", {
  id: messageId,
  role: literal("system"),
  content: list(ContentBlock, "The blocks in order."),
  source: as(MessageSource, "Who wrote it."),
});

export const Message = Type.Union([UserMessage, AssistantMessage, ToolResultMessage, SystemMessage], {
  $id: "Message",
  description: "Any message of a conversation. A tool result is told from a user's message by `source.kind`.",
});

// Usage and failures

export const TokenUsage = object(
  "TokenUsage",
  "Tokens of one model call. The input counts are disjoint: what came out of the cache is not in `inputTokens`.",
  {
    inputTokens: number("Input tokens that were neither read from nor written to the provider's cache."),
    outputTokens: number("Output tokens, reasoning included."),
    cacheReadTokens: optional(number("Input tokens read from the provider's cache; absent when it reports none.")),
    cacheWriteTokens: optional(number("Input tokens written to the provider's cache; absent when it reports none.")),
    reasoningTokens: optional(number("The part of `outputTokens` spent on reasoning; absent when it is not reported.")),
  },
);

export const LlmFailure = object("LlmFailure", "Why a model call, or a whole turn, failed.", {
  message: string("For people; free to change."),
  code: string(
    [
      "What callers branch on: `AUTH`, `INVALID_REQUEST`, `QUOTA`, `RATE_LIMIT`, `SERVER`, `HTTP_<status>`, `CONTEXT_WINDOW_EXCEEDED`,",
      "`EMPTY_RESPONSE`, `STREAM_CLOSED`, `MALFORMED_RESPONSE`, `TRANSPORT`, `TIMEOUT`, `ABORTED`, `MISSING_CREDENTIAL`,",
      "`INVALID_CREDENTIAL`, `UNSUPPORTED_CONTENT`, `NO_ADAPTER`, `STEP_LIMIT`, `UNKNOWN`, or another one.",
    ].join("\n"),
  ),
  status: optional(
    Type.Integer({
      description: "HTTP status of the provider's answer; absent when there was none.",
      minimum: 100,
      maximum: 599,
    }),
  ),
  providerRetryAfterMs: optional(
    Type.Number({
      description: "How long the provider asks to wait, in milliseconds; absent when it does not say.",
      exclusiveMinimum: 0,
    }),
  ),
  requestId: optional(string("The provider's id of the request, for its support; absent when it gave none.")),
});

// The stream of one model call

const index = integer("Number of the block within its model call, counted from 0. Blocks may interleave.", 0);

export const BlockStartChunk = object("BlockStartChunk", "A block begins. A reader tolerates that it is missing.", {
  type: literal("block-start"),
  index,
  blockType: string("`type` of the block to come: `text`, `reasoning`, `tool-call` or another one."),
});

export const TextDeltaChunk = object("TextDeltaChunk", "More text of a text block.", {
  type: literal("text-delta"),
  index,
  text: string("The text to append."),
});

export const ReasoningDeltaChunk = object("ReasoningDeltaChunk", "More text of a reasoning block.", {
  type: literal("reasoning-delta"),
  index,
  text: string("The text to append."),
});

export const ToolCallDeltaChunk = object("ToolCallDeltaChunk", "More of a tool call block.", {
  type: literal("tool-call-delta"),
  index,
  id: string("Call id; may be empty in early chunks."),
  name: optional(string("Name of the tool: absent until it is known, then repeated.")),
  argumentsDelta: string("The JSON text to append; may be empty."),
});

export const BlockEndChunk = object(
  "BlockEndChunk",
  "A block is complete. What comes for the same `index` afterwards does not count.",
  {
    type: literal("block-end"),
    index,
    block: as(ContentBlock, "The whole block; it has authority over the deltas."),
  },
);

export const UsageChunk = object("UsageChunk", "What the call used; comes before `finish`.", {
  type: literal("usage"),
  usage: as(TokenUsage, "The tokens of this call."),
});

export const StopFinishReason = object("StopFinishReason", "The model was done.", { kind: literal("stop") });
export const ToolCallsFinishReason = object("ToolCallsFinishReason", "The model waits for the tools it asked for.", {
  kind: literal("tool-calls"),
});
export const MaxTokensFinishReason = object("MaxTokensFinishReason", "The output ceiling cut the model off.", {
  kind: literal("max-tokens"),
});
export const ErrorFinishReason = object("ErrorFinishReason", "The call failed. Open blocks get no `block-end`.", {
  kind: literal("error"),
  failure: as(LlmFailure, "Why."),
});
export const AbortedFinishReason = object("AbortedFinishReason", "The call was cancelled.", {
  kind: literal("aborted"),
  failure: as(LlmFailure, "The cancellation, told as a failure."),
});

export const FinishReason = openUnion(
  "FinishReason",
  { tag: "kind", map: "FinishReasonMap" },
  "Why a model call ended. The union is open.",
  [StopFinishReason, ToolCallsFinishReason, MaxTokensFinishReason, ErrorFinishReason, AbortedFinishReason],
);

export const ReplayState = object("ReplayState", "What the provider needs to be shown this answer again.", {
  response: json("State of the whole answer; of meaning to the provider's adapter alone."),
  blocks: optional(list(Type.Unknown(), "State of each block, by index.")),
});

export const FinishChunk = object("FinishChunk", "The call is over: the last chunk of an attempt.", {
  type: literal("finish"),
  reason: as(FinishReason, "Why it ended."),
  replayState: optional(as(ReplayState, "Absent when the provider needs none.")),
});

export const StreamChunk = openUnion(
  "StreamChunk",
  { tag: "type", map: "StreamChunkMap" },
  "One piece of a model's stream, as the provider sent it; none are joined. The union is open.",
  [TextDeltaChunk, ReasoningDeltaChunk, ToolCallDeltaChunk, BlockStartChunk, BlockEndChunk, UsageChunk, FinishChunk],
);

/** Everything of this vocabulary, in the order in which the generated files tell it. */
export const definitions = [
  ContentBlock,
  TextBlock,
  ReasoningBlock,
  ImageBlock,
  AttachmentRef,
  ImageDimensions,
  ToolCallBlock,
  ToolResultBlock,
  Message,
  UserMessage,
  AssistantMessage,
  ToolResultMessage,
  SystemMessage,
  MessageSource,
  UserMessageSource,
  ModelMessageSource,
  ToolMessageSource,
  PluginMessageSource,
  SourceSection,
  StreamChunk,
  BlockStartChunk,
  TextDeltaChunk,
  ReasoningDeltaChunk,
  ToolCallDeltaChunk,
  BlockEndChunk,
  UsageChunk,
  FinishChunk,
  FinishReason,
  StopFinishReason,
  ToolCallsFinishReason,
  MaxTokensFinishReason,
  ErrorFinishReason,
  AbortedFinishReason,
  ReplayState,
  TokenUsage,
  LlmFailure,
];
