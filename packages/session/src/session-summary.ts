import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { memberOf, numberAt, quote, textAt } from "./event-fields.ts";
import type { SessionHeader } from "./event.ts";
import { LOG_SUFFIX, logFileName } from "./session-files.ts";
import type { StoredSession } from "./store.ts";
import type { LogValidators } from "./validators.ts";

/** Read of each end of a log: enough for a header, and for the last dozen events. */
const END_BYTES = 4 * 1024;
/** How far from the start a title is looked for: it is given in the first turn, behind the first prompt. */
const TITLE_BYTES = 64 * 1024;
/** How far from the end the number of the turn is looked for. Nearly every event has it. */
const TURN_BYTES = 4 * 1024 * 1024;
/** What is behind the state known before is read whole up to here. */
const GROWTH_BYTES = 256 * 1024;

const NEWLINE = 0x0a;

/**
 * Tells a session from both ends of the first `bytes` bytes of its log. `known` is what was told of the same file before: its title stands until
 * there is another one. Never throws: what is wrong stands in `problem`.
 */
export function summarize(
  path: string,
  bytes: number,
  validators: LogValidators,
  known?: StoredSession,
): StoredSession {
  const summary = new Summary(path, bytes, validators, known);
  try {
    summary.read();
  } catch (error) {
    summary.problem = error instanceof Error ? error.message : String(error);
  }
  return summary.session();
}

class Summary {
  problem: string | undefined;
  readonly #path: string;
  readonly #validators: LogValidators;
  readonly #known: StoredSession | undefined;
  #header: SessionHeader | undefined;
  #title: string | undefined;
  #turns = 0;
  #lastSeq = -1;
  #updatedAt = 0;
  readonly #bytes: number;

  constructor(path: string, bytes: number, validators: LogValidators, known: StoredSession | undefined) {
    this.#path = path;
    this.#bytes = bytes;
    this.#validators = validators;
    this.#known = known;
  }

  session(): StoredSession {
    return {
      id: this.#header?.id ?? basename(this.#path, LOG_SUFFIX),
      header: this.#header,
      title: this.#title,
      turns: this.#turns,
      lastSeq: this.#lastSeq,
      updatedAt: this.#updatedAt,
      bytes: this.#bytes,
      ...(this.problem === undefined ? {} : { problem: this.problem }),
    };
  }

