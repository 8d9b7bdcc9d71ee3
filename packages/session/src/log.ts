import type {
  SessionEvent,
  SessionEventMap,
  SessionEventType,
  SessionHeader,
  SurfaceEventType,
  SurfaceOp,
} from "./event.ts";
import { History, type SurfaceMessage } from "./history.ts";
import type { EventWriter } from "./store.ts";

/** What a surface event says beyond its data (spec §0.7.2). */
export interface Surface {
  /** Distinct earlier seqs that this event is made from. */
  readonly sourceEventSeqs?: readonly number[];
  /** Default `"append"`. */
  readonly surfaceOp?: SurfaceOp;
}

/** What follows the data when an event of type `K` is appended: only those on the surface have it. */
export type SurfaceArguments<K> = K extends SurfaceEventType ? [surface?: Surface] : [];

export interface SessionLogOptions {
  /** Epoch milliseconds, for the `time` of events. Default `Date.now`. */
  readonly now?: () => number;
  /** What the session holds already, oldest first from seq 0. */
  readonly events?: readonly SessionEvent[];
  /** Where further events are written before they are taken. Default: nowhere, the log lives in memory alone. */
  readonly writer?: EventWriter;
}

/**
 * A session: its header and its append-only list of events, numbered from 0 without a gap. What is derived from the
 * events (the history for the model, the newest of each type) is kept beside them and can always be derived again.
 */
export class SessionLog {
  readonly header: SessionHeader;
  readonly #events: SessionEvent[] = [];
  readonly #history: History = new History();
  readonly #latest: Map<string, SessionEvent> = new Map();
  readonly #now: () => number;
  readonly #writer: EventWriter | undefined;

  constructor(header: SessionHeader, options: SessionLogOptions = {}) {
    this.header = header;
    this.#now = options.now ?? Date.now;
    this.#writer = options.writer;
    for (const event of options.events ?? []) this.#take(event);
  }

  /** Id of the session, as the header has it. */
  get id(): string {
    return this.header.id;
  }

  /** The `seq` of the newest event; -1 while there is none. */
  get lastSeq(): number {
    return this.#events.length - 1;
  }

  /**
   * Appends an event and gives it back with its `seq` and `time`: it has been written when this returns, though not
   * synced. The event and its data are frozen: nobody may change a fact. Throws what the writer throws, and then the log is as it was.
   */
  append<K extends SessionEventType>(
    type: K,
    data: SessionEventMap[K],
    ...[surface]: SurfaceArguments<K>
  ): SessionEvent {
    // Member order is the order on the wire and in the log: type, seq, time, data, sourceEventSeqs, surfaceOp.
    const event = {
      type,
      seq: this.#events.length,
      time: this.#now(),
      data,
      ...(surface?.sourceEventSeqs === undefined ? {} : { sourceEventSeqs: surface.sourceEventSeqs }),
      ...(isSurface(type) ? { surfaceOp: surface?.surfaceOp ?? "append" } : {}),
    };
    if (!isSessionEvent(event)) throw new Error(`an event of type ${type} cannot stand on the surface`);
    Object.freeze(event);
    Object.freeze(data);
    this.#history.check(event);
    this.#writer?.write(event);
    this.#take(event);
    return event;
  }

  /** Resolves when all that was appended before the call survives the end of the machine, as far as its writer can tell. */
  async synced(): Promise<void> {
    await this.#writer?.sync();
  }

  /** Lets go of the writer; nothing may be appended from now on. */
  async close(): Promise<void> {
    await this.#writer?.close();
  }

  #take(event: SessionEvent): void {
    this.#history.add(event);
    this.#events.push(event);
    this.#latest.set(event.type, event);
  }

  /** The newest event of a type. */
  latest<K extends SessionEventType>(type: K): Extract<SessionEvent, { type: K }> | undefined {
    const event = this.#latest.get(type);
    return event !== undefined && isOfType(event, type) ? event : undefined;
  }

  /** The events behind `afterSeq` (default -1: all), oldest first. */
  events(afterSeq: number = -1): readonly SessionEvent[] {
    return this.#events.slice(afterSeq + 1);
  }

  /** What a model sees of this session, oldest first. */
  messages(): SurfaceMessage[] {
    return this.#history.messages();
  }
}

/** Holds the one rule that the parameters alone cannot: exactly the three surface types say what they do to the surface. */
function isSessionEvent(event: {
  type: SessionEventType;
  sourceEventSeqs?: unknown;
  surfaceOp?: unknown;
}): event is SessionEvent {
  return isSurface(event.type) || (event.sourceEventSeqs === undefined && event.surfaceOp === undefined);
}

function isSurface(type: string): type is SurfaceEventType {
  return type === "user/message" || type === "assistant/message" || type === "tool/result";
}

function isOfType<K extends string>(event: SessionEvent, type: K): event is Extract<SessionEvent, { type: K }> {
  return event.type === type;
}
