import type { UserMessage } from "@buckeyestudio/toh-llm";
import type { AbortCause } from "@buckeyestudio/toh-session";
import { TurnAborted } from "./abort.ts";

/** The turn that a session is in: what entered it, and what ends it early. */
export class RunningTurn {
  /** 1-based in its session. */
  readonly number: number;
  /** The messages that are part of it, oldest first. */
  readonly messageIds: string[];
  readonly #controller: AbortController = new AbortController();
  #entering: UserMessage[];

  constructor(number: number, message: UserMessage) {
    this.number = number;
    this.messageIds = [message.id];
    this.#entering = [message];
  }

  /** Aborted with a `TurnAborted`; its cause is told as the turn's end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.signal.aborted;
  }

  /** The first cause counts. */
  abort(cause: AbortCause): void {
    if (!this.isAborted) this.#controller.abort(new TurnAborted(cause));
  }

  /** Lets messages enter before the next step. */
  enter(messages: readonly UserMessage[]): void {
    this.messageIds.push(...messages.map(({ id }) => id));
    this.#entering.push(...messages);
  }

  /** What enters with the step that begins now. */
  takeEntering(): UserMessage[] {
    return this.#entering.splice(0);
  }
}
