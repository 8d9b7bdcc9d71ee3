import { randomUUID } from "node:crypto";
import type {
  AssistantMessage,
  ContentBlock,
  FinishReason,
  LlmFailure,
  ModelRequest,
  StreamChunk,
  ToolDescription,
} from "@buckeyestudio/toh-llm";
import type { Agent } from "./agent.ts";
import { Assembler } from "./assembler.ts";
import { messageOf } from "./diagnostics.ts";
import { policyKey, retryDelay } from "./retry.ts";

export interface ModelCallInput {
  readonly turn: number;
  readonly step: number;
  readonly tools: readonly ToolDescription[];
  readonly signal: AbortSignal;
}

export type ModelCallOutcome =
  | { readonly kind: "answered"; readonly content: readonly ContentBlock[]; readonly truncated: boolean }
  | { readonly kind: "error"; readonly failure: LlmFailure }
  | { readonly kind: "aborted" };

/** One model call with its retries, recorded chunk by chunk and, when it came to something, as `assistant/message`. */
export async function callModel(agent: Agent, input: ModelCallInput): Promise<ModelCallOutcome> {
  const { turn, step, signal } = input;
  const { surroundings } = agent;
  const policy = surroundings.retry;
  const retryId = randomUUID();
  for (let retry = 1; ; retry++) {
    const attempt = await runAttempt(agent, input);
    if (attempt.kind !== "error") return attempt;
    const delayMs = retryDelay(policy, attempt.failure, retry, () => surroundings.random());
    if (delayMs === undefined) return attempt;
    agent.record("llm/retry", {
      retryId,
      turn,
      step,
      provider: agent.route.provider.id,
      mode: "normal",
      policyKey: policyKey(policy),
      retry,
      maxRetries: policy.maxRetries,
      delayMs,
      failure: attempt.failure,
    });
    try {
      await surroundings.sleep(delayMs, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return { kind: "aborted" };
    }
    agent.record("llm/retry-started", { retryId, turn, step, retry });
  }
}

async function runAttempt(agent: Agent, { turn, step, tools, signal }: ModelCallInput): Promise<ModelCallOutcome> {
  const assembler = new Assembler();
  const seqs: number[] = [];
  const take = (chunk: StreamChunk): void => {
    seqs.push(agent.record("assistant/chunk", { turn, step, chunk }).seq);
    assembler.add(chunk);
  };
  try {
    await agent.flow(signal);
    for await (const chunk of agent.route.provider.stream(request(agent, tools), { signal })) {
      if (signal.aborted) break;
      take(chunk);
      if (chunk.type === "finish") break;
      await agent.flow(signal);
    }
  } catch (error) {
    // Whatever a provider throws once it has been told to stop is its way of stopping.
    if (!signal.aborted) take(failed({ message: messageOf(error), code: "UNKNOWN" }));
  }
  if (signal.aborted && assembler.finish === undefined) {
    recordMessage(agent, { turn, step, assembler, seqs, interrupted: true });
    return { kind: "aborted" };
  }
  if (assembler.finish === undefined)
    take(failed({ message: "the model's stream ended without a finish", code: "STREAM_CLOSED" }));
  const finish: FinishReason | undefined = assembler.finish;
  if (finish?.kind === "error" || finish?.kind === "aborted") return { kind: "error", failure: finish.failure };
  recordMessage(agent, { turn, step, assembler, seqs, interrupted: false });
  return { kind: "answered", content: assembler.content(), truncated: finish?.kind === "max-tokens" };
}

function request(agent: Agent, tools: readonly ToolDescription[]): ModelRequest {
  const { model, maxTokens } = agent.route;
  return {
    sessionId: agent.log.id,
    model,
    messages: agent.log.messages(),
    tools,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(agent.systemPrompt === undefined ? {} : { system: agent.systemPrompt }),
  };
}

function failed(failure: LlmFailure): StreamChunk {
  return { type: "finish", reason: { kind: "error", failure } };
}

interface MessageInput {
  readonly turn: number;
  readonly step: number;
  readonly assembler: Assembler;
  readonly seqs: readonly number[];
  readonly interrupted: boolean;
}

function recordMessage(agent: Agent, { turn, step, assembler, seqs, interrupted }: MessageInput): void {
  const content = interrupted ? assembler.salvaged() : assembler.content();
  if (interrupted && content.length === 0) return;
  const { replayState, usage } = assembler;
  const message: AssistantMessage = {
    role: "assistant",
    content,
    source: {
      kind: "model",
      provider: agent.route.provider.id,
      model: agent.route.model,
      ...(replayState === undefined ? {} : { replayState }),
    },
    id: randomUUID(),
  };
  agent.record(
    "assistant/message",
    { turn, step, message, ...(usage === undefined ? {} : { usage }), ...(interrupted ? { interrupted } : {}) },
    { sourceEventSeqs: seqs },
  );
}
