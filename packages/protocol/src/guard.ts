/** Runs code of somebody else. What it throws, or rejects with, goes to `onError` and nowhere else. */
export function guard(run: () => unknown, onError: (error: unknown) => void): void {
  try {
    const result = run();
    if (isThenable(result)) Promise.resolve(result).then(undefined, onError);
  } catch (error) {
    onError(error);
  }
}

/** Throws what looking at `value` throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== "object" || value === null) return false;
  // Read rather than asked for with `in`, which is slow on objects of ever other shapes.
  const { then }: { then?: unknown } = value;
  return typeof then === "function";
}
