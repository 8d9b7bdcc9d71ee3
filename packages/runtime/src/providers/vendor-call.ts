import type { FinishChunk, LlmFailure, ModelRequest, StreamChunk } from "@buckeyestudio/toh-llm";
import { toPrompt, toTools } from "./ai-sdk-prompt.ts";
import { failure, failureOf } from "./failures.ts";
import type { CallOptions } from "./language-model.ts";
import { type Environment, readKey, withoutKey } from "./settings.ts";
import { type Dialect, MissingPackage, type Vendor } from "./vendor.ts";

export interface VendorCall {
  readonly vendor: Vendor;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** One call of a vendor's model, as chunks. Whatever goes wrong is the last of them (spec §0.7.9); an abort ends without one. */
export async function* callVendor(request: ModelRequest, call: VendorCall): AsyncGenerator<StreamChunk> {
  const { vendor, env, signal } = call;
  if (signal.aborted) return;
  const { variable, optional } = vendor.key;
  const reading = readKey(env, variable);
  if (reading.kind === "unusable") {
    yield failed(failure("INVALID_CREDENTIAL", `the key in ${variable} has a character that no header can carry`));
    return;
  }
  if (reading.kind === "missing" && optional !== true) {
    const message = `no key for the provider "${vendor.id}": set ${variable} in the environment of the runtime`;
    yield failed(failure("MISSING_CREDENTIAL", message));
    return;
  }
  const key = reading.kind === "key" ? reading.key : undefined;
  try {
    const dialect = await vendor.dialect();
    const { endpoint } = vendor;
    const options = callOptions(request, { vendor, dialect, signal });
    const answer = await dialect.answer({ model: request.model, endpoint, key, options });
    try {
      for (;;) {
        for (const chunk of await answer.next()) {
          yield chunk.type === "finish" ? finished(chunk, key) : chunk;
          if (chunk.type === "finish") return;
        }
      }
    } finally {
      answer.leave();
    }
  } catch (error) {
    // However the library tells that it was told to stop: nobody reads on.
    if (signal.aborted) return;
    yield finished(failed(tell(error, call)), key);
  }
}

interface Speaking {
  readonly vendor: Vendor;
  readonly dialect: Dialect;
  readonly signal: AbortSignal;
}

function callOptions(request: ModelRequest, { vendor, dialect, signal: abortSignal }: Speaking): CallOptions {
  const maxOutputTokens = request.maxTokens ?? vendor.describe(request.model).defaultMaxTokens;
  const prompt = toPrompt(request, (message) => {
    const { provider, model } = message.source;
    return dialect.recall(message, provider === vendor.id && model === request.model);
  });
  return {
    prompt,
    abortSignal,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(request.tools.length === 0 ? {} : { tools: toTools(request.tools, dialect.tools ?? {}) }),
    ...(vendor.options === undefined ? {} : { providerOptions: vendor.options }),
  };
}

function tell(error: unknown, { vendor }: VendorCall): LlmFailure {
  if (error instanceof MissingPackage) return failure("NO_ADAPTER", error.message);
  return failureOf(error, { origin: vendor.endpoint.origin, now: Date.now });
}

function failed(reason: LlmFailure): FinishChunk {
  return { type: "finish", reason: { kind: "error", failure: reason } };
}

/** The end of a call. A failure may quote what the provider said, and that may quote the key. */
function finished(chunk: FinishChunk, key: string | undefined): FinishChunk {
  if (chunk.reason.kind !== "error" || key === undefined) return chunk;
  const { message, requestId, ...rest } = chunk.reason.failure;
  return failed({
    message: withoutKey(message, key),
    ...rest,
    ...(requestId === undefined ? {} : { requestId: withoutKey(requestId, key) }),
  });
}
