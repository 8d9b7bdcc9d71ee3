import type { SessionEvent } from "@buckeyestudio/toh-session";
import { textOf } from "../values.ts";

/** A turn in short. Times are milliseconds since 1970. */
export interface TurnOutline {
  readonly turn: number;
  readonly startedAt: number;
  /** What the person, or the parent, asked for; "" where no prompt is there. */
  prompt: string;
  /** The last answer that is not empty. */
  answer: string;
  toolCalls: number;
  /** Of all model calls together; what was read from a cache, or written to one, counts too. */
  inputTokens: number;
  outputTokens: number;
  endedAt: number | undefined;
  /** `seq` of its end: what a fork is given. */
  endSeq: number | undefined;
  /** Kind of its reason; undefined while it is open. */
  end: string | undefined;
  error: { readonly code: string; readonly message: string } | undefined;
}

/** Gathers from the events of a log, in their order, what people want to know of a session. */
export class Outline {
  readonly turns: TurnOutline[] = [];
  title: string | undefined;
  /** Provider and model of the newest call. */
  model: string | undefined;
  events = 0;
  readonly #queues: Record<"next-turn" | "next-step", string[]> = { "next-turn": [], "next-step": [] };
  #open: TurnOutline | undefined;

  /** Texts of the prompts that wait. */
  get waiting(): readonly string[] {
    return [...this.#queues["next-step"], ...this.#queues["next-turn"]];
  }

  /** The turn that has begun and not ended. */
  get openTurn(): TurnOutline | undefined {
    return this.#open;
  }

  take(event: SessionEvent): void {
    this.events += 1;
    const turn = this.#open;
    switch (event.type) {
      case "turn/start":
        this.#open = begin(event.data.turn, event.time);
        this.turns.push(this.#open);
        break;
      case "turn/end":
        if (turn !== undefined) end(turn, event);
        this.#open = undefined;
        break;
      case "agent/inbox/spliced":
        this.#splice(event);
        break;
      case "user/message":
        if (turn !== undefined && turn.prompt === "" && event.data.source.kind === "user")
          turn.prompt = textOf(event.data.content);
        break;
      case "assistant/message":
        if (turn !== undefined) {
          const { message, usage } = event.data;
          turn.answer = textOf(message.content).trim() || turn.answer;
          // The counts of input are disjoint: cached tokens are not in `inputTokens`.
          turn.inputTokens +=
            (usage?.inputTokens ?? 0) + (usage?.cacheReadTokens ?? 0) + (usage?.cacheWriteTokens ?? 0);
          turn.outputTokens += usage?.outputTokens ?? 0;
        }
        break;
      case "tool/call":
        if (turn !== undefined) turn.toolCalls += 1;
        break;
      case "session/title":
        this.title = event.data.title;
        break;
      case "session/updated":
        this.title = event.data.title ?? this.title;
        break;
      case "request/context":
        this.model = `${event.data.provider}/${event.data.model}`;
        break;
      default:
    }
  }

  #splice({ data }: SessionEvent<"agent/inbox/spliced">): void {
    const { target, start, removedCount = 0, inserted, outcome } = data;
    const removed = this.#queues[target].splice(start, removedCount, ...inserted.map(({ content }) => textOf(content)));
    // Where the turn failed before the model was asked, this is all there is of its prompt.
    const [claimed] = removed;
    const turn = this.#open;
    if (turn !== undefined && turn.prompt === "" && outcome === undefined && claimed !== undefined)
      turn.prompt = claimed;
  }
}

function begin(turn: number, startedAt: number): TurnOutline {
  return {
    turn,
    startedAt,
    prompt: "",
    answer: "",
    toolCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    endedAt: undefined,
    endSeq: undefined,
    end: undefined,
    error: undefined,
  };
}

function end(turn: TurnOutline, { seq, time, data: { reason } }: SessionEvent<"turn/end">): void {
  turn.endedAt = time;
  turn.endSeq = seq;
  turn.end = reason.kind;
  if (reason.kind === "error") turn.error = { code: reason.error.code, message: reason.error.message };
}
