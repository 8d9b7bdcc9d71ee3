import { isAscii } from "node:buffer";
import { type FoundMembers, MemberScan } from "./member-scan.ts";

/** A line that outgrew the limit. Its content was not held; what its answer needs was found on the way. */
export class SkippedLine {
  /** Bytes of UTF-8, newline excluded. */
  readonly bytes: number;
  /** Undefined for a line that was no frame. */
  readonly members: FoundMembers | undefined;
  /** The first 200 bytes, decoded. */
  readonly head: string;

  constructor(bytes: number, members: FoundMembers | undefined, head: string) {
    this.bytes = bytes;
    this.members = members;
    this.head = head;
  }
}

/**
 * Bytes to lines (spec §0.1): only the byte 0x0A ends one. The cost is linear in bytes whatever the chunks are, since
 * only a new chunk is searched and a line is decoded once, whole.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  /** The line that has not ended yet; the bytes after `#heldBytes` are room to grow into. */
  #held: Buffer = EMPTY;
  #heldBytes = 0;
  #skipping: Skipping | undefined;

  /** @param maxLineBytes the longest line that is held, in bytes of UTF-8 without the newline */
  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Memory taken by the line that has not ended yet, in bytes: at most about twice the line, and the limit. */
  get heldBytes(): number {
    return this.#held.length;
  }

  /**
   * Gives `take` what `chunk` completes, oldest first: a line, or the {@link SkippedLine} of one that outgrew the limit.
   * It must not throw, and must not push: the chunk is read until this returns, and not kept after.
   */
  push(chunk: Buffer, take: (line: string | SkippedLine) => void): void {
    let end = chunk.indexOf(LF);
    if (end === -1) {
      this.#hold(chunk);
      return;
    }
    let start = 0;
    if (this.#heldBytes > 0 || this.#skipping !== undefined) {
      this.#hold(chunk.subarray(0, end));
      take(this.#take());
      start = end + 1;
      end = chunk.indexOf(LF, start);
    }
    if (end !== -1 && isAscii(chunk)) {
      // One decoding for all lines is the quickest way, but only for text of one byte a character.
      const text = chunk.toString("latin1");
      for (; end !== -1; start = end + 1, end = text.indexOf("\n", start)) {
        take(end - start > this.#maxLineBytes ? this.#skip(chunk.subarray(start, end)) : text.slice(start, end));
      }
    } else {
      for (; end !== -1; start = end + 1, end = chunk.indexOf(LF, start)) {
        take(
          end - start > this.#maxLineBytes
            ? this.#skip(chunk.subarray(start, end))
            : chunk.toString("utf8", start, end),
        );
      }
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Gives `take` the last line, where the input ended without a newline behind it. */
  end(take: (line: string | SkippedLine) => void): void {
    if (this.#heldBytes > 0 || this.#skipping !== undefined) take(this.#take());
  }

  #hold(piece: Buffer): void {
    if (this.#skipping !== undefined) {
      this.#skipping.push(piece);
      return;
    }
    const bytes = this.#heldBytes + piece.length;
    if (bytes > this.#maxLineBytes) {
      this.#skipping = new Skipping();
      this.#skipping.push(this.#held.subarray(0, this.#heldBytes));
      this.#skipping.push(piece);
      this.#release();
      return;
    }
    if (bytes > this.#held.length) this.#grow(bytes);
    piece.copy(this.#held, this.#heldBytes);
    this.#heldBytes = bytes;
  }

  /** Doubling keeps the copying linear, and many small pieces in the memory of one. */
  #grow(bytes: number): void {
    const room = Math.min(Math.max(bytes, this.#held.length * 2, MIN_HELD_BYTES), this.#maxLineBytes);
    const grown = Buffer.allocUnsafeSlow(room);
    this.#held.copy(grown, 0, 0, this.#heldBytes);
    this.#held = grown;
  }

  #take(): string | SkippedLine {
    const skipping = this.#skipping;
    if (skipping !== undefined) {
      this.#skipping = undefined;
      return skipping.end();
    }
    const line = this.#held.toString("utf8", 0, this.#heldBytes);
    this.#release();
    return line;
  }

  #release(): void {
    this.#heldBytes = 0;
    if (this.#held.length > MAX_IDLE_BYTES) this.#held = EMPTY;
  }

  /** A line that is whole in one chunk, and too long. */
  #skip(line: Buffer): SkippedLine {
    const skipping = new Skipping();
    skipping.push(line);
    return skipping.end();
  }
}

/** The first 200 bytes of a line as text; a character that is cut by the end of them is left out. */
export function headOf(line: Uint8Array | string): string {
  const bytes = typeof line === "string" ? Buffer.from(line.slice(0, HEAD_BYTES)) : line;
  return new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES), { stream: true });
}

/** A line being skipped: scanned as it goes by, and counted. */
class Skipping {
  readonly #scan = new MemberScan();
  #bytes = 0;
  #head: Buffer = EMPTY;

  push(piece: Buffer): void {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    this.#bytes += piece.length;
    this.#scan.push(piece);
  }

  end(): SkippedLine {
    return new SkippedLine(this.#bytes, this.#scan.end(), headOf(this.#head));
  }
}

const LF = 0x0a;
const EMPTY: Buffer = Buffer.alloc(0);
const MIN_HELD_BYTES = 8192;
/** What is kept between lines, so that a stream of small ones allocates nothing. */
const MAX_IDLE_BYTES = 65536;
const HEAD_BYTES = 200;
