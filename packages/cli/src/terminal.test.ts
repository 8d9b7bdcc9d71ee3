import { describe, expect, it } from "vitest";
import { firstLine, painter, printable } from "./terminal.ts";

describe("painter", () => {
  it.each<[string, boolean | undefined, NodeJS.ProcessEnv, boolean]>([
    ["a terminal", true, {}, true],
    ["a pipe", undefined, {}, false],
    ["NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["a terminal that cannot", true, { TERM: "dumb" }, false],
  ])("for %s", (_what, isTTY, env, coloured) => {
    const paint = painter(isTTY === undefined ? {} : { isTTY }, env);
    expect(paint("red", "text") !== "text").toBe(coloured);
  });
});

describe("printable", () => {
  it("keeps text, newlines and tabs, and nothing that a terminal obeys", () => {
    expect(printable("é漢😀\n\tx\u001b[0m\u0000\r\u007f\u0085\u202e\u2066")).toBe("é漢😀\n\tx[0m");
  });
});

describe("firstLine", () => {
  it.each([
    ["\n  \n first \nsecond", 20, "first"],
    ["abcdef", 4, "abc…"],
    ["abcd", 4, "abcd"],
    ["😀😀😀", 2, "😀…"],
    ["", 5, ""],
  ])("of %j in %d is %j", (text, width, line) => {
    expect(firstLine(text, width)).toBe(line);
  });
});
