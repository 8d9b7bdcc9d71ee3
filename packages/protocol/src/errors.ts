import type { ErrorData, ErrorKind } from "./types.ts";

/** Numbers of the `error.code` member on the wire (spec §1.2). */
export const ErrorCode = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  cancelled: -32800,
  unsupportedVersion: -32022,
  sessionUnknown: -32010,
  frameTooLarge: -32011,
  notAgreed: -32012,
  /** `session-busy`, `session-closing`, `session-locked` and `turn-changed`. */
  sessionNotReady: -32013,
  approvalResolved: -32014,
  shuttingDown: -32015,
  overloaded: -32016,
  storageFailed: -32017,
  conflict: -32018,
} as const;

/** The code on the wire of each kind of error (spec §1.2). Several kinds share one. */
export const CODE_OF_KIND = {
  "invalid-request": -32600,
  "method-not-found": -32601,
  "invalid-params": -32602,
  internal: -32603,
  cancelled: -32800,
  "unsupported-version": -32022,
  "session-unknown": -32010,
  "frame-too-large": -32011,
  "not-agreed": -32012,
  "session-busy": -32013,
  "session-closing": -32013,
  "session-locked": -32013,
  "turn-changed": -32013,
  "approval-resolved": -32014,
  "shutting-down": -32015,
  overloaded: -32016,
  "storage-failed": -32017,
  conflict: -32018,
} as const;

/** The kinds after which the same call may succeed later, nothing having been done, unless the server knows better. */
const RETRYABLE: ReadonlySet<ErrorKind> = new Set([
  "session-busy",
  "session-closing",
  "session-locked",
  "shutting-down",
  "overloaded",
]);

/**
 * The error with which a request of version 1 is answered (spec §1.2): its code is that of `kind`, its data has `kind`,
 * `retryable` and what `details` has beside them. `retryable` is true for `session-busy`, `session-closing`,
 * `session-locked`, `shutting-down` and `overloaded`, and false for all others, unless `details` says otherwise.
 */
export function errorOfKind(
  kind: keyof typeof CODE_OF_KIND,
  message: string,
  details: Omit<Partial<ErrorData>, "kind"> = {},
): JsonRpcResponseError {
  return new JsonRpcResponseError(CODE_OF_KIND[kind], message, {
    kind,
    retryable: RETRYABLE.has(kind),
    ...details,
  } satisfies ErrorData);
}

/**
 * Every error that these packages throw on purpose. Branch on `kind`, which is stable across releases;
 * `message` is for people and free to change.
 */
export class HarnessError extends Error {
  readonly kind: string;

  constructor(kind: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.kind = kind;
  }
}

/**
 * The peer answered with an error. Thrown by a request handler, it is answered with its own code and data,
 * where any other error is answered with `-32603` and its message alone (spec §0.2).
 *
 * `kind` is `data.kind` where the peer sent one (spec §1.2), else `response`.
 */
export class JsonRpcResponseError extends HarnessError {
  /** The number on the wire; undefined where the peer sent none, or something else than a number. */
  readonly code: number | undefined;
  /** As the peer sent it. */
  readonly data?: unknown;

  constructor(code: number | undefined, message: string, data?: unknown) {
    super(kindIn(data) ?? "response", message);
    this.code = code;
    this.data = data;
  }

  /** Whether the peer said that nothing was done and the same call may succeed later (spec §1.2). */
  get retryable(): boolean {
    const { data } = this;
    return typeof data === "object" && data !== null && "retryable" in data && data.retryable === true;
  }
}

/** What is known about the end of a connection; the fields of a process only where the peer is a process. */
export interface TransportClosedDetails extends ErrorOptions {
  exitCode?: number | undefined;
  signal?: string | undefined;
  /** The last of what the peer wrote to stderr. */
  stderrTail?: string | undefined;
  /** The methods of the calls that this end left without an answer, oldest first. */
  callsInFlight?: readonly string[] | undefined;
}

/** The peer or this side ended the connection. The first error stands in `cause` where there was one. */
export class TransportClosedError extends HarnessError {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stderrTail: string | undefined;
  readonly callsInFlight: readonly string[];

  constructor(message: string, details: TransportClosedDetails = {}) {
    super("closed", message, "cause" in details ? { cause: details.cause } : undefined);
    this.exitCode = details.exitCode;
    this.signal = details.signal;
    this.stderrTail = details.stderrTail;
    this.callsInFlight = details.callsInFlight ?? [];
  }
}

/** The bound of a call passed. The work may still have happened. */
export class RequestTimeoutError extends HarnessError {
  readonly method: string;
  readonly timeoutMs: number;

  constructor(method: string, timeoutMs: number, options?: ErrorOptions) {
    super("timeout", `${method} was not answered within ${timeoutMs} ms`, options);
    this.method = method;
    this.timeoutMs = timeoutMs;
  }
}

/** The peer did not agree to this feature. Refused before anything was written. */
export class CapabilityError extends HarnessError {
  readonly capability: string;

  constructor(capability: string, options?: ErrorOptions) {
    super("not-agreed", `the peer did not agree to ${capability}`, options);
    this.capability = capability;
  }
}

/** Where a message breaks its contract. */
export interface SdkProtocolErrorDetails extends ErrorOptions {
  /** The method of the message, or the one that it answers. */
  method?: string | undefined;
  /** The path of the member, such as `params.sessionId`. */
  field?: string | undefined;
  /** For subclasses; `bad-message` when absent. */
  kind?: string | undefined;
}

/** A message breaks its contract. */
export class SdkProtocolError extends HarnessError {
  readonly method: string | undefined;
  readonly field: string | undefined;

  constructor(message: string, details: SdkProtocolErrorDetails = {}) {
    super(details.kind ?? "bad-message", message, "cause" in details ? { cause: details.cause } : undefined);
    this.method = details.method;
    this.field = details.field;
  }
}

/** A frame was received that is larger than `maxFrameBytes`, and was skipped (spec §1.9). */
export class FrameTooLargeError extends SdkProtocolError {
  readonly code: number = ErrorCode.frameTooLarge;
  /** The limit that it passed, in bytes of UTF-8 without the newline. */
  readonly maxFrameBytes: number;

  constructor(maxFrameBytes: number, details: { method?: string | undefined } = {}) {
    super(`frame is longer than ${maxFrameBytes} bytes`, { method: details.method, kind: "frame-too-large" });
    this.maxFrameBytes = maxFrameBytes;
  }
}

function kindIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "kind") || !("kind" in data)) return undefined;
  return typeof data.kind === "string" ? data.kind : undefined;
}
