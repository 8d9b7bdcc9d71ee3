import { quote } from "./event-fields.ts";
import type { SessionEvent, SessionHeader } from "./event.ts";
import { invalid, openHere, sessionExists, unknownSession } from "./store-errors.ts";
import { byActivity } from "./listing.ts";
import { type EventStore, type EventWriter, type OpenedSession, StoreError, type StoredSession } from "./store.ts";
import { loadValidators, type LogValidators } from "./validators.ts";

/** Sessions that end with their process. Keeps the events it is given, not copies of them. */
export class MemoryStore implements EventStore {
  readonly #sessions: Map<string, MemorySession> = new Map();

  async create(header: SessionHeader): Promise<EventWriter> {
    const validators = await loadValidators();
    const fault = invalid("cannot create a session", validators.checkHeader(header));
    if (fault !== undefined) throw fault;
    if (this.#sessions.has(header.id)) throw sessionExists(header.id);
    const session = new MemorySession(header);
    this.#sessions.set(header.id, session);
    return session.open(validators);
  }

  async open(id: string): Promise<OpenedSession> {
    const validators = await loadValidators();
    const session = this.#find(id);
    const writer = session.open(validators);
    return { header: session.header, events: session.events.slice(), writer, cutBytes: 0 };
  }

  async *read(id: string, afterSeq: number): AsyncGenerator<SessionEvent, void, undefined> {
    yield* this.#find(id).events.slice(afterSeq + 1);
  }

  /** Rejects with `unknown` once the session has been deleted. */
  async *follow(id: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<SessionEvent, void, undefined> {
    if (signal.aborted) return;
    const session = this.#find(id);
    for (let next = Math.max(0, afterSeq + 1); !signal.aborted;) {
      const event = session.events[next];
      if (event !== undefined) {
        next++;
        yield event;
        continue;
      }
      if (session.isDeleted) throw unknownSession(id);
      // oxlint-disable-next-line no-await-in-loop -- waits again and again
      await session.change(signal);
    }
  }

  async has(id: string): Promise<boolean> {
    return this.#sessions.has(id);
  }

  async list(): Promise<readonly StoredSession[]> {
    return Array.from(this.#sessions.values(), (session) => session.summary()).sort(byActivity);
  }

  async delete(id: string): Promise<void> {
    this.#sessions.get(id)?.delete();
    this.#sessions.delete(id);
  }

  #find(id: string): MemorySession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw unknownSession(id);
    return session;
  }
}

class MemorySession {
  readonly header: SessionHeader;
  readonly events: SessionEvent[] = [];
  isDeleted = false;
  #isOpen = false;
  #title: string | undefined;
  #turns = 0;
  /** What the first `#counted` events and the header would take in a file. */
  #bytes: number;
  #counted = 0;
  readonly #waiting: Set<() => void> = new Set();

  constructor(header: SessionHeader) {
    this.header = header;
    this.#bytes = lineBytes(header);
  }

  open(validators: LogValidators): EventWriter {
    if (this.#isOpen) throw openHere(`session ${quote(this.header.id)}`);
    this.#isOpen = true;
    return new MemoryWriter(this, validators);
  }

  close(): void {
    this.#isOpen = false;
  }

  append(event: SessionEvent): void {
    this.events.push(event);
    if (event.type === "session/title") this.#title = event.data.title;
    if (event.type === "turn/start") this.#turns = event.data.turn;
    this.#wake();
  }

  delete(): void {
    if (this.#isOpen) throw openHere(`session ${quote(this.header.id)}`);
    this.isDeleted = true;
    this.#wake();
  }

  /** Resolves at the next change, or when the signal is aborted. */
  async change(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }

  summary(): StoredSession {
    const { header, events } = this;
    for (const event of events.slice(this.#counted)) this.#bytes += lineBytes(event);
    this.#counted = events.length;
    return {
      id: header.id,
      header,
      title: this.#title,
      turns: this.#turns,
      lastSeq: events.length - 1,
      updatedAt: events.at(-1)?.time ?? header.createdAt,
      bytes: this.#bytes,
    };
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}

function lineBytes(value: SessionHeader | SessionEvent): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

class MemoryWriter implements EventWriter {
  readonly #session: MemorySession;
  readonly #validators: LogValidators;
  #closing: Promise<void> | undefined;

  constructor(session: MemorySession, validators: LogValidators) {
    this.#session = session;
    this.#validators = validators;
  }

  write(event: SessionEvent): void {
    const name = `session ${quote(this.#session.header.id)}`;
    if (this.#closing !== undefined) throw new StoreError("failed", `${name} takes no more: its writer is closed`);
    const nextSeq = this.#session.events.length;
    if (event.seq !== nextSeq) throw new StoreError("conflict", `${name} expects event ${nextSeq}, got ${event.seq}`);
    const fault = invalid(`${name} takes no such event`, this.#validators.checkEvent(event));
    if (fault !== undefined) throw fault;
    this.#session.append(event);
  }

  async sync(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= Promise.resolve(this.#session.close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
