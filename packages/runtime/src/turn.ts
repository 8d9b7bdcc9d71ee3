import { isDeepStrictEqual } from "node:util";
import type { ContentBlock, TokenUsage, ToolCallBlock, ToolDescription, UserMessage } from "@buckeyestudio/toh-llm";
import { type RequestHeader, StoreError, type TurnEndReason } from "@buckeyestudio/toh-session";
import { abortCause, Deadline } from "./abort.ts";
import type { Agent } from "./agent.ts";
import { messageOf } from "./diagnostics.ts";
import { callModel } from "./model-call.ts";
import type { RunningTurn } from "./running-turn.ts";
import { fallbackTitle } from "./title.ts";
import { runToolCalls } from "./tools/tool-calls.ts";
import type { Tool } from "./tools/tool.ts";

interface TurnInput {
  /** 1-based. */
  readonly turn: number;
  readonly running: RunningTurn;
  readonly signal: AbortSignal;
}

/**
 * Runs one turn: steps of one model call and the tools it asks for, until it asks for none. Records everything
 * between `turn/start` and `turn/end`, and gives the reason of the latter. Rejects when the log takes no more.
 */
export async function runTurn(agent: Agent, running: RunningTurn): Promise<TurnEndReason> {
  const { maxTurnMs } = agent.surroundings;
  const deadline = new Deadline(running.signal, maxTurnMs, new Error(`the turn took longer than ${maxTurnMs} ms`));
  try {
    const end = await runSteps(agent, { turn: running.number, running, signal: deadline.signal });
    // Cut by the clock it looks like cut by somebody; who cut it says how it ends.
    if (end.kind !== "aborted" || !deadline.passed) return end;
    return limit("TIME_LIMIT", `the turn took ${maxTurnMs} ms and was not done`);
  } finally {
    deadline.clear();
  }
}

async function runSteps(agent: Agent, { turn, running, signal }: TurnInput): Promise<TurnEndReason> {
  if (turn === 1 && agent.descent !== undefined) {
    const { provider, label } = agent.descent;
    agent.record("subagent/descriptor", {
      version: 2,
      mode: "one-shot",
      provider,
      ...(label === undefined ? {} : { label }),
    });
  }
  const { maxSteps, maxTurnTokens = Infinity } = agent.surroundings;
  let truncated = false;
  let tokens = 0;
  const limitOf = (step: number): TurnEndReason | undefined => {
    if (step > maxSteps) return limit("STEP_LIMIT", `the turn took ${maxSteps} steps and was not done`);
    if (tokens >= maxTurnTokens) return limit("TOKEN_LIMIT", `the turn took ${tokens} tokens and was not done`);
    return undefined;
  };
  // A steer that no step is left for stays in the inbox, and becomes the first of the queue (spec §1.5.4).
  const letSteersEnter = (step: number): boolean => limitOf(step) === undefined && agent.letSteersEnter(running);
  for (let step = 1; ; step++) {
    if (signal.aborted) return { kind: "aborted", reason: abortCause(signal) };
    const passed = limitOf(step);
    if (passed !== undefined) return passed;
    const end = await runStep(agent, { turn, step, running, signal });
    truncated ||= end.kind === "max-tokens";
    switch (end.kind) {
      case "continue":
        tokens += tokensOf(agent.log.latest("assistant/message")?.data.usage);
        letSteersEnter(step + 1);
        continue;
      case "completed":
        // A turn that would complete takes one more step for what was steered into it (spec §1.5).
        if (letSteersEnter(step + 1)) continue;
        return { kind: truncated ? "max-tokens" : "completed" };
      case "max-tokens": // sticky: a turn that was cut once says so
        return { kind: "max-tokens" };
      case "aborted":
        return { kind: "aborted", reason: abortCause(signal) };
      case "error":
        return { kind: "error", error: end.failure };
    }
  }
}

function limit(code: string, message: string): TurnEndReason {
  return { kind: "error", error: { code, message } };
}

