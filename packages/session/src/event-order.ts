import { clip, memberOf, numberAt, quote, textAt } from "./event-fields.ts";
import { OpenStep } from "./open-step.ts";

/** What the order of a log depends on. Every `SessionEvent` has this shape; data is looked at, never trusted. */
export interface OrderedEvent {
  readonly type: string;
  readonly seq: number;
  readonly data: unknown;
  readonly sourceEventSeqs?: readonly number[];
  readonly surfaceOp?: unknown;
}

/** Which promise an event broke: the numbering, the turns, the steps, calls and results, or the events it cites. */
export type OrderRule = "seq" | "turn" | "step" | "call" | "sources";

export interface OrderViolation {
  readonly rule: OrderRule;
  /** `seq` of the event that broke it. */
  readonly seq: number;
  /** For people: where, what was expected, what came. */
  readonly message: string;
}

/** The rule broken and how; `undefined` when nothing is wrong. */
export type Fault = readonly [rule: OrderRule, message: string] | undefined;

/**
 * Follows the events of one session, in the order they come, and says of each whether it may stand where it stands
 * (spec §0.4.3, §0.4.5): `seq` without a gap from the first event on; turns that do not overlap, numbered upwards from
 * 1; steps inside their turn, numbered 1, 2, 3; what carries a turn and a step inside just these; each tool result
 * after its call, one a call; no call left open, unless the turn ends as `aborted` or `interrupted`.
 *
 * It may join late: of what happened before the first event it saw it assumes nothing. Event types it does not know
 * count for `seq` alone. After a violation it goes on from the event as it came, so that one fault is told once.
 */
export class EventOrder {
  #firstSeq: number | undefined;
  #nextSeq = 0;
  /** False while a log that was joined late has not yet told in which turn it is. */
  #placed = true;
  #turn: number | undefined;
  #lastTurn = 0;
  #step: OpenStep | undefined;
  #lastStep = 0;
  /** Call ids that an ended step left without a result; whether it may is known when the turn ends. */
  #leftOpen: readonly (string | undefined)[] = [];

  /** The first promise that `event` breaks, if any. */
  take(event: OrderedEvent): OrderViolation | undefined {
    // All three look at every event, since each keeps a state of its own.
    const faults = [this.#number(event), cite(event), this.#place(event)];
    const fault = faults.find((each) => each !== undefined);
    return fault && { rule: fault[0], seq: event.seq, message: `${clip(event.type)} ${event.seq}: ${fault[1]}` };
  }

  #number({ seq }: OrderedEvent): Fault {
    const expected = this.#firstSeq === undefined ? seq : this.#nextSeq;
    if (this.#firstSeq === undefined) {
      this.#firstSeq = seq;
      this.#placed = seq === 0;
    }
    this.#nextSeq = seq + 1;
    if (!Number.isSafeInteger(seq) || seq < 0) return ["seq", "seq is no whole number from 0 on"];
    return seq === expected ? undefined : ["seq", `expected seq ${expected}`];
  }

  #place(event: OrderedEvent): Fault {
    switch (event.type) {
      case "turn/start":
        return this.#startTurn(event);
      case "turn/end":
        return this.#endTurn(event);
      case "step/start":
        return this.#startStep(event);
      case "step/end":
        return this.#endStep(event);
      case "user/message":
        // A compaction may replace messages between turns; a new message belongs to a turn.
        if (!this.#placed || this.#turn !== undefined || isReplacement(event)) return undefined;
        return ["turn", "stands outside of a turn"];
      case "tool/result":
        // A replacement shortens a result; the call it answers was answered long ago.
        return isReplacement(event) ? undefined : this.#inStep(event);
      case "assistant/chunk":
      case "assistant/message":
      case "tool/call":
      case "llm/retry":
      case "llm/retry-started":
        return this.#inStep(event);
      default:
        return undefined;
    }
  }

