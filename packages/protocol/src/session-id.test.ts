import { describe, expect, it } from "vitest";
import { checkSessionId } from "./session-id.ts";

describe("a session id (spec §0.5)", () => {
  it.each<[string, unknown]>([
    ["one character", "A"],
    ["the form that clients mint", "session-0123456789abcdef0123456789abcdef"],
    ["a path: it is data", "../escape"],
    ["a space, which is no control character", " "],
    ["512 bytes in 512 characters", "a".repeat(512)],
    ["512 bytes in 256 characters", "é".repeat(256)],
    ["512 bytes in 128 surrogate pairs", "😀".repeat(128)],
    ["the first character above the control characters", "\u00a0"],
    ["the last one below U+007F", "~"],
    ["a line separator", "\u2028"],
    ["a byte order mark", "\ufeff"],
    ["a composed and a decomposed letter, which stay two ids", "e\u0301é"],
    ["the name of a member of every object", "__proto__"],
  ])("may be %s", (_, value) => {
    expect(checkSessionId(value)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ["absent", undefined, "must be a string"],
    ["null", null, "must be a string"],
    ["a number", 7, "must be a string"],
    ["an array with a string", ["a"], "must be a string"],
    ["a String object", new String("a"), "must be a string"],
    ["empty", "", "must not be empty"],
    ["513 bytes", "a".repeat(513), "must not be longer than 512 bytes of UTF-8"],
    ["514 bytes in 257 characters", "é".repeat(257), "must not be longer than 512 bytes of UTF-8"],
    ["513 bytes in 171 characters", "日".repeat(171), "must not be longer than 512 bytes of UTF-8"],
    ["with a NUL", "a\u0000", "must not hold control characters"],
    ["with a newline", "a\nb", "must not hold control characters"],
    ["with U+001F", "\u001f", "must not hold control characters"],
    ["with U+007F", "\u007f", "must not hold control characters"],
    ["with U+0080", "\u0080", "must not hold control characters"],
    ["with U+009F", "\u009f", "must not hold control characters"],
    ["with a first half alone", "a\ud83d", "must not hold half a surrogate pair"],
    ["with a second half alone", "\ude00a", "must not hold half a surrogate pair"],
    ["with the halves in the wrong order", "\ude00\ud83d", "must not hold half a surrogate pair"],
  ])("must not be %s", (_, value, complaint) => {
    expect(checkSessionId(value)).toBe(complaint);
  });

  it("quotes nothing of what came, however long it is", () => {
    expect(checkSessionId("x".repeat(1_000_000))?.length).toBeLessThan(80);
  });
});
