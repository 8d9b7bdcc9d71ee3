import { FrameTooLargeError, type NotificationChoice } from "@buckeyestudio/toh-sdk-protocol";
import { childFinished } from "./fact-writer.ts";
import type { HostFact, HostPeer } from "./host.ts";
import type { Notifier } from "./notifier.ts";
import { ReplayGate } from "./replay-gate.ts";

export interface FactStreamOptions {
  readonly maxTokensAsSuccess: boolean;
  /** What the client does not want to hear of. */
  readonly choice: NotificationChoice;
}

/**
 * Turns the facts of a host into the notifications of version 1 (spec §1.6), in their order. While a session is resumed
 * its live facts wait, those of all others go on.
 */
export class FactStream implements Pick<HostPeer, "emit"> {
  readonly #notifier: Notifier;
  readonly #maxTokensAsSuccess: boolean;
  readonly #excluded: ReadonlySet<string>;
  readonly #excludedEvents: ReadonlySet<string>;
  readonly #gates: Map<string, ReplayGate> = new Map();
  /** How far a session was replayed, until its first live event behind that: a fact may come later than its event was logged. */
  readonly #replayed: Map<string, number> = new Map();
  /** Sessions of which the client was told last that they wait for something. */
  readonly #waiting: Set<string> = new Set();
  /** Whether the client reads slowly at the moment. */
  #isSlow = false;

  constructor(notifier: Notifier, { maxTokensAsSuccess, choice }: FactStreamOptions) {
    this.#notifier = notifier;
    this.#maxTokensAsSuccess = maxTokensAsSuccess;
    this.#excluded = new Set(choice.exclude);
    this.#excludedEvents = new Set(choice.excludeEvents);
  }

  emit(fact: HostFact): void | Promise<void> {
    // Lineage belongs to two sessions: held back with the one it would come behind the events of the other.
    if (fact.kind === "child-started" || fact.kind === "child-finished") return this.#write(fact);
    const gate = this.#gates.get(fact.sessionId);
    if (gate !== undefined) return gate.keep(fact);
    if (fact.kind === "event" && this.#wasReplayed(fact.sessionId, fact.event.seq)) return undefined;
    return this.#write(fact);
  }

  /** Keeps the live facts of a session back from now on, until the gate is opened. A session has one gate at a time. */
  async hold(sessionId: string): Promise<ReplayGate> {
    for (let gate = this.#gates.get(sessionId); gate !== undefined; gate = this.#gates.get(sessionId))
      await gate.opened;
    const gate = new ReplayGate(
      (fact) => this.#write(fact),
      (lastReplayed) => {
        this.#gates.delete(sessionId);
        if (lastReplayed >= 0) this.#replayed.set(sessionId, lastReplayed);
      },
    );
    this.#gates.set(sessionId, gate);
    return gate;
  }

  /** Resolves when no live fact of the session is kept back; undefined where none is. */
  passed(sessionId: string): Promise<void> | undefined {
    return this.#gates.get(sessionId)?.opened;
  }

  /** Resolves when nothing is kept back any more. */
  async allPassed(): Promise<void> {
    await Promise.all(Array.from(this.#gates.values(), ({ opened }) => opened));
  }

  /** Whether a status says nothing new to a client that is told now, by an answer, that the session is `answered`. */
  isKnown({ sessionId, status, waitingOn = [] }: StatusFact, answered: StatusFact["status"]): boolean {
    return status === answered && waitingOn.length === 0 && !this.#waiting.has(sessionId);
  }

  /** The session is closed or gone: one of this id begins anew. */
  forget(sessionId: string): void {
    this.#replayed.delete(sessionId);
  }

  #wasReplayed(sessionId: string, seq: number): boolean {
    const replayed = this.#replayed.get(sessionId);
    if (replayed === undefined) return false;
    if (seq <= replayed) return true;
    this.#replayed.delete(sessionId);
    return false;
  }

  #write(fact: HostFact): void | Promise<void> {
    switch (fact.kind) {
      case "event": {
        const { sessionId, event } = fact;
        if (this.#excludedEvents.has(event.type)) return undefined;
        const gap = { sessionId, from: event.seq, to: event.seq };
        return this.#notify("session.event", { sessionId, event }, () => this.#notify("session.gap", gap));
      }
      case "status": {
        const { sessionId, status, waitingOn = [] } = fact;
        if (waitingOn.length === 0) {
          this.#waiting.delete(sessionId);
          return this.#notify("session.status", { sessionId, status });
        }
        this.#waiting.add(sessionId);
        return this.#notify("session.status", { sessionId, status, waitingOn });
      }
      case "child-started":
      case "gap":
        return this.#notify(fact.kind === "gap" ? "session.gap" : "subagent.started", withoutKind(fact));
      case "child-finished": {
        const { lastAssistantMessage: _, ...short } = fact;
        return this.#notify("subagent.finished", childFinished(fact, this.#maxTokensAsSuccess), () =>
          this.#notify("subagent.finished", childFinished(short, this.#maxTokensAsSuccess)),
        );
      }
      case "tool-progress":
        return this.#isSlow ? undefined : this.#notify("tool.progress", withoutKind(fact), () => undefined);
    }
  }

  #notify(method: string, params: object, onTooLarge?: () => void | Promise<void>): void | Promise<void> {
    if (this.#excluded.has(method)) return undefined;
    let wait: void | Promise<void>;
    try {
      wait = this.#notifier.notify(method, params);
    } catch (error) {
      // The client said how much it can take, and is told what it misses (spec §1.6, §1.9).
      if (onTooLarge !== undefined && error instanceof FrameTooLargeError) return onTooLarge();
      throw error;
    }
    if (wait === undefined) return undefined;
    return this.#slow(wait);
  }

  async #slow(wait: Promise<void>): Promise<void> {
    this.#isSlow = true;
    await wait;
    this.#isSlow = false;
  }
}

type StatusFact = Extract<HostFact, { kind: "status" }>;

function withoutKind({ kind: _, ...params }: HostFact): object {
  return params;
}
