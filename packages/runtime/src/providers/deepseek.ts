import type { Provider } from "@buckeyestudio/toh-llm";
import type { ProviderRequest } from "./registry.ts";
import { chooseEndpoint, type ProviderOptions } from "./settings.ts";
import { openVendor, type Vendor } from "./vendor.ts";

/** DeepSeek's own service. The key is in `DEEPSEEK_API_KEY`, another address may be in `DEEPSEEK_BASE_URL`. */
export function openDeepseek(request: ProviderRequest): Provider {
  const { options = {} } = request;
  const thinking = thinkingOf(options);
  return openVendor(
    {
      id: "deepseek-official",
      endpoint: chooseEndpoint(request, "DEEPSEEK_BASE_URL", "https://api.deepseek.com"),
      key: { variable: options.apiKeyEnv ?? "DEEPSEEK_API_KEY" },
      describe: (model) =>
        model.startsWith("deepseek-v4") ? { contextWindow: 1_000_000, defaultMaxTokens: 256_000 } : {},
      dialect: async () => (await import("./chat-dialect.ts")).deepseekDialect,
      ...(thinking === undefined ? {} : { options: { openaiCompatible: thinking } }),
    },
    request,
  );
}

/** There the switch is one member and the effort another. */
function thinkingOf({ reasoningEffort }: ProviderOptions): NonNullable<Vendor["options"]>[string] | undefined {
  if (reasoningEffort === undefined) return undefined;
  return reasoningEffort === "none" ? { thinking: { type: "disabled" } } : { reasoningEffort };
}
