import { History, type SessionEvent, type SurfaceOp } from "@buckeyestudio/toh-session";

/** An event without what every event has. */
export type Made = SessionEvent extends infer Event
  ? Event extends SessionEvent
    ? Omit<Event, "seq" | "time">
    : never
  : never;

/** A log that takes events of an older one, under new numbers, and knows which is which. */
export class RenumberedLog {
  readonly events: SessionEvent[] = [];
  /** How many of the events are from the old log. */
  kept = 0;
  /** Of what is made up: that of the event of the old log which it stands before, or behind. */
  time = 0;
  /** New numbers by old ones. */
  readonly #numbers: Map<number, number> = new Map();
  readonly #history: History = new History();

  /** Of the event that comes next. */
  get nextSeq(): number {
    return this.events.length;
  }

  /**
   * Takes an event of the old log; what it cites is numbered anew with it, and left out where it is lost. Gives the reason
   * where that cannot be.
   *
   * @param sources what it cites instead, in new numbers
   */
  keep(event: SessionEvent, sources?: number[]): string | undefined {
    const renumbered = this.#renumbered(event, sources);
    if (renumbered === undefined) return "is about events that are lost";
    this.#numbers.set(event.seq, renumbered.seq);
    this.#append(renumbered);
    this.kept += 1;
    return undefined;
  }

  /** Takes an event that is made up. */
  add(made: Made): void {
    this.#append({ ...made, seq: this.nextSeq, time: this.time });
  }

  /** The new numbers of those that were kept. */
  found(seqs: readonly number[]): number[] {
    return seqs.flatMap((old) => this.#numbers.get(old) ?? []);
  }

  /** How many events with an old number below `seq` were kept. */
  keptBelow(seq: number): number {
    return [...this.#numbers.keys()].filter((old) => old < seq).length;
  }

  #append(event: SessionEvent): void {
    this.#history.add(event);
    this.events.push(event);
  }

  #renumbered(event: SessionEvent, sources: number[] | undefined): SessionEvent | undefined {
    const seq = this.nextSeq;
    switch (event.type) {
      case "session/title":
        return { ...event, seq, data: { ...event.data, messageSeqs: this.found(event.data.messageSeqs) } };
      case "compaction/summary": {
        const start = this.#numbers.get(event.data.shadowedRange.start);
        const end = this.#numbers.get(event.data.shadowedRange.end);
        if (start === undefined || end === undefined) return undefined;
        const shadowedSeqs = this.found(event.data.shadowedSeqs);
        return { ...event, seq, data: { ...event.data, shadowedRange: { start, end }, shadowedSeqs } };
      }
      case "user/message":
      case "assistant/message":
      case "tool/result": {
        const surfaceOp = this.#newOp(event.surfaceOp);
        if (surfaceOp === undefined) return undefined;
        const cited = sources ?? (event.sourceEventSeqs && this.found(event.sourceEventSeqs));
        const moved = { ...event, seq, surfaceOp, ...(cited === undefined ? {} : { sourceEventSeqs: cited }) };
        return this.#fits(moved) ? moved : undefined;
      }
      default:
        return { ...event, seq };
    }
  }

  #newOp(surfaceOp: SurfaceOp): SurfaceOp | undefined {
    if (surfaceOp === "append") return surfaceOp;
    const start = this.#numbers.get(surfaceOp.start);
    const end = this.#numbers.get(surfaceOp.end);
    return start === undefined || end === undefined ? undefined : { op: "replace", start, end };
  }

  #fits(event: SessionEvent): boolean {
    try {
      this.#history.check(event);
      return true;
    } catch {
      // It replaces messages that do not stand: that is all a history complains of.
      return false;
    }
  }
}
