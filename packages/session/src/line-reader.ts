import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";

/** Whole lines that stand one behind the other in a file. */
export interface Lines {
  /** Without their ends; undefined in the place of one that is no UTF-8. */
  readonly texts: readonly (string | undefined)[];
  /** Where in the file the last of them begins, and where it ends, its newline included. */
  readonly lastStart: number;
  readonly end: number;
  /** A part of the last of them never reached the disk, though its end did: what the machine left when it was lost. */
  readonly isLastTorn: boolean;
}

const NEWLINE = 0x0a;
/** The least that any disk writes at once. */
const SECTOR_BYTES = 512;

/** Bytes read at a time; a longer line is read with a larger buffer, which is then let go. */
const CHUNK_BYTES = 256 * 1024;

/** Reads the lines of a file from its beginning, some at a time, and never more of the file than these take. */
export class LineReader {
  readonly #handle: FileHandle;
  readonly #chunkBytes: number;
  #buffer: Buffer;
  #offset = 0;

  constructor(handle: FileHandle, chunkBytes: number = CHUNK_BYTES) {
    this.#handle = handle;
    this.#chunkBytes = chunkBytes;
    this.#buffer = Buffer.allocUnsafe(chunkBytes);
  }

  /** Where the lines that were given end. */
  get offset(): number {
    return this.#offset;
  }

  /** The next lines that end at or before `end`, at least one; undefined when there is none. May be asked again later. */
  async next(end: number): Promise<Lines | undefined> {
    for (;;) {
      const wanted = Math.min(this.#buffer.length, end - this.#offset);
      // oxlint-disable-next-line no-await-in-loop -- each time with a larger buffer
      const got = wanted > 0 ? await this.#fill(wanted) : 0;
      const last = this.#buffer.subarray(0, got).lastIndexOf(NEWLINE);
      if (last >= 0) return this.#take(last + 1);
      if (got < this.#buffer.length) return undefined;
      this.#buffer = Buffer.allocUnsafe(this.#buffer.length * 2);
    }
  }

  /** Lets the last of `lines`, just taken, be read again. */
  giveBack({ lastStart }: Lines): void {
    this.#offset = lastStart;
  }

  async #fill(wanted: number): Promise<number> {
    for (let got = 0; ;) {
      // oxlint-disable-next-line no-await-in-loop -- a read may give less than was asked for
      const { bytesRead } = await this.#handle.read(this.#buffer, got, wanted - got, this.#offset + got);
      got += bytesRead;
      if (bytesRead === 0 || got === wanted) return got;
    }
  }

  #take(length: number): Lines {
    const bytes = this.#buffer.subarray(0, length);
    const lastStart = length === 1 ? 0 : bytes.lastIndexOf(NEWLINE, length - 2) + 1;
    const lines = {
      texts: isUtf8(bytes) ? linesOf(bytes) : checkedLinesOf(bytes),
      lastStart: this.#offset + lastStart,
      end: this.#offset + length,
      isLastTorn: hasLostSector(bytes.subarray(lastStart), this.#offset + lastStart),
    };
    this.#offset += length;
    if (this.#buffer.length > this.#chunkBytes) this.#buffer = Buffer.allocUnsafe(this.#chunkBytes);
    return lines;
  }
}

/**
 * Whether in a line, which begins at `offset` of its file, all bytes of one sector are zero. A sector that was never
 * written reads like that, and no JSON text does.
 */
function hasLostSector(line: Buffer, offset: number): boolean {
  if (!line.includes(0)) return false;
  for (let start = 0; start < line.length;) {
    const end = Math.min(line.length, start + SECTOR_BYTES - ((offset + start) % SECTOR_BYTES));
    if (line.subarray(start, end).every((byte) => byte === 0)) return true;
    start = end;
  }
  return false;
}

/** `bytes` ends with a newline. One decoding and one split of many lines are far cheaper than one of each line. */
function linesOf(bytes: Buffer): string[] {
  return bytes.toString("utf8", 0, bytes.length - 1).split("\n");
}

function checkedLinesOf(bytes: Buffer): (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    const line = bytes.subarray(start, end);
    lines.push(isUtf8(line) ? line.toString("utf8") : undefined);
    start = end + 1;
  }
  return lines;
}
