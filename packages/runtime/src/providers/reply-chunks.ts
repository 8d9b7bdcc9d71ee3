import type { ContentBlock, FinishReason, StreamChunk } from "@buckeyestudio/toh-llm";
import type { Reply, ScriptedCall } from "./script.ts";

export type ReplyChunks = Iterable<StreamChunk>;

/**
 * The chunks of a reply in the order of a real stream (spec §0.7.5): blocks open at their first delta and end together
 * behind the last one, then usage, then the finish. One delta a word. A reply that hangs has no end.
 */
export function* replyChunks(reply: Reply, mintId: () => string): Generator<StreamChunk> {
  const ended: ContentBlock[] = [];
  let index = 0;
  if (reply.reasoning !== undefined) {
    yield { type: "block-start", index, blockType: "reasoning" };
    for (const text of words(reply.reasoning)) yield { type: "reasoning-delta", index, text };
    ended[index++] = { type: "reasoning", text: reply.reasoning };
  }
  if (reply.text !== undefined) {
    const repeat = reply.repeat ?? 1;
    yield { type: "block-start", index, blockType: "text" };
    for (let round = 0; round < repeat; round++) {
      for (const text of words(reply.text)) yield { type: "text-delta", index, text };
    }
    ended[index++] = { type: "text", text: reply.text.repeat(repeat) };
  }
  for (const call of reply.toolCalls ?? []) {
    const id = call.id ?? mintId();
    const text = argumentText(call);
    yield { type: "block-start", index, blockType: "tool-call" };
    yield { type: "tool-call-delta", index, id, name: call.name, argumentsDelta: text };
    ended[index++] = { type: "tool-call", id, name: call.name, arguments: text };
  }
  if (reply.hang === true) return;
  if (reply.error === undefined) {
    for (const [at, block] of ended.entries()) yield { type: "block-end", index: at, block };
    if (reply.usage !== undefined) yield { type: "usage", usage: reply.usage };
  }
  yield { type: "finish", reason: finishOf(reply) };
}

function finishOf({ error, maxTokens, toolCalls }: Reply): FinishReason {
  if (error !== undefined) return { kind: "error", failure: error };
  if (maxTokens === true) return { kind: "max-tokens" };
  return { kind: (toolCalls?.length ?? 0) > 0 ? "tool-calls" : "stop" };
}

function argumentText(call: ScriptedCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}

/** Each word with the space behind it; together they are the text. */
function words(text: string): string[] {
  return text.match(/\S*\s+|\S+$/g) ?? [];
}