  read(): void {
    const fd = openSync(this.#path, "r");
    try {
      const file: LogFile = { fd, bytes: this.#bytes };
      const head = readHead(file);
      const header = this.#readHeader(head);
      if (header === undefined) return;
      this.#header = header;
      this.#updatedAt = header.createdAt;
      const known = this.#known?.header?.createdAt === header.createdAt ? this.#known : undefined;
      const tail = this.#readTail(file, head, known);
      this.#title = newestTitle(tail) ?? known?.title ?? titleInHead(file, head);
    } finally {
      closeSync(fd);
    }
  }

  #readHeader({ bytes }: Stretch): SessionHeader | undefined {
    const end = bytes.indexOf(NEWLINE);
    const header = end < 0 ? undefined : parsed(bytes.subarray(0, end));
    if (!this.#validators.isSessionHeader(header)) {
      this.problem = `${this.#path}:1 is no header`;
      return undefined;
    }
    if (basename(this.#path) === logFileName(header.id)) return header;
    this.problem = `${this.#path}:1 is the header of session ${quote(header.id)}, whose log has another name`;
    return undefined;
  }

  /** Takes the newest event and the newest turn; gives the stretch at the end of the file in which both stand. */
  #readTail(file: LogFile, head: Stretch, known: StoredSession | undefined): Stretch {
    const first = head.bytes.indexOf(NEWLINE) + 1;
    const grown = Math.min(file.bytes - (known?.bytes ?? file.bytes), GROWTH_BYTES);
    for (let wanted = END_BYTES + Math.max(0, grown); ; wanted *= 4) {
      const start = Math.max(first, file.bytes - wanted);
      const isAll = start === first;
      const bytes =
        head.bytes.length === file.bytes
          ? head.bytes.subarray(start)
          : readAt(file, start, file.bytes - start, tailBuffer);
      const tail = { bytes, beginsLine: isAll };
      let isNewest = true;
      for (const line of linesBackwards(tail)) {
        const event = parsed(line);
        if (isNewest && !this.#takeNewest(event)) return tail;
        isNewest = false;
        const turn = turnOf(event);
        if (turn === undefined) continue;
        this.#turns = turn;
        return tail;
      }
      if (isAll || (!isNewest && wanted >= TURN_BYTES)) return tail;
    }
  }

  #takeNewest(event: unknown): boolean {
    const [issue] = this.#validators.checkEvent(event) ?? [];
    if (issue !== undefined) {
      this.problem = `${this.#path}: the last line is no event: ${issue.path} ${issue.message}`;
      return false;
    }
    this.#lastSeq = numberAt(event, "seq");
    this.#updatedAt = numberAt(event, "time");
    return true;
  }
}

interface LogFile {
  readonly fd: number;
  readonly bytes: number;
}

/** Bytes that stand one behind the other in a file; it may begin in the middle of a line. */
interface Stretch {
  readonly bytes: Buffer;
  readonly beginsLine: boolean;
}

// One of each will do: nothing of them is kept, and a summary is made in one go.
const headBuffer = Buffer.allocUnsafe(END_BYTES);
const tailBuffer = Buffer.allocUnsafe(END_BYTES);

/** From the start on, at least the whole first line if there is one. */
function readHead(file: LogFile): Stretch {
  for (let wanted = END_BYTES; ; wanted *= 4) {
    const bytes = readAt(file, 0, Math.min(wanted, file.bytes), headBuffer);
    if (bytes.includes(NEWLINE) || wanted >= file.bytes) return { bytes, beginsLine: true };
  }
}

function titleInHead(file: LogFile, head: Stretch): string | undefined {
  const title = newestTitle(head);
  const length = Math.min(TITLE_BYTES, file.bytes);
  if (title !== undefined || head.bytes.length >= length) return title;
  return newestTitle({ bytes: readAt(file, 0, length, headBuffer), beginsLine: true });
}

function newestTitle(stretch: Stretch): string | undefined {
  // Far cheaper than to parse all lines, of which few if any are titles.
  if (!stretch.bytes.includes("session/title")) return undefined;
  for (const line of linesBackwards(stretch)) {
    const event = line.includes("session/title") ? parsed(line) : undefined;
    const title = textAt(event, "type") === "session/title" ? textAt(memberOf(event, "data"), "title") : undefined;
    if (title !== undefined) return title;
  }
  return undefined;
}

function turnOf(event: unknown): number | undefined {
  if (!/^(?:turn|step|assistant|tool|llm)\//.test(textAt(event, "type") ?? "")) return undefined;
  const turn = numberAt(memberOf(event, "data"), "turn");
  return Number.isSafeInteger(turn) ? turn : undefined;
}

/** The whole lines, the last one first. A torn last line is none. */
function* linesBackwards({ bytes, beginsLine }: Stretch): Generator<Buffer, void, undefined> {
  let end = bytes.lastIndexOf(NEWLINE);
  for (let isLast = true; end >= 0; isLast = false) {
    const before = end === 0 ? -1 : bytes.lastIndexOf(NEWLINE, end - 1);
    if (before < 0 && !beginsLine) return;
    const line = bytes.subarray(before + 1, end);
    // The last line may not have arrived whole, see LogReader.
    if (!isLast || !line.includes(0)) yield line;
    end = before;
  }
}

/** Into `buffer`, or where that is too small into a new one. */
function readAt({ fd }: LogFile, start: number, length: number, buffer: Buffer): Buffer {
  const target = length <= buffer.length ? buffer : Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const count = readSync(fd, target, got, length - got, start + got);
    if (count === 0) break;
    got += count;
  }
  return target.subarray(0, got);
}

/** Undefined when it is no JSON. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    // No line of a log is the JSON text of undefined, so this is told apart from every other.
    return undefined;
  }
}
