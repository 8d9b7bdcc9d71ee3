/** Hears of each event of a session since it was made. */
export interface Listening {
  /** Resolves at the first event since {@link EventBell.listen}, after `ms`, or when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** To be called when nobody waits any more. */
  stop(): void;
}

/** Wakes those who wait for the next event of a session. */
export class EventBell {
  readonly #listening: Map<string, Set<() => void>> = new Map();

  ring(sessionId: string): void {
    for (const hear of this.#listening.get(sessionId) ?? []) hear();
  }

  /** Listens from now on: who looks for events first and then waits misses none in between. */
  listen(sessionId: string): Listening {
    const all = this.#listening.get(sessionId) ?? new Set();
    this.#listening.set(sessionId, all);
    let hasRung = false;
    let wake: () => void = () => undefined;
    const hear = (): void => {
      hasRung = true;
      wake();
    };
    all.add(hear);
    return {
      wait: async (ms, signal) => {
        if (hasRung || signal.aborted) return;
        await new Promise<void>((resolve) => {
          wake = (): void => {
            clearTimeout(timer);
            signal.removeEventListener("abort", wake);
            resolve();
          };
          const timer = setTimeout(wake, Math.min(ms, 2 ** 31 - 1));
          signal.addEventListener("abort", wake, { once: true });
        });
      },
      stop: () => {
        all.delete(hear);
        if (all.size === 0 && this.#listening.get(sessionId) === all) this.#listening.delete(sessionId);
      },
    };
  }
}
