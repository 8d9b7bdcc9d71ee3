import type { ModelDescription, ModelRequest, Provider, StreamChunk } from "@buckeyestudio/toh-llm";
import type { CallOptions, Recall, VendorOptions } from "./language-model.ts";
import type { ProviderRequest } from "./registry.ts";
import { type Endpoint, type Environment, readLimits } from "./settings.ts";
import { withTimeLimits } from "./time-limits.ts";

/** A vendor of models: its address, its key, and the way to talk with it. */
export interface Vendor {
  /** The provider's name. */
  readonly id: string;
  readonly endpoint: Endpoint;
  /** The variable that holds the key. An optional key that is missing is not sent. */
  readonly key: { readonly variable: string; readonly optional?: true };
  describe(model: string): ModelDescription;
  /** Sent along with every request. */
  readonly options?: VendorOptions;
  /** Loads what the vendor speaks: with the first call, so that a handshake is answered without it. */
  dialect(): Promise<Dialect>;
}

/** How a kind of vendor is spoken with. */
export interface Dialect {
  /** Makes the request. Rejects with whatever went wrong. */
  answer(call: DialectCall): Promise<Answer>;
  /** Shows answers of the past to the model again. */
  readonly recall: Recall;
  /** `strict: false` is for vendors that would read a tool's schema more strictly than it is meant. */
  readonly tools?: { readonly strict?: false };
}

/** An answer as it comes. */
export interface Answer {
  /** The chunks that came next, perhaps none. The last one of all is a finish. Rejects with whatever went wrong. */
  next(): Promise<readonly StreamChunk[]>;
  /** Ends the request where it is not at its end, once. */
  leave(): void;
}

export interface DialectCall {
  readonly model: string;
  readonly endpoint: Endpoint;
  readonly key: string | undefined;
  readonly options: CallOptions;
}

/** A package is wanted that does not come with the runtime. The message tells what to install. */
export class MissingPackage extends Error {
  override readonly name: string = "MissingPackage";
}

/** The vendor as a provider, with its time limits. Throws what is wrong with the options. */
export function openVendor(vendor: Vendor, { env = process.env, options = {} }: ProviderRequest): Provider {
  return withTimeLimits(new VendorProvider(vendor, env), readLimits(options));
}

/** One HTTP request a call. The key is read anew for each, and nothing that comes out holds it. */
class VendorProvider implements Provider {
  readonly id: string;
  readonly #vendor: Vendor;
  readonly #env: Environment;

  constructor(vendor: Vendor, env: Environment) {
    this.id = vendor.id;
    this.#vendor = vendor;
    this.#env = env;
  }

  describe(model: string): ModelDescription {
    return this.#vendor.describe(model);
  }

  stream(request: ModelRequest, { signal }: { readonly signal: AbortSignal }): AsyncIterable<StreamChunk> {
    const call = async (): Promise<AsyncIterator<StreamChunk>> => {
      const { callVendor } = await import("./vendor-call.ts");
      return callVendor(request, { vendor: this.#vendor, env: this.#env, signal });
    };
    return { [Symbol.asyncIterator]: () => new LateIterator(call) };
  }
}

/** An iterator that is loaded when the first value is asked for, and adds nothing to the others. */
class LateIterator<T> implements AsyncIterator<T> {
  readonly #load: () => Promise<AsyncIterator<T>>;
  #loading: Promise<AsyncIterator<T>> | undefined;
  #loaded: AsyncIterator<T> | undefined;

  constructor(load: () => Promise<AsyncIterator<T>>) {
    this.#load = load;
  }

  next(): Promise<IteratorResult<T>> {
    return this.#loaded?.next() ?? this.#first();
  }

  async return(): Promise<IteratorResult<T>> {
    // Never asked for a value: nothing was begun.
    await (await this.#loading)?.return?.();
    return { done: true, value: undefined };
  }

  async #first(): Promise<IteratorResult<T>> {
    this.#loading ??= this.#load();
    this.#loaded = await this.#loading;
    return this.#loaded.next();
  }
}