  #startTurn({ data }: OrderedEvent): Fault {
    const turn = numberAt(data, "turn");
    const open = this.#turn;
    const last = this.#lastTurn;
    const isFirst = this.#placed && last === 0;
    this.#openTurn(turn);
    if (open !== undefined) return ["turn", `turn ${turn} starts inside turn ${open}`];
    if (isFirst && turn !== 1) return ["turn", `the first turn is ${turn}, expected 1`];
    return turn > last ? undefined : ["turn", `turn ${turn} starts after turn ${last}`];
  }

  #endTurn({ data }: OrderedEvent): Fault {
    const turn = numberAt(data, "turn");
    if (!this.#placed) this.#openTurn(turn);
    const open = this.#turn;
    const step = this.#step;
    const leftOpen = this.#leftOpen;
    this.#turn = undefined;
    this.#step = undefined;
    this.#leftOpen = [];
    if (open === undefined) return ["turn", `turn ${turn} ends, but none is open`];
    if (open !== turn) return ["turn", `turn ${turn} ends inside turn ${open}`];
    if (step !== undefined) return ["step", `turn ${turn} ends with step ${step.step} open`];
    const reason = textAt(memberOf(data, "reason"), "kind");
    if (leftOpen.length === 0 || reason === "aborted" || reason === "interrupted") return undefined;
    return ["call", `turn ${turn} ends as ${quote(reason)} with call ${quote(leftOpen[0])} unanswered`];
  }

  #startStep({ data }: OrderedEvent): Fault {
    const turn = numberAt(data, "turn");
    const step = numberAt(data, "step");
    if (!this.#placed) {
      this.#openTurn(turn);
      this.#lastStep = step - 1;
    }
    const where = this.#where();
    const open = this.#step;
    const expected = this.#lastStep + 1;
    const leftOpen = this.#leftOpen;
    this.#leftOpen = [];
    this.#openStep(step, true);
    if (this.#turn !== turn) return ["turn", `step ${step} of turn ${turn} starts ${where}`];
    if (open !== undefined) return ["step", `step ${step} starts inside step ${open.step}`];
    if (step !== expected) return ["step", `step ${step} starts, expected step ${expected}`];
    if (leftOpen.length === 0) return undefined;
    return ["call", `step ${step} starts with call ${quote(leftOpen[0])} unanswered`];
  }

  #endStep(event: OrderedEvent): Fault {
    const fault = this.#inStep(event);
    this.#leftOpen = this.#step?.unanswered() ?? [];
    this.#step = undefined;
    return fault;
  }

  #inStep(event: OrderedEvent): Fault {
    const turn = numberAt(event.data, "turn");
    const step = numberAt(event.data, "step");
    if (!this.#placed) {
      this.#openTurn(turn);
      this.#openStep(step, false);
    }
    if (this.#turn !== turn) return ["turn", `belongs to turn ${turn}, stands ${this.#where()}`];
    if (this.#step?.step !== step) return ["step", `belongs to step ${step}, stands ${this.#where()}`];
    return this.#step.take(event, this.#firstSeq ?? 0);
  }

  #openTurn(turn: number): void {
    this.#placed = true;
    this.#turn = turn;
    this.#lastTurn = turn;
    this.#step = undefined;
    this.#lastStep = 0;
    this.#leftOpen = [];
  }

  #openStep(step: number, whole: boolean): void {
    this.#step = new OpenStep(step, whole);
    this.#lastStep = step;
  }

  #where(): string {
    if (this.#turn === undefined) return "outside of a turn";
    return this.#step === undefined
      ? `between the steps of turn ${this.#turn}`
      : `in step ${this.#step.step} of turn ${this.#turn}`;
  }
}

function cite({ seq, sourceEventSeqs = [] }: OrderedEvent): Fault {
  const later = sourceEventSeqs.find((source) => !(source < seq));
  if (later !== undefined) return ["sources", `cites ${later}, which is not earlier`];
  return new Set(sourceEventSeqs).size < sourceEventSeqs.length ? ["sources", "cites an event twice"] : undefined;
}

function isReplacement({ surfaceOp }: OrderedEvent): boolean {
  return surfaceOp !== undefined && surfaceOp !== "append";
}
