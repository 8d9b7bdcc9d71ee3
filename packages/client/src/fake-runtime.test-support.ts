import type { HarnessClientOptions } from "./client.ts";

/**
 * What a fake runtime's script may use. `serve` answers requests by method; `initialize` and `shutdown` are answered
 * unless the script does it; the end of stdin ends the process as soon as nothing else keeps it. An answer of the client
 * goes to the handler `answered`, and what the client has written so far is the answer to `got`.
 */
const PRELUDE = `
const say = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
const answer = (request, result) => say({ id: request.id, result });
const notify = (method, params) => say({ method, params });
const event = (sessionId, seq, type, data) =>
  notify("session.event", { sessionId, event: { type, seq, time: 1, data, ...(surface.has(type) && { surfaceOp: "append" }) } });
const surface = new Set(["user/message", "assistant/message", "tool/result"]);
const status = (sessionId, status) => notify("session.status", { sessionId, status });
const defaults = {
  initialize: (request) => answer(request, { serverInfo: { name: "fake", version: "0" } }),
  shutdown: (request) => answer(request, {}),
  got: (request) => answer(request, got.slice(0, -1)),
};
const got = [];
const serve = (handlers = {}) =>
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const request = JSON.parse(line);
    got.push(request);
    const handler = request.method === undefined ? handlers.answered : handlers[request.method] ?? defaults[request.method] ?? handlers.other;
    handler?.(request);
  });
const ignoreEndOfStdin = () => setInterval(() => {}, 1 << 30);
// One turn that answers the prompt with a text, or blocks, as a runtime does (spec 0.4).
let seqs = {};
const turn = (request, text, reason = { kind: "completed" }) => {
  const { sessionId, contentBlocks } = request.params;
  const next = () => (seqs[sessionId] = (seqs[sessionId] ?? -1) + 1);
  const source = { kind: "user" };
  const messageId = "message-" + sessionId + "-" + next();
  const inserted = [{ id: messageId, role: "user", content: contentBlocks, source }];
  event(sessionId, seqs[sessionId], "agent/inbox/spliced", { target: "next-turn", start: 0, inserted });
  status(sessionId, "running");
  event(sessionId, next(), "turn/start", { turn: 1 });
  answer(request, { messageId });
  const content = typeof text === "string" ? [{ type: "text", text }] : text;
  const message = { id: "answer", role: "assistant", content, source: { kind: "model", provider: "p", model: "m" } };
  event(sessionId, next(), "assistant/message", { turn: 1, step: 1, message });
  event(sessionId, next(), "turn/end", { turn: 1, reason });
  status(sessionId, "idle");
};
`;

const VERSION_1 = `
const hello = {
  serverInfo: { name: "fake", version: "1" },
  protocolVersion: 1,
  capabilities: { steer: {}, approvals: {}, tools: {}, fork: {}, models: {}, attachments: {} },
  limits: { maxFrameBytes: 1048576, maxInFlightRequests: 16 },
  route: { provider: "p", model: "m" },
  runtimeId: "r1",
};
defaults.initialize = (request) => answer(request, hello);
const refuse = (request, code, kind, message = kind) =>
  say({ id: request.id, error: { code, message, data: { kind, retryable: false } } });
`;

/** As {@link fakeRuntime}, with a runtime that agrees to version 1 and to all that it has. */
export function fakeRuntimeV1(body: string, options: Partial<HarnessClientOptions> = {}): HarnessClientOptions {
  return fakeRuntime(VERSION_1 + body, options);
}

/** How to start the Node script `body` as a runtime; its arguments are in `process.argv.slice(1)`. */
export function fakeRuntime(body: string, options: Partial<HarnessClientOptions> = {}): HarnessClientOptions {
  const { args = [], ...rest } = options;
  return { command: process.execPath, args: ["-e", PRELUDE + body, ...args], ...rest };
}
