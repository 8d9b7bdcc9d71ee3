import type { LlmFailure } from "@buckeyestudio/toh-llm";

/** When a failed model call is tried again, and after how long. */
export interface RetryPolicy {
  readonly maxRetries: number;
  /** Failure codes that are worth another attempt. */
  readonly codes: readonly string[];
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly baseMs: number;
  /** Milliseconds: no delay is longer, and a longer `retry-after` is not honoured. */
  readonly maxMs: number;
  /** Share by which a delay varies either way, 0 to 1. */
  readonly jitter: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  maxRetries: 5,
  codes: ["EMPTY_RESPONSE", "RATE_LIMIT", "SERVER", "TIMEOUT", "TRANSPORT"],
  baseMs: 500,
  maxMs: 10_000,
  jitter: 0.1,
};

/** Names the policy in `llm/retry` events, so that a reader can tell attempts under different ones apart. */
export function policyKey(policy: RetryPolicy): string {
  return JSON.stringify(["normal", policy.maxRetries, policy.codes, policy.baseMs, policy.maxMs, policy.jitter]);
}

/**
 * Milliseconds until retry number `retry` (1-based), or undefined when the failure is final. `random` gives 0 to 1.
 * A `retry-after` of the provider that is within `maxMs` replaces the delay.
 */
export function retryDelay(
  policy: RetryPolicy,
  failure: LlmFailure,
  retry: number,
  random: () => number,
): number | undefined {
  if (retry > policy.maxRetries || !policy.codes.includes(failure.code)) return undefined;
  const asked = failure.providerRetryAfterMs;
  if (asked !== undefined && asked > 0 && asked <= policy.maxMs) return asked;
  const delay = Math.min(policy.baseMs * 2 ** (retry - 1), policy.maxMs);
  return Math.min(delay * (1 + policy.jitter * (2 * random() - 1)), policy.maxMs);
}
