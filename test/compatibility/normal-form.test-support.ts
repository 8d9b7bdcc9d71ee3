import { SessionNames, sessionOf } from "./session-names.test-support.ts";
import { callsFirst, inOurTerms, isStandIn, OMITTED, TOOL_OUTPUT } from "./translation.test-support.ts";
import {
  chunkOf,
  eventOf,
  eventType,
  isObject,
  isReceipt,
  isResponse,
  type JsonObject,
  mapValues,
  pick,
  pickArray,
  pickObject,
} from "./wire.test-support.ts";

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a runtime wrote and how it ended. */
export interface Run {
  /** What the client asked, in its order. */
  readonly requests: readonly JsonObject[];
  /** In the order of the wire. */
  readonly frames: readonly JsonObject[];
  readonly exit: Exit;
}

/** A run without what may differ between two: sequences by the name of their session, and a few across sessions. */
export interface NormalForm {
  readonly sequences: ReadonlyMap<string, readonly unknown[]>;
  readonly exit: Exit;
}

/** The sequence of the responses to all but prompts, which have one for each session: `the responses to s-q`. */
export const RESPONSES = "the responses";
/** The sequence of `subagent.started` and `subagent.finished` of all sessions. */
const LINEAGE = "the lineage";

export function normalFormOf({ requests, frames, exit }: Run, source: "recorded" | "ours"): NormalForm {
  const names = new SessionNames();
  const kept = source === "ours" ? frames : frames.filter((frame) => !OMITTED.some(({ fits }) => fits(frame)));
  const bySession = new Map<string, JsonObject[]>();
  for (const frame of kept) {
    names.see(frame);
    if (!isResponse(frame)) append(bySession, names.of(sessionOf(frame)), frame);
  }
  const prompts = receipts(bySession);
  const lineage = kept.filter((frame) => String(frame["method"]).startsWith("subagent."));
  const sequences = new Map<string, readonly unknown[]>([[LINEAGE, lineage.map((frame) => withNames(frame, names))]]);
  for (const [name, responses] of responsesOf(requests, kept)) {
    const ours = responses.map((frame) => (source === "recorded" ? inOurTerms(frame) : frame));
    sequences.set(
      name,
      ours.map((frame) => mapValues(frame, (value) => prompts.get(value) ?? value)),
    );
  }
  for (const [session, own] of bySession) {
    const merged = mergeDeltas(own);
    const ours = source === "recorded" ? callsFirst(merged.map(inOurTerms)) : merged;
    sequences.set(session, normalSequence(ours, names));
  }
  return { sequences, exit };
}

/** Responses to prompts by their session, since sessions wait for each other nowhere; all others together. */
function responsesOf(
  requests: readonly JsonObject[],
  frames: readonly JsonObject[],
): ReadonlyMap<string, JsonObject[]> {
  const result = new Map<string, JsonObject[]>();
  for (const frame of frames.filter(isResponse)) {
    const asked = requests.find(({ id }) => id === frame["id"]);
    const isPrompt = asked?.["method"] === "session/prompt";
    append(result, isPrompt ? `${RESPONSES} to ${String(pick(asked, "params", "sessionId"))}` : RESPONSES, frame);
  }
  return result;
}

/** What each minted message id names: `prompt 2 of s-q`. */
function receipts(bySession: ReadonlyMap<string, readonly JsonObject[]>): ReadonlyMap<unknown, string> {
  const prompts = new Map<unknown, string>();
  for (const [session, frames] of bySession) {
    for (const [at, frame] of frames.filter(isReceipt).entries()) {
      prompts.set(pick(eventOf(frame), "data", "inserted", 0, "id"), `<prompt ${at + 1} of ${session}>`);
    }
  }
  return prompts;
}

/**
 * One delta for all that stand together: how a model's stream is cut into words is the model's. A receipt between two of
 * them comes behind: when it arrives while a model speaks, is up to the clock (spec §0.4.4).
 */
function mergeDeltas(frames: readonly JsonObject[]): JsonObject[] {
  const result: JsonObject[] = [];
  for (const frame of frames) {
    const at = result.findLastIndex((earlier) => !isReceipt(earlier));
    const earlier = result[at];
    const merged = earlier === undefined ? undefined : mergedDelta(earlier, frame);
    if (merged === undefined) result.push(frame);
    else result[at] = merged;
  }
  return result;
}

function mergedDelta(earlier: JsonObject, frame: JsonObject): JsonObject | undefined {
  const [a, b] = [chunkOf(earlier), chunkOf(frame)];
  if (a === undefined || b === undefined || a["type"] !== b["type"] || a["index"] !== b["index"]) return undefined;
  const member = a["type"] === "tool-call-delta" ? "argumentsDelta" : "text";
  if (!String(a["type"]).endsWith("-delta")) return undefined;
  const identity = member === "text" ? {} : { id: b["id"] || a["id"], name: b["name"] ?? a["name"] };
  const chunk = { ...a, ...identity, [member]: `${String(a[member])}${String(b[member])}` };
  const event = eventOf(earlier);
  const seqs = [...seqsOf(event), ...seqsOf(eventOf(frame))];
  return {
    ...earlier,
    params: {
      ...pickObject(earlier, "params"),
      event: { ...event, seqs, data: { ...pickObject(event, "data"), chunk } },
    },
  };
}

