import { describe, expect, it } from "vitest";
import { ageOf, columnsOf, cutTo, inLine, momentOf, sizeOf, table, visibleId } from "./text.ts";

describe("visibleId", () => {
  it.each([
    ["session-0a1b", "session-0a1b"],
    ["my notes", "my notes"],
    ["ünï-漢-😀", "ünï-漢-😀"],
    [" a  b ", "\\u{20}a \\u{20}b\\u{20}"],
    ["a\u001b[31m\n", "a\\u{1b}[31m\\u{a}"],
    ["a\u009b", "a\\u{9b}"],
    ["\u202eabc\u200b", "\\u{202e}abc\\u{200b}"],
    ["a\u00a0b\u2028", "a\\u{a0}b\\u{2028}"],
    ["\ud800", "\\u{d800}"],
    ["a\\u{1b}", "a\\\\u{1b}"],
  ])("shows %j as %s", (id, shown) => {
    expect(visibleId(id)).toBe(shown);
  });
});

describe("inLine", () => {
  it.each([
    ["one\ntwo\r\n\tthree  ", "one two three"],
    ["\u001b]0;title\u0007x\u009b31m", "]0;title x 31m"],
    ["abc\u202edef\u2066", "abcdef"],
    ["👩‍💻 works", "👩‍💻 works"],
    ["", ""],
  ])("makes one harmless line of %j", (text, line) => {
    expect(inLine(text)).toBe(line);
  });
});

describe("columnsOf and cutTo", () => {
  it.each([
    ["abc", 3],
    ["漢字", 4],
    ["한글", 4],
    ["😀", 2],
    ["e\u0301", 1],
    ["", 0],
  ])("%j takes %d columns", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 4, "abc…"],
    ["ab cdef", 4, "ab…"],
    ["漢字漢字", 6, "漢字…"],
    ["漢字漢字", 4, "漢…"],
  ])("cuts %j to %d as %j", (text, columns, cut) => {
    expect(cutTo(text, columns)).toBe(cut);
  });
});

describe("sizes and times", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [9949, "9.9 kB"],
    [9951, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [5e15, "5000 TB"],
  ])("%d bytes are %s", (bytes, size) => {
    expect(sizeOf(bytes)).toBe(size);
  });

  it.each([
    [59_999, "just now"],
    [-5, "just now"],
    [60_000, "1 min ago"],
    [3_600_000, "1 h ago"],
    [47 * 3_600_000, "47 h ago"],
    [48 * 3_600_000, "2 d ago"],
    [400 * 86_400_000, "400 d ago"],
  ])("%d ms are %s", (ms, age) => {
    expect(ageOf(1e12, 1e12 + ms)).toBe(age);
  });

  it("tells a moment in UTC, and of a number that is none that it is none", () => {
    expect(momentOf(Date.UTC(2031, 4, 6, 7, 8, 9))).toBe("2031-05-06 07:08:09 UTC");
    expect(momentOf(1e20)).toBe("at no time there is");
  });
});

describe("table", () => {
  it("aligns columns, wide characters too, and leaves no blanks at the ends of lines", () => {
    expect(
      table(
        ["ID", "SIZE", "TITLE"],
        [
          ["漢字", "9 B", "x"],
          ["a", "120 kB", ""],
        ],
        ["SIZE"],
      ),
    ).toEqual(["ID      SIZE  TITLE", "漢字     9 B  x", "a     120 kB"]);
  });
});
