import { describe, expect, it } from "vitest";
import { lastLines, StderrTail } from "./stderr-tail.ts";

function tailOf(limitBytes: number, ...chunks: (string | Uint8Array)[]): string {
  const tail = new StderrTail(limitBytes);
  for (const chunk of chunks) tail.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return tail.text();
}

describe("StderrTail", () => {
  it.each([
    ["all of a short text", 8, ["abc", "def"], "abcdef"],
    ["the last bytes of a long chunk", 4, ["abcdefgh"], "efgh"],
    ["the last bytes of many chunks", 4, ["ab", "cd", "ef", "gh", "ij"], "ghij"],
    ["nothing of nothing", 4, [], ""],
    ["a text of exactly the limit", 4, ["abcd"], "abcd"],
    ["characters whole: the cut one is left out", 4, ["漢漢"], "漢"],
    ["four-byte characters whole", 7, ["😀😀"], "😀"],
  ])("keeps %s", (_what, limit, chunks, text) => {
    expect(tailOf(limit, ...chunks)).toBe(text);
  });

  it("holds back a character that the end of the process cut in two", () => {
    expect(tailOf(64, Buffer.from("ab漢").subarray(0, 4))).toBe("ab");
  });

  it("joins a character that came in two chunks", () => {
    const bytes = Buffer.from("漢");
    expect(tailOf(64, bytes.subarray(0, 1), bytes.subarray(1))).toBe("漢");
  });

  it("puts U+FFFD for what is no UTF-8", () => {
    expect(tailOf(64, Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\ufffdb");
  });

  it("gives the last of any chunking as of the whole", () => {
    const text = "0123456789".repeat(50);
    for (let size = 1; size < 40; size += 1) {
      const chunks = text.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
      expect(tailOf(16, ...chunks)).toBe(text.slice(-16));
    }
  });
});

describe("lastLines", () => {
  it("leaves out blank lines and trailing white space, and gives the last ones", () => {
    expect(lastLines("a\n\n b \r\n\n  \nc\n", 2)).toEqual([" b", "c"]);
  });
});
