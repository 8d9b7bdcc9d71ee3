import { pick } from "../compatibility/wire.test-support.ts";
import { promptParams } from "./wire-client.test-support.ts";

/** A member that is taken away. */
export const NONE: unique symbol = Symbol("none");

type Bad = readonly [path: string, value: unknown];

const BAD_ID: readonly Bad[] = [
  ["sessionId", 7],
  ["sessionId", ""],
  ["sessionId", "a\u0000b"],
  ["sessionId", "\ud800"],
  ["sessionId", "x".repeat(513)],
];
const WITHOUT_ID: Bad = ["sessionId", NONE];
const BAD_DURATION = [0, -1, 1.5, "1", null];
const BAD_COUNT = [0, -1, 1.5, "1"];
const BAD_SEQ = [-2, 1.5, "1", null];

const each = (path: string, values: readonly unknown[]): Bad[] => values.map((value) => [path, value] as const);
export const text = { type: "text", text: "hi" };
export const tool = { name: "t", description: "d", inputSchema: {} };
const picture = { attachmentId: "sha256:00", mediaType: "image/png", bytes: 1, width: 1, height: 1 };
const route: readonly Bad[] = [
  ...each("provider", [7, ""]),
  ...each("model", [7, ""]),
  ...each("maxTokens", [0, -1, 1.5, 2 ** 53, "1"]),
];
const tools: readonly Bad[] = [
  ["tools", {}],
  ["tools[0]", "t"],
  ...each("tools[0].name", [NONE, "", 7]),
  ["tools[0].description", NONE],
  ...each("tools[0].inputSchema", [NONE, "{}"]),
  ...each("tools[0].timeoutMs", BAD_DURATION),
];

/** Params in order, and of each member what is not. */
export const PARAMS: Readonly<Record<string, { readonly good: object; readonly bad: readonly Bad[] }>> = {
  initialize: {
    good: {
      cwd: "/",
      protocolVersion: 1,
      capabilities: {},
      limits: {},
      clientInfo: { name: "n", version: "1" },
      tools: [tool],
    },
    bad: [
      ...each("cwd", [NONE, 7, ""]),
      ...route,
      ...tools,
      ...each("protocolVersion", [-1, 1.5, "1", null]),
      ...each("minProtocolVersion", [-1, 1.5, "1", null]),
      ...each("clientInfo", ["n"]),
      ...each("clientInfo.name", [NONE, 7]),
      ...each("clientInfo.version", [NONE, 7]),
      ...each("capabilities", [[], "x"]),
      ...each("capabilities.approvals", [true, null]),
      ...each("capabilities.notifications", [true]),
      ...each("limits", ["x"]),
      ...each("limits.maxFrameBytes", [65_535, 0, "1", 65_536.5]),
    ],
  },
  "session/prompt": {
    good: { ...promptParams("s", "hi"), contentBlocks: [text, { type: "image", attachment: picture }] },
    bad: [
      WITHOUT_ID,
      ...BAD_ID,
      ...each("contentBlocks", [NONE, [], "hi", {}]),
      ...each("contentBlocks[0]", ["hi", null, []]),
      ...each("contentBlocks[0].type", [NONE, 7, "reasoning"]),
      ...each("contentBlocks[0].text", [NONE, 7]),
      ...each("contentBlocks[1].attachment", [NONE, "x"]),
      ...each("contentBlocks[1].attachment.attachmentId", [NONE, 7]),
      ...each("contentBlocks[1].attachment.mediaType", [NONE, "text/plain"]),
      ...each("contentBlocks[1].attachment.bytes", [NONE, -1, "1"]),
      ...each("clientMessageId", [7, "", "a\u0001", "x".repeat(513)]),
      ...each("mode", ["later", 7]),
      ...each("expectTurn", BAD_COUNT),
      ...each("deadlineMs", BAD_DURATION),
    ],
  },
  "session/cancel": {
    good: { sessionId: "s" },
    bad: [
      WITHOUT_ID,
      ...BAD_ID,
      ...each("messageId", [7]),
      ...each("clientMessageId", [7, ""]),
      ...each("scope", ["everything", 7]),
      ...each("reason", [7]),
    ],
  },
  "session/open": {
    good: { sessionId: "s", tools: [tool] },
    bad: [
      ...BAD_ID,
      ...each("cwd", [7, "", "relative/path"]),
      ...route,
      ...tools,
      ...each("systemPrompt", [7]),
      ...each("metadata", [[], "x"]),
    ],
  },
  "session/resume": { good: { sessionId: "s" }, bad: [WITHOUT_ID, ...BAD_ID, ...each("afterSeq", BAD_SEQ)] },
  "session/events": {
    good: { sessionId: "s", afterSeq: -1 },
    bad: [
      WITHOUT_ID,
      ...BAD_ID,
      ...each("afterSeq", [NONE, ...BAD_SEQ]),
      ...each("limit", BAD_COUNT),
      ...each("waitMs", BAD_DURATION),
    ],
  },
  "session/close": {
    good: { sessionId: "s", mode: "drain" },
    bad: [WITHOUT_ID, ...BAD_ID, ...each("mode", [NONE, "kill"]), ...each("timeoutMs", BAD_DURATION)],
  },
  "session/fork": { good: { sessionId: "s" }, bad: [WITHOUT_ID, ...BAD_ID, ...each("atSeq", [-1, 1.5, "1"])] },
  "session/list": { good: {}, bad: [...each("cursor", [7, "!", "e30"]), ...each("limit", [...BAD_COUNT, 501])] },
  "session/get": { good: { sessionId: "s" }, bad: [WITHOUT_ID, ...BAD_ID] },
  "session/update": {
    good: { sessionId: "s" },
    bad: [
      WITHOUT_ID,
      ...BAD_ID,
      ...route,
      ...each("provider", ["nobody"]),
      ...each("title", [7]),
      ...each("metadata", [[], 7]),
    ],
  },
  "session/delete": { good: { sessionId: "s" }, bad: [WITHOUT_ID, ...BAD_ID] },
  "approval/answer": {
    good: { approvalId: "none", outcome: { type: "selected", optionId: "deny" } },
    bad: [
      ...each("approvalId", [NONE, 7, "none"]),
      ...each("outcome", [NONE, "deny"]),
      ["outcome.type", NONE],
      ...each("outcome.optionId", [NONE, 7]),
      ["outcome.note", 7],
    ],
  },
  "model/list": { good: {}, bad: each("provider", [7, "", "nobody"]) },
  "attachment/put": {
    good: { mediaType: "image/gif", data: "R0lGODdhAwACAIEAAMgAAAAAAAAAAAAAACwAAAAAAwACAAAIBgABCBwYEAA7" },
    bad: [...each("mediaType", [NONE, "image/bmp"]), ...each("data", [NONE, 7, "", "R0lG", "R0lGOD"]), ["name", 7]],
  },
  "attachment/get": { good: { attachmentId: "sha256:00" }, bad: each("attachmentId", [NONE, 7, "sha256:00"]) },
};

/** A copy with another value at a path, or with none there. */
export function changed(params: object, path: string, value: unknown): object {
  const copy: unknown = structuredClone(params);
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  let at: unknown = copy;
  for (const step of steps.slice(0, -1)) at = pick(at, ...(Array.isArray(at) ? [Number(step)] : [step]));
  const last = steps.at(-1) ?? "";
  if (typeof at !== "object" || at === null || typeof copy !== "object" || copy === null) throw new Error(path);
  if (value === NONE) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
  return copy;
}
