import type { ContentBlock, FinishReason, StreamChunk, TokenUsage } from "@buckeyestudio/toh-llm";

interface OpenBlock {
  readonly blockType: string;
  text: string;
  toolCallId: string;
  toolName: string;
  ended: ContentBlock | undefined;
}

/**
 * Builds the message that the chunks of one model call make (spec §0.7.6). Deltas behind an index's `block-end` are
 * ignored, so is a second `block-end`; a missing `block-start` is tolerated.
 */
export class Assembler {
  // A Map: indexes come from a provider, in the order in which their blocks were opened.
  readonly #blocks: Map<number, OpenBlock> = new Map();
  finish: FinishReason | undefined;
  usage: TokenUsage | undefined;
  /** `replayState` of the finish chunk, which a provider wants back with the message. */
  replayState: unknown;

  add(chunk: StreamChunk): void {
    switch (chunk.type) {
      case "block-start":
        this.#open(chunk.index, chunk.blockType);
        return;
      case "text-delta":
        this.#append(chunk.index, "text", chunk.text);
        return;
      case "reasoning-delta":
        this.#append(chunk.index, "reasoning", chunk.text);
        return;
      case "tool-call-delta": {
        const block = this.#append(chunk.index, "tool-call", chunk.argumentsDelta);
        if (chunk.id !== "") block.toolCallId = chunk.id;
        if (chunk.name !== undefined) block.toolName = chunk.name;
        return;
      }
      case "block-end":
        this.#open(chunk.index, chunk.block.type).ended ??= chunk.block;
        return;
      case "usage":
        this.usage = chunk.usage;
        return;
      case "finish":
        this.finish = chunk.reason;
        this.replayState = chunk.replayState;
        return;
      default: // a chunk of a newer provider belongs to no block of ours
    }
  }

  /** The whole message. A call that hit its ceiling loses its tool calls: their arguments may be cut. */
  content(): ContentBlock[] {
    const blocks = [...this.#blocks]
      .sort(([a], [b]) => a - b)
      .map(([index, block]) => block.ended ?? completed(block, index));
    const kept = this.finish?.kind === "max-tokens" ? blocks.filter((block) => block.type !== "tool-call") : blocks;
    return kept.filter((block) => !isEmpty(block));
  }

  /** What a call that was cut leaves: text and reasoning only. */
  salvaged(): ContentBlock[] {
    return this.content().filter((block) => block.type === "text" || block.type === "reasoning");
  }

  #open(index: number, blockType: string): OpenBlock {
    let block = this.#blocks.get(index);
    if (block === undefined) {
      block = { blockType, text: "", toolCallId: "", toolName: "", ended: undefined };
      this.#blocks.set(index, block);
    }
    return block;
  }

  #append(index: number, blockType: string, text: string): OpenBlock {
    const block = this.#open(index, blockType);
    if (block.ended === undefined) block.text += text;
    return block;
  }
}

function completed(block: OpenBlock, index: number): ContentBlock {
  switch (block.blockType) {
    case "reasoning":
      return { type: "reasoning", text: block.text };
    case "tool-call":
      return {
        type: "tool-call",
        id: block.toolCallId || `call-${index}`,
        name: block.toolName,
        arguments: block.text,
      };
    default:
      return { type: "text", text: block.text };
  }
}

function isEmpty(block: ContentBlock): boolean {
  return (block.type === "text" || block.type === "reasoning") && block.text === "";
}
