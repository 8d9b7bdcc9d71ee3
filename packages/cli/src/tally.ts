import type { HarnessNotification } from "@buckeyestudio/toh-sdk-client";
import { at, numberAt, textAt } from "./values.ts";

/** Counts what a run took, over the whole tree of sessions; turns are those of the root. */
export class Tally {
  readonly #root: string;
  #turns = 0;
  #toolCalls = 0;
  #tokensIn = 0;
  #tokensOut = 0;
  /** Why the last turn ended, and with what error. */
  lastEnd: { kind: string; code: string; message: string } | undefined;

  constructor(rootSessionId: string) {
    this.#root = rootSessionId;
  }

  take({ method, params }: HarnessNotification): void {
    if (method !== "session.event") return;
    const data = at(params, "event", "data");
    const type = textAt(params, "event", "type");
    if (type === "tool/call") this.#toolCalls += 1;
    if (type === "assistant/message" || type === "compaction/summary") this.#addUsage(at(data, "usage"));
    if (type !== "turn/end" || params["sessionId"] !== this.#root) return;
    this.#turns += 1;
    const reason = at(data, "reason");
    this.lastEnd = {
      kind: textAt(reason, "kind"),
      code: textAt(reason, "error", "code"),
      message: textAt(reason, "error", "message"),
    };
  }

  line(seconds: number): string {
    return [
      plural(this.#turns, "turn"),
      plural(this.#toolCalls, "tool call"),
      `${this.#tokensIn} tokens in, ${this.#tokensOut} out`,
      `${seconds.toFixed(1)} s`,
    ].join(" · ");
  }

  // The counts of input are disjoint: cached tokens are not in `inputTokens`.
  #addUsage(usage: unknown): void {
    this.#tokensIn += numberAt(usage, "inputTokens");
    this.#tokensIn += numberAt(usage, "cacheReadTokens") + numberAt(usage, "cacheWriteTokens");
    this.#tokensOut += numberAt(usage, "outputTokens");
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
