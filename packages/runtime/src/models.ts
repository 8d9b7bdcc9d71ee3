import type { ModelInfo } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { StandardRoute } from "./routes.ts";

const KEYS: Readonly<Record<string, string | undefined>> = {
  "deepseek-official": "DEEPSEEK_API_KEY",
  openai: "OPENAI_API_KEY",
};

/** What is known of a provider without asking it: the configured model, and those that this program brings. */
export function knownModels(
  provider: string,
  { provider: standard, model }: StandardRoute,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ModelInfo[] {
  const key = KEYS[provider];
  const ready = key === undefined || (env[key] ?? "") !== "";
  if (provider === "offline") return [{ provider, model: "offline", title: "No model: searches the folder", ready }];
  return standard === provider && model !== undefined ? [{ provider, model, ready }] : [];
}
