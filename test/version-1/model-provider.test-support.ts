import { setImmediate as tick } from "node:timers/promises";
import type { ModelRequest, Provider, StreamChunk } from "@buckeyestudio/toh-llm";

/** What the first word of a message makes the model do. */
export const DEEDS = ["say", "list", "ask", "child", "fail", "hang"] as const;

const CALLS: Readonly<Record<string, readonly [name: string, args: object]>> = {
  list: ["list_files", {}],
  ask: ["write_file", { path: "a.txt", content: "x" }],
  child: ["subagent", { description: "d", prompt: "say it, child" }],
};

/**
 * A model that does what it is told by a word, and before each chunk lets others work for a while: for as many ticks of
 * the event loop as `random` says. No timer is involved.
 */
export class TickingModel implements Provider {
  readonly id: string = "ticking";
  readonly #random: () => number;
  #calls = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  describe(): Record<string, never> {
    return {};
  }

  async *stream({ messages }: ModelRequest, { signal }: { signal: AbortSignal }): AsyncGenerator<StreamChunk> {
    const last = messages.at(-1);
    const text = (last?.content ?? []).flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
    const deed = last?.role === "user" && last.source.kind === "user" ? (text.split(" ")[0] ?? "say") : "say";
    for (const chunk of this.#chunks(deed, text)) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other
      await this.#wait(signal);
      if (signal.aborted) return;
      yield chunk;
    }
    if (deed === "hang") await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  }

  *#chunks(deed: string, text: string): Generator<StreamChunk> {
    if (deed === "fail") {
      yield { type: "finish", reason: { kind: "error", failure: { message: "no", code: "AUTH" } } };
      return;
    }
    yield { type: "block-start", index: 0, blockType: "text" };
    for (const part of ["it ", "is ", text]) yield { type: "text-delta", index: 0, text: part };
    if (deed === "hang") return;
    yield { type: "block-end", index: 0, block: { type: "text", text: `it is ${text}` } };
    const call = CALLS[deed];
    if (call !== undefined) {
      const [name, args] = call;
      const id = `call_${++this.#calls}`;
      const argumentText = JSON.stringify(args);
      yield { type: "block-start", index: 1, blockType: "tool-call" };
      yield { type: "tool-call-delta", index: 1, id, name, argumentsDelta: argumentText };
      yield { type: "block-end", index: 1, block: { type: "tool-call", id, name, arguments: argumentText } };
    }
    yield { type: "finish", reason: { kind: call === undefined ? "stop" : "tool-calls" } };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    for (let ticks = Math.trunc(this.#random() * 4); ticks > 0 && !signal.aborted; ticks--) await tick(); // oxlint-disable-line no-await-in-loop -- that is the point
  }
}
