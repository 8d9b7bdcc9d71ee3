import type { ToolCallBlock } from "@buckeyestudio/toh-llm";
import { StoreError } from "@buckeyestudio/toh-session";
import { Deadline, unlessAborted } from "../abort.ts";
import type { Agent } from "../agent.ts";
import { messageOf } from "../diagnostics.ts";
import { readArguments } from "./arguments.ts";
import { capText } from "./output.ts";
import { permission } from "./permission.ts";
import { errorOutcome, type Tool, type ToolContext, type ToolOutcome } from "./tool.ts";
import type { ToolGuard } from "./tool-guard.ts";

export interface CallInput {
  readonly turn: number;
  readonly step: number;
  readonly call: ToolCallBlock;
  /** Undefined: there is none of that name. */
  readonly tool: Tool | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs one call that has been recorded: reads its arguments, asks the rules and perhaps somebody, runs the tool in its
 * time. What comes of it holds no key and no more than a model should read. Rejects only when the log takes no more.
 */
export async function runCall(agent: Agent, input: CallInput): Promise<ToolOutcome> {
  let guard: ToolGuard;
  try {
    guard = await agent.surroundings.guard();
  } catch (error) {
    return errorOutcome(`no tool can be run: ${messageOf(error)}`);
  }
  return presentable(await outcomeOf(agent, guard, input), guard);
}

async function outcomeOf(agent: Agent, guard: ToolGuard, input: CallInput): Promise<ToolOutcome> {
  const { turn, step, call, tool, signal } = input;
  if (signal.aborted) return aborted("ABORTED_BEFORE_DISPATCH");
  if (tool === undefined)
    return errorOutcome(`unknown tool "${call.name}"`, { name: "ToolNotFoundError", code: "UNKNOWN_TOOL" });
  try {
    const args = await readArguments(tool.description, call.arguments);
    if (args.kind === "invalid")
      return errorOutcome(`invalid arguments: ${args.complaint}`, { name: "ToolArgsError", code: "INVALID_ARGS" });
    const access = (await tool.access?.(args.value, agent)) ?? {};
    const asked = await permission(agent, guard, {
      turn,
      callId: call.id,
      tool: call.name,
      args: args.value,
      access,
      isClients: tool.isClients === true,
      signal,
    });
    if (signal.aborted) return aborted("ABORTED_BEFORE_DISPATCH");
    if (asked.kind === "refused") return asked.outcome;
    const { mayShow } = asked;
    return await inTime(tool, args.value, { agent, callId: call.id, turn, step, signal, access, guard, mayShow });
  } catch (error) {
    if (error instanceof StoreError) throw error;
    return signal.aborted ? aborted("ABORTED") : errorOutcome(messageOf(error));
  }
}

async function inTime(tool: Tool, args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutcome> {
  const asked = tool.timeoutMs?.(args);
  const limitMs = asked === "none" ? Infinity : Math.min(asked ?? Infinity, context.guard.timeoutMs);
  const late = new Error(`the call took longer than ${limitMs} ms`);
  const deadline = new Deadline(context.signal, limitMs, late);
  try {
    const run = tool.run(args, { ...context, signal: deadline.signal });
    const outcome = await (tool.endsInOrder === true ? run : unlessAborted(run, deadline.signal));
    return context.signal.aborted ? aborted("ABORTED") : outcome;
  } catch (error) {
    if (context.signal.aborted || !deadline.passed) throw error;
    return errorOutcome(late.message, { name: "ToolTimeoutError", code: "TIMEOUT" });
  } finally {
    deadline.clear();
  }
}

function aborted(code: "ABORTED" | "ABORTED_BEFORE_DISPATCH"): ToolOutcome {
  return errorOutcome("the call was aborted", { name: "ToolAbortedError", code });
}

function presentable(outcome: ToolOutcome, { secrets, maxOutputBytes }: ToolGuard): ToolOutcome {
  const content = outcome.content.map((block) =>
    block.type === "text" ? { ...block, text: capText(secrets.redact(block.text), maxOutputBytes) } : block,
  );
  return { ...outcome, content };
}
