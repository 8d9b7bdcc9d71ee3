import type { HostFact } from "./host.ts";

/** Facts of one session that wait until its resume is answered (spec §1.6). */
export class ReplayGate {
  /** Resolves when the gate is open and what it kept has been written. */
  readonly opened: Promise<void>;
  readonly #write: (fact: HostFact) => void | Promise<void>;
  readonly #onOpen: (lastReplayed: number) => void;
  #resolve: () => void = () => undefined;
  #kept: HostFact[] = [];
  /** Highest `seq` that the client has from the replay, or had before it. */
  #replayed = NONE;
  #isOpen = false;

  /** @param onOpen called once, with the highest `seq` that the client has, before what was kept is written */
  constructor(write: (fact: HostFact) => void | Promise<void>, onOpen: (lastReplayed: number) => void) {
    this.#write = write;
    this.#onOpen = onOpen;
    this.opened = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Takes a live fact; the promise asks its producer to wait. */
  keep(fact: HostFact): Promise<void> {
    // Progress tells of now, and there will be more of it.
    if (fact.kind !== "tool-progress") this.#kept.push(fact);
    return this.opened;
  }

  /** Writes a fact of the replay. One that comes when the resume is over, or that was replayed before, is none. */
  replay(fact: Extract<HostFact, { kind: "event" | "gap" }>): void | Promise<void> {
    const seq = fact.kind === "event" ? fact.event.seq : fact.to;
    if (this.#isOpen || seq <= this.#replayed) return undefined;
    this.#replayed = seq;
    return this.#write(fact);
  }

  /**
   * The replay is complete, and its answer is about to leave. Without a replay what is kept up to `lastSeq` is written
   * now: to a client that follows the session it is live.
   */
  complete({ isReplayed, lastSeq, isKnown }: Completion): void {
    if (isReplayed) {
      this.#replayed = Math.max(this.#replayed, lastSeq);
      this.#kept = withoutOldStatus(
        this.#kept.filter((fact) => !isEventUpTo(fact, this.#replayed)),
        isKnown,
      );
      return;
    }
    const behind = this.#kept.findLastIndex((fact) => isEventUpTo(fact, lastSeq)) + 1;
    for (const fact of this.#kept.splice(0, behind)) void this.#write(fact);
  }

  /** The answer has left, or there is none: live facts go on, each event that the replay did not have. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#onOpen(this.#replayed);
    let wait: void | Promise<void> = undefined;
    for (const fact of this.#kept) if (!isEventUpTo(fact, this.#replayed)) wait = this.#write(fact);
    this.#kept = [];
    if (wait === undefined) this.#resolve();
    else void wait.then(this.#resolve);
  }
}

type StatusFact = Extract<HostFact, { kind: "status" }>;

interface Completion {
  /** Whether the client asked for a replay. */
  readonly isReplayed: boolean;
  readonly lastSeq: number;
  /** Whether a status says nothing that the client does not know by the answer. */
  readonly isKnown: (fact: StatusFact) => boolean;
}

/** Below every `seq`, and below the -1 of a log that is empty. */
const NONE = -2;

function isEventUpTo(fact: HostFact, seq: number): boolean {
  return fact.kind === "event" && fact.event.seq <= seq;
}

/**
 * Of the statuses before the first event that is left, the last alone may still say something: the others belong to
 * events that the client has from the replay.
 */
function withoutOldStatus(facts: readonly HostFact[], isKnown: Completion["isKnown"]): HostFact[] {
  const firstEvent = facts.findIndex(({ kind }) => kind === "event");
  const before = firstEvent === -1 ? facts.length : firstEvent;
  const last = facts.slice(0, before).findLast((fact) => fact.kind === "status");
  return facts.filter((fact, at) => fact.kind !== "status" || at >= before || (fact === last && !isKnown(fact)));
}
