import type { StreamChunk } from "@buckeyestudio/toh-llm";
import { ChunkWriter, type Stop } from "./chunk-writer.ts";
import { failure, StreamFailure } from "./failures.ts";
import type { FinishPart, MakeReplayState, StreamPart } from "./language-model.ts";
import { readUsage } from "./token-usage.ts";

/** Reads the parts of a stream of the AI SDK and writes them as chunks. */
export class AiSdkChunks {
  readonly #writer: ChunkWriter;
  readonly #toolNames: Map<string, string> = new Map();

  constructor(makeReplayState?: MakeReplayState) {
    this.#writer = new ChunkWriter(makeReplayState);
  }

  /** The chunks that the part makes, mostly one or none. Throws what an `error` part holds, and {@link StreamFailure} for a `finish` that is none. */
  accept(part: StreamPart): readonly StreamChunk[] {
    switch (part.type) {
      case "text-start":
        this.#writer.close("text", part.id);
        return [];
      case "text-delta":
        return this.#writer.text(part.id, part.delta);
      case "text-end":
        this.#writer.attach("text", part.id, part.providerMetadata);
        return [];
      case "reasoning-start":
        this.#writer.close("reasoning", part.id);
        return [];
      case "reasoning-delta":
        return this.#writer.reasoning(part.id, part.delta);
      case "reasoning-end":
        this.#writer.attach("reasoning", part.id, part.providerMetadata);
        return [];
      case "tool-input-start":
        this.#toolNames.set(part.id, part.toolName);
        return [];
      case "tool-input-delta":
        return this.#writer.call(part.id, part.id, this.#toolNames.get(part.id) ?? "", part.delta);
      case "tool-call": {
        const { toolCallId: id, toolName, input, providerMetadata } = part;
        // One whose arguments did not stream, or has none, opens here.
        const chunks = this.#writer.has("tool-call", id) ? [] : this.#writer.call(id, id, toolName, input);
        this.#writer.attach("tool-call", id, providerMetadata);
        return chunks;
      }
      case "finish":
        return this.#writer.end({
          stop: stopOf(part.finishReason),
          usage: readUsage(part.usage.raw),
          options: part.providerMetadata,
        });
      case "error":
        throw part.error;
      default: // metadata, sources, files: nothing that the vocabulary has a chunk for
        return [];
    }
  }
}

function stopOf({ unified, raw: word }: FinishPart["finishReason"]): Stop {
  // Not over, but broken.
  if (unified === "error") throw new StreamFailure(failure("SERVER", "the provider ended the answer with an error"));
  if (unified === "other" && word === undefined)
    throw new StreamFailure(failure("STREAM_CLOSED", "the stream ended before the model had finished"));
  return { kind: unified, word };
}
