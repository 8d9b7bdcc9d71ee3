import { listAt, memberOf, quote, textAt } from "./event-fields.ts";
import type { Fault, OrderedEvent } from "./event-order.ts";

/**
 * A step that has started and not ended (spec §0.4.5): the chunks of the successful attempt, the message they make, the
 * calls it asks for, and the result of each.
 */
export class OpenStep {
  readonly step: number;
  /** False for a step that was joined in its middle: what it holds may have been there before. */
  readonly #whole: boolean;
  /** Call ids that the model asked for and that have neither been called nor answered. */
  readonly #asked: Set<string> = new Set();
  /** The message of the step is there. */
  #spoken = false;
  /** Seqs of the chunks of the present attempt, in order. */
  #chunks: number[] = [];
  /** The seq of each `tool/call` without a result, and its call id. */
  readonly #calls: Map<number, string | undefined> = new Map();

  constructor(step: number, whole: boolean) {
    this.step = step;
    this.#whole = whole;
  }

  /** Call ids that have no result yet, oldest first. */
  unanswered(): readonly (string | undefined)[] {
    return [...this.#calls.values()];
  }

  /** Takes an event of this step. `firstSeq` is the first event seen of the session: what is earlier may be cited unseen. */
  take(event: OrderedEvent, firstSeq: number): Fault {
    switch (event.type) {
      case "assistant/chunk":
        this.#chunks.push(event.seq);
        return this.#spoken ? ["step", "stands behind the message of its step"] : undefined;
      case "llm/retry":
        // What a failed attempt streamed is never part of a message.
        this.#chunks = [];
        return undefined;
      case "assistant/message":
        return this.#takeMessage(event, firstSeq);
      case "tool/call":
        return this.#takeCall(event);
      case "tool/result":
        return this.#takeResult(event, firstSeq);
      default:
        return undefined;
    }
  }

  #takeMessage({ data, sourceEventSeqs = [] }: OrderedEvent, firstSeq: number): Fault {
    const spoken = this.#spoken;
    this.#spoken = true;
    const message = memberOf(data, "message");
    for (const block of listAt(message, "content")) {
      const callId = textAt(block, "type") === "tool-call" ? textAt(block, "id") : undefined;
      if (callId === undefined) continue;
      if (this.#asked.has(callId)) return ["call", `asks for call ${quote(callId)} twice`];
      this.#asked.add(callId);
    }
    if (spoken) return ["step", "is the second message of its step"];
    const seen = sourceEventSeqs.filter((seq) => seq >= firstSeq);
    const chunks = new Set(this.#chunks);
    const foreign = seen.find((seq) => !chunks.has(seq));
    if (foreign !== undefined) return ["sources", `cites ${foreign}, which is no chunk of this attempt`];
    // A message may cite nothing, and one that was cut short, what it was made of; else it is every chunk, in order.
    if (seen.length === 0 || memberOf(data, "interrupted") === true) return undefined;
    const missing = this.#chunks.find((seq, index) => seen[index] !== seq);
    return missing === undefined ? undefined : ["sources", `does not cite chunk ${missing} in its place`];
  }

  #takeCall({ seq, data }: OrderedEvent): Fault {
    const callId = textAt(data, "callId");
    this.#calls.set(seq, callId);
    if (this.#settleAsked(callId)) return undefined;
    return ["call", `the model did not ask for call ${quote(callId)}, or it was made already`];
  }

  #takeResult({ data, sourceEventSeqs = [] }: OrderedEvent, firstSeq: number): Fault {
    const message = memberOf(data, "message");
    const callId = textAt(memberOf(message, "source"), "callId");
    const [block] = listAt(message, "content");
    const [source] = sourceEventSeqs;
    const called = source !== undefined && this.#calls.has(source);
    const cited = source === undefined ? undefined : this.#calls.get(source);
    const [next] = this.#calls;
    if (source !== undefined) this.#calls.delete(source);

    if (callId === undefined || textAt(block, "toolCallId") !== callId) {
      return ["call", "its block and its source do not name the same call"];
    }
    if (source === undefined) {
      // The repair of a crashed log also answers what the model asked for and nobody called.
      const repaired = textAt(memberOf(data, "error"), "code") === "TOOL_NOT_STARTED";
      return repaired && this.#settleAsked(callId) ? undefined : ["call", "cites no call"];
    }
    if (sourceEventSeqs.length > 1) return ["call", "cites more than its call"];
    if (!called)
      return source < firstSeq ? undefined : ["call", `cites ${source}, which is no unanswered call of this step`];
    if (cited !== callId) return ["call", `answers ${quote(callId)}, cites call ${quote(cited)}`];
    return next === undefined || next[0] === source
      ? undefined
      : ["call", `comes before the result of call ${quote(next[1])}`];
  }

  #settleAsked(callId: string | undefined): boolean {
    return (callId !== undefined && this.#asked.delete(callId)) || !this.#whole;
  }
}
