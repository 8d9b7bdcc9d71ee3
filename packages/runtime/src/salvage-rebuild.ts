import type {
  AssistantMessage,
  ContentBlock,
  StreamChunk,
  ToolCallBlock,
  ToolResultMessage,
} from "@buckeyestudio/toh-llm";
import { repairEvents, type SessionEvent } from "@buckeyestudio/toh-session";
import { RenumberedLog } from "./salvage-log.ts";
import { firstPlace, isConfirmed, nameOf, type Place, placeOf } from "./salvage-place.ts";

/** A step of the new log that has begun and not ended. */
interface OpenStep {
  readonly number: number;
  /** Something of it may be lost: what stands open in it may have been closed there. */
  isDamaged: boolean;
  /** The chunks of the present attempt, as the new log has them. */
  chunks: SessionEvent<"assistant/chunk">[];
  hasAnswer: boolean;
  /** What the answer asks for and nobody has called. */
  readonly asked: Map<string, ToolCallBlock>;
  /** Calls without a result, in their order. */
  readonly calls: { readonly callId: string; readonly seq: number }[];
}

/** Higher steps are not made up to reach one: no turn has as many. */
const MAX_STEPS_MADE = 10_000;

/**
 * A log made of what is left of another one: takes its whole events in their order, numbers them anew and what they cite
 * with them, and makes up what has to stand between them, so that the new log keeps the order that a log promises (spec
 * §0.4): boundaries of turns and steps, calls, and for results that are lost some that say so.
 */
export class Rebuild {
  readonly log: RenumberedLog = new RenumberedLog();
  #lastOldSeq = -1;
  #turn: number | undefined;
  #lastTurn = 0;
  #step: OpenStep | undefined;
  #lastStep = 0;
  #route: { readonly provider: string; readonly model: string } | undefined;
  readonly #queues: Record<"next-turn" | "next-step", string[]> = { "next-turn": [], "next-step": [] };
  /** Prompts that no model has been shown, by the ids of their messages. */
  readonly #unseen: Map<string, string> = new Map();

