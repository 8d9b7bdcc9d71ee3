import type { Provider } from "@buckeyestudio/toh-llm";
import type { ProviderRequest } from "./registry.ts";
import { chooseEndpoint } from "./settings.ts";
import { openVendor } from "./vendor.ts";

/**
 * Any server that speaks chat completions: Ollama, vLLM, LM Studio, llama.cpp and services. Its address comes from the
 * options or `TOH_BASE_URL`; a key, where one is wanted, is in `TOH_API_KEY`.
 */
export function openOpenaiCompatible(request: ProviderRequest): Provider {
  const { options = {} } = request;
  const { reasoningEffort } = options;
  return openVendor(
    {
      id: "openai-compatible",
      endpoint: chooseEndpoint(request, "TOH_BASE_URL"),
      key: { variable: options.apiKeyEnv ?? "TOH_API_KEY", optional: true },
      describe: () => ({}),
      dialect: async () => (await import("./chat-dialect.ts")).compatibleDialect,
      ...(reasoningEffort === undefined ? {} : { options: { openaiCompatible: { reasoningEffort } } }),
    },
    request,
  );
}
