import type { ProviderRequest } from "./registry.ts";
import { DEFAULT_LIMITS, type TimeLimits } from "./time-limits.ts";

/** The variables of a process: where keys and addresses of providers come from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a configuration says of a provider. Each member wins over the environment; whoever fills them in has settled what wins over what. */
export interface ProviderOptions {
  /** Where requests go: an http or https URL, as in `http://127.0.0.1:11434/v1`. */
  readonly baseUrl?: string;
  /** Name of the environment variable with the key: keys themselves are in no configuration. */
  readonly apiKeyEnv?: string;
  /** Milliseconds without a piece of the answer after which a call fails with `TIMEOUT`; 0: no limit. Default 120,000. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds after which a call fails with `TIMEOUT`, however lively; 0: no limit. Default 1,800,000. */
  readonly totalTimeoutMs?: number;
  /** How hard a model thinks, in the provider's own words (`low`, `high`, `max`, …); absent: as the provider likes. */
  readonly reasoningEffort?: string;
}

/** An address that requests go to. */
export interface Endpoint {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Scheme, host and port alone: what messages may name. */
  readonly origin: string;
}

/** Throws, without quoting the text, when it is no address or holds what belongs elsewhere; `setting` says where it came from. */
function readEndpoint(text: string, setting: string): Endpoint {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new Error(`${setting} is not an http or https URL`);
  if (url.username !== "" || url.password !== "")
    throw new Error(`${setting} holds a user name or password: give a key in the environment instead`);
  if (url.search !== "" || url.hash !== "") throw new Error(`${setting} has a query or a fragment`);
  return { baseUrl: url.href.replace(/\/+$/, ""), origin: url.origin };
}

/** The address of the options, of the variable, or the usual one. Throws where there is none or it is no address. */
export function chooseEndpoint(request: ProviderRequest, variable: string, usual?: string): Endpoint {
  const { env = process.env, options = {} } = request;
  if (options.baseUrl !== undefined) return readEndpoint(options.baseUrl, "baseUrl");
  const text = env[variable]?.trim();
  if (text !== undefined && text !== "") return readEndpoint(text, variable);
  if (usual === undefined) throw new Error(`no base URL: set ${variable}, as in http://127.0.0.1:11434/v1`);
  return readEndpoint(usual, "the usual base URL");
}

/** The time limits of the options. Throws for what is no number of milliseconds. */
export function readLimits({ idleTimeoutMs, totalTimeoutMs }: ProviderOptions): TimeLimits {
  for (const [name, ms] of Object.entries({ idleTimeoutMs, totalTimeoutMs })) {
    if (ms !== undefined && (!Number.isFinite(ms) || ms < 0))
      throw new Error(`${name} is to be a number of milliseconds, or 0 for no limit`);
  }
  return { idleMs: idleTimeoutMs ?? DEFAULT_LIMITS.idleMs, totalMs: totalTimeoutMs ?? DEFAULT_LIMITS.totalMs };
}

export type KeyReading = { readonly kind: "key"; readonly key: string } | { readonly kind: "missing" | "unusable" };

/** Reads a key; white space around it is no part of it. Unusable: it has a character that no header can carry. */
export function readKey(env: Environment, variable: string): KeyReading {
  const key = env[variable]?.trim() ?? "";
  if (key === "") return { kind: "missing" };
  return /^[\x21-\x7e]+$/.test(key) ? { kind: "key", key } : { kind: "unusable" };
}

// Shorter ones are placeholders ("ollama", "none") for servers that want any key: words that texts may hold.
const SHORTEST_SECRET = 8;

/** The text without the key, should someone have quoted it; also without its beginning where `…` tells that a text was cut. */
export function withoutKey(text: string, key: string): string {
  if (key.length < SHORTEST_SECRET) return text;
  const clean = text.replaceAll(key, "[key]");
  if (!clean.endsWith("…")) return clean;
  for (let length = key.length - 1; length >= 4; length--) {
    if (clean.endsWith(`${key.slice(0, length)}…`)) return `${clean.slice(0, -length - 1)}[key]…`;
  }
  return clean;
}
