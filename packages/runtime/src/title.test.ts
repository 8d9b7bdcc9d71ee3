import { describe, expect, it } from "vitest";
import { fallbackTitle } from "./title.ts";

describe("the title of a session out of its first message", () => {
  it.each([
    ["hello", "hello"],
    ["\n  first line \nsecond", "first line"],
    ["x".repeat(81), `${"x".repeat(79)}…`],
    ["😀".repeat(81), `${"😀".repeat(79)}…`],
  ])("%j gives %j", (text, title) => {
    expect(fallbackTitle([{ type: "text", text }])).toBe(title);
  });

  it("is none without text", () => {
    expect(fallbackTitle([])).toBeUndefined();
    expect(fallbackTitle([{ type: "text", text: " \n" }])).toBeUndefined();
  });
});
