import type { HostFact } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { unlessAborted } from "./abort.ts";

export interface FactQueueOptions {
  /** Tells the peers; a promise means: produce no more until it resolves. */
  readonly emit: (fact: HostFact) => void | Promise<void>;
  /** Resolves when all that was written to the log before the call survives the end of the machine. */
  readonly sync: () => Promise<void>;
}

interface Waiting {
  readonly fact: HostFact;
  readonly durable: boolean;
}

/**
 * What a session has to tell, in its order: a fact that must be durable waits for the log to be synced, and whatever
 * comes behind it waits with it; any other fact is told at once. One sync serves all that wait when it begins.
 */
export class FactQueue {
  readonly #emit: FactQueueOptions["emit"];
  readonly #sync: FactQueueOptions["sync"];
  readonly #waiting: Waiting[] = [];
  #pump: Promise<void> | undefined;
  // What the slowest reader asked us to wait for, since the last time we did.
  #pressure: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: FactQueueOptions) {
    this.#emit = options.emit;
    this.#sync = options.sync;
  }

  /** Takes a fact. Once a sync has failed nothing is told any more: the log may not hold it. */
  tell(fact: HostFact, durable: boolean): void {
    if (this.#failure !== undefined) return;
    if (!durable && this.#pump === undefined) {
      this.#tellNow(fact);
      return;
    }
    this.#waiting.push({ fact, durable });
    this.#pump ??= this.#run();
  }

  /** Resolves when all that was taken so far has been told; rejects with the error of the sync that failed. */
  async told(): Promise<void> {
    await this.#pump;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** {@link told}, and then waits while a reader asks us to (spec §1.10). Rejects with the signal's reason once it is aborted. */
  async flow(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#pump !== undefined || this.#failure !== undefined) await unlessAborted(this.told(), signal);
    while (this.#pressure !== undefined) {
      const pressure = this.#pressure;
      await unlessAborted(pressure, signal);
      if (this.#pressure === pressure) this.#pressure = undefined;
    }
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const served = this.#waiting.length;
        // The sync begins before anything else may be written: it serves exactly what stands in the queue now.
        await this.#sync();
        for (const { fact } of this.#waiting.splice(0, served)) this.#tellNow(fact);
        this.#tellUndurable();
      }
    } catch (error) {
      this.#failure = { error };
      this.#waiting.length = 0;
    } finally {
      this.#pump = undefined;
    }
  }

  /** Facts that came meanwhile and need no sync follow at once, up to the next that does. */
  #tellUndurable(): void {
    const next = this.#waiting.findIndex(({ durable }) => durable);
    for (const { fact } of this.#waiting.splice(0, next === -1 ? this.#waiting.length : next)) this.#tellNow(fact);
  }

  #tellNow(fact: HostFact): void {
    const wait = this.#emit(fact);
    if (wait !== undefined) this.#pressure = wait;
  }
}
