import type { UserMessage } from "@buckeyestudio/toh-llm";

/** Where a message waits: for a turn of its own, or to enter the running turn before its next step. */
export type Target = "next-turn" | "next-step";

export interface Place {
  readonly target: Target;
  readonly index: number;
}

/** The prompts of a session that no turn has taken yet, in the order in which they are due. */
export class Inbox {
  readonly #waiting: Readonly<Record<Target, UserMessage[]>> = { "next-turn": [], "next-step": [] };

  size(target: Target): number {
    return this.#waiting[target].length;
  }

  /** All that waits, steers first: that is the order in which turns take them. */
  messages(): UserMessage[] {
    return [...this.#waiting["next-step"], ...this.#waiting["next-turn"]];
  }

  add(target: Target, message: UserMessage): void {
    this.#waiting[target].push(message);
  }

  /** What the next turn begins with; a steer that its turn ended without goes before all prompts. */
  next(): Place | undefined {
    if (this.size("next-step") > 0) return { target: "next-step", index: 0 };
    return this.size("next-turn") > 0 ? { target: "next-turn", index: 0 } : undefined;
  }

  find(messageId: string): Place | undefined {
    for (const target of ["next-step", "next-turn"] as const) {
      const index = this.#waiting[target].findIndex(({ id }) => id === messageId);
      if (index >= 0) return { target, index };
    }
    return undefined;
  }

  /** Takes `count` messages out, from a place that {@link next} or {@link find} gave. */
  take({ target, index }: Place, count: number = 1): UserMessage[] {
    return this.#waiting[target].splice(index, count);
  }
}
