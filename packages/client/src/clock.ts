/** Time as this package uses it; tests hand in their own. */
export interface Clock {
  /**
   * Calls `callback` once after `ms` milliseconds and returns what cancels that. `Infinity` never fires. The wait
   * does not keep the process alive.
   */
  after(ms: number, callback: () => void): () => void;
}

// setTimeout fires at once for anything longer than this (24.8 days), so longer waits are made of several.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  after(ms, callback) {
    if (ms === Infinity) return () => {};
    let timer: NodeJS.Timeout | undefined;
    let turn: NodeJS.Immediate | undefined;
    let leftMs = ms;
    const wait = (): void => {
      const partMs = Math.min(leftMs, LONGEST_TIMER_MS);
      leftMs -= partMs;
      timer = setTimeout(leftMs > 0 ? wait : late, partMs).unref();
    };
    // Timers run before input in a turn of the event loop. After a blocked loop, an answer that already lies in the
    // pipe must win over the bound that elapsed meanwhile, so input gets its turn first.
    const late = (): void => {
      turn = setImmediate(callback);
    };
    wait();
    return () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
  },
};

/**
 * `ms` as a bound on waiting: a positive number of milliseconds of any size, or `Infinity` for no bound.
 *
 * @throws RangeError for anything else, `0`, `NaN` and negative numbers included: none of them may come to mean
 * "at once" or "for ever" by accident.
 */
export function checkBound(name: string, ms: number | undefined): number {
  if (ms === undefined) return Infinity;
  if (typeof ms === "number" && ms > 0) return ms;
  throw new RangeError(`${name} must be a positive number of milliseconds or Infinity, got ${String(ms)}`);
}

/** `ms` as the length of a grace: like a bound, but `0` skips the wait, and `fallbackMs` stands for `undefined`. */
export function checkGrace(name: string, ms: number | undefined, fallbackMs: number): number {
  if (ms === undefined) return fallbackMs;
  if (typeof ms === "number" && ms >= 0) return ms;
  throw new RangeError(`${name} must be 0, a positive number of milliseconds or Infinity, got ${String(ms)}`);
}
