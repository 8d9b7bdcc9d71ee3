import type { Message, StreamChunk } from "./vocabulary.ts";

/** A tool as it is offered to a model. */
export interface ToolDescription {
  readonly name: string;
  /** For the model: what the tool does and when to use it. */
  readonly description: string;
  /** JSON Schema of the arguments, `type: "object"` at the top. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One model call: the whole history, since a provider keeps no state between calls. */
export interface ModelRequest {
  /** The session that asks; for providers that cache or script by conversation. Not to be sent as it stands. */
  readonly sessionId: string;
  readonly model: string;
  /** System prompt, absent when there is none. */
  readonly system?: string;
  /** Oldest first; the last one is what the model answers. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDescription[];
  /** Ceiling of output tokens; absent: the provider's own default. */
  readonly maxTokens?: number;
}

/** What a provider knows of one of its models; an absent member is not known. */
export interface ModelDescription {
  /** Tokens of input and output together. */
  readonly contextWindow?: number;
  /** The ceiling of output tokens that the provider fills in when a request names none. */
  readonly defaultMaxTokens?: number;
}

/**
 * A source of model answers (spec §0.7.5).
 *
 * `stream` yields the chunks of one attempt in their order; the last one is `finish`. A failure of the model or of
 * the way to it is a `finish` with reason `error` and its code, never an exception: whoever runs the call decides on
 * retries by that code. Once `signal` is aborted the stream ends soon, by any means. It produces no chunk before the
 * one before has been taken, so that a reader which waits makes it wait too (spec §1.10).
 */
export interface Provider {
  readonly id: string;
  describe(model: string): ModelDescription;
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<StreamChunk>;
}
