import type { Readable } from "node:stream";

/** Chunks as a stream gives them to bytes: its owner may have set an encoding, or made it a stream of strings. */
export class ChunkBytes {
  readonly #input: Readable;
  /** The first half of a pair whose other half has not come yet. */
  #half = "";

  constructor(input: Readable) {
    this.#input = input;
  }

  /** Undefined for a chunk that is neither bytes nor text. The bytes are those of the chunk, not a copy. */
  of(chunk: unknown): Buffer | undefined {
    if (Buffer.isBuffer(chunk)) return chunk;
    if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (typeof chunk !== "string") return undefined;
    const encoding = this.#input.readableEncoding ?? "utf8";
    if (encoding !== "utf8") return Buffer.from(chunk, encoding);
    const text = this.#half + chunk;
    this.#half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    return Buffer.from(text.slice(0, text.length - this.#half.length));
  }
}
