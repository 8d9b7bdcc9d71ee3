import type { SessionEvent, SessionHeader } from "./event.ts";

/**
 * Where the logs of sessions are kept: append with an expected sequence, read from a sequence, follow, list, delete.
 * One process at a time may append to a session; any number may read. The default keeps files on one machine; the same
 * interface is there to be served by something that several machines share, so nothing of a session lives outside its log.
 */
export interface EventStore {
  /**
   * Makes a session, takes it for this process and writes its header; it is there for good when this resolves.
   * Rejects with a {@link StoreError}: `invalid`, `exists`, `locked`, `failed`.
   */
  create(header: SessionHeader): Promise<EventWriter>;
  /**
   * Takes a stored session for this process and reads it. A torn last line is cut off and reported; a session found
   * damaged anywhere else is not touched. Rejects with a {@link StoreError}: `unknown`, `locked`, `damaged`, `failed`.
   */
  open(id: string): Promise<OpenedSession>;
  /**
   * The events behind `afterSeq` (-1: all), oldest first, up to the head at this moment; takes nothing and repairs
   * nothing. Rejects with a {@link StoreError}: `unknown`, `damaged`, `failed`.
   */
  read(id: string, afterSeq: number): AsyncIterable<SessionEvent>;
  /** Like {@link read}, and then each further one as any process appends it, until `signal` is aborted: then it ends. */
  follow(id: string, afterSeq: number, signal: AbortSignal): AsyncIterable<SessionEvent>;
  has(id: string): Promise<boolean>;
  /** Latest activity first. A session that cannot be read stands in the list with its `problem`. */
  list(): Promise<readonly StoredSession[]>;
  /** An unknown id is success. Rejects with a {@link StoreError}: `locked`, `failed`. */
  delete(id: string): Promise<void>;
}

/** A session as a store lists it, told from as little of its log as will do. */
export interface StoredSession {
  readonly id: string;
  readonly header: SessionHeader | undefined;
  readonly title: string | undefined;
  /** Turns begun so far. */
  readonly turns: number;
  readonly lastSeq: number;
  /** Epoch ms of the newest event; of the header while there is none. */
  readonly updatedAt: number;
  readonly bytes: number;
  /** Why it cannot be opened, for people. */
  readonly problem?: string;
}

export interface OpenedSession {
  readonly header: SessionHeader;
  /** All of them, oldest first. */
  readonly events: readonly SessionEvent[];
  readonly writer: EventWriter;
  /** Bytes of a torn last line that was cut off; 0 when there was none. */
  readonly cutBytes: number;
}

/** The one who may append to a session, until it is closed. */
export interface EventWriter {
  /**
   * Writes an event behind all others: when this returns it survives the end of the process, though not yet of the
   * machine. `event.seq` must be the next one. Synced within 100 ms without further ado. Throws a {@link StoreError} of
   * kind `failed`, `conflict` or `invalid`, and then the store holds nothing of the event; after `failed` the writer takes
   * no more, but what was written before can still be synced.
   */
  write(event: SessionEvent): void;
  /** Resolves when all that has been written survives the end of the machine; calls that come together share one sync. Rejects with `failed`. */
  sync(): Promise<void>;
  /** Syncs, lets go of the session. Safe to call twice: every caller awaits the same ending. */
  close(): Promise<void>;
}

export type StoreErrorKind =
  /** No session of this id. */
  | "unknown"
  /** There is one already. */
  | "exists"
  /** Another process has it; the message says which, and how to free it when that one is gone. */
  | "locked"
  /** A line of the log is not what it must be; the message names file and line. */
  | "damaged"
  /** An event does not follow on the last one. */
  | "conflict"
  /** A header or an event is not what it must be: written down, it would be damage. */
  | "invalid"
  /** The disk, the permissions or the store itself. */
  | "failed";

export class StoreError extends Error {
  override readonly name: string = "StoreError";
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
