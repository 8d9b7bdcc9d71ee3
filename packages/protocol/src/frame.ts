import { ErrorCode, JsonRpcResponseError } from "./errors.ts";
import { MemberScan } from "./member-scan.ts";

/** As the peer chose it; `1` and `"1"` differ (spec §0.1). */
export type RequestId = string | number;

export interface RequestFrame {
  kind: "request";
  id: RequestId;
  /** The id as JSON text, to be answered with: a number may have more digits than a double holds. */
  idText: string;
  method: string;
  params: Record<string, unknown>;
}

interface ResponseFrame {
  kind: "response";
  id: RequestId;
  /** Undefined where the peer sent neither a result nor an error, as some do for a result that is empty. */
  result: unknown;
  /** Undefined where the peer sent none, or null. */
  error: unknown;
}

interface NotificationFrame {
  kind: "notification";
  method: string;
  params: Record<string, unknown>;
}

export type Frame = RequestFrame | ResponseFrame | NotificationFrame;

/** Reads one line by the table of spec §0.1. Undefined for a line that is no frame; never throws. */
export function decodeFrame(line: string): Frame | undefined {
  const value = parse(line);
  if (!isPlainObject(value)) return undefined;
  const { id, method } = value;
  const hasId = typeof id === "string" || typeof id === "number";
  if (typeof method === "string") {
    const params = isPlainObject(value["params"]) ? value["params"] : {};
    if (!hasId) return { kind: "notification", method, params };
    return { kind: "request", id, idText: writtenId(id, line), method, params };
  }
  if (!hasId) return undefined;
  return { kind: "response", id, result: value["result"], error: value["error"] ?? undefined };
}

/** Throws what `JSON.stringify` throws. No `params` member where params are undefined, or no JSON value. */
export function encodeRequest(id: string, method: string, params: unknown): string {
  return `{"jsonrpc":"2.0","id":"${id}","method":${quoted(method)}${member(params)}}`;
}

/** As {@link encodeRequest}. */
export function encodeNotification(method: string, params: unknown): string {
  return `{"jsonrpc":"2.0","method":${quoted(method)}${member(params)}}`;
}

/** A result that is undefined, a function or a symbol is written as null. Throws what `JSON.stringify` throws. */
export function encodeResult(idText: string, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${idText},"result":${JSON.stringify(result) ?? "null"}}`;
}

export function encodeError(idText: string, code: number, message: string, data?: unknown): string {
  return `{"jsonrpc":"2.0","id":${idText},"error":${JSON.stringify({ code, message, data })}}`;
}

/**
 * The answer to a request whose handler failed with `error` (spec §0.2): a {@link JsonRpcResponseError} keeps its code
 * and data, any other error only its message. `otherData` stands where there is no data. Never throws, whatever was thrown.
 */
export function encodeFailure(idText: string, error: unknown, otherData?: unknown): string {
  const message = messageOf(error);
  const { code, data = otherData } = wirePartOf(error);
  try {
    return encodeError(idText, code, message, data);
  } catch {
    // The data is no JSON. The answer is owed all the same.
    return encodeError(idText, code, message, otherData);
  }
}

/** The error of a response as a caller meets it. What the peer sent in place of an object is not shown. */
export function responseError(error: unknown): JsonRpcResponseError {
  const { code, message, data } = isPlainObject(error) ? error : {};
  return new JsonRpcResponseError(
    typeof code === "number" ? code : undefined,
    typeof message === "string" ? message : "JSON-RPC error",
    data,
  );
}

function wirePartOf(error: unknown): { code: number; data?: unknown } {
  try {
    if (error instanceof JsonRpcResponseError) {
      const { code, data } = error;
      return { code: code !== undefined && Number.isFinite(code) ? code : ErrorCode.internal, data };
    }
  } catch {
    // A proxy that throws when it is looked at: no error of ours.
  }
  return { code: ErrorCode.internal };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line.charCodeAt(0) === BOM ? line.slice(1) : line);
  } catch {
    // Bad JSON, or brackets deeper than the parser's stack: no frame, like any other stray line.
    return undefined;
  }
}

const BOM = 0xfeff;

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function writtenId(id: RequestId, line: string): string {
  if (typeof id === "string") return PLAIN.test(id) ? `"${id}"` : JSON.stringify(id);
  if (Number.isSafeInteger(id)) return String(id);
  // A fraction, or a number beyond what a double holds exactly: it goes back as it was written.
  const scan = new MemberScan();
  scan.push(Buffer.from(line));
  const found = scan.end();
  return found !== undefined && "idText" in found ? found.idText : JSON.stringify(id);
}

// A sender repeats itself: of a stream of events each has the method of the one before.
let lastMethod = "";
let lastQuoted = '""';

function quoted(method: string): string {
  if (method !== lastMethod) {
    lastQuoted = JSON.stringify(method);
    lastMethod = method;
  }
  return lastQuoted;
}

function member(params: unknown): string {
  const text = JSON.stringify(params);
  return text === undefined ? "" : `,"params":${text}`;
}

/** What most ids are made of. They need no escape, and testing that costs a fifth of looking for one. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    if (typeof error === "string") return error;
    if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string") {
      return error.message;
    }
  } catch {
    // A getter or a proxy that throws; there is no message to be had.
  }
  return "internal error";
}
