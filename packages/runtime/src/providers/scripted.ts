import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Message, ModelRequest, Provider, StreamChunk } from "@buckeyestudio/toh-llm";
import { type ReplyChunks, replyChunks } from "./reply-chunks.ts";
import type { ProviderRequest } from "./registry.ts";
import { readScript, type Reply, type Rule, type Script } from "./script.ts";

/** Opens the script that `model` names, a path relative to the working folder. */
export async function openScripted({ cwd, model }: ProviderRequest): Promise<ScriptedProvider> {
  return new ScriptedProvider(await readScript(resolve(cwd, model)));
}

/** Plays a script: a model for tests, deterministic, that costs nothing and needs no network. */
export class ScriptedProvider implements Provider {
  readonly id: string = "scripted";
  /** Chunks that readers have taken so far: a reader that stops makes it stand still (spec §1.10). */
  chunksTaken = 0;
  readonly #script: Script;
  // Model calls since a message, by session and message: that is what counts off the replies of a rule.
  readonly #calls: Map<string, number> = new Map();
  #minted = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  describe(): Record<string, never> {
    return {};
  }

  async *stream(request: ModelRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<StreamChunk> {
    for await (const chunk of this.#reply(request, signal)) {
      this.chunksTaken++;
      yield chunk;
    }
  }

  async *#reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<StreamChunk> {
    const reply = this.#next(request);
    if (typeof reply === "string") {
      yield { type: "finish", reason: { kind: "error", failure: { message: reply, code: "SCRIPT" } } };
      return;
    }
    if (reply.delayMs !== undefined) await sleep(reply.delayMs, undefined, { signal });
    const chunks: ReplyChunks = replyChunks(reply, () => `call_${++this.#minted}`);
    for (const chunk of chunks) {
      if (reply.deltaMs !== undefined && chunk.type.endsWith("-delta"))
        await sleep(reply.deltaMs, undefined, { signal });
      yield chunk;
    }
    if (reply.hang === true) await sleep(2 ** 31 - 1, undefined, { signal });
  }

  /** The reply that is due, or what is wrong with the script. */
  #next({ sessionId, messages }: ModelRequest): Reply | string {
    const asked = messages.findLast((message) => message.role === "user" && message.source.kind === "user");
    if (asked === undefined) return "the conversation has no user message";
    const text = textOf(asked);
    const rule = this.#script.rules.find(({ when }) => fits(when, text));
    if (rule === undefined) return `the script has no rule for the message ${JSON.stringify(text.slice(0, 200))}`;
    const key = JSON.stringify([sessionId, asked.id]);
    const call = this.#calls.get(key) ?? 0;
    this.#calls.set(key, call + 1);
    return rule.turns[call] ?? exhausted(rule);
  }
}

function fits(when: string, text: string): boolean {
  return when.endsWith("*") ? text.startsWith(when.slice(0, -1)) : text === when;
}

function exhausted({ when, turns }: Rule): string {
  return `the rule for ${JSON.stringify(when)} has ${turns.length} replies, and one more was asked for`;
}

function textOf(message: Message): string {
  return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}
