import {
  ErrorCode,
  errorOfKind,
  FrameTooLargeError,
  type Issue,
  JsonRpcResponseError,
} from "@buckeyestudio/toh-sdk-protocol";
import { HostError } from "./host.ts";

/** The error of version 1 to answer with (spec §1.2): each has `data` with `kind` and `retryable`. */
export function wireError(error: unknown, signal?: AbortSignal): JsonRpcResponseError {
  if (error instanceof HostError) return refusal(error);
  if (error instanceof JsonRpcResponseError) {
    if (error.data !== undefined) return error;
    const kind = error.code === ErrorCode.invalidRequest ? "invalid-request" : "internal";
    return errorOfKind(kind, error.message);
  }
  // Code that was given the aborted signal of a cancelled call rejects with an error of its own.
  const reason: unknown = signal?.reason;
  if (isAbortError(error) && reason instanceof JsonRpcResponseError) return reason;
  if (error instanceof FrameTooLargeError) return errorOfKind("frame-too-large", error.message);
  return errorOfKind("internal", messageOf(error));
}

/** Bad params; the first of the issues is the message. */
export function invalidParams(method: string, issues: readonly Issue[]): JsonRpcResponseError {
  const [first = { path: "params", message: "are wrong" }] = issues;
  return errorOfKind("invalid-params", `${method} ${first.path} ${first.message}`, {
    issues: issues.length === 0 ? [first] : [...issues],
  });
}

function refusal({ kind, message, path, facts }: HostError): JsonRpcResponseError {
  if (kind !== "invalid-params") return errorOfKind(kind, message, facts);
  return errorOfKind(kind, message, {
    ...facts,
    issues: [{ path: path === undefined ? "params" : `params.${path}`, message }],
  });
}

function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
