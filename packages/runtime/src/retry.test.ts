import { describe, expect, it } from "vitest";
import { DEFAULT_RETRY, policyKey, retryDelay } from "./retry.ts";

const server = { message: "", code: "SERVER" };
const middle = (): number => 0.5;

describe("the retry policy (spec §0.4.6)", () => {
  it("doubles from 500 ms to 10 s, five times", () => {
    const delays = [1, 2, 3, 4, 5, 6].map((retry) => retryDelay(DEFAULT_RETRY, server, retry, middle));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, undefined]);
  });

  it("varies a delay by a tenth either way, and never passes 10 s", () => {
    expect(retryDelay(DEFAULT_RETRY, server, 1, () => 0)).toBeCloseTo(450);
    expect(retryDelay(DEFAULT_RETRY, server, 1, () => 1)).toBeCloseTo(550);
    expect(retryDelay({ ...DEFAULT_RETRY, maxRetries: 9 }, server, 9, () => 1)).toBe(10_000);
  });

  it.each(["EMPTY_RESPONSE", "RATE_LIMIT", "SERVER", "TIMEOUT", "TRANSPORT"])("tries %s again", (code) => {
    expect(retryDelay(DEFAULT_RETRY, { message: "", code }, 1, middle)).toBe(500);
  });

  it.each(["AUTH", "INVALID_REQUEST", "UNKNOWN", "ABORTED"])("takes %s as final", (code) => {
    expect(retryDelay(DEFAULT_RETRY, { message: "", code }, 1, middle)).toBeUndefined();
  });

  it("waits as long as the provider asks, up to 10 s", () => {
    expect(retryDelay(DEFAULT_RETRY, { ...server, providerRetryAfterMs: 3210 }, 1, middle)).toBe(3210);
    expect(retryDelay(DEFAULT_RETRY, { ...server, providerRetryAfterMs: 10_001 }, 1, middle)).toBe(500);
  });

  it("is named as the recorded runtime names it", () => {
    expect(policyKey(DEFAULT_RETRY)).toBe(
      '["normal",5,["EMPTY_RESPONSE","RATE_LIMIT","SERVER","TIMEOUT","TRANSPORT"],500,10000,0.1]',
    );
  });
});
