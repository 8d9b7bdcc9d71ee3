import type { LlmFailure } from "@buckeyestudio/toh-llm";
import { asObject, asText, parseJson } from "./json.ts";
import { readHeaders, type Headers } from "./response-headers.ts";

export interface FailureContext {
  /** Scheme, host and port that the call went to. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What a provider says of a failure, as far as it says it. */
interface Complaint {
  readonly message: string | undefined;
  /** Its code and its type, as far as they are texts. */
  readonly words: string;
  /** Where it gives a number for a code: mostly an HTTP status. */
  readonly number: number | undefined;
}

/** What ended a stream, told already. */
export class StreamFailure extends Error {
  override readonly name: string = "StreamFailure";
  readonly failure: LlmFailure;

  constructor(reason: LlmFailure) {
    super(reason.message);
    this.failure = reason;
  }
}

/** Tells what was thrown by a model call, or came in its stream as an error, in the codes of the vocabulary (spec §0.7.9). */
export function failureOf(error: unknown, context: FailureContext): LlmFailure {
  if (error instanceof StreamFailure) return error.failure;
  const fields = asObject(error);
  const status = fields?.["statusCode"];
  // An error in the middle of an answer has the answer's status: 200.
  if (error instanceof Error && typeof status === "number" && status >= 300)
    return httpFailure(status, fields ?? {}, context);
  return libraryFailure(error) ?? networkFailure(error, context) ?? reportedFailure(error);
}

/** A failure whose message has a bound. */
export function failure(code: string, message: string): LlmFailure {
  return { message: bounded(message), code };
}

function httpFailure(status: number, fields: Readonly<Record<string, unknown>>, context: FailureContext): LlmFailure {
  const body = asText(fields["responseBody"]);
  const complaint = complaintOf(fields["data"] ?? (body === undefined ? undefined : parseJson(body)));
  const reason = complaint.message ?? asText(fields["message"]) ?? `${context.origin} answered with status ${status}`;
  return {
    ...failure(httpCode(status, complaint), reason),
    ...(status <= 599 ? { status } : {}),
    ...readHeaders(headersOf(fields["responseHeaders"]), context.now()),
  };
}

function httpCode(status: number, complaint: Complaint): string {
  if (status === 402 || isQuota(complaint)) return "QUOTA";
  if (status === 401 || status === 403) return "AUTH";
  if (status === 429) return "RATE_LIMIT";
  // A server that runs a model itself may answer with 500 here.
  if (status !== 404 && isTooLong(complaint)) return "CONTEXT_WINDOW_EXCEEDED";
  if (status === 400 || status === 413 || status === 422) return "INVALID_REQUEST";
  return status >= 500 ? "SERVER" : `HTTP_${status}`;
}

/** Errors of the library between us and the provider, told by their names. */
function libraryFailure(error: unknown): LlmFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  switch (error.name) {
    case "AI_UnsupportedFunctionalityError":
      return failure("UNSUPPORTED_CONTENT", error.message);
    case "AI_JSONParseError":
      return failure("MALFORMED_RESPONSE", `malformed SSE payload: ${excerpt(asObject(error)?.["text"])}`);
    case "AI_TypeValidationError": {
      const value = asObject(error)?.["value"];
      // An error object of a form that the library does not know.
      if (asObject(value)?.["error"] !== undefined) return reportedFailure(value);
      return failure("MALFORMED_RESPONSE", `unexpected SSE payload: ${excerpt(JSON.stringify(value))}`);
    }
    case "AI_InvalidResponseDataError":
      return /without a finish reason/.test(error.message)
        ? failure("STREAM_CLOSED", "the stream ended before the model had finished")
        : failure("MALFORMED_RESPONSE", error.message);
    case "AI_EmptyResponseBodyError":
      return failure("EMPTY_RESPONSE", error.message);
    default:
      return undefined;
  }
}

const TOO_SLOW = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);

