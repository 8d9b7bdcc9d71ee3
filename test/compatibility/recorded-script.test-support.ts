import type { Recording } from "./recording.test-support.ts";
import { ourCall } from "./translation.test-support.ts";
import {
  chunkOf,
  eventOf,
  eventType,
  isObject,
  type JsonObject,
  pick,
  pickArray,
  pickText,
} from "./wire.test-support.ts";

/** A script of the provider `scripted`, of which the gate writes these members. */
export interface DerivedScript {
  readonly rules: readonly { readonly when: string; readonly turns: readonly JsonObject[] }[];
}

/** Milliseconds by which the slower of two siblings comes late: enough for the other on the slowest machine. */
const SLOWER_MS = 300;

interface ModelCall {
  readonly session: string;
  readonly when: string;
  readonly chunks: JsonObject[];
  /** When its deltas came, in the recording's milliseconds. */
  readonly times: number[];
  /** Whether the client sent something while it ran. */
  interrupted: boolean;
}

/** What the model of a recording answered, as a script: for each user message a reply for each model call. */
export function scriptOf(recording: Recording): DerivedScript {
  const late = lateSiblings(recording);
  const rules = new Map<string, Map<string, JsonObject[]>>();
  for (const call of modelCalls(recording)) {
    const bySession = rules.get(call.when) ?? new Map<string, JsonObject[]>();
    rules.set(call.when, bySession);
    const turns = bySession.get(call.session) ?? [];
    bySession.set(call.session, turns);
    turns.push({ ...replyOf(call), ...(late.has(call.session) ? { delayMs: SLOWER_MS } : {}) });
  }
  return {
    rules: [...rules].map(([when, bySession]) => {
      const [turns = [], ...others] = bySession.values();
      if (others.some((other) => JSON.stringify(other) !== JSON.stringify(turns))) {
        throw new Error(`${recording.name}: two sessions got different answers to ${when}`);
      }
      return { when, turns };
    }),
  };
}

function modelCalls(recording: Recording): ModelCall[] {
  const calls: ModelCall[] = [];
  const asked = new Map<string, string>();
  const open = new Map<string, ModelCall>();
  for (const entry of recording.entries) {
    if (entry.from === "client") {
      for (const call of open.values()) call.interrupted = true;
      continue;
    }
    const { frame, t } = entry;
    const session = String(pick(frame, "params", "sessionId"));
    if (eventType(frame) === "user/message" && pick(eventOf(frame), "data", "source", "kind") === "user") {
      const blocks = pickArray(eventOf(frame), "data", "content");
      asked.set(session, blocks.map((block) => pickText(block, "text")).join(""));
    }
    const chunk = chunkOf(frame);
    if (chunk === undefined) continue;
    let call = open.get(session);
    if (call === undefined) {
      call = { session, when: asked.get(session) ?? "", chunks: [], times: [], interrupted: false };
      open.set(session, call);
      calls.push(call);
    }
    call.chunks.push(chunk);
    if (String(chunk["type"]).endsWith("-delta")) call.times.push(t);
    if (chunk["type"] === "finish") open.delete(session);
  }
  return calls;
}

function replyOf({ chunks, times, interrupted }: ModelCall): JsonObject {
  const reasoning = textOf(chunks, "reasoning-delta");
  const text = textOf(chunks, "text-delta");
  const usage = chunks.find(({ type }) => type === "usage")?.["usage"];
  const finish = chunks.find(({ type }) => type === "finish");
  const toolCalls = chunks.flatMap((chunk) => {
    const block = pick(chunk, "block");
    return isObject(block) && block["type"] === "tool-call" ? [toolCall(block)] : [];
  });
  return {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(text === undefined ? {} : { text }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(usage === undefined ? {} : { usage }),
    ...endOf(finish),
    // Only where the client came in between does it matter how fast the model was.
    ...(interrupted && finish !== undefined ? { deltaMs: meanGap(times) } : {}),
  };
}

/** Undefined where no such block was opened: an empty text is one. */
function textOf(chunks: readonly JsonObject[], type: string): string | undefined {
  const deltas = chunks.filter((chunk) => chunk["type"] === type);
  return deltas.length === 0 ? undefined : deltas.map((chunk) => pickText(chunk, "text")).join("");
}

function toolCall(block: JsonObject): JsonObject {
  const ours = ourCall(block);
  return { id: ours["id"], name: ours["name"], arguments: ours["arguments"] };
}

function endOf(finish: JsonObject | undefined): JsonObject {
  // The recording was cut while the model spoke: it spoke on, but nobody would have heard.
  if (finish === undefined) return { hang: true };
  const reason = pick(finish, "reason");
  switch (pick(reason, "kind")) {
    case "error":
      return { error: pick(reason, "failure") };
    case "max-tokens":
      return { maxTokens: true };
    default:
      return {};
  }
}

function meanGap(times: readonly number[]): number {
  const [first = 0] = times;
  return Math.round(((times.at(-1) ?? 0) - first) / Math.max(1, times.length - 1));
}

/** Children that finished after a sibling that was started later. */
function lateSiblings(recording: Recording): ReadonlySet<string> {
  const running = new Map<string, string[]>();
  const late = new Set<string>();
  for (const entry of recording.entries) {
    if (entry.from !== "server") continue;
    const parent = String(pick(entry.frame, "params", "parentSessionId"));
    const child = String(pick(entry.frame, "params", "childSessionId"));
    const siblings = running.get(parent) ?? [];
    running.set(parent, siblings);
    if (entry.frame["method"] === "subagent.started") siblings.push(child);
    if (entry.frame["method"] !== "subagent.finished") continue;
    const at = siblings.indexOf(child);
    for (const earlier of siblings.slice(0, at)) late.add(earlier);
    siblings.splice(at, 1);
  }
  return late;
}
