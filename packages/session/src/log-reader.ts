import type { FileHandle } from "node:fs/promises";
import { quote } from "./event-fields.ts";
import type { SessionEvent, SessionHeader } from "./event.ts";
import { LineReader } from "./line-reader.ts";
import { StoreError } from "./store.ts";
import type { LogValidators } from "./validators.ts";

export interface LogReaderOptions {
  /** For messages. */
  readonly path: string;
  /** The session whose log it must be. */
  readonly id: string;
  readonly validators: LogValidators;
  /** Events up to this one are counted, but neither looked at nor given. Default -1. */
  readonly afterSeq?: number;
  /** Bytes read at a time. */
  readonly chunkBytes?: number;
}

/**
 * Reads the file of a session: its header, then its events, some at a time, each checked. At the first line that is not
 * what it must be, once all before it was given, it throws a StoreError `damaged` that names file and line.
 *
 * A last line without an end is not there yet, or not any more: it is neither given nor damage. Nor is one with an end
 * in which a sector of the disk is zero: the machine was lost while the line went there, and only a part of it arrived. A
 * last line that is wrong in any other way was whole once, and somebody may have been told of it: that is damage.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #lines: LineReader;
  readonly #afterSeq: number;
  #header: SessionHeader | undefined;
  /** Lines taken so far. */
  #count = 0;
  /** Found behind events that were still to be given. */
  #damage: { readonly error: unknown } | undefined;

  constructor(handle: FileHandle, options: LogReaderOptions) {
    this.#options = options;
    this.#afterSeq = options.afterSeq ?? -1;
    this.#lines = new LineReader(handle, options.chunkBytes);
  }

  /** Known once {@link next} has been called. */
  get header(): SessionHeader {
    return this.#header ?? this.#damaged("has no header line");
  }

  /** `seq` of the event that comes next. */
  get nextSeq(): number {
    return Math.max(0, this.#count - 1);
  }

  /** Where in the file the lines end that were taken. */
  get end(): number {
    return this.#lines.offset;
  }

  /** Further events whose lines end at or before the byte `end`, the size of the file; undefined when there are none. */
  async next(end: number): Promise<readonly SessionEvent[] | undefined> {
    if (this.#damage !== undefined) throw this.#damage.error;
    const lines = await this.#lines.next(end);
    if (lines === undefined) return undefined;
    const events: SessionEvent[] = [];
    for (const [index, text] of lines.texts.entries()) {
      if (lines.isLastTorn && lines.end === end && index === lines.texts.length - 1) {
        this.#lines.giveBack(lines);
        return events.length === 0 ? undefined : events;
      }
      try {
        const event = this.#take(text);
        if (event !== undefined) events.push(event);
      } catch (error) {
        if (events.length === 0) throw error;
        this.#damage = { error };
        break;
      }
    }
    return events;
  }

  #take(text: string | undefined): SessionEvent | undefined {
    const seq = this.#count++ - 1;
    if (seq >= 0 && seq <= this.#afterSeq) return undefined;
    if (text === undefined) return this.#damaged("is no UTF-8");
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The parser's message quotes the line, which may be of any length and anyone's secret.
      return this.#damaged("is no JSON");
    }
    if (seq < 0) this.#header = this.#checkHeader(value);
    return seq < 0 ? undefined : this.#checkEvent(value, seq);
  }

  #checkHeader(value: unknown): SessionHeader {
    const { validators, id } = this.#options;
    if (!validators.isSessionHeader(value)) {
      const [issue] = validators.checkHeader(value) ?? [];
      return this.#damaged(`is no header: ${issue?.path} ${issue?.message}`);
    }
    if (value.id !== id) this.#damaged(`is the header of session ${quote(value.id)}, expected ${quote(id)}`);
    return value;
  }

  #checkEvent(value: unknown, seq: number): SessionEvent {
    const { validators } = this.#options;
    if (!validators.isSessionEvent(value)) {
      const [issue] = validators.checkEvent(value) ?? [];
      return this.#damaged(`is no event: ${issue?.path} ${issue?.message}`);
    }
    if (value.seq !== seq) this.#damaged(`holds event ${value.seq}, expected ${seq}`);
    return value;
  }

  #damaged(what: string): never {
    throw new StoreError("damaged", `${this.#options.path}:${Math.max(1, this.#count)} ${what}`);
  }
}
