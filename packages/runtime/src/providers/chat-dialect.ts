import type { AssistantMessage, LlmFailure, ReplayState, StreamChunk } from "@buckeyestudio/toh-llm";
import { assistantParts } from "./ai-sdk-prompt.ts";
import { ChatChunks, REASONING_FIELD } from "./chat-chunks.ts";
import { EventSplitter } from "./event-stream.ts";
import { failure, StreamFailure } from "./failures.ts";
import { type HeldAnswer, holdAnswer } from "./held-fetch.ts";
import { asObject } from "./json.ts";
import type { Answered, AssistantTurn, MakeReplayState } from "./language-model.ts";
import { recallParts, rememberParts, responseState } from "./replay.ts";
import type { Endpoint } from "./settings.ts";
import type { Answer, Dialect, DialectCall } from "./vendor.ts";

/** The name under which the library takes settings of its own. */
const CHAT = "openaiCompatible";

/** Chat completions of DeepSeek: in its thinking mode it wants every answer back with the reasoning that led to it. */
export const deepseekDialect: Dialect = {
  answer,
  recall: ({ content }) => {
    const parts = assistantParts(content);
    const hasReasoning = parts.some((part) => part.type === "reasoning");
    // An answer without reasoning, or of another model, passes with a blank one; with an empty one it does not.
    return { role: "assistant", content: hasReasoning ? parts : [{ type: "reasoning", text: " " }, ...parts] };
  },
};

/** Chat completions of anyone: reasoning goes back only to the model that wrote it, under the name under which it came. */
export const compatibleDialect: Dialect = {
  answer: (call) => answer(call, rememberChat),
  recall: recallChat,
};

/**
 * The library makes the request, and tells a refusal; the events of an answer are read here: through the library's web
 * streams and schemas a token costs several times as much.
 */
async function answer({ model, endpoint, key, options }: DialectCall, remember?: MakeReplayState): Promise<Answer> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const held = holdAnswer();
  const { stream } = await createOpenAICompatible({
    name: CHAT,
    baseURL: endpoint.baseUrl,
    includeUsage: true,
    fetch: held.fetch,
    ...(key === undefined ? {} : { apiKey: key }),
  })(model).doStream(options);
  const answered = held.answer();
  await stream.cancel();
  if (answered === undefined) throw new Error("the library made no request");
  return new ChatAnswer(answered, endpoint, new ChatChunks(remember));
}

class ChatAnswer implements Answer {
  readonly #answered: HeldAnswer;
  readonly #endpoint: Endpoint;
  readonly #chunks: ChatChunks;
  readonly #splitter: EventSplitter = new EventSplitter();
  #isStream: boolean;

  constructor(answered: HeldAnswer, endpoint: Endpoint, chunks: ChatChunks) {
    this.#answered = answered;
    this.#endpoint = endpoint;
    this.#chunks = chunks;
    this.#isStream = answered.contentType?.includes("event-stream") ?? true;
  }

  async next(): Promise<readonly StreamChunk[]> {
    const piece = await this.#answered.body.next();
    const chunks: StreamChunk[] = [];
    try {
      for (const data of piece === undefined ? this.#splitter.end() : this.#splitter.push(piece)) {
        this.#isStream = true;
        if (data === "[DONE]") return chunks.concat(this.#chunks.end(true));
        chunks.push(...this.#chunks.accept(data));
      }
      if (piece !== undefined) return chunks;
      if (!this.#isStream) throw new StreamFailure(noStream(this.#endpoint, this.#answered.contentType));
      return chunks.concat(this.#chunks.end(false));
    } catch (error) {
      // What came in the same piece before it is told first.
      if (!(error instanceof StreamFailure)) throw error;
      return [...chunks, { type: "finish", reason: { kind: "error", failure: error.failure } }];
    }
  }

  leave(): void {
    this.#answered.body.leave();
  }
}

function noStream({ origin }: Endpoint, contentType: string | undefined): LlmFailure {
  const message = `${origin} answered with ${contentType}, not with a stream of events: is the base URL right?`;
  return failure("MALFORMED_RESPONSE", message);
}

function rememberChat(answered: Answered): ReplayState | undefined {
  const field = answered.options?.["theopen"]?.[REASONING_FIELD];
  const parts = rememberParts(answered);
  if (parts === undefined && field === undefined) return undefined;
  return { response: { ...asObject(parts?.response), ...(field === undefined ? {} : { [REASONING_FIELD]: field }) } };
}

function recallChat(message: AssistantMessage, isOwn: boolean): AssistantTurn {
  const field = isOwn ? responseState(message)?.[REASONING_FIELD] : undefined;
  const parts = isOwn ? recallParts(message) : assistantParts(message.content);
  if (field === "reasoning_content") return { role: "assistant", content: parts };
  const reasoning = parts.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("");
  return {
    role: "assistant",
    content: parts.filter((part) => part.type !== "reasoning"),
    ...(field === "reasoning" && reasoning !== "" ? { providerOptions: { [CHAT]: { reasoning } } } : {}),
  };
}
