import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { onTestFinished } from "vitest";
import type { HarnessClientOptions } from "./client.ts";
import { fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { isRecord } from "./notification.ts";

// A runtime with what sessions need, and a log in a file, so that the next process goes on with them (spec §1.5, §1.6).
// The text of a prompt is its answer, save `hang`, which waits to be cancelled, and `stubborn`, which is cancelled only at
// the request `release`. Whatever is logged or sent is an act; the first process is killed in place of act `dieAt`, every
// process where that is `always`; with `once` there is no second one.
const MINI = `
const fs = require("node:fs");
const [path, dieAt] = process.argv.slice(1);
fs.appendFileSync(path + ".starts", "+");
const isFirst = fs.readFileSync(path + ".starts").length === 1;
if (dieAt === "once" && !isFirst) process.exit(5);
let acts = 0;
const act = (what) => {
  if ((isFirst && acts++ === Number(dieAt)) || dieAt === "always") process.kill(process.pid, "SIGKILL");
  what();
};
const stored = new Map();
if (fs.existsSync(path)) {
  for (const line of fs.readFileSync(path, "utf8").trim().split("\\n").filter(Boolean)) {
    const { id, event } = JSON.parse(line);
    stored.set(id, [...(stored.get(id) ?? []), event]);
  }
}
const open = new Map();
const early = new Set();
const append = (s, type, data) => {
  const event = { type, seq: s.events.length, time: 1, data, ...(surface.has(type) && { surfaceOp: "append" }) };
  act(() => {
    fs.appendFileSync(path, JSON.stringify({ id: s.id, event }) + "\\n");
    s.events.push(event);
  });
  return event;
};
const tell = (s, type, data) => {
  const event = append(s, type, data);
  act(() => notify("session.event", { sessionId: s.id, event }));
};
const messages = (s) => s.events.flatMap(({ type, data }) => (type === "agent/inbox/spliced" ? data.inserted : []));
const find = (id) => {
  if (open.has(id) || !stored.has(id)) return open.get(id);
  const s = { id, events: stored.get(id), queue: [], turns: 0, turn: undefined };
  open.set(id, s);
  let running;
  for (const { type, data } of s.events) {
    if (type === "agent/inbox/spliced") s.queue.splice(data.start, data.removedCount ?? 0, ...data.inserted);
    if (type === "turn/start") running = s.turns = data.turn;
    if (type === "turn/end") running = undefined;
  }
  if (running !== undefined) append(s, "turn/end", { turn: running, reason: { kind: "interrupted" } });
  return s;
};
const begin = (s) => {
  const [message] = s.queue;
  s.turn = { number: ++s.turns, message };
  tell(s, "turn/start", { turn: s.turns });
  tell(s, "agent/inbox/spliced", { target: "next-turn", start: 0, removedCount: 1, inserted: [] });
  s.queue.shift();
};
const work = (s) => {
  const { number: turn, message } = s.turn;
  const text = message.content[0].text;
  tell(s, "user/message", { turn, step: 1, message });
  if (text === "hang" || text === "stubborn") return;
  for (const delta of text) tell(s, "assistant/chunk", { turn, step: 1, chunk: { type: "text-delta", index: 0, delta } });
  const source = { kind: "model", provider: "p", model: "m" };
  tell(s, "assistant/message", { turn, step: 1, message: { id: "a", role: "assistant", content: [{ type: "text", text }], source } });
  finish(s, { kind: "completed" });
};
const finish = (s, reason) => {
  tell(s, "turn/end", { turn: s.turn.number, reason });
  s.turn = undefined;
  if (s.queue.length === 0) return act(() => status(s.id, "idle"));
  begin(s);
  setImmediate(work, s);
};
const pending = (s) => ({
  prompts: s.queue.map(({ id, source }) => ({ messageId: id, clientMessageId: source.clientMessageId })),
  approvals: [],
});
serve({
  "session/prompt": (r) => {
    const { sessionId, contentBlocks, clientMessageId } = r.params;
    if (early.delete(clientMessageId)) return refuse(r, -32800, "cancelled");
    const s = find(sessionId) ?? { id: sessionId, events: [], queue: [], turns: 0, turn: undefined };
    open.set(sessionId, s);
    const known = messages(s).find(({ source }) => source.clientMessageId === clientMessageId);
    const id = known?.id ?? "m" + messages(s).length;
    if (known === undefined || clientMessageId === undefined) {
      const source = { kind: "user", ...(clientMessageId && { clientMessageId }) };
      const inserted = [{ id, role: "user", content: contentBlocks, source }];
      tell(s, "agent/inbox/spliced", { target: "next-turn", start: s.queue.length, inserted });
      s.queue.push(...inserted);
    }
    const starts = s.turn === undefined && s.queue.length > 0;
    if (starts) {
      act(() => status(s.id, "running"));
      begin(s);
      setImmediate(work, s);
    }
    const duplicate = known !== undefined && clientMessageId !== undefined;
    act(() => answer(r, { messageId: id, mode: "queue", position: 0, ...(duplicate && { duplicate }) }));
  },
  "session/cancel": (r) => {
    const { sessionId, clientMessageId, messageId, reason } = r.params;
    const s = find(sessionId);
    const message = s && messages(s).find(({ id, source }) =>
      messageId === id || (clientMessageId !== undefined && source.clientMessageId === clientMessageId));
    const receipt = { cancelled: [], kept: [] };
    if (message === undefined) {
      early.add(clientMessageId);
      return answer(r, { ...receipt, outcome: "remembered" });
    }
    const at = s.queue.findIndex(({ id }) => id === message.id);
    if (at >= 0) {
      tell(s, "agent/inbox/spliced", { target: "next-turn", start: at, removedCount: 1, inserted: [], outcome: "canceled" });
      s.queue.splice(at, 1);
      return answer(r, { ...receipt, outcome: "cancelling", cancelled: [message.id] });
    }
    if (s.turn?.message.id !== message.id) return answer(r, { ...receipt, outcome: "finished" });
    answer(r, { ...receipt, outcome: "cancelling", turn: s.turn.number, cancelled: [message.id] });
    const end = () => finish(s, { kind: "aborted", cause: { kind: "user", reason } });
    if (message.content[0].text === "stubborn") s.release = end;
    else end();
  },
  release: (r) => {
    find(r.params.sessionId).release();
    answer(r, {});
  },
  "session/resume": (r) => {
    const { sessionId, afterSeq = Infinity } = r.params;
    const s = find(sessionId);
    if (s === undefined) return refuse(r, -32010, "session-unknown");
    const lastSeq = s.events.length - 1;
    if (afterSeq !== Infinity && afterSeq > lastSeq) return refuse(r, -32018, "conflict");
    for (const event of s.events) if (event.seq > afterSeq) notify("session.event", { sessionId, event });
    answer(r, { lastSeq, status: s.turn === undefined ? "idle" : "running", pending: pending(s) });
  },
  "session/open": (r) => answer(r, { sessionId: r.params.sessionId, created: false }),
  die: () => process.kill(process.pid, "SIGKILL"),
  other: (r) => answer(r, {}),
});
`;

export interface MiniRuntime {
  launch: HarnessClientOptions;
  /** The events of a session, as they stand in the log. */
  log: (sessionId: string) => SessionEvent[];
  /** How many processes there have been. */
  starts: () => number;
}

/** A runtime with sessions that outlive its process. */
export function miniRuntime(dieAt: number | "always" | "once" | "never" = "never"): MiniRuntime {
  const folder = mkdtempSync(join(tmpdir(), "toh-mini-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "log");
  return {
    launch: fakeRuntimeV1(MINI, { args: [path, String(dieAt)] }),
    log: (sessionId) =>
      readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .flatMap((line): SessionEvent[] => {
          const entry: unknown = JSON.parse(line);
          return isRecord(entry) && entry["id"] === sessionId && isEvent(entry["event"]) ? [entry["event"]] : [];
        }),
    starts: () => readFileSync(`${path}.starts`, "utf8").length,
  };
}

function isEvent(value: unknown): value is SessionEvent {
  return isRecord(value) && typeof value["type"] === "string" && typeof value["seq"] === "number";
}
