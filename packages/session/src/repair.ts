import type { ToolResultMessage, UserMessage } from "@buckeyestudio/toh-llm";
import type { InboxSplicedData, SessionEvent, ToolResultData } from "./event.ts";

/**
 * What a log needs so that it is whole, after the process that wrote it was lost in the middle of a turn: each open approval decided as `interrupted`, a result for each
 * call of the open step that has none, the prompts that the turn had claimed and not yet shown to the model, the end of the
 * step, the end of the turn as `interrupted`. Empty when no turn is
 * open. To be appended as they are, in this order: `seq` goes on from the last of `events`, which are all of the log.
 *
 * @param now epoch ms, for the `time` of these events
 */
export function repairEvents(events: readonly SessionEvent[], now: () => number): SessionEvent[] {
  const open = openTurn(events);
  if (open === undefined) return [];
  const { turn, step, lastStep, calls, unseen, approvals } = open;
  const repair: SessionEvent[] = [];
  const nextSeq = (): number => events.length + repair.length;
  // Nobody is asked again what a lost process asked (spec §1.8).
  for (const id of approvals) {
    repair.push({ type: "approval/decided", seq: nextSeq(), time: now(), data: { id, outcome: "interrupted" } });
  }
  const isStepMade = step === undefined && unseen.length > 0;
  const inStep = isStepMade ? lastStep + 1 : step;
  if (isStepMade) repair.push({ type: "step/start", seq: nextSeq(), time: now(), data: { turn, step: lastStep + 1 } });
  if (inStep !== undefined) {
    for (const call of inOrder(calls)) repair.push(resultOf(call, { turn, step: inStep, seq: nextSeq(), time: now() }));
    // A prompt that was acknowledged and claimed is never lost: the model sees it with the next one.
    for (const message of unseen) {
      repair.push({ type: "user/message", seq: nextSeq(), time: now(), data: message, surfaceOp: "append" });
    }
    repair.push({ type: "step/end", seq: nextSeq(), time: now(), data: { turn, step: inStep } });
  }
  repair.push({ type: "turn/end", seq: nextSeq(), time: now(), data: { turn, reason: { kind: "interrupted" } } });
  return repair;
}

/** A message of the inbox that no turn has taken. */
export interface PendingPrompt {
  readonly message: UserMessage;
  /** `seq` of the event that put it there: its receipt. */
  readonly seq: number;
  readonly target: InboxSplicedData["target"];
}

/**
 * The messages that stand in the inbox at the end of a log, in the order in which they are due: what waited for the next
 * step, whose turn is over when a log is opened, and then the prompts for the turns to come.
 */
export function pendingPrompts(events: readonly SessionEvent[]): PendingPrompt[] {
  const queues: Record<InboxSplicedData["target"], PendingPrompt[]> = { "next-step": [], "next-turn": [] };
  for (const event of events) {
    if (event.type !== "agent/inbox/spliced") continue;
    const { target, start, removedCount = 0, inserted } = event.data;
    queues[target].splice(start, removedCount, ...inserted.map((message) => ({ message, seq: event.seq, target })));
  }
  return [...queues["next-step"], ...queues["next-turn"]];
}

/** A call without a result. `seq` is that of its `tool/call`; undefined when it was asked for and never called. */
interface OpenCall {
  readonly callId: string;
  readonly seq: number | undefined;
}

interface OpenTurn {
  readonly turn: number;
  readonly step: number | undefined;
  /** Number of the newest step, open or not; 0 before the first. */
  readonly lastStep: number;
  /** Asked and not decided, oldest first. */
  readonly approvals: readonly string[];
  /** Claimed for this turn, and not in the history yet. */
  readonly unseen: readonly UserMessage[];
  /** Of the open step, as the model asked for them. */
  readonly calls: readonly OpenCall[];
}

