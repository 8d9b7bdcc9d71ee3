import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkBound, checkGrace, systemClock } from "./clock.ts";

describe("systemClock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("calls once, when the time has passed", async () => {
    const callback = vi.fn();
    systemClock.after(100, callback);
    await vi.advanceTimersByTimeAsync(99);
    expect(callback).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it.each([2 ** 31, 1e12])("waits %d ms in full, which is more than one timer can", async (ms) => {
    const callback = vi.fn();
    systemClock.after(ms, callback);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(callback).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("never calls for Infinity, nor after it was cancelled, and then holds no timer", async () => {
    const callback = vi.fn();
    systemClock.after(Infinity, callback);
    const cancel = systemClock.after(5, callback);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(callback).not.toHaveBeenCalled();
  });
});

describe("checkBound", () => {
  it.each([
    [undefined, Infinity],
    [1, 1],
    [0.5, 0.5],
    [2 ** 40, 2 ** 40],
    [Infinity, Infinity],
  ])("takes %s as %s", (given, bound) => {
    expect(checkBound("timeoutMs", given)).toBe(bound);
  });

  it.each([0, -1, Number.NaN, -Infinity])(
    "refuses %s, which would be read as at once by one and as never by another",
    (ms) => {
      expect(() => checkBound("timeoutMs", ms)).toThrow(
        new RangeError(`timeoutMs must be a positive number of milliseconds or Infinity, got ${ms}`),
      );
    },
  );
});

describe("checkGrace", () => {
  it("takes 0 as no wait, and the default for undefined", () => {
    expect(checkGrace("disposeGraceMs", 0, 3000)).toBe(0);
    expect(checkGrace("disposeGraceMs", undefined, 3000)).toBe(3000);
  });

  it.each([-1, Number.NaN])("refuses %s", (ms) => {
    expect(() => checkGrace("disposeGraceMs", ms, 3000)).toThrow(RangeError);
  });
});