/** The numbers of the events that were merged into this one. */
function seqsOf(event: JsonObject | undefined): readonly unknown[] {
  return isObject(event) && Array.isArray(event["seqs"]) ? pickArray(event, "seqs") : [pick(event, "seq")];
}

/** Frames of one session with numbers, ids and times by their order alone. */
function normalSequence(frames: readonly JsonObject[], names: SessionNames): unknown[] {
  const seqs = new Map<unknown, number>();
  for (const [seq, event] of frames.map(eventOf).filter(isObject).entries()) {
    for (const old of seqsOf(event)) seqs.set(old, seq);
  }
  const standIns = new Set(
    frames.flatMap((frame) => {
      const data = pick(eventOf(frame), "data");
      return eventType(frame) === "tool/call" && isStandIn(pick(data, "name")) ? [pick(data, "callId")] : [];
    }),
  );
  const minted = new Map<unknown, string>();
  const named = (value: unknown): unknown => {
    if (typeof value !== "string" || !UUID.test(value)) return value;
    if (!minted.has(value)) minted.set(value, names.find(value) ?? `<id ${minted.size + 1}>`);
    return minted.get(value);
  };
  return frames.map((frame) => {
    const event = eventOf(frame);
    const { jsonrpc: _, method, params } = frame;
    if (event === undefined) return mapValues({ method, params }, named);
    return mapValues(normalEvent(event, seqs, standIns), named);
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function normalEvent(
  event: JsonObject,
  seqs: ReadonlyMap<unknown, number>,
  standIns: ReadonlySet<unknown>,
): JsonObject {
  const { time: _, seqs: __, ...rest } = event;
  const data = pickObject(event, "data");
  const renumbered = (list: readonly unknown[]): unknown[] => [...new Set(list.map((seq) => seqs.get(seq)))];
  return {
    ...rest,
    seq: seqs.get(event["seq"]),
    ...(event["sourceEventSeqs"] === undefined
      ? {}
      : { sourceEventSeqs: renumbered(pickArray(event, "sourceEventSeqs")) }),
    data: normalData(String(event["type"]), data, renumbered, standIns),
  };
}

function normalData(
  type: string,
  data: JsonObject,
  renumbered: (list: readonly unknown[]) => unknown[],
  standIns: ReadonlySet<unknown>,
): unknown {
  switch (type) {
    case "request/header":
      return { reason: data["reason"], header: headerShape(pickObject(data, "header")) };
    case "request/context":
      return { provider: kindOf(data["provider"]), model: kindOf(data["model"]) };
    case "session/title":
      return { ...data, messageSeqs: renumbered(pickArray(data, "messageSeqs")) };
    case "assistant/message":
      return mapValues(data, (value) =>
        isObject(value) && value["kind"] === "model" ? { ...value, provider: "<provider>", model: "<model>" } : value,
      );
    case "llm/retry": {
      const asked = pick(data, "failure", "providerRetryAfterMs");
      return {
        ...data,
        provider: kindOf(data["provider"]),
        ...(asked === undefined ? { delayMs: kindOf(data["delayMs"]) } : {}),
      };
    }
    case "tool/result": {
      if (!standIns.has(pick(data, "message", "source", "callId"))) return data;
      return mapValues(data, (value) => (pick(value, "type") === "text" ? { type: "text", text: TOOL_OUTPUT } : value));
    }
    default:
      return data;
  }
}

/** The header of a request: its members that the protocol fixes, and of the rest what they are. */
function headerShape(header: JsonObject): JsonObject {
  const { config, system, tools } = header;
  const given = pick(header, "adapterDefaults", "maxTokens") !== true && pick(config, "maxTokens") !== undefined;
  return {
    provider: kindOf(pick(config, "provider")),
    model: kindOf(pick(config, "model")),
    // A ceiling that the adapter chose is the adapter's; one that the client gave is the same everywhere.
    ...(given ? { maxTokens: pick(config, "maxTokens") } : {}),
    system: system === undefined || typeof system === "string" ? "<a text or none>" : system,
    tools: pickArray(header, "tools").every(isTool) && Array.isArray(tools) ? "<tools>" : tools,
  };
}

function isTool(tool: unknown): boolean {
  const { name, description, parameters } = isObject(tool) ? tool : {};
  return typeof name === "string" && typeof description === "string" && isObject(parameters);
}

function kindOf(value: unknown): string {
  return `<${typeof value}>`;
}

function withNames(frame: JsonObject, names: SessionNames): unknown {
  const { jsonrpc: _, method, params } = frame;
  return mapValues({ method, params }, (value) => names.find(value) ?? value);
}

function append(map: Map<string, JsonObject[]>, key: string, frame: JsonObject): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [frame]);
  else list.push(frame);
}
