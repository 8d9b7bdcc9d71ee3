import { describe, expect, it } from "vitest";
import { headOf, LineSplitter, SkippedLine } from "./line-splitter.ts";

const MIB = 1_048_576;

describe("LineSplitter", () => {
  it.each([
    ["a line", ["one\n"], ["one"]],
    ["several lines of one chunk, oldest first", ["one\ntwo\nthree\n"], ["one", "two", "three"]],
    ["a line in pieces", ["o", "n", "", "e\n"], ["one"]],
    [
      "the end of one line, whole lines and the start of another",
      ["on", "e\ntwo\nth", "ree\n"],
      ["one", "two", "three"],
    ],
    ["a newline alone", ["one", "\n", "\n"], ["one", ""]],
    ["empty lines", ["\n\n", "\n"], ["", "", ""]],
    ["nothing of a line that has not ended", ["one\ntwo"], ["one"]],
    ["CR as it stands", ["one\r\ntw\ro\n"], ["one\r", "tw\ro"]],
    ["U+2028, U+2029 and U+0085 as they stand", ["a\u2028b\u2029c\u0085d\n"], ["a\u2028b\u2029c\u0085d"]],
    ["characters outside ASCII beside a line of ASCII", ["é😀漢\nplain\n"], ["é😀漢", "plain"]],
  ])("gives %s (spec §0.1)", (_what, chunks, lines) => {
    expect(split(chunks.map((chunk) => Buffer.from(chunk)))).toEqual(lines);
  });

  it("decodes a line once whole, wherever a character is cut", () => {
    const bytes = Buffer.from("é😀漢\nü\n");
    for (let at = 0; at <= bytes.length; at++) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(["é😀漢", "ü"]);
    }
  });

  it("makes U+FFFD of bytes that are no UTF-8, and an open sequence swallows nothing", () => {
    expect(split([Buffer.from([0xe2, 0x82, 0x22, 0x0a, 0xff, 0x0a])])).toEqual(['\ufffd"', "\ufffd"]);
  });

  it("gives the last line at the end, where no newline stands behind it", () => {
    expect(split([Buffer.from("one\ntwo")], { end: true })).toEqual(["one", "two"]);
    expect(split([Buffer.from("one\n")], { end: true })).toEqual(["one"]);
    expect(split([], { end: true })).toEqual([]);
  });

  it("keeps nothing of a chunk: its memory may be used again", () => {
    const chunk = Buffer.from("one");
    const lines: unknown[] = [];
    const splitter = new LineSplitter(100);
    splitter.push(chunk, (line) => lines.push(line));
    chunk.fill("x");
    splitter.push(Buffer.from("\n"), (line) => lines.push(line));
    expect(lines).toEqual(["one"]);
  });
});

describe("LineSplitter with a limit (spec §1.9)", () => {
  it("counts the limit in bytes: three characters of three bytes pass 8", () => {
    expect(split([Buffer.from("日本語\n")], { limit: 8 })).toEqual([new SkippedLine(9, undefined, "日本語")]);
    expect(split([Buffer.from("日本語\n")], { limit: 9 })).toEqual(["日本語"]);
  });

  it.each([
    ["in one chunk", ["123456789\nnext\n"]],
    ["in pieces", ["1234", "56789", "\nnext\n"]],
    ["behind a line in the same chunk", ["ok\n123456789\nnext\n"]],
    ["of which the last byte is too much", ["12345678", "9\nnext\n"]],
    ["of text outside ASCII around it", ["é\n123456789\nnext\n"]],
  ])("skips a line over the limit %s and gives the next", (_how, chunks) => {
    const lines = split(
      chunks.map((chunk) => Buffer.from(chunk)),
      { limit: 8 },
    );
    expect(lines.slice(-2)).toEqual([new SkippedLine(9, undefined, "123456789"), "next"]);
  });

  it("does not count the newline, and counts a CR", () => {
    expect(split([Buffer.from("12345678\n1234567\r\n12345678\r\n")], { limit: 8 })).toEqual([
      "12345678",
      "1234567\r",
      new SkippedLine(9, undefined, "12345678\r"),
    ]);
  });

  it("reports a long line that the end cuts off", () => {
    expect(split([Buffer.from("1234567890")], { limit: 8, end: true })).toEqual([
      new SkippedLine(10, undefined, "1234567890"),
    ]);
  });

  it("tells what a skipped frame was, and its first 200 bytes", () => {
    const frame = `{"jsonrpc":"2.0","params":{"text":"${"x".repeat(1000)}"},"method":"m","id":7}`;
    for (const size of [1, 7, 64, 5000]) {
      expect(split(cut(Buffer.from(`${frame}\n`), size), { limit: 300 })).toEqual([
        new SkippedLine(frame.length, { kind: "request", id: 7, idText: "7", method: "m" }, frame.slice(0, 200)),
      ]);
    }
  });
});

describe("the memory of LineSplitter", () => {
  it("is at most twice the line, whatever the chunks are", () => {
    const splitter = new LineSplitter(64 * MIB);
    let held = 0;
    for (let bytes = 0; bytes < MIB; bytes += 64) {
      splitter.push(Buffer.alloc(64, "x"), unexpected);
      held = Math.max(held, splitter.heldBytes);
    }
    expect(held).toBeGreaterThanOrEqual(MIB);
    expect(held).toBeLessThanOrEqual(2 * MIB);
  });

  it("is at most the limit, and nothing once a line is skipped", () => {
    const splitter = new LineSplitter(MIB);
    for (let bytes = 0; bytes < MIB; bytes += 65_536) splitter.push(Buffer.alloc(65_536, "x"), unexpected);
    expect(splitter.heldBytes).toBe(MIB);
    for (let chunk = 0; chunk < 100; chunk++) {
      splitter.push(Buffer.alloc(65_536, "x"), unexpected);
      expect(splitter.heldBytes).toBe(0);
    }
  });

  it("is given back after a long line", () => {
    const splitter = new LineSplitter(MIB);
    for (let chunk = 0; chunk < 4; chunk++) splitter.push(Buffer.alloc(65_536, "x"), unexpected);
    splitter.push(Buffer.from("\n"), () => {});
    expect(splitter.heldBytes).toBe(0);
  });
});

describe("headOf", () => {
  it.each([
    ["a short line", "short", "short"],
    ["200 bytes", "x".repeat(300), "x".repeat(200)],
    ["no half of a character of three bytes", `${"x".repeat(199)}漢`, "x".repeat(199)],
    ["no half of a pair", `${"x".repeat(199)}😀`, "x".repeat(199)],
    ["bytes, not characters", "漢".repeat(100), "漢".repeat(66)],
  ])("gives %s", (_what, line, head) => {
    expect(headOf(line)).toBe(head);
    expect(headOf(Buffer.from(line))).toBe(head);
  });
});

function split(chunks: readonly Buffer[], options: { limit?: number; end?: boolean } = {}): (string | SkippedLine)[] {
  const lines: (string | SkippedLine)[] = [];
  const splitter = new LineSplitter(options.limit ?? MIB);
  for (const chunk of chunks) splitter.push(chunk, (line) => lines.push(line));
  if (options.end === true) splitter.end((line) => lines.push(line));
  return lines;
}

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function unexpected(): never {
  throw new Error("no line has ended");
}
