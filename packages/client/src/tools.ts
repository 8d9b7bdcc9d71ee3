import type { ContentBlock } from "@buckeyestudio/toh-llm";
import type {
  ApprovalRequestParams,
  ApprovalRequestResult,
  ClientTool,
  ToolCallParams,
  ToolCallResult,
} from "@buckeyestudio/toh-sdk-protocol";
import type { Lineage } from "./lineage.ts";
import { isRecord } from "./notification.ts";
import type { RuntimeRequestOptions, ToolCallOptions } from "./runtime-requests.ts";

/** What the model is given: text, blocks, or the result as it goes out. */
export type ToolOutput = string | readonly ContentBlock[] | ToolCallResult;

/** The call that a tool runs for. */
export interface ToolRunContext extends ToolCallOptions {
  /** The session that called, which may be a descendant of the one that the tool was given for. */
  sessionId: string;
  turn: number;
  step: number;
  callId: string;
}

/** A tool that the model may call and this program runs (spec §1.7). */
export interface HarnessTool extends ClientTool {
  /**
   * Runs it. `args` fit `inputSchema`, as the runtime has checked. What it throws reaches the model as a result with
   * `isError`, with the message of the error, and the turn goes on.
   */
  run: (args: Record<string, unknown>, context: ToolRunContext) => ToolOutput | Promise<ToolOutput>;
}

/** The id of the option that was chosen, perhaps with a note for the model; `undefined`: none, which counts as a no. */
export type ApprovalReply = string | { optionId: string; note?: string } | undefined;

/** Decides whether a tool may run (spec §1.8). What it throws counts as a no. */
export type ApprovalHandler = (
  request: ApprovalRequestParams,
  options: RuntimeRequestOptions,
) => ApprovalReply | Promise<ApprovalReply>;

/** A tool as the runtime is told of it. */
export function describeTool({ name, description, inputSchema, timeoutMs }: HarnessTool): ClientTool {
  return { name, description, inputSchema, ...(timeoutMs !== undefined && { timeoutMs }) };
}

/** The tools of a harness, for all sessions and for single ones with their descendants. */
export class Tools {
  readonly #everywhere: readonly HarnessTool[];
  readonly #lineage: Lineage;
  readonly bySession: Map<string, readonly HarnessTool[]> = new Map();

  constructor(everywhere: readonly HarnessTool[], lineage: Lineage) {
    this.#everywhere = everywhere;
    this.#lineage = lineage;
  }

  async call(call: ToolCallParams, options: ToolCallOptions): Promise<ToolCallResult> {
    const { name, sessionId, turn, step, callId } = call;
    const tool = this.#find(sessionId, name);
    if (tool === undefined) return failed(`this client has no tool ${name}`);
    try {
      return resultOf(name, await tool.run(call.arguments, { sessionId, turn, step, callId, ...options }));
    } catch (error) {
      if (options.signal.aborted) throw error;
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  #find(sessionId: string, name: string): HarnessTool | undefined {
    for (const ancestor of this.#lineage.ancestry(sessionId)) {
      const own = this.bySession.get(ancestor)?.find((tool) => tool.name === name);
      if (own !== undefined) return own;
    }
    return this.#everywhere.find((tool) => tool.name === name);
  }
}

/** The answer to the question of the runtime. */
export async function decide(
  handler: ApprovalHandler,
  request: ApprovalRequestParams,
  options: RuntimeRequestOptions,
): Promise<ApprovalRequestResult> {
  const reply = await handler(request, options);
  if (reply === undefined) return { outcome: { type: "cancelled" } };
  const { optionId, note } = typeof reply === "string" ? { optionId: reply, note: undefined } : reply;
  return { outcome: { type: "selected", optionId, ...(note !== undefined && { note }) } };
}

function resultOf(name: string, output: unknown): ToolCallResult {
  if (typeof output === "string") return { content: [{ type: "text", text: output }] };
  if (areBlocks(output)) return { content: [...output] };
  if (isRecord(output) && areBlocks(output["content"])) {
    return { content: [...output["content"]], ...(output["isError"] === true && { isError: true }) };
  }
  return failed(`the tool ${name} gave neither text nor content blocks`);
}

/** As far as it must be for the result to be one; the runtime looks at the blocks. */
function areBlocks(value: unknown): value is readonly ContentBlock[] {
  return Array.isArray(value) && value.every((block) => isRecord(block) && typeof block["type"] === "string");
}

function failed(text: string): ToolCallResult {
  return { content: [{ type: "text", text }], isError: true };
}
