import { pendingPrompts, type SessionEvent } from "@buckeyestudio/toh-session";

/** What became of the messages of a log. */
export class Fates {
  /** The turn that took a message. */
  readonly turns: Map<string, number> = new Map();
  readonly canceled: Set<string> = new Set();
  readonly inserted: string[] = [];
  readonly shown: string[] = [];
  readonly ends: Map<number, SessionEvent<"turn/end">> = new Map();
  readonly pending: ReadonlySet<string>;

  constructor(log: readonly SessionEvent[], seeded: number) {
    const queues: Record<string, string[]> = {};
    let turn = 0;
    for (const event of log) {
      if (event.type === "turn/start") turn = event.data.turn;
      if (event.type === "turn/end") this.ends.set(event.data.turn, event);
      if (event.type === "user/message" && event.seq >= seeded) this.shown.push(event.data.id);
      if (event.type !== "agent/inbox/spliced") continue;
      const { target, start, removedCount = 0, inserted, outcome } = event.data;
      const ids = inserted.map(({ id }) => id);
      const removed = (queues[target] ??= []).splice(start, removedCount, ...ids);
      if (event.seq >= seeded) this.inserted.push(...ids);
      for (const id of removed) {
        if (outcome === "canceled") this.canceled.add(id);
        else this.turns.set(id, turn);
      }
    }
    this.pending = new Set(pendingPrompts(log).map(({ message }) => message.id));
  }

  /** Whether the turn that took a message was aborted. */
  wasAborted(id: string): boolean {
    return this.ends.get(this.turns.get(id) ?? 0)?.data.reason.kind === "aborted";
  }
}
