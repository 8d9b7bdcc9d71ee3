import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Durability } from "@buckeyestudio/toh-session";
import { hasCode } from "./diagnostics.ts";
import type { RuntimeHostOptions } from "./host.ts";
import type { Environment, ProviderOptions } from "./providers/settings.ts";
import type { ToolSettings } from "./tools/tool-guard.ts";

/** Looked for in the folder that a runtime starts in. */
const CONFIG_FILE = "toh.config.json";

/** What `toh.config.json` may say; its JSON Schema is `config.schema.json`. Flags and environment win over it. */
export interface RuntimeConfig {
  readonly $schema?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly maxTokens?: number;
  /** Where sessions are kept; relative to the runtime's start folder. */
  readonly dataDir?: string;
  readonly durability?: Durability;
  /** By the name of the provider. */
  readonly providers?: Readonly<Record<string, ProviderOptions>>;
  readonly tools?: ToolSettings;
  readonly limits?: RuntimeLimits;
}

/** See `RuntimeHostOptions`, which has the defaults. */
export interface RuntimeLimits {
  readonly maxSteps?: number;
  readonly maxDepth?: number;
  readonly maxChildren?: number;
  readonly maxTurnMs?: number;
  readonly maxTurnTokens?: number;
}

/** What a configuration says of a host, where the environment says nothing else. */
export function hostOptions(config: RuntimeConfig, env: Environment): RuntimeHostOptions {
  const { tools, limits, providers = {} } = config;
  const settled = Object.entries(providers).map(([name, { baseUrl, ...rest }]) => {
    const isSet = (env[BASE_URL[name] ?? ""] ?? "") !== "";
    return [name, baseUrl === undefined || isSet ? rest : { ...rest, baseUrl }] as const;
  });
  const standardRoute = routeOf(config, env);
  return {
    ...limits,
    ...(tools === undefined ? {} : { tools }),
    ...(standardRoute === undefined ? {} : { standardRoute }),
    providerOptions: Object.fromEntries(settled),
  };
}

/** The route for clients that name none; undefined where neither environment nor file say one. */
function routeOf(config: RuntimeConfig, env: Environment): RuntimeHostOptions["standardRoute"] {
  const provider = nonEmpty(env["TOH_PROVIDER"]) ?? config.provider;
  // The file's model belongs to the file's provider.
  const ofFile = provider === config.provider ? config.model : undefined;
  const model = nonEmpty(env["TOH_MODEL"]) ?? ofFile;
  if (provider === undefined) return undefined;
  const { maxTokens } = config;
  return { provider, ...(model === undefined ? {} : { model }), ...(maxTokens === undefined ? {} : { maxTokens }) };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

const BASE_URL: Readonly<Record<string, string | undefined>> = {
  "deepseek-official": "DEEPSEEK_BASE_URL",
  openai: "OPENAI_BASE_URL",
  "openai-compatible": "TOH_BASE_URL",
};

/** A configuration file that cannot be used. The message names file, place and what was expected there. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
}

/**
 * Reads the configuration: `file`, which has to be there, else `toh.config.json` of the current folder, which need not.
 * Rejects with a {@link ConfigError}.
 */
export async function readConfig(file?: string): Promise<RuntimeConfig> {
  const name = file ?? CONFIG_FILE;
  let text: string;
  try {
    text = await readFile(resolve(name), "utf8");
  } catch (error) {
    if (file === undefined && hasCode(error, "ENOENT")) return {};
    const reason = error instanceof Error ? error.message.replace(/, \w+( '.*')?$/, "") : String(error);
    throw new ConfigError(`${name} cannot be read: ${reason}`, { cause: error });
  }
  // The check loads only where there is something to check.
  const { checkConfig } = await import("./config-check.ts");
  return checkConfig(name, text.replace(/^\uFEFF/, ""));
}
