import { HarnessError } from "./errors.ts";
import type { RequestId } from "./frame.ts";

/** The calls of this side that wait for their response: ids, promises, abort. */
export class PendingCalls {
  readonly #calls = new Map<RequestId, PendingCall>();
  readonly #prefix: string = idPrefix();
  readonly #onAbandoned: (id: string, reason: unknown) => void;
  #count = 0;

  /** @param onAbandoned called when the signal of an open call aborts, with the signal's reason */
  constructor(onAbandoned: (id: string, reason: unknown) => void = () => undefined) {
    this.#onAbandoned = onAbandoned;
  }

  /** An id that no call of this transport had; letters, digits and `_` only. */
  nextId(): string {
    return `${this.#prefix}${++this.#count}`;
  }

  /** The methods of all open calls, oldest first. */
  methods(): string[] {
    return Array.from(this.#calls.values(), (call) => call.method);
  }

  methodOf(id: RequestId): string | undefined {
    return this.#calls.get(id)?.method;
  }

  /** The promise of a call; it rejects when `signal` aborts, and the listener is gone once it has settled. */
  open(id: string, method: string, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal === undefined) {
        this.#calls.set(id, { method, resolve, reject, release: undefined });
        return;
      }
      const onAbort = (): void => {
        this.#calls.delete(id);
        this.#onAbandoned(id, signal.reason);
        reject(abortError(signal));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#calls.set(id, { method, resolve, reject, release: () => signal.removeEventListener("abort", onAbort) });
    });
  }

  /** An id that nobody waits for is ignored: the call was aborted, answered before, or never made. */
  resolve(id: RequestId, result: unknown): void {
    this.#take(id)?.resolve(result);
  }

  /** As {@link resolve}. */
  reject(id: RequestId, error: Error): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: Error): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) {
      call.release?.();
      call.reject(error);
    }
  }

  #take(id: RequestId): PendingCall | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    call.release?.();
    return call;
  }
}

/**
 * Letters that keep the ids of one transport apart from those of an earlier one on the same streams. With a counter of
 * five digits an id has 12 characters: what is longer costs a tenth of a call, as joined strings are copied when used.
 */
function idPrefix(): string {
  const letter = (): string => LETTERS.charAt(Math.floor(Math.random() * LETTERS.length));
  return `req_${letter()}${letter()}${letter()}`;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The signal's own reason; one that is no Error stands in `cause`. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error) return reason;
  const error = new HarnessError("aborted", typeof reason === "string" ? reason : "the call was aborted", {
    cause: reason,
  });
  error.name = "AbortError";
  return error;
}

interface PendingCall {
  method: string;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  release: (() => void) | undefined;
}
