/** Time as the stores use it; tests hand in their own. */
export interface StoreClock {
  /** Calls `callback` once after `ms` milliseconds and returns what cancels that. `hold`: the wait keeps the process alive. */
  after(ms: number, callback: () => void, hold: boolean): () => void;
}

export const systemClock: StoreClock = {
  after(ms, callback, hold) {
    const timer = setTimeout(callback, ms);
    if (!hold) timer.unref();
    return () => clearTimeout(timer);
  },
};
