import { join } from "node:path";
import { folderWith } from "./process.test-support.ts";

const PEER = `
const say = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
const answer = ({ id }, result) => say({ id, result });
const refuse = ({ id }, code, kind) => say({ id, error: { code, message: kind, data: { kind, retryable: false } } });
const notify = (method, params) => say({ method, params });
let seq = 0;
const event = (sessionId, type, data) =>
  notify("session.event", { sessionId, event: { type, seq: seq++, time: 1, data } });
/** Takes the prompt, begins its turn and says something. */
const begin = (request, text) => {
  const { sessionId, contentBlocks: content } = request.params;
  const inserted = [{ id: "m", role: "user", content, source: { kind: "user" } }];
  event(sessionId, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted });
  notify("session.status", { sessionId, status: "running" });
  event(sessionId, "turn/start", { turn: 1 });
  answer(request, { messageId: "m" });
  event(sessionId, "assistant/chunk", { turn: 1, step: 1, chunk: { type: "text-delta", index: 0, text } });
};
const end = (sessionId, reason) => {
  event(sessionId, "turn/end", { turn: 1, reason });
  notify("session.status", { sessionId, status: "idle" });
};
const serverInfo = { name: "peer", version: "1" };
const initialize = {
  0: (request) => answer(request, { serverInfo }),
  1: (request) =>
    answer(request, {
      serverInfo,
      protocolVersion: 1,
      capabilities: { approvals: {} },
      limits: { maxFrameBytes: 1048576, maxInFlightRequests: 16 },
      route: { provider: "p", model: "m" },
      runtimeId: "r",
    }),
};
const serve = (version, handlers) => {
  const all = { initialize: initialize[version], shutdown: (request) => answer(request, {}), ...handlers };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const frame = JSON.parse(line);
    if (frame.method !== undefined) all[frame.method]?.(frame);
  });
};
`;

/** The path of a runtime that is this Node script, which may use what stands above. */
export function peer(body: string): string {
  return join(folderWith({ "peer.cjs": PEER + body }), "peer.cjs");
}
