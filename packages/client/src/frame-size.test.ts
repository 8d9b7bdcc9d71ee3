import { describe, expect, it } from "vitest";
import { approximateJsonBytes } from "./frame-size.ts";

describe("approximateJsonBytes", () => {
  it.each([
    [{ sessionId: "session-1", event: { type: "assistant/chunk", seq: 123456, time: 1796140053754, data: {} } }],
    [{ text: "x".repeat(100_000) }],
    [Array.from({ length: 1000 }, (_, index) => ({ index, name: `n${index}` }))],
    [{}],
    ["text"],
  ])("is within a third, or ten bytes, of the JSON text", (value) => {
    const exact = JSON.stringify(value).length;
    expect(Math.abs(approximateJsonBytes(value) - exact)).toBeLessThanOrEqual(Math.max(10, exact / 3));
  });

  it("takes values nested deeper than calls can be", () => {
    let nested: unknown = "core";
    for (let depth = 0; depth < 200_000; depth += 1) nested = [nested];
    expect(approximateJsonBytes(nested)).toBeGreaterThan(200_000);
  });
});
