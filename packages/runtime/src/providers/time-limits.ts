import type { LlmFailure, Provider, StreamChunk } from "@buckeyestudio/toh-llm";

/** Milliseconds; 0: no limit. */
export interface TimeLimits {
  /** How long a provider may take for its next chunk. */
  readonly idleMs: number;
  /** How long a call may take as a whole. */
  readonly totalMs: number;
}

export const DEFAULT_LIMITS: TimeLimits = { idleMs: 120_000, totalMs: 30 * 60_000 };

export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls `ring` once after so many milliseconds, unless the returned function is called before. */
  start(ms: number, ring: () => void): () => void;
}

const LONGEST_TIMER = 2 ** 31 - 1; // Node fires a longer one at once

const realClock: Clock = {
  now: () => performance.now(),
  start: (ms, ring) => {
    const timer = setTimeout(ring, Math.min(ms, LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};

/**
 * The provider with limits: a call that is past one ends with the failure `TIMEOUT`, which says past which, and its
 * connection is closed. The time that a reader takes between chunks is not the provider's and does not count as idle.
 * A call that is aborted, or past a limit, ends at once, whatever the provider does about it.
 */
export function withTimeLimits(provider: Provider, limits: TimeLimits, clock: Clock = realClock): Provider {
  return {
    id: provider.id,
    describe: (model) => provider.describe(model),
    stream: (request, { signal }) => ({
      [Symbol.asyncIterator]: () =>
        new LimitedCall((inner) => provider.stream(request, { signal: inner })[Symbol.asyncIterator](), {
          limits,
          clock,
          signal,
        }),
    }),
  };
}

interface CallOptions {
  readonly limits: TimeLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Next = IteratorResult<StreamChunk, undefined>;
type Iterate = (signal: AbortSignal) => AsyncIterator<StreamChunk, unknown>;

/** An iterator by hand, one timer a limit: a generator, and a timer for each chunk, would cost each token several turns. */
class LimitedCall implements AsyncIterator<StreamChunk, undefined> {
  readonly #iterate: Iterate;
  readonly #limits: TimeLimits;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #stop: AbortController = new AbortController();
  #chunks: AsyncIterator<StreamChunk, unknown> | undefined;
  #isOver = false;
  /** Settles what a reader waits for; undefined while none waits. */
  #settle: ((next: Next) => void) | undefined;
  #waitsSince = 0;
  /** What a reader gets who asks after the end. */
  #last: Next | undefined;
  #stopTotal: () => void = () => undefined;
  #stopIdle: () => void = () => undefined;

  constructor(iterate: Iterate, { limits, clock, signal }: CallOptions) {
    this.#iterate = iterate;
    this.#limits = limits;
    this.#clock = clock;
    this.#signal = signal;
  }

  next(): Promise<Next> {
    if (this.#isOver) {
      const next = this.#last ?? DONE;
      this.#last = undefined;
      return Promise.resolve(next);
    }
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#waitsSince = this.#clock.now();
      this.#chunks ??= this.#begin();
      if (this.#isOver) return;
      this.#chunks.next().then(
        (next) => this.#took(next, resolve),
        (error: unknown) => this.#failed(error, reject),
      );
    });
  }

  return(): Promise<Next> {
    this.#cut(DONE);
    return Promise.resolve(DONE);
  }

  #took(next: IteratorResult<StreamChunk, unknown>, resolve: (next: Next) => void): void {
    if (this.#isOver) return; // too late
    this.#settle = undefined;
    if (next.done === true) this.#end();
    resolve(next.done === true ? DONE : next);
  }

  #failed(error: unknown, reject: (error: unknown) => void): void {
    if (this.#isOver) return; // of a call that was told to stop
    this.#end();
    reject(error);
  }

  #begin(): AsyncIterator<StreamChunk, unknown> {
    const chunks = this.#iterate(this.#stop.signal);
    if (this.#signal.aborted) this.#onAbort();
    else {
      this.#signal.addEventListener("abort", this.#onAbort, { once: true });
      const { idleMs, totalMs } = this.#limits;
      if (totalMs > 0) this.#stopTotal = this.#clock.start(totalMs, () => this.#expire(tooLong(totalMs)));
      if (idleMs > 0) this.#watch(idleMs);
    }
    return chunks;
  }

  /** Rings when the reader may have waited for too long; began its waiting later, the rest of the time is watched. */
  #watch(ms: number): void {
    this.#stopIdle = this.#clock.start(ms, () => {
      const { idleMs } = this.#limits;
      const waited = this.#settle === undefined ? 0 : this.#clock.now() - this.#waitsSince;
      // A timer may ring a little early.
      if (waited >= idleMs - 1) this.#expire(silent(idleMs));
      else this.#watch(idleMs - waited);
    });
  }

  readonly #onAbort = (): void => this.#cut(DONE);

  #expire(failure: LlmFailure): void {
    this.#cut({ done: false, value: { type: "finish", reason: { kind: "error", failure } } });
  }

  /** Ends the call with what its reader gets: the one that waits, or the next one who asks. */
  #cut(last: Next): void {
    if (this.#settle === undefined) this.#last = last;
    else this.#settle(last);
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#settle = undefined;
    this.#stopTotal();
    this.#stopIdle();
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#stop.abort(this.#signal.reason);
    // Not awaited: a provider that is stuck would hold its reader. It has been told to stop.
    void this.#chunks?.return?.().catch(() => undefined);
  }
}

const DONE: Next = { done: true, value: undefined };

function silent(ms: number): LlmFailure {
  return { code: "TIMEOUT", message: `the model sent nothing for ${seconds(ms)} (idle time-out)` };
}

function tooLong(ms: number): LlmFailure {
  return { code: "TIMEOUT", message: `the model call took longer than ${seconds(ms)} (total time-out)` };
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
