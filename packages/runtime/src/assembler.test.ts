import type { StreamChunk } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import { Assembler } from "./assembler.ts";

function assembled(...chunks: StreamChunk[]): Assembler {
  const assembler = new Assembler();
  for (const chunk of chunks) assembler.add(chunk);
  return assembler;
}

describe("a message out of chunks (spec §0.7.6)", () => {
  it("takes a block as its end has it, whatever the deltas said", () => {
    const message = assembled(
      { type: "block-start", index: 0, blockType: "text" },
      { type: "text-delta", index: 0, text: "draft" },
      { type: "block-end", index: 0, block: { type: "text", text: "final" } },
      { type: "text-delta", index: 0, text: "late" },
      { type: "block-end", index: 0, block: { type: "text", text: "second end" } },
    );
    expect(message.content()).toEqual([{ type: "text", text: "final" }]);
  });

  it("tolerates a missing start and interleaved blocks, in the order of their indexes", () => {
    const message = assembled(
      { type: "text-delta", index: 1, text: "b" },
      { type: "reasoning-delta", index: 0, text: "a" },
      { type: "text-delta", index: 1, text: "c" },
    );
    expect(message.content()).toEqual([
      { type: "reasoning", text: "a" },
      { type: "text", text: "bc" },
    ]);
  });

  it("builds a tool call whose id comes late, and mints one where none comes", () => {
    const message = assembled(
      { type: "tool-call-delta", index: 0, id: "", argumentsDelta: '{"a"' },
      { type: "tool-call-delta", index: 0, id: "c1", name: "t", argumentsDelta: ":1}" },
      { type: "tool-call-delta", index: 1, id: "", name: "u", argumentsDelta: "{}" },
    );
    expect(message.content()).toEqual([
      { type: "tool-call", id: "c1", name: "t", arguments: '{"a":1}' },
      { type: "tool-call", id: "call-1", name: "u", arguments: "{}" },
    ]);
  });

  it("drops tool calls at the ceiling, and leaves out blocks without text", () => {
    const message = assembled(
      { type: "block-start", index: 0, blockType: "text" },
      { type: "tool-call-delta", index: 1, id: "c", name: "t", argumentsDelta: "{" },
      { type: "finish", reason: { kind: "max-tokens" } },
    );
    expect(message.content()).toEqual([]);
  });

  it("salvages text and reasoning of a stream that was cut", () => {
    const message = assembled(
      { type: "reasoning-delta", index: 0, text: "hm" },
      { type: "text-delta", index: 1, text: "so" },
      { type: "tool-call-delta", index: 2, id: "c", name: "t", argumentsDelta: "{" },
    );
    expect(message.salvaged()).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "so" },
    ]);
  });

  it("keeps usage, finish and what the provider wants back", () => {
    const message = assembled(
      { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } },
      { type: "finish", reason: { kind: "stop" }, replayState: { response: { id: "r" } } },
    );
    expect([message.usage, message.finish, message.replayState]).toEqual([
      { inputTokens: 1, outputTokens: 2 },
      { kind: "stop" },
      { response: { id: "r" } },
    ]);
  });
});
