import type { StoreClock } from "./store-clock.ts";

/**
 * Lets all who want their writes synced at one time share one sync: those who ask in one turn of the event loop, and
 * those who ask while a sync runs that began before their write. What nobody asks about is synced all the same, 50 ms after
 * it was written.
 *
 * A sync that fails is the last: the system may have dropped what it could not write, and say nothing the next time.
 */
export class GroupCommit {
  readonly #sync: () => Promise<void>;
  readonly #clock: StoreClock;
  /** How many writes there were, and how many of these a finished sync had before it. */
  #written = 0;
  #synced = 0;
  #running: Batch | undefined;
  /** The sync that begins when the running one is over. */
  #next: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(sync: () => Promise<void>, clock: StoreClock) {
    this.#sync = sync;
    this.#clock = clock;
  }

  /** Tells of a write that has just happened. */
  wrote(): void {
    this.#written++;
    this.#cancelTimer ??= this.#clock.after(LAZY_SYNC_MS, () => this.#syncLazily(), false);
  }

  /** Resolves when each write told of so far is synced; rejects with the error of the sync, now and ever after. */
  sync(): Promise<void> {
    if (this.#failure === undefined && this.#synced === this.#written) return Promise.resolve();
    if (this.#running?.covers === this.#written) return this.#running.done;
    return (this.#next ??= this.#begin());
  }

  #syncLazily(): void {
    // Who writes or asks next is told of the failure.
    this.sync().catch(() => undefined);
  }

  async #begin(): Promise<void> {
    // How the one before ends is told to those who wait for it.
    await this.#running?.done.catch(() => undefined);
    // A tick behind all promises: whoever resumes in this turn, writes and asks, is still aboard.
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
    this.#next = undefined;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const covers = this.#written;
    this.#running = { covers, done: this.#run(covers) };
    await this.#running.done;
  }

  async #run(covers: number): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure.error;
      await this.#sync();
      this.#synced = covers;
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    } finally {
      this.#running = undefined;
    }
  }
}

/** Half of the 100 ms within which an event is on the disk: the other half is for the disk. */
const LAZY_SYNC_MS = 50;

interface Batch {
  readonly covers: number;
  readonly done: Promise<void>;
}
