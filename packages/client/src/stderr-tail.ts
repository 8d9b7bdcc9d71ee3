/** How many bytes of a runtime's stderr are kept: the last ones. */
const STDERR_TAIL_BYTES = 64 * 1024;

/** The last bytes of a stream of any length, in memory that never grows. */
export class StderrTail {
  readonly #limit: number;
  // Twice the limit, so that bytes are moved to the front once for each `limit` bytes that arrive.
  readonly #buffer: Buffer;
  #end = 0;
  #cut = false;

  constructor(limitBytes: number = STDERR_TAIL_BYTES) {
    this.#limit = limitBytes;
    this.#buffer = Buffer.alloc(limitBytes * 2);
  }

  push(chunk: Uint8Array): void {
    const last = chunk.length > this.#limit ? chunk.subarray(chunk.length - this.#limit) : chunk;
    if (last.length < chunk.length) this.#cut = true;
    if (this.#end + last.length > this.#buffer.length) {
      const keep = this.#limit;
      this.#buffer.copyWithin(0, this.#end - keep, this.#end);
      this.#end = keep;
      this.#cut = true;
    }
    this.#buffer.set(last, this.#end);
    this.#end += last.length;
  }

  /** The tail as text, in whole characters: one that the limit, or the end of the process, cut in two is left out. */
  text(): string {
    let start = Math.max(0, this.#end - this.#limit);
    if (this.#cut || start > 0) {
      // At most three bytes of a UTF-8 character follow its first one (their upper bits are 10).
      for (let skipped = 0; skipped < 3 && ((this.#buffer[start] ?? 0) & 0xc0) === 0x80; skipped += 1) start += 1;
    }
    // `stream` holds back an incomplete character at the end, where a plain decode would put U+FFFD.
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#buffer.subarray(start, this.#end), {
      stream: true,
    });
  }
}

/** The last `count` lines of `text` that are not blank, without the white space at their ends. */
export function lastLines(text: string, count: number): string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines.filter((line) => line !== "").slice(-count);
}
