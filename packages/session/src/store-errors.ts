import { quote } from "./event-fields.ts";
import { StoreError } from "./store.ts";
import type { Issue } from "./validators.ts";

/** The error of a file system as a {@link StoreError} of kind `failed`: `what` went wrong, and why. A StoreError stays what it is. */
export function storeFailure(what: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  return new StoreError("failed", `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

/** Whether an error of node:fs has one of these codes. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

export function unknownSession(id: string): StoreError {
  return new StoreError("unknown", `there is no session ${quote(id)}`);
}

export function sessionExists(id: string): StoreError {
  return new StoreError("exists", `there is a session ${quote(id)} already`);
}

export function openHere(what: string): StoreError {
  return new StoreError("locked", `${what} is open in this process already`);
}

/** Of the first thing that is wrong with a header or an event; `undefined` when nothing is. */
export function invalid(what: string, issues: readonly Issue[] | undefined): StoreError | undefined {
  const [issue] = issues ?? [];
  return issue && new StoreError("invalid", `${what}: ${issue.path} ${issue.message}`);
}
