import { randomUUID } from "node:crypto";
import type { ToolCallBlock } from "@buckeyestudio/toh-llm";
import type { Agent } from "../agent.ts";
import { runCall } from "./run-call.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

export interface ToolCallsInput {
  readonly turn: number;
  readonly step: number;
  /** In the order in which the model asked. */
  readonly calls: readonly ToolCallBlock[];
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
  /** Aborts `signal`: called when the log takes no more, and with it what the calls still do. */
  readonly abandon: () => void;
}

/**
 * Runs the calls of a step and records call and result of each. Neighbours that may run in parallel do: their calls
 * are recorded first, their results in the model's order; any other call is done before the next begins (spec §0.4.5). A
 * tool that is not there disturbs nobody.
 * Every call gets its result, also when the turn is aborted. Rejects when the log takes no more, once nothing runs.
 */
export async function runToolCalls(
  agent: Agent,
  { turn, step, calls, tools, signal, abandon }: ToolCallsInput,
): Promise<void> {
  const byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  for (const group of groups(calls, (call) => byName.get(call.name)?.parallel ?? true)) {
    const running = group.map((call) => {
      const { seq } = agent.record("tool/call", {
        turn,
        step,
        callId: call.id,
        name: call.name,
        arguments: call.arguments,
      });
      return { call, seq, outcome: undefined as Promise<ToolOutcome> | undefined };
    });
    await flowOrAbort(agent, signal);
    for (const entry of running) {
      entry.outcome = runCall(agent, { turn, step, call: entry.call, tool: byName.get(entry.call.name), signal });
      entry.outcome.catch(() => undefined); // one that fails while another is waited for; it is awaited in its turn
    }
    try {
      for (const { call, seq, outcome } of running) {
        if (outcome !== undefined) record(agent, { turn, step, call, seq, outcome: await outcome });
      }
    } catch (error) {
      // Nobody would wait for the others any more: no child and no process outlives the turn that started it.
      abandon();
      await Promise.allSettled(running.flatMap(({ outcome }) => outcome ?? []));
      throw error;
    }
    await flowOrAbort(agent, signal);
  }
}

async function flowOrAbort(agent: Agent, signal: AbortSignal): Promise<void> {
  try {
    await agent.flow(signal);
  } catch (error) {
    // Aborted while it waited for a reader: the calls that follow still get their results, as aborted.
    if (!signal.aborted) throw error;
  }
}

interface Finished {
  readonly turn: number;
  readonly step: number;
  readonly call: ToolCallBlock;
  /** Of its `tool/call`. */
  readonly seq: number;
  readonly outcome: ToolOutcome;
}

function record(agent: Agent, { turn, step, call, seq, outcome: { content, isError, error } }: Finished): void {
  agent.record(
    "tool/result",
    {
      turn,
      step,
      message: {
        source: { kind: "tool", callId: call.id },
        content: [{ type: "tool-result", toolCallId: call.id, content: [...content], isError }],
        role: "user",
        id: randomUUID(),
      },
      ...(error === undefined ? {} : { error }),
    },
    { sourceEventSeqs: [seq] },
  );
}

/** Neighbours that are alike in `together` form one group; every other item is a group of its own. */
function groups<T>(items: readonly T[], together: (item: T) => boolean): T[][] {
  const result: T[][] = [];
  let open: T[] | undefined;
  for (const item of items) {
    if (!together(item)) {
      open = undefined;
      result.push([item]);
    } else if (open === undefined) {
      result.push((open = [item]));
    } else {
      open.push(item);
    }
  }
  return result;
}
