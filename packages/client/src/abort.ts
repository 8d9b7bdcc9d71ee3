import { HarnessError } from "@buckeyestudio/toh-sdk-protocol";

/** The signal's own reason; one that is no Error stands in `cause`. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new HarnessError("aborted", "the call was aborted", { cause: reason });
}

/** As `promise`, but rejects once `signal` aborts. What `promise` comes to then is nobody's concern. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) throw abortError(signal);
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortError(signal));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
