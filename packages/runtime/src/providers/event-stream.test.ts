import { describe, expect, it } from "vitest";
import { EventSplitter } from "./event-stream.ts";

function eventsOf(...pieces: readonly string[]): string[] {
  const splitter = new EventSplitter();
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

describe("the events of a stream", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["one a block", ["data: a\n\ndata: b\n\n"], ["a", "b"]],
    ["in pieces that end anywhere", ["da", "ta: a", "\n", "\nda", "ta: b\n\n"], ["a", "b"]],
    [
      "with carriage returns, also where a piece ends between the two",
      ["data: a\r", "\n\r\ndata: b\r\n\r", "\n"],
      ["a", "b"],
    ],
    ["without the space, and with more than one", ["data:a\n\ndata:  b\n\n"], ["a", " b"]],
    ["of several lines", ["data: a\ndata: b\n\n"], ["a\nb"]],
    ["among comments and other fields", [": keep-alive\n\nevent: x\nid: 7\nretry: 1\ndata: a\n\n"], ["a"]],
    ["that are empty", ["data:\n\n"], [""]],
    ["the last one without the empty line behind it", ["data: a\n\ndata: [DONE]"], ["a", "[DONE]"]],
    ["none", ["\n\n: x\n\n"], []],
  ])("are told apart: %s", (_, pieces, list) => {
    expect(eventsOf(...pieces)).toEqual(list);
  });

  it("have an end: one of more than 16 Mi characters is refused", () => {
    const splitter = new EventSplitter();
    expect(() => {
      for (let mega = 0; mega <= 16; mega++) splitter.push("x".repeat(1024 * 1024));
    }).toThrow("an event is longer than 16777216 characters");
  });
});
