import { eventOf, eventType, isObject, type JsonObject, mapValues, pick } from "./wire.test-support.ts";

// What the recorded composition had and this runtime has not, told in our terms, so that all else can be compared word
// for word. Nothing here touches what our runtime wrote.

/** Our tool for a recorded one, with arguments that it takes. */
const OUR_TOOLS: ReadonlyMap<string, { readonly name: string; readonly arguments: string }> = new Map([
  ["bash", { name: "list_files", arguments: '{"path":"."}' }],
  ["todo_write", { name: "search_files", arguments: '{"text":"first thing"}' }],
]);

const OUR_NAMES: ReadonlySet<string> = new Set([...OUR_TOOLS.values()].map(({ name }) => name));

/** The text that stands for what such a tool gave, on both sides. */
export const TOOL_OUTPUT = "<what the tool gave>";

/** Whether a call goes to a tool that stands for a recorded one. */
export function isStandIn(toolName: unknown): boolean {
  return typeof toolName === "string" && OUR_NAMES.has(toolName);
}

/** Events that only plugins of the recorded composition write: left out of the recording, allowed nowhere in ours. */
export const OMITTED: readonly {
  readonly what: string;
  readonly why: string;
  readonly fits: (frame: JsonObject) => boolean;
}[] = [
  {
    what: "todo/write",
    why: "written by the todo plugin, whose tool this runtime has not",
    fits: (frame) => eventType(frame) === "todo/write",
  },
  {
    what: "user/message with a source of kind plugin",
    why: "the runtime-context snapshot that a plugin puts behind a child's prompt",
    fits: (frame) => eventType(frame) === "user/message" && pick(eventOf(frame), "data", "source", "kind") === "plugin",
  },
];

/** The tool call as our model is to make it: a block, a chunk's delta or an event's data, all of which have these members. */
export function ourCall(call: JsonObject): JsonObject {
  const name = call["name"];
  const ours = typeof name === "string" ? OUR_TOOLS.get(name) : undefined;
  if (ours === undefined) return call;
  const text = "argumentsDelta" in call ? { argumentsDelta: ours.arguments } : { arguments: ours.arguments };
  return { ...call, name: ours.name, ...text };
}

/** One recorded frame, its deltas merged already, in our terms. */
export function inOurTerms(frame: JsonObject): JsonObject {
  const translated = mapValues(frame, (value) => {
    if (value === "deepseek-harness-sdk-runtime") return "theopen-harness-sdk-runtime";
    return isObject(value) ? ourCall(value) : value;
  });
  if (!isObject(translated)) throw new Error("a frame became none");
  return translated;
}

/**
 * One session's frames with the calls of a step before its results, where the recorded tools took turns: the tools
 * that stand for them only read, so they run side by side, and then the calls come first (spec §0.4.5).
 */
export function callsFirst(frames: readonly JsonObject[]): JsonObject[] {
  const result: JsonObject[] = [];
  for (const frame of frames) {
    const isCall = eventType(frame) === "tool/call" && isStandIn(pick(eventOf(frame), "data", "name"));
    const at = isCall
      ? result.findIndex((earlier) => eventType(earlier) === "tool/result" && sameStep(earlier, frame))
      : -1;
    result.splice(at === -1 ? result.length : at, 0, frame);
  }
  return result;
}

function sameStep(a: JsonObject, b: JsonObject): boolean {
  return ["turn", "step"].every((member) => pick(eventOf(a), "data", member) === pick(eventOf(b), "data", member));
}
