import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { AssistantMessage, ReplayState } from "@buckeyestudio/toh-llm";

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>>;

/** A language model of the AI SDK, of version 3 of its specification; one of version 4 fits too: parts that only it has are passed over. */
export type StreamingModel = Pick<Model, "doStream">;

export type CallOptions = Parameters<Model["doStream"]>[0];
type StreamResult = Awaited<ReturnType<Model["doStream"]>>;
export type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;
export type FinishPart = Extract<StreamPart, { type: "finish" }>;

export type Prompt = CallOptions["prompt"];
export type PromptMessage = Prompt[number];
export type AssistantTurn = Extract<PromptMessage, { role: "assistant" }>;
export type AssistantPart = AssistantTurn["content"][number];
/** Settings of one vendor, by the vendor's name. */
export type VendorOptions = NonNullable<CallOptions["providerOptions"]>;

/** What the library attached to a piece of an answer, to be shown it again. */
export interface ReplayPart {
  readonly type: "text" | "reasoning" | "tool-call";
  /** Whether the piece became a block: sealed reasoning becomes none. */
  readonly shown: boolean;
  readonly options?: VendorOptions;
}

/** What the library told of an answer that is over. */
export interface Answered {
  readonly parts: readonly ReplayPart[];
  /** Of the answer as a whole. */
  readonly options: VendorOptions | undefined;
}

/** Makes of an answer what is to be kept with it. Absent: nothing. */
export type MakeReplayState = (answered: Answered) => ReplayState | undefined;

/** Shows an answer of the past to its model again, or to another one: `isOwn` tells which. */
export type Recall = (message: AssistantMessage, isOwn: boolean) => AssistantTurn;
