import type { Provider } from "@buckeyestudio/toh-llm";
import type { Environment, ProviderOptions } from "./settings.ts";

export type { ProviderOptions } from "./settings.ts";

/** What a provider is opened for. */
export interface ProviderRequest {
  /** Absolute path of the working folder: what a model's name may be relative to. */
  readonly cwd: string;
  readonly model: string;
  /** Where keys and addresses come from. Default: the variables of this process. */
  readonly env?: Environment;
  /** What the configuration says of the provider. */
  readonly options?: ProviderOptions;
}

/** Makes a provider ready for a model; rejects with what is wrong with the request. Loads its code when it is called. */
export type OpenProvider = (request: ProviderRequest) => Promise<Provider>;

/** The providers of this runtime, by the name that `initialize` gives. None is loaded before it is asked for. */
export const PROVIDERS: ReadonlyMap<string, OpenProvider> = new Map<string, OpenProvider>([
  ["offline", async () => (await import("./offline.ts")).openOffline()],
  ["scripted", async (request) => (await import("./scripted.ts")).openScripted(request)],
  ["deepseek-official", async (request) => (await import("./deepseek.ts")).openDeepseek(request)],
  ["openai", async (request) => (await import("./openai.ts")).openOpenai(request)],
  ["openai-compatible", async (request) => (await import("./openai-compatible.ts")).openOpenaiCompatible(request)],
]);
