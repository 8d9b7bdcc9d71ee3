import { type FSWatcher, watch } from "node:fs";
import type { StoreClock } from "./store-clock.ts";

/** Tells that a file may have changed: by the system's notice where there is one, and from time to time in any case. */
export class FileChanges {
  readonly #clock: StoreClock;
  readonly #pollMs: number;
  readonly #signal: AbortSignal;
  #watcher: FSWatcher | undefined;
  #hasChanged = false;
  #wake: () => void = () => undefined;

  /** From here on no change is missed. */
  constructor(path: string, options: { clock: StoreClock; pollMs: number; signal: AbortSignal }) {
    this.#clock = options.clock;
    this.#pollMs = options.pollMs;
    this.#signal = options.signal;
    try {
      this.#watcher = watch(path, () => this.#changed());
      this.#watcher.on("error", () => this.#unwatch());
    } catch {
      // Some file systems notify nobody, and the number of watches is limited: looking now and then will do.
    }
  }

  /** Resolves after a change since the last call, when it is time to look, or when the signal is aborted. */
  async next(): Promise<void> {
    if (!this.#hasChanged && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.after(this.#pollMs, () => this.#wake(), true);
        const abort = (): void => this.#wake();
        this.#wake = () => {
          cancel();
          this.#signal.removeEventListener("abort", abort);
          this.#wake = () => undefined;
          resolve();
        };
        this.#signal.addEventListener("abort", abort);
      });
    }
    this.#hasChanged = false;
  }

  close(): void {
    this.#unwatch();
    this.#wake();
  }

  #changed(): void {
    this.#hasChanged = true;
    this.#wake();
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