  /** Texts of the prompts that no model has been shown, as far as is known. */
  get waiting(): string[] {
    return [...this.#unseen.values()];
  }

  /**
   * Takes the next event of the old log, `ahead` being the ones behind it. Gives the reason when it cannot stand in the
   * new one, as the end of a sentence.
   */
  take(event: SessionEvent, ahead: readonly { readonly event: SessionEvent }[]): string | undefined {
    const isGap = event.seq !== this.#lastOldSeq + 1;
    this.#lastOldSeq = event.seq;
    this.log.time = event.time;
    if (isGap && this.#step !== undefined) this.#step.isDamaged = true;
    const place = placeOf(event);
    if (place !== undefined && !this.#isHere(place) && !isConfirmed(place, ahead)) {
      return `is of ${nameOf(place)}, and what follows is not`;
    }
    switch (event.type) {
      case "turn/start":
        return this.#startTurn(event);
      case "turn/end":
        if (!this.#reachTurn(event.data.turn)) return isOver(event.data);
        this.#endStep();
        this.#turn = undefined;
        return this.log.keep(event);
      case "step/start":
        return this.#startStep(event);
      case "step/end":
        if (!this.#reachStep(event.data)) return isOver(event.data);
        this.#settle();
        this.#step = undefined;
        return this.log.keep(event);
      case "assistant/chunk":
      case "assistant/message":
      case "tool/call":
      case "llm/retry":
      case "llm/retry-started":
        return this.#reachStep(event.data) ? this.#takeInStep(event) : isOver(event.data);
      case "tool/result":
        if (event.surfaceOp !== "append") return this.log.keep(event);
        return this.#reachStep(event.data) ? this.#takeResult(event) : isOver(event.data);
      case "user/message":
        return this.#takeMessage(event, ahead);
      case "agent/inbox/spliced":
        return this.#splice(event);
      case "request/context":
        this.#route = event.data;
        return this.log.keep(event);
      default:
        return this.log.keep(event);
    }
  }

  /**
   * There is no more. Closes the turn that is open, and empties the inbox: which of its prompts were worked on already is
   * not known for sure, and none is to be worked on twice.
   *
   * @param isDamaged lines behind the last event are lost
   */
  end(isDamaged: boolean): void {
    if (isDamaged && this.#step !== undefined) this.#step.isDamaged = true;
    this.#closeTurn(true);
    for (const target of ["next-step", "next-turn"] as const) {
      const removedCount = this.#queues[target].length;
      if (removedCount === 0) continue;
      this.log.add({
        type: "agent/inbox/spliced",
        data: { target, start: 0, removedCount, inserted: [], outcome: "canceled" },
      });
    }
  }

  #isHere({ turn, step }: Place): boolean {
    return this.#turn === turn && (step === undefined || step === this.#step?.number || step === this.#lastStep + 1);
  }

  #startTurn(event: SessionEvent<"turn/start">): string | undefined {
    const { turn } = event.data;
    if (turn <= this.#lastTurn) return `begins turn ${turn}, which has begun`;
    this.#closeTurn();
    this.#makeFirstTurn(turn);
    this.#openTurn(turn);
    return this.log.keep(event);
  }

  /** False when it is over. */
  #reachTurn(turn: number): boolean {
    if (this.#turn === turn) return true;
    if (turn <= this.#lastTurn) return false;
    this.#closeTurn();
    this.#makeFirstTurn(turn);
    this.#openTurn(turn);
    this.log.add({ type: "turn/start", data: { turn } });
    return true;
  }

  /** Turns are counted from 1; of the further ones some may be lost without a trace. */
  #makeFirstTurn(turn: number): void {
    if (this.#lastTurn > 0 || turn === 1) return;
    this.#openTurn(1);
    this.log.add({ type: "turn/start", data: { turn: 1 } });
    this.#closeTurn();
  }

  #openTurn(turn: number): void {
    this.#turn = turn;
    this.#lastTurn = turn;
    this.#lastStep = 0;
  }

  #closeTurn(isEnd: boolean = false): void {
    const turn = this.#turn;
    if (turn === undefined) return;
    this.#endStep(isEnd);
    this.log.add({ type: "turn/end", data: { turn, reason: { kind: "interrupted" } } });
    this.#turn = undefined;
  }

  #startStep(event: SessionEvent<"step/start">): string | undefined {
    const { turn, step } = event.data;
    if (!this.#reachTurn(turn)) return isOver(event.data);
    if (step <= this.#lastStep) return `begins ${nameOf(event.data)}, which has begun`;
    if (!this.#makeStepsBefore(step)) return `begins ${nameOf(event.data)}: no turn has as many`;
    this.#openStep(step, false);
    return this.log.keep(event);
  }

  #reachStep({ turn, step }: { readonly turn: number; readonly step: number }): boolean {
    if (!this.#reachTurn(turn)) return false;
    if (this.#step?.number === step) return true;
    if (step <= this.#lastStep || !this.#makeStepsBefore(step)) return false;
    this.#openStep(step, true);
    this.log.add({ type: "step/start", data: { turn, step } });
    return true;
  }

  /** Steps are counted without a gap. */
  #makeStepsBefore(step: number): boolean {
    this.#endStep();
    if (step > this.#lastStep + MAX_STEPS_MADE) return false;
    const turn = this.#lastTurn;
    while (this.#lastStep + 1 < step) {
      this.#lastStep += 1;
      this.log.add({ type: "step/start", data: { turn, step: this.#lastStep } });
      this.log.add({ type: "step/end", data: { turn, step: this.#lastStep } });
    }
    return true;
  }

  #openStep(number: number, isDamaged: boolean): void {
    this.#lastStep = number;
    this.#step = { number, isDamaged, chunks: [], hasAnswer: false, asked: new Map(), calls: [] };
  }

  #endStep(isEnd: boolean = false): void {
    const step = this.#step;
    if (step === undefined) return;
    if (isEnd && !step.isDamaged) this.#repairCalls();
    else this.#settle();
    this.log.add({ type: "step/end", data: { turn: this.#lastTurn, step: step.number } });
    this.#step = undefined;
  }

  #takeInStep(
    event: SessionEvent<"assistant/chunk" | "assistant/message" | "tool/call" | "llm/retry" | "llm/retry-started">,
  ): string | undefined {
    const step = this.#step;
    if (step === undefined) return "stands outside of a step";
    switch (event.type) {
      case "assistant/chunk": {
        if (step.hasAnswer) return "stands behind the answer that it is a piece of";
        step.chunks.push({ ...event, seq: this.log.nextSeq });
        return this.log.keep(event);
      }
      case "assistant/message":
        if (step.hasAnswer) return "is a second answer of its step";
        this.#hear(step, event.data.message);
        return this.log.keep(event, this.#citations(step, event));
      case "tool/call": {
        const { callId } = event.data;
        this.#remakeAnswer(step);
        if (!step.asked.delete(callId)) return "makes a call of an answer that is lost";
        step.calls.push({ callId, seq: this.log.nextSeq });
        return this.log.keep(event);
      }
      default:
        step.chunks = [];
        return this.log.keep(event);
    }
  }

  #takeResult(event: SessionEvent<"tool/result">): string | undefined {
    const step = this.#step;
    if (step === undefined) return "stands outside of a step";
    const { callId } = event.data.message.source;
    this.#remakeAnswer(step);
    const isOfNoCall = event.data.error?.code === "TOOL_NOT_STARTED" && event.sourceEventSeqs === undefined;
    if (isOfNoCall && step.asked.delete(callId)) return this.log.keep(event);
    const block = step.asked.get(callId);
    if (block !== undefined) this.#remakeCall(step, block);
    const index = step.calls.findIndex((call) => call.callId === callId);
    const call = step.calls[index];
    if (call === undefined) return "answers a call of an answer that is lost";
    // Results stand in the order of the calls.
    for (const earlier of step.calls.splice(0, index + 1).slice(0, -1)) this.#addLostResult(step, earlier);
    return this.log.keep({ ...event, sourceEventSeqs: [] }, [call.seq]);
  }

  #takeMessage(
    event: SessionEvent<"user/message">,
    ahead: readonly { readonly event: SessionEvent }[],
  ): string | undefined {
    if (event.surfaceOp === "append" && this.#turn === undefined) {
      const next = firstPlace(ahead);
      if (next === undefined || !this.#reachTurn(next.turn)) return "is a message of a turn that is lost";
    }
    const reason = this.log.keep(event);
    if (reason === undefined) this.#unseen.delete(event.data.id);
    return reason;
  }

  #splice(event: SessionEvent<"agent/inbox/spliced">): string | undefined {
    const { target, start, removedCount = 0, inserted, outcome } = event.data;
    const removed = this.#queues[target].splice(start, removedCount, ...inserted.map(({ id }) => id));
    if (outcome !== undefined) for (const id of removed) this.#unseen.delete(id);
    for (const { id, content } of inserted) this.#unseen.set(id, textOf(content));
    return this.log.keep(event);
  }

  #hear(step: OpenStep, { content }: AssistantMessage): void {
    step.hasAnswer = true;
    for (const block of blocksOf(content)) if (isToolCall(block)) step.asked.set(block.id, block);
  }

  /** All pieces of the answer that are left; none where a lost retry leaves those of a failed attempt among them. */
  #citations(step: OpenStep, { sourceEventSeqs, data }: SessionEvent<"assistant/message">): number[] | undefined {
    if (sourceEventSeqs === undefined || data.interrupted === true) return undefined;
    const cited = this.log.found(sourceEventSeqs);
    return cited.length === step.chunks.length && cited.every((seq, index) => seq === step.chunks[index]?.seq)
      ? cited
      : [];
  }

  /** Where the answer of a step is lost and its pieces are not, it is put together again. */
  #remakeAnswer(step: OpenStep): void {
    if (step.hasAnswer || !step.isDamaged || this.#route === undefined) return;
    const blocks = new Map<number, ContentBlock>();
    const pieces = lastAttempt(step.chunks);
    for (const { data } of pieces) {
      if (data.chunk.type === "block-end") blocks.set(data.chunk.index, data.chunk.block);
    }
    if (blocks.size === 0) return;
    const { provider, model } = this.#route;
    const message: AssistantMessage = {
      role: "assistant",
      content: [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block),
      source: { kind: "model", provider, model },
      id: `salvaged-answer-${this.log.nextSeq}`,
    };
    this.#hear(step, message);
    this.log.add({
      type: "assistant/message",
      data: { turn: this.#lastTurn, step: step.number, message },
      sourceEventSeqs: pieces.length === step.chunks.length ? pieces.map(({ seq }) => seq) : [],
      surfaceOp: "append",
    });
  }

  /** What was asked for was called where a result is there: the call's line is lost, and can be told from the answer. */
  #remakeCall(step: OpenStep, { id: callId, name, arguments: text }: ToolCallBlock): void {
    step.asked.delete(callId);
    step.calls.push({ callId, seq: this.log.nextSeq });
    this.log.add({
      type: "tool/call",
      data: { turn: this.#lastTurn, step: step.number, callId, name, arguments: text },
    });
  }

  /** Before a step ends: gives each call that may have been answered in a part that is lost a result that says so. */
  #settle(): void {
    const step = this.#step;
    if (step === undefined || !step.isDamaged) return;
    if (lastAttempt(step.chunks).some(({ data }) => isGoodFinish(data.chunk))) this.#remakeAnswer(step);
    for (const block of step.asked.values()) this.#remakeCall(step, block);
    for (const call of step.calls.splice(0)) this.#addLostResult(step, call);
  }

  /** Nothing is lost here but the process that wrote the log: as at any opening. */
  #repairCalls(): void {
    for (const event of repairEvents(this.log.events, () => this.log.time)) {
      if (event.type === "tool/result") this.log.add(event);
    }
  }

  #addLostResult({ number }: OpenStep, call: { readonly callId: string; readonly seq: number }): void {
    const { callId, seq } = call;
    const message: ToolResultMessage = {
      id: `salvaged-tool-result-${callId}-${this.log.nextSeq}`,
      role: "user",
      content: [
        { type: "tool-result", toolCallId: callId, content: [{ type: "text", text: LOST_RESULT }], isError: true },
      ],
      source: { kind: "tool", callId },
    };
    this.log.add({
      type: "tool/result",
      data: {
        turn: this.#lastTurn,
        step: number,
        message,
        error: { name: "InterruptedError", code: "TOOL_OUTCOME_UNKNOWN" },
      },
      sourceEventSeqs: [seq],
      surfaceOp: "append",
    });
  }
}

const LOST_RESULT =
  "The result stood in a part of the session that is lost. Whether the tool did its work, or a part of it, is not known: " +
  "look before you call it again.";

function isOver(place: Place): string {
  return `is of ${nameOf(place)}, which is over`;
}

function isToolCall(block: ContentBlock): block is ToolCallBlock {
  return block.type === "tool-call";
}

/** Without the pieces of attempts that were over before: where the line of the retry is lost, they are among them. */
function lastAttempt(chunks: readonly SessionEvent<"assistant/chunk">[]): readonly SessionEvent<"assistant/chunk">[] {
  return chunks.slice(chunks.slice(0, -1).findLastIndex(({ data }) => data.chunk.type === "finish") + 1);
}

function isGoodFinish(chunk: StreamChunk): boolean {
  return chunk.type === "finish" && ["stop", "tool-calls", "max-tokens"].includes(chunk.reason.kind);
}

function textOf(content: unknown): string {
  return blocksOf(content)
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
}

/** A recorded runtime accepted prompts without blocks and logged what it got. */
function blocksOf(content: unknown): readonly ContentBlock[] {
  return Array.isArray(content) ? content : [];
}
