import { type ClientTool, HostError, type ModelInfo } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { Route } from "./surroundings.ts";
import { messageOf } from "./diagnostics.ts";
import type { OpenProvider, ProviderOptions } from "./providers/registry.ts";

/** A route as somebody wants it; what is left out is decided by configuration. */
export interface RouteWish {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly maxTokens?: number | undefined;
}

/** What holds where a client names no provider. */
export interface StandardRoute {
  readonly provider: string;
  /** Undefined: a client has to name one. */
  readonly model?: string;
  readonly maxTokens?: number;
}

export interface RoutesOptions {
  readonly providers: ReadonlyMap<string, OpenProvider>;
  readonly providerOptions: Readonly<Record<string, ProviderOptions>>;
  readonly standard: StandardRoute;
  /** Names of the runtime's own tools. */
  readonly toolNames: () => Promise<ReadonlySet<string>>;
}

/** Opens providers for models, by name. */
export class Routes {
  readonly #options: RoutesOptions;

  constructor(options: RoutesOptions) {
    this.#options = options;
  }

  /** Rejects with `invalid-params`: no such provider, or a model that it cannot have. `cwd`: absolute. */
  async open(cwd: string, wish: RouteWish): Promise<Route> {
    const { providers, providerOptions, standard } = this.#options;
    const name = wish.provider ?? standard.provider;
    const isStandard = wish.provider === undefined;
    // A model of the configuration belongs to its provider.
    const model = wish.model ?? (name === standard.provider ? standard.model : undefined);
    const maxTokens = wish.maxTokens ?? (isStandard ? standard.maxTokens : undefined);
    const open = providers.get(name);
    if (open === undefined) {
      throw new HostError("invalid-params", `no adapter registered for provider "${name}"`, { path: "provider" });
    }
    if (model === undefined) {
      throw new HostError("invalid-params", `initialize model: provider "${name}" needs one to be named`, {
        path: "model",
      });
    }
    try {
      const options = providerOptions[name];
      const provider = await open({ cwd, model, ...(options === undefined ? {} : { options }) });
      return { provider, model, ...(maxTokens === undefined ? {} : { maxTokens }) };
    } catch (error) {
      throw new HostError("invalid-params", `initialize model: ${messageOf(error)}`, { path: "model", cause: error });
    }
  }

  /** Rejects with `invalid-params` where a client's tool has the name of one of ours, or of another of its own (spec §1.7). */
  async checkTools(tools: readonly ClientTool[]): Promise<void> {
    const taken = new Set(await this.#options.toolNames());
    for (const [index, { name }] of tools.entries()) {
      if (taken.has(name)) {
        const path = `tools[${index}].name`;
        throw new HostError("invalid-params", `${path} must be free, but there is a tool ${JSON.stringify(name)}`, {
          path,
        });
      }
      taken.add(name);
    }
  }

  /** The models that are known by name, of one provider or of all. */
  async models(provider?: string): Promise<ModelInfo[]> {
    const { standard, providers } = this.#options;
    if (provider !== undefined && !providers.has(provider)) {
      throw new HostError("invalid-params", `no adapter registered for provider "${provider}"`, { path: "provider" });
    }
    const names = provider === undefined ? [...providers.keys()] : [provider];
    const { knownModels } = await import("./models.ts");
    return names.flatMap((name) => knownModels(name, standard));
  }
}
