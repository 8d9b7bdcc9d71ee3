import { RequestTimeoutError } from "@buckeyestudio/toh-sdk-client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { explain } from "./failure.ts";
import { shakeHands } from "./runtime.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a runtime that answers no handshake", () => {
  it("is given up after a minute, as one that was lost", async () => {
    vi.useFakeTimers();
    const giveUp = vi.fn<() => void>();
    const shaking = shakeHands(() => new Promise(() => {}), giveUp).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(giveUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const error = await shaking;
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(giveUp).toHaveBeenCalledOnce();
    expect(explain(error)).toEqual({
      exitCode: 3,
      line: "the runtime did not answer initialize within 60 s: check --runtime; TOH_LOG=debug shows what it wrote",
    });
  });

  it("holds nothing up once it has answered", async () => {
    vi.useFakeTimers();
    await shakeHands(
      () => Promise.resolve(),
      () => expect.unreachable("it has answered"),
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});
