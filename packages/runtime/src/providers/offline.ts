import type { Message, ModelRequest, Provider, StreamChunk } from "@buckeyestudio/toh-llm";

export function openOffline(): Provider {
  return new OfflineProvider();
}

/**
 * No model: a small deterministic agent that uses the real tools on the real folder. It lists, searches for the
 * words of the prompt, reads where most of them stand, has a subagent read the next best place, and quotes what was found with file and
 * line. Needs no network and no key; the same folder and prompt give the same answer.
 */
class OfflineProvider implements Provider {
  readonly id: string = "offline";

  describe(): Record<string, never> {
    return {};
  }

  async *stream(request: ModelRequest): AsyncGenerator<StreamChunk> {
    // Loaded with the first call: a runtime that only answers its handshake has no use for them.
    const [{ planStep }, { composeAnswer }, { replyChunks }] = await Promise.all([
      import("./offline-plan.ts"),
      import("./offline-answer.ts"),
      import("./reply-chunks.ts"),
    ]);
    const { question, results } = lastExchange(request.messages);
    const plan = planStep(
      question,
      results,
      request.tools.map((tool) => tool.name),
    );
    const reply = plan.kind === "calls" ? { toolCalls: plan.calls } : { text: composeAnswer(plan) };
    const spent = { inputTokens: 0, outputTokens: 0 };
    let minted = 0;
    // One id a call for the whole session: the history tells how many there were.
    const before = request.messages.reduce(
      (sum, message) => sum + message.content.filter((b) => b.type === "tool-call").length,
      0,
    );
    yield* replyChunks({ ...reply, usage: spent }, () => `offline_${before + ++minted}`);
  }
}

/** A tool's answer, as the last exchange has it. */
export interface ToolAnswer {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

function lastExchange(messages: readonly Message[]): { question: string; results: ToolAnswer[] } {
  const from = messages.findLastIndex((message) => message.role === "user" && message.source.kind === "user");
  const asked = messages[from];
  const calls = new Map<string, { name: string; args: Record<string, unknown> }>();
  const results: ToolAnswer[] = [];
  for (const message of messages.slice(from + 1)) {
    for (const block of message.content) {
      if (block.type === "tool-call") calls.set(block.id, { name: block.name, args: parsed(block.arguments) });
      if (block.type !== "tool-result") continue;
      const call = calls.get(block.toolCallId);
      if (call !== undefined) results.push({ ...call, text: textOf(block.content), isError: block.isError === true });
    }
  }
  return { question: asked === undefined ? "" : textOf(asked.content), results };
}

function parsed(text: string): Record<string, unknown> {
  // Our own calls: what planStep wrote is an object.
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(content: Message["content"]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}