function networkFailure(error: unknown, { origin }: FailureContext): LlmFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const deepest = causes(error).findLast((cause) => typeof cause["code"] === "string");
  const code = asText(deepest?.["code"]);
  const unreachable = /^Cannot connect to API|^fetch failed$|^terminated$|^Failed to process/.test(error.message);
  if (code === undefined && !unreachable) return undefined;
  const reason = asText(deepest?.["message"]) ?? code ?? error.message;
  if (code !== undefined && TOO_SLOW.has(code)) return failure("TIMEOUT", `${origin} took too long: ${reason}`);
  return failure("TRANSPORT", `no connection to ${origin}, or it was lost: ${reason}`);
}

/** The error and what caused it, and where it has several causes (an address that stands for two) the first of them. */
function causes(error: Error): Readonly<Record<string, unknown>>[] {
  const chain: Readonly<Record<string, unknown>>[] = [];
  for (let next: unknown = error; next instanceof Error && chain.length < 10;) {
    const fields = { code: asObject(next)?.["code"], message: next.message };
    chain.push(fields);
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined);
  }
  return chain;
}

/** An error that came as a piece of the stream, behind a good status: of a request that had been accepted. */
export function reportedFailure(error: unknown): LlmFailure {
  const complaint = complaintOf(error);
  const { message } = complaint;
  if (error instanceof Error) return failure("UNKNOWN", message ?? error.name);
  const status = complaint.number ?? asObject(error)?.["statusCode"];
  const text = message ?? `the provider reported an error: ${excerpt(JSON.stringify(error))}`;
  if (/rate_?limit/i.test(complaint.words)) return failure("RATE_LIMIT", text);
  if (/authentication|api_key|permission/i.test(complaint.words)) return failure("AUTH", text);
  if (isQuota(complaint)) return failure("QUOTA", text);
  if (isTooLong(complaint)) return failure("CONTEXT_WINDOW_EXCEEDED", text);
  if (typeof status === "number" && status >= 400 && status <= 599) return failure(httpCode(status, complaint), text);
  return failure(/invalid_request/i.test(complaint.words) ? "INVALID_REQUEST" : "SERVER", text);
}

/** Finds message and code in the forms that servers use: `{error: {message, code, type}}`, `{error: text}`, `{message}`, `{detail}`. */
function complaintOf(value: unknown): Complaint {
  const outer = asObject(value);
  const inner = asObject(outer?.["error"]) ?? outer;
  const message =
    asText(inner?.["message"]) ??
    (value instanceof Error ? asText(value.message) : undefined) ??
    asText(outer?.["error"]) ??
    asText(outer?.["detail"]) ??
    asText(value);
  const code = inner?.["code"];
  const number = Number(code);
  return {
    message,
    words: [code, inner?.["type"]].filter((word) => typeof word === "string").join(" "),
    number: Number.isInteger(number) && number > 0 ? number : undefined,
  };
}

function isQuota({ words }: Complaint): boolean {
  return /insufficient_quota|insufficient_balance|billing/i.test(words);
}

const TOO_LONG =
  /maximum context length|context (window|length|size)|prompt is too long|input is too long|exceeds? the (model's )?(available )?context/i;

function isTooLong({ words, message }: Complaint): boolean {
  return /context_length|context_window|exceed_context/i.test(words) || TOO_LONG.test(message ?? "");
}

function headersOf(value: unknown): Headers {
  const entries = Object.entries(asObject(value) ?? {}).map(([name, text]) => [name.toLowerCase(), asText(text)]);
  return Object.fromEntries(entries);
}

const LONGEST_MESSAGE = 1000;
const LONGEST_EXCERPT = 200;

function bounded(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}…`;
}

/** The beginning of a text of somebody else's; nothing of any other value. */
export function excerpt(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  return text.length <= LONGEST_EXCERPT ? text : `${text.slice(0, LONGEST_EXCERPT)}…`;
}
