import { randomUUID } from "node:crypto";
import type { ContentBlock } from "@buckeyestudio/toh-llm";
import type { SessionEvent, SessionHeader, SessionLog, TurnEndReason } from "@buckeyestudio/toh-session";
import type { SubagentStopReason } from "@buckeyestudio/toh-subagent";
import { Agent } from "./agent.ts";
import { messageOf } from "./diagnostics.ts";
import type { Sessions } from "./sessions.ts";

/** Who runs children of this process, as `subagent.finished` and `subagent/descriptor` name it. */
const PROVIDER = "spawn";

export interface Delegation {
  readonly parent: Agent;
  /** The task in a few words. */
  readonly label: string;
  readonly prompt: string;
  /** Aborted with the parent's turn, and the child with it. */
  readonly signal: AbortSignal;
}

export interface DelegationOutcome {
  readonly stopReason: SubagentStopReason;
  readonly lastAssistantMessage?: readonly ContentBlock[];
}

/**
 * Runs one task in a child session of its own, which has the parent's route and folder. Order (spec §0.4.9):
 * `started`, the child's events through its idle, `finished`. What fails of the child, its log too, is its outcome;
 * rejects when there is no child at all.
 */
export async function delegate(
  { parent, label, prompt, signal }: Delegation,
  sessions: Pick<Sessions, "adopt">,
): Promise<DelegationOutcome> {
  const { surroundings } = parent;
  const id = randomUUID();
  const parentSessionId = parent.log.id;
  const log = await newLog(parent, {
    type: "session",
    version: 0,
    id,
    createdAt: Date.now(),
    cwd: parent.cwd,
    parentSession: parentSessionId,
    origin: "subagent",
    delegationDepth: parent.depth + 1,
  });
  const child = new Agent(
    {
      log,
      route: parent.route,
      cwd: parent.cwd,
      depth: parent.depth + 1,
      descent: { provider: PROVIDER, label },
      parent,
    },
    surroundings,
  );
  const release = sessions.adopt(child);
  const abort = (): void => void child.dispose({ kind: "parent" });
  signal.addEventListener("abort", abort, { once: true });
  try {
    await surroundings.emit({ kind: "child-started", parentSessionId, childSessionId: id });
    await work(child, prompt, signal);
    const outcome = outcomeOf(child, signal);
    await surroundings.emit({
      kind: "child-finished",
      provider: PROVIDER,
      agentId: id,
      parentSessionId,
      childSessionId: id,
      ...outcome,
    });
    return outcome;
  } finally {
    signal.removeEventListener("abort", abort);
    await release();
  }
}

/** Not a `StoreError`: of the parent's log nothing is wrong, and its turn goes on. */
async function newLog({ surroundings }: Agent, header: SessionHeader): Promise<SessionLog> {
  try {
    return await surroundings.createLog(header);
  } catch (error) {
    throw new Error(`no child session could be made: ${messageOf(error)}`, { cause: error });
  }
}

/** Resolves when the child is still, also when it could not begin: what was announced gets its end. */
async function work(child: Agent, prompt: string, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    await child.prompt({ contentBlocks: [{ type: "text", text: prompt }] });
  } catch (error) {
    if (!signal.aborted)
      child.surroundings.diagnostics.warn("child.failed", { sessionId: child.log.id, error: messageOf(error) });
  }
  await child.idle();
}

function outcomeOf(child: Agent, signal: AbortSignal): DelegationOutcome {
  const lastAssistantMessage = lastOutput(child.log.events());
  const stopReason = child.lastEnd === undefined && signal.aborted ? "aborted" : stopReasonOf(child.lastEnd);
  return lastAssistantMessage === undefined ? { stopReason } : { stopReason, lastAssistantMessage };
}

function stopReasonOf(end: TurnEndReason | undefined): SubagentStopReason {
  switch (end?.kind) {
    case "completed":
    case "aborted":
    case "max-tokens":
      return end.kind;
    case "blocked":
      return "refusal";
    default:
      return "error";
  }
}

/** The content of the last assistant message that has any, else the text that was streamed, else nothing (spec §0.3.7). */
function lastOutput(events: readonly SessionEvent[]): readonly ContentBlock[] | undefined {
  let streamed = "";
  let last: readonly ContentBlock[] | undefined;
  for (const event of events) {
    if (event.type === "assistant/message" && event.data.message.content.length > 0) last = event.data.message.content;
    if (event.type === "assistant/chunk" && event.data.chunk.type === "text-delta") streamed += event.data.chunk.text;
  }
  if (last !== undefined) return last;
  return streamed === "" ? undefined : [{ type: "text", text: streamed }];
}
