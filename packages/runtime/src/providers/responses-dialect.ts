import type { createOpenAI } from "@ai-sdk/openai";
import { AiSdkChunks } from "./ai-sdk-chunks.ts";
import { assistantParts } from "./ai-sdk-prompt.ts";
import { failure, StreamFailure } from "./failures.ts";
import type { StreamingModel } from "./language-model.ts";
import { recallParts, rememberParts } from "./replay.ts";
import { type Answer, type Dialect, type DialectCall, MissingPackage } from "./vendor.ts";

/** OpenAI's responses. Nothing is stored there: reasoning comes sealed, and goes back as it came. */
export const responsesDialect: Dialect = {
  answer,
  recall: (message, isOwn) => ({
    role: "assistant",
    // Reasoning of others has no form there.
    content: isOwn ? recallParts(message) : assistantParts(message.content).filter((part) => part.type !== "reasoning"),
  }),
  tools: { strict: false },
};

async function answer({ model, endpoint, key, options }: DialectCall): Promise<Answer> {
  const create = await load();
  const settings = { baseURL: endpoint.baseUrl, ...(key === undefined ? {} : { apiKey: key }) };
  const asked: StreamingModel = create(settings).responses(model);
  const { stream } = await asked.doStream(options);
  const reader = stream.getReader();
  const chunks = new AiSdkChunks(rememberParts);
  return {
    next: async () => {
      const { done, value } = await reader.read();
      if (!done) return chunks.accept(value);
      throw new StreamFailure(failure("STREAM_CLOSED", "the stream ended before the model had finished"));
    },
    leave: () => {
      // Ends the request too. It rejects where the stream has failed, and that has been told.
      reader.cancel().catch(() => undefined);
    },
  };
}

async function load(): Promise<typeof createOpenAI> {
  try {
    return (await import("@ai-sdk/openai")).createOpenAI;
  } catch (error) {
    throw new MissingPackage(
      'the provider "openai" needs a package that does not come with the runtime: npm install @ai-sdk/openai@3',
      { cause: error },
    );
  }
}
