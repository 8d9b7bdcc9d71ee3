import type { LlmFailure } from "@buckeyestudio/toh-llm";

/** Headers of an answer, by name in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "x-ds-trace-id"];
const LONGEST_REQUEST_ID = 200;

/** What the headers of a failed call tell: how long to wait and the provider's id of the request. */
export function readHeaders(headers: Headers, now: number): Pick<LlmFailure, "providerRetryAfterMs" | "requestId"> {
  const wait = retryAfterMs(headers, now);
  const requestId = REQUEST_ID_HEADERS.map((name) => headers[name]).find((id) => id !== undefined);
  return {
    ...(wait !== undefined && Number.isFinite(wait) && wait > 0 ? { providerRetryAfterMs: wait } : {}),
    ...(requestId === undefined ? {} : { requestId: requestId.slice(0, LONGEST_REQUEST_ID) }),
  };
}

/** `retry-after-ms` is the finer one; `retry-after` has seconds or a date (RFC 9110 §10.2.3). */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (exact > 0) return exact;
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return undefined;
  const seconds = Number(text);
  return Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
}