function tokensOf(usage: TokenUsage | undefined): number {
  if (usage === undefined) return 0;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

interface StepInput extends TurnInput {
  /** 1-based within its turn. */
  readonly step: number;
}

type StepEnd =
  | { readonly kind: "continue" | "completed" | "max-tokens" | "aborted" }
  | { readonly kind: "error"; readonly failure: Extract<TurnEndReason, { kind: "error" }>["error"] };

async function runStep(agent: Agent, { turn, step, running, signal }: StepInput): Promise<StepEnd> {
  agent.record("step/start", { turn, step });
  for (const message of running.takeEntering()) enter(agent, message);
  const end = await answerOrFault(agent, { turn, step, running, signal });
  agent.record("step/end", { turn, step });
  return end;
}

/** A fault of ours, or of a plugin: the turn ends with it, in order, and the session goes on (spec §0.7.12). */
async function answerOrFault(agent: Agent, input: StepInput): Promise<StepEnd> {
  try {
    const tools = await agent.surroundings.tools(agent);
    describeRequest(agent, tools);
    return await answer(agent, input, tools);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { turn, step } = input;
    const message = messageOf(error);
    agent.surroundings.diagnostics.warn("step.failed", { sessionId: agent.log.id, turn, step, error: message });
    return { kind: "error", failure: { message, code: "UNKNOWN" } };
  }
}

async function answer(
  agent: Agent,
  { turn, step, running, signal }: StepInput,
  tools: readonly Tool[],
): Promise<StepEnd> {
  const outcome = await callModel(agent, { turn, step, tools: tools.map((tool) => tool.description), signal });
  if (outcome.kind !== "answered") return outcome;
  const calls = outcome.content.filter(isToolCall);
  const abandon = (): void => running.abort({ kind: "disposed" });
  if (calls.length > 0) await runToolCalls(agent, { turn, step, calls, tools, signal, abandon });
  if (signal.aborted) return { kind: "aborted" };
  if (outcome.truncated) return { kind: "max-tokens" };
  return { kind: calls.length > 0 ? "continue" : "completed" };
}

function isToolCall(block: ContentBlock): block is ToolCallBlock {
  return block.type === "tool-call";
}

/** The prompt enters the history; the first one of a session names it. */
function enter(agent: Agent, message: UserMessage): void {
  const isFirst = agent.log.latest("user/message") === undefined;
  const { seq } = agent.record("user/message", message);
  const title = isFirst ? fallbackTitle(message.content) : undefined;
  if (title !== undefined) agent.record("session/title", { title, messageSeqs: [seq], source: { kind: "fallback" } });
}

/** Records what goes to the model beside the history: once a process, and again only when it has changed. */
function describeRequest(agent: Agent, tools: readonly Tool[]): void {
  const { provider, model, maxTokens } = agent.route;
  const { contextWindow, defaultMaxTokens } = provider.describe(model);
  const ceiling = maxTokens ?? defaultMaxTokens;
  const descriptions: ToolDescription[] = tools.map((tool) => tool.description);
  const header: RequestHeader = {
    config: { provider: provider.id, model, ...(ceiling === undefined ? {} : { maxTokens: ceiling }) },
    ...(maxTokens === undefined && ceiling !== undefined ? { adapterDefaults: { maxTokens: true } } : {}),
    ...(agent.systemPrompt === undefined ? {} : { system: agent.systemPrompt }),
    ...(descriptions.length === 0
      ? {}
      : { tools: descriptions.map((tool) => ({ ...tool, parameters: { ...tool.parameters } })) }),
  };
  const last = agent.lastHeader;
  if (last !== undefined && isDeepStrictEqual(last, header)) return;
  agent.lastHeader = header;
  const isResumed = last === undefined && agent.log.latest("request/header") !== undefined;
  agent.record("request/header", { header, reason: isResumed ? "resume" : last === undefined ? "initial" : "change" });
  agent.record("request/context", {
    provider: provider.id,
    model,
    ...(contextWindow === undefined ? {} : { contextWindow }),
  });
}
