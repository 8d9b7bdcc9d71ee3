import type { Provider } from "@buckeyestudio/toh-llm";
import type { ProviderRequest } from "./registry.ts";
import { chooseEndpoint } from "./settings.ts";
import { openVendor } from "./vendor.ts";

/**
 * OpenAI's responses API, through `@ai-sdk/openai`, which is to be installed beside the runtime. The key is in
 * `OPENAI_API_KEY`, another address may be in `OPENAI_BASE_URL`. Servers that only speak chat completions, whoever's
 * models they have, are for `openai-compatible`.
 */
export function openOpenai(request: ProviderRequest): Provider {
  const { options = {} } = request;
  const { reasoningEffort } = options;
  return openVendor(
    {
      id: "openai",
      endpoint: chooseEndpoint(request, "OPENAI_BASE_URL", "https://api.openai.com/v1"),
      key: { variable: options.apiKeyEnv ?? "OPENAI_API_KEY" },
      describe: () => ({}),
      dialect: async () => (await import("./responses-dialect.ts")).responsesDialect,
      options: { openai: { store: false, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) } },
    },
    request,
  );
}
