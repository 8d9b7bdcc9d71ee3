import type { AbortCause } from "@buckeyestudio/toh-session";

/** The reason with which a turn's signal is aborted: the log tells it as the turn's end (spec §0.7.12). */
export class TurnAborted extends Error {
  override readonly name: string = "TurnAborted";
  readonly abortCause: AbortCause;

  constructor(cause: AbortCause) {
    super(`the turn was aborted: ${cause.kind}`);
    this.abortCause = cause;
  }
}

/** The cause behind an aborted signal; `disposed` where it was aborted with something else. */
export function abortCause(signal: AbortSignal): AbortCause {
  return signal.reason instanceof TurnAborted ? signal.reason.abortCause : { kind: "disposed" };
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. `work` itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) work.catch(() => undefined); // nobody waits for it any more
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** A signal that is aborted with its parent, or with a reason of its own once a time has passed. */
export class Deadline {
  /** Aborted with the parent's reason, or with the one that the constructor was given. */
  readonly signal: AbortSignal;
  readonly #parent: AbortSignal;
  readonly #controller: AbortController = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #passed = false;

  /** @param ms clamped at 2^31-1 */
  constructor(parent: AbortSignal, ms: number, reason: unknown) {
    this.signal = this.#controller.signal;
    this.#parent = parent;
    this.#timer = setTimeout(
      () => {
        this.#passed = !parent.aborted;
        this.#controller.abort(reason);
      },
      Math.min(ms, 2 ** 31 - 1),
    );
    if (parent.aborted) this.#follow();
    else parent.addEventListener("abort", this.#follow, { once: true });
  }

  /** Whether it was the time that ended it. */
  get passed(): boolean {
    return this.#passed;
  }

  /** To be called when the work is done: lets go of timer and parent. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#parent.removeEventListener("abort", this.#follow);
  }

  readonly #follow = (): void => {
    clearTimeout(this.#timer);
    this.#controller.abort(this.#parent.reason);
  };
}