function openTurn(events: readonly SessionEvent[]): OpenTurn | undefined {
  const boundary = events.findLastIndex(({ type }) => type === "turn/start" || type === "turn/end");
  const start = events[boundary];
  if (start?.type !== "turn/start") return undefined;
  let step: number | undefined;
  let lastStep = 0;
  let calls: OpenCall[] = [];
  const seen = new Set<string>();
  const approvals = new Set<string>();
  for (const event of events.slice(boundary + 1)) {
    switch (event.type) {
      case "step/start":
        step = event.data.step;
        lastStep = step;
        calls = [];
        break;
      case "approval/asked":
        approvals.add(event.data.id);
        break;
      case "approval/decided":
        approvals.delete(event.data.id);
        break;
      case "user/message":
        seen.add(event.data.id);
        break;
      case "step/end":
        step = undefined;
        calls = [];
        break;
      case "assistant/message":
        for (const block of event.data.message.content) {
          if (block.type === "tool-call") calls.push({ callId: block.id, seq: undefined });
        }
        break;
      case "tool/call": {
        const { callId } = event.data;
        const asked = calls.findIndex((call) => call.callId === callId && call.seq === undefined);
        calls.splice(asked < 0 ? calls.length : asked, asked < 0 ? 0 : 1, { callId, seq: event.seq });
        break;
      }
      case "tool/result":
        // A replacement shortens a result that was there.
        if (event.surfaceOp === "append") calls = calls.filter((call) => !answers(event, call));
        break;
      default:
    }
  }
  const unseen = claimedBehind(events, boundary).filter(({ id }) => !seen.has(id));
  return { turn: start.data.turn, step, lastStep, calls, unseen, approvals: [...approvals] };
}

/** What was taken out of the inbox, and not to be dropped, behind an event of a log. */
function claimedBehind(events: readonly SessionEvent[], boundary: number): UserMessage[] {
  const queues: Record<InboxSplicedData["target"], UserMessage[]> = { "next-step": [], "next-turn": [] };
  const claimed: UserMessage[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type !== "agent/inbox/spliced") continue;
    const { target, start, removedCount = 0, inserted, outcome } = event.data;
    const removed = queues[target].splice(start, removedCount, ...inserted);
    if (index > boundary && outcome !== "canceled") claimed.push(...removed);
  }
  return claimed;
}

function answers({ data, sourceEventSeqs }: SessionEvent<"tool/result">, call: OpenCall): boolean {
  return call.seq === undefined
    ? sourceEventSeqs?.[0] === undefined && data.message.source.callId === call.callId
    : sourceEventSeqs?.includes(call.seq) === true;
}

/** Results stand in the order of the model's blocks; where calls were made in another order, those among themselves in that one. */
function inOrder(calls: readonly OpenCall[]): OpenCall[] {
  const called = calls.filter((call) => call.seq !== undefined).sort((a, b) => Number(a.seq) - Number(b.seq));
  return calls.map((call) => (call.seq === undefined ? call : (called.shift() ?? call)));
}

function resultOf(
  { callId, seq: callSeq }: OpenCall,
  { turn, step, seq, time }: { turn: number; step: number; seq: number; time: number },
): SessionEvent {
  const isStarted = callSeq !== undefined;
  const text = isStarted
    ? "The runtime was lost while this tool ran. Whether it did its work, or a part of it, is not known: look before you call it again."
    : "The runtime was lost before this tool was started. It has done nothing.";
  const message: ToolResultMessage = {
    id: `interrupted-tool-result-${callId}-${seq}`,
    role: "user",
    content: [{ type: "tool-result", toolCallId: callId, content: [{ type: "text", text }], isError: true }],
    source: { kind: "tool", callId },
  };
  const error = { name: "InterruptedError", code: isStarted ? "TOOL_OUTCOME_UNKNOWN" : "TOOL_NOT_STARTED" };
  const data: ToolResultData = { turn, step, message, error };
  return {
    type: "tool/result",
    seq,
    time,
    data,
    ...(isStarted ? { sourceEventSeqs: [callSeq] } : {}),
    surfaceOp: "append",
  };
}
