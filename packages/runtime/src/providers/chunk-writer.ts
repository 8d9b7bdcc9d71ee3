import type { ContentBlock, FinishReason, StreamChunk, TokenUsage } from "@buckeyestudio/toh-llm";
import { failure } from "./failures.ts";
import type { Answered, MakeReplayState, ReplayPart, VendorOptions } from "./language-model.ts";

/** Why a model stopped: in the words that providers share, and in the provider's own, where it has some. */
export interface Stop {
  readonly kind: "stop" | "tool-calls" | "length" | "content-filter" | "other";
  readonly word?: string | undefined;
}

export interface Ending {
  readonly stop: Stop;
  readonly usage?: TokenUsage | undefined;
  /** What came along with the answer as a whole. */
  readonly options?: Answered["options"];
}

interface OpenBlock {
  readonly index: number;
  readonly type: ReplayPart["type"];
  text: string;
  readonly id: string;
  readonly name: string;
  options?: VendorOptions;
}

/**
 * Writes an answer as chunks (spec §0.7.5): a block opens with its first delta, all blocks end together when the answer
 * does, then come usage and finish. Pieces of a block share a key, which its provider or its reader chooses.
 */
export class ChunkWriter {
  readonly #makeReplayState: MakeReplayState;
  readonly #blocks: OpenBlock[] = [];
  readonly #open: Readonly<Record<ReplayPart["type"], Map<string | number, OpenBlock>>> = {
    text: new Map(),
    reasoning: new Map(),
    "tool-call": new Map(),
  };
  // Reasoning that is not shown, with the number of the block that came next.
  readonly #sealed: { readonly before: number; readonly options: VendorOptions }[] = [];

  constructor(makeReplayState: MakeReplayState = () => undefined) {
    this.#makeReplayState = makeReplayState;
  }

  text(key: string | number, delta: string): readonly StreamChunk[] {
    if (delta === "") return [];
    const chunks: StreamChunk[] = [];
    const { index } = this.#append("text", key, delta, chunks);
    chunks.push({ type: "text-delta", index, text: delta });
    return chunks;
  }

  reasoning(key: string | number, delta: string): readonly StreamChunk[] {
    if (delta === "") return [];
    const chunks: StreamChunk[] = [];
    const { index } = this.#append("reasoning", key, delta, chunks);
    chunks.push({ type: "reasoning-delta", index, text: delta });
    return chunks;
  }

  /** A piece of a call's arguments, also an empty one. A call without an id gets `call-` and the number of its block. */
  call(key: string | number, id: string, name: string, delta: string): readonly StreamChunk[] {
    const chunks: StreamChunk[] = [];
    const block = this.#append("tool-call", key, delta, chunks, { id: id || `call-${this.#blocks.length}`, name });
    const named = block.name === "" ? {} : { name: block.name };
    chunks.push({ type: "tool-call-delta", index: block.index, id: block.id, ...named, argumentsDelta: delta });
    return chunks;
  }

  has(type: ReplayPart["type"], key: string | number): boolean {
    return this.#open[type].has(key);
  }

  /** What comes for the key from now on is another block. */
  close(type: ReplayPart["type"], key: string | number): void {
    this.#open[type].delete(key);
  }

  /** Keeps what came along with a block. Reasoning of which nothing was shown is kept in its place. */
  attach(type: ReplayPart["type"], key: string | number, options: VendorOptions | undefined): void {
    if (options === undefined) return;
    const block = this.#open[type].get(key);
    if (block !== undefined) block.options = options;
    else if (type === "reasoning") this.#sealed.push({ before: this.#blocks.length, options });
  }

  /** The end of an answer that is whole. */
  end({ stop, usage, options }: Ending): readonly StreamChunk[] {
    const chunks: StreamChunk[] = this.#blocks.map((block) => ({
      type: "block-end",
      index: block.index,
      block: content(block),
    }));
    if (usage !== undefined) chunks.push({ type: "usage", usage });
    const reason = this.#reason(stop);
    const replayState = reason.kind === "error" ? undefined : this.#makeReplayState({ parts: this.#parts(), options });
    chunks.push({ type: "finish", reason, ...(replayState === undefined ? {} : { replayState }) });
    return chunks;
  }

  #append(
    type: ReplayPart["type"],
    key: string | number,
    delta: string,
    chunks: StreamChunk[],
    call: { readonly id: string; readonly name: string } = { id: "", name: "" },
  ): OpenBlock {
    let block = this.#open[type].get(key);
    if (block === undefined) {
      block = { ...call, type, index: this.#blocks.length, text: "" };
      this.#blocks.push(block);
      this.#open[type].set(key, block);
      chunks.push({ type: "block-start", index: block.index, blockType: type });
    }
    block.text += delta;
    return block;
  }

  #reason({ kind, word }: Stop): FinishReason {
    switch (kind) {
      case "length":
        return { kind: "max-tokens" };
      case "content-filter":
        return error("CONTENT_FILTER", `model stopped: ${word === undefined || word === "stop" ? "refusal" : word}`);
      case "stop":
      case "tool-calls":
        if (this.#blocks.length === 0)
          return error("EMPTY_RESPONSE", "model returned a completed response with no content");
        // Some servers say `stop` where they mean that they wait for a tool.
        return { kind: this.#open["tool-call"].size > 0 ? "tool-calls" : "stop" };
      default:
        return error(codeOf(word ?? kind), `model stopped: ${word ?? kind}`);
    }
  }

  #parts(): ReplayPart[] {
    const parts: ReplayPart[] = [];
    const sealed = [...this.#sealed];
    const upTo = (index: number): void => {
      while (sealed[0] !== undefined && sealed[0].before <= index)
        for (const { options } of sealed.splice(0, 1)) parts.push({ type: "reasoning", shown: false, options });
    };
    for (const { index, type, options } of this.#blocks) {
      upTo(index);
      parts.push({ type, shown: true, ...(options === undefined ? {} : { options }) });
    }
    upTo(this.#blocks.length);
    return parts;
  }
}

function content(block: OpenBlock): ContentBlock {
  return block.type === "tool-call"
    ? { type: "tool-call", id: block.id, name: block.name, arguments: block.text }
    : { type: block.type, text: block.text };
}

function error(code: string, message: string): FinishReason {
  return { kind: "error", failure: failure(code, message) };
}

function codeOf(reason: string): string {
  return reason
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .slice(0, 64);
}
