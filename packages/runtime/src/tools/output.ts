import type { Secrets } from "../secrets.ts";

/** Collects what a command prints, in constant memory: the beginning and the end of it. */
export class CappedOutput {
  readonly #maxBytes: number;
  readonly #secrets: Secrets;
  readonly #margin: number;
  readonly #half: number;
  readonly #head: Buffer;
  #headLength = 0;
  // Twice as long as what is kept of the end, so that bytes are moved once in a while and not with each chunk.
  readonly #tail: Buffer;
  #tailLength = 0;
  #total = 0;

  constructor(maxBytes: number, secrets: Secrets) {
    this.#maxBytes = maxBytes;
    this.#secrets = secrets;
    // A key that the cut would split is searched for whole: each half is longer by it, and loses it afterwards.
    this.#margin = secrets.longest * 4 + 8;
    this.#half = Math.ceil(maxBytes / 2) + this.#margin;
    this.#head = Buffer.allocUnsafe(this.#half);
    this.#tail = Buffer.allocUnsafe(2 * this.#half);
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    const forHead = Math.min(chunk.length, this.#half - this.#headLength);
    chunk.copy(this.#head, this.#headLength, 0, forHead);
    this.#headLength += forHead;
    this.#addToTail(chunk.subarray(forHead));
  }

  #addToTail(chunk: Buffer): void {
    const rest = chunk.length > this.#half ? chunk.subarray(chunk.length - this.#half) : chunk;
    if (this.#tailLength + rest.length > this.#tail.length) {
      const kept = this.#half;
      this.#tail.copyWithin(0, this.#tailLength - kept, this.#tailLength);
      this.#tailLength = kept;
    }
    rest.copy(this.#tail, this.#tailLength);
    this.#tailLength += rest.length;
  }

  /** What was printed, without keys; where it was too much, with a note of what was cut. */
  text(): string {
    const head = this.#head.subarray(0, this.#headLength);
    const tail = this.#tail.subarray(Math.max(0, this.#tailLength - this.#half), this.#tailLength);
    if (head.length + tail.length === this.#total)
      return capText(this.#secrets.redact(Buffer.concat([head, tail]).toString("utf8")), this.#maxBytes);
    const begin = this.#secrets.redact(head.toString("utf8")).slice(0, -this.#margin);
    const end = this.#secrets.redact(tail.toString("utf8")).slice(this.#margin);
    return `${begin}\n${note(this.#total - Buffer.byteLength(begin) - Buffer.byteLength(end))}\n${end}`;
  }
}

/** Cuts the middle out of a text longer than `maxBytes` (UTF-8), and says so. */
export function capText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const half = Math.floor(maxBytes / 2);
  const head = bytes.subarray(0, whole(bytes, half, -1));
  const tail = bytes.subarray(whole(bytes, bytes.length - half, 1));
  return `${head.toString("utf8")}\n${note(bytes.length - head.length - tail.length)}\n${tail.toString("utf8")}`;
}

/** The nearest place in this direction where a character begins. */
function whole(bytes: Buffer, at: number, direction: 1 | -1): number {
  let place = at;
  while (((bytes[place] ?? 0) & 0xc0) === 0x80) place += direction;
  return place;
}

function note(bytes: number): string {
  return `[… ${bytes} bytes were cut here …]`;
}
