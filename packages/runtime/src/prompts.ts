import { randomUUID } from "node:crypto";
import type { ContentBlock, UserMessage } from "@buckeyestudio/toh-llm";
import type { CancelReceipt } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { AbortCause, InboxSplicedData, SessionLog } from "@buckeyestudio/toh-session";
import { MessageKeys } from "./idempotency.ts";
import { Inbox, type Place, type Target } from "./inbox.ts";
import { RunningTurn } from "./running-turn.ts";

/** A prompt as an agent takes it (spec §1.5). */
export interface AgentPrompt {
  readonly contentBlocks: readonly ContentBlock[];
  readonly clientMessageId?: string | undefined;
  readonly mode?: "queue" | "steer" | undefined;
  readonly expectTurn?: number | undefined;
  readonly deadlineMs?: number | undefined;
}

/** What of an agent's work is to end (spec §1.4): one message, or a scope. */
export interface AgentCancel {
  readonly messageId?: string | undefined;
  readonly scope?: "turn" | "queued" | "all" | undefined;
  readonly cause: AbortCause;
}

export interface PromptsOptions {
  readonly log: SessionLog;
  /** What waits from before, oldest first. */
  readonly pending: readonly { readonly target: Target; readonly message: UserMessage }[];
  /** Records what happens to the inbox. Throws when the log takes no more. */
  readonly record: (spliced: InboxSplicedData) => void;
  /** A deadline that could not be kept, since the log takes no more. */
  readonly onFailure: (error: unknown) => void;
}

/** What a session has been asked: what waits, what the running turn is about, and what of it is to end. */
export class Prompts {
  /** The turn that runs; whoever runs it sets it. */
  turn: RunningTurn | undefined;
  readonly keys: MessageKeys;
  readonly #options: PromptsOptions;
  readonly #inbox: Inbox = new Inbox();
  readonly #deadlines: Map<string, NodeJS.Timeout> = new Map();

  constructor(options: PromptsOptions) {
    this.#options = options;
    this.keys = new MessageKeys(options.log);
    for (const { target, message } of options.pending) this.#inbox.add(target, message);
  }

  /** Oldest first, in the order in which they are due. */
  waiting(): UserMessage[] {
    return this.#inbox.messages();
  }

  /** Takes a prompt into the inbox and gives the id of its message. */
  take(content: readonly ContentBlock[], clientMessageId: string | undefined, target: Target): string {
    const id = randomUUID();
    const message: UserMessage = {
      content: [...content],
      source: { kind: "user", ...(clientMessageId === undefined ? {} : { clientMessageId }) },
      role: "user",
      id,
    };
    this.#options.record({ target, start: this.#inbox.size(target), inserted: [message] });
    this.#inbox.add(target, message);
    if (clientMessageId !== undefined) this.keys.add(clientMessageId, id, content, target);
    return id;
  }

  /** In the queue, counted from what runs now; nothing for a message that waits for no turn of its own (spec §1.5.1). */
  placeOf(messageId: string): { position?: number } {
    const place = this.#inbox.find(messageId);
    if (place?.target === "next-turn") return { position: place.index + 1 };
    return this.turn?.messageIds[0] === messageId ? { position: 0 } : {};
  }

  /** Whether a turn has something to begin with. */
  get isDue(): boolean {
    return this.#inbox.next() !== undefined;
  }

  /** Opens a turn with what is due next. */
  openTurn(number: number): RunningTurn | undefined {
    const place = this.#inbox.next();
    if (place === undefined) return undefined;
    this.#options.record({ target: place.target, start: 0, removedCount: 1, inserted: [] });
    const [message] = this.#inbox.take(place);
    return message === undefined ? undefined : (this.turn = new RunningTurn(number, message));
  }

  /** The turn is over: its deadlines with it. */
  closeTurn(turn: RunningTurn): void {
    this.turn = undefined;
    for (const id of turn.messageIds) this.#clearDeadline(id);
  }

  /** Lets the steers that wait enter the turn; whether there were any. */
  letSteersEnter(turn: RunningTurn): boolean {
    const count = this.#inbox.size("next-step");
    if (count === 0 || turn.isAborted) return false;
    this.#options.record({ target: "next-step", start: 0, removedCount: count, inserted: [] });
    turn.enter(this.#inbox.take({ target: "next-step", index: 0 }, count));
    return true;
  }

  /** Ends the work of a message so many ms from now, as a cancel of it does (spec §1.5). */
  limit(messageId: string, ms: number): void {
    const passed = (): void => {
      this.#deadlines.delete(messageId);
      try {
        this.#cancelMessage(messageId, { kind: "deadline" });
      } catch (error) {
        this.#options.onFailure(error);
      }
    };
    this.#deadlines.set(messageId, setTimeout(passed, Math.min(ms, 2 ** 31 - 1)));
  }

  clearDeadlines(): void {
    for (const timer of this.#deadlines.values()) clearTimeout(timer);
    this.#deadlines.clear();
  }

  cancel({ messageId, scope = "turn", cause }: AgentCancel): CancelReceipt {
    return messageId === undefined ? this.#cancelScope(scope, cause) : this.#cancelMessage(messageId, cause);
  }

  #cancelScope(scope: "turn" | "queued" | "all", cause: AbortCause): CancelReceipt {
    const cancelled: string[] = [];
    const turn = scope === "queued" ? undefined : this.turn;
    if (turn !== undefined) {
      turn.abort(cause);
      cancelled.push(...turn.messageIds, ...this.#dropAll("next-step"));
    }
    if (scope !== "turn") {
      // Without a turn to enter, a steer that a lost process left is a queued prompt like the others.
      if (this.turn === undefined) cancelled.push(...this.#dropAll("next-step"));
      cancelled.push(...this.#dropAll("next-turn"));
    }
    return this.#receipt(turn, cancelled);
  }

  #cancelMessage(messageId: string, cause: AbortCause): CancelReceipt {
    const place = this.#inbox.find(messageId);
    if (place !== undefined) return this.#receipt(undefined, this.#drop(place, 1));
    if (this.turn?.messageIds.includes(messageId) === true) return this.#cancelScope("turn", cause);
    const receipt = this.#receipt(undefined, []);
    return this.#hasTaken(messageId) ? { ...receipt, outcome: "finished" } : receipt;
  }

  #receipt(turn: RunningTurn | undefined, cancelled: readonly string[]): CancelReceipt {
    return {
      outcome: turn !== undefined || cancelled.length > 0 ? "cancelling" : "nothing",
      ...(turn === undefined ? {} : { turn: turn.number }),
      cancelled,
      kept: this.waiting().map(({ id }) => id),
    };
  }

  #hasTaken(messageId: string): boolean {
    return this.#options.log
      .events()
      .some(({ type, data }) => type === "agent/inbox/spliced" && data.inserted.some(({ id }) => id === messageId));
  }

  #dropAll(target: Target): string[] {
    return this.#drop({ target, index: 0 }, this.#inbox.size(target));
  }

  /** Takes messages out of the inbox for good; gives their ids. */
  #drop(place: Place, count: number): string[] {
    if (count === 0) return [];
    const { target, index: start } = place;
    this.#options.record({ target, start, removedCount: count, inserted: [], outcome: "canceled" });
    const ids = this.#inbox.take(place, count).map(({ id }) => id);
    for (const id of ids) this.#clearDeadline(id);
    return ids;
  }

  #clearDeadline(messageId: string): void {
    clearTimeout(this.#deadlines.get(messageId));
    this.#deadlines.delete(messageId);
  }
}
