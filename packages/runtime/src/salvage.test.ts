import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventOrder, MemoryStore, type SessionEvent, SessionLog } from "@buckeyestudio/toh-session";
import { array, assert, asyncProperty, constantFrom, nat, tuple } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Salvage, salvage } from "./salvage.ts";

const HEADER =
  '{"type":"session","version":0,"id":"old","createdAt":5,"cwd":"/w","parentSession":"p","origin":"subagent"}';

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toh-salvage-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a salvage of a log of these lines says, and the events of the new session, which are in order and can be opened. */
async function salvaged(
  lines: readonly (string | Buffer)[],
  end: string = "\n",
): Promise<Salvage & { events: readonly SessionEvent[]; log: SessionLog | undefined }> {
  const path = join(folder, "old.jsonl");
  const parts = lines.flatMap((text, index) => [Buffer.from(text), Buffer.from(index < lines.length - 1 ? "\n" : end)]);
  writeFileSync(path, Buffer.concat(parts));
  const before = readFileSync(path);
  const store = new MemoryStore();
  const result = await salvage(store, path);
  expect(readFileSync(path)).toEqual(before);
  if (result.sessionId === undefined) return { ...result, events: [], log: undefined };
  const { header, events } = await store.open(result.sessionId);
  expect(header.id).toBe(result.sessionId);
  const order = new EventOrder();
  expect(events.flatMap((event) => order.take(event) ?? [])).toEqual([]);
  return { ...result, events, log: new SessionLog(header, { events }) };
}

function line(seq: number, type: string, data: object, more: object = {}): string {
  return JSON.stringify({ type, seq, time: 100 + seq, data, ...more });
}

const AT = { turn: 1, step: 1 };
const USER = { id: "m1", role: "user", content: [{ type: "text", text: "look" }], source: { kind: "user" } };
const CALL = { type: "tool-call", id: "c1", name: "read_file", arguments: "{}" };
const ANSWER = {
  id: "a1",
  role: "assistant",
  content: [{ type: "text", text: "I look." }, CALL],
  source: { kind: "model", provider: "p", model: "m" },
};
const RESULT = {
  id: "r1",
  role: "user",
  content: [{ type: "tool-result", toolCallId: "c1", content: [{ type: "text", text: "what is there" }] }],
  source: { kind: "tool", callId: "c1" },
};

/** A session of one turn with one call, and a prompt that waits. */
const LOG: readonly string[] = [
  HEADER,
  line(0, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted: [USER] }),
  line(1, "turn/start", { turn: 1 }),
  line(2, "agent/inbox/spliced", { target: "next-turn", start: 0, removedCount: 1, inserted: [] }),
  line(3, "step/start", AT),
  line(4, "user/message", USER, { surfaceOp: "append" }),
  line(5, "session/title", { title: "look", messageSeqs: [4], source: { kind: "fallback" } }),
  line(6, "request/context", { provider: "p", model: "m" }),
  line(7, "assistant/chunk", { ...AT, chunk: { type: "text-delta", index: 0, text: "I look." } }),
  line(8, "assistant/chunk", { ...AT, chunk: { type: "block-end", index: 0, block: ANSWER.content[0] } }),
  line(9, "assistant/chunk", { ...AT, chunk: { type: "block-end", index: 1, block: CALL } }),
  line(10, "assistant/chunk", { ...AT, chunk: { type: "finish", reason: { kind: "tool-calls" } } }),
  line(11, "assistant/message", { ...AT, message: ANSWER }, { sourceEventSeqs: [7, 8, 9, 10], surfaceOp: "append" }),
  line(12, "tool/call", { ...AT, callId: "c1", name: "read_file", arguments: "{}" }),
  line(13, "tool/result", { ...AT, message: RESULT }, { sourceEventSeqs: [12], surfaceOp: "append" }),
  line(14, "step/end", AT),
  line(15, "turn/end", { turn: 1, reason: { kind: "completed" } }),
  line(16, "agent/inbox/spliced", { target: "next-turn", start: 0, inserted: [{ ...USER, id: "m2" }] }),
];

/** The log with something else in the place of one line; nothing at all where it is undefined. */
function withLine(number: number, text: string | Buffer | undefined): (string | Buffer)[] {
  return LOG.flatMap((each, index) => (index + 1 !== number ? [each] : text === undefined ? [] : [text]));
}

function types(events: readonly SessionEvent[]): string[] {
  return events.map(({ type }) => type);
}

describe("salvage", () => {
  it("writes nothing where all is whole, a torn last line apart", async () => {
    const nothing = { sessionId: undefined, kept: 17, added: 0, missing: 0, waiting: [] };
    expect(await salvaged(LOG)).toMatchObject({ ...nothing, dropped: [] });
    expect(await salvaged([...LOG, '{"type":"turn/st'], "")).toMatchObject({
      ...nothing,
      dropped: [{ line: 19, reason: "is torn: it has no end" }],
    });
  });

  it("drops a damaged piece of an answer, numbers what is behind it anew, and what that cites with it", async () => {
    const { events, dropped, kept, log } = await salvaged(withLine(9, "{"));
    expect(dropped).toEqual([{ line: 9, reason: "is no JSON" }]);
    expect(kept).toBe(16);
    expect(events[10]).toMatchObject({ type: "assistant/message", seq: 10, sourceEventSeqs: [7, 8, 9] });
    expect(events[12]).toMatchObject({ type: "tool/result", seq: 12, time: 113, sourceEventSeqs: [11] });
    expect(log?.messages().map(({ id }) => id)).toEqual(["m1", "a1", "r1"]);
  });

  it.each<[string, string | Buffer, string]>([
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "is no UTF-8"],
    ["zeros of a lost sector", Buffer.alloc(600), "is no JSON"],
    ["no event", '{"type":"turn/start","seq":8,"time":1,"data":{}}', "is no event: event.data.turn is missing"],
    ["a copy of the line before", LOG[8] ?? "", "holds event 7, which does not belong there"],
    [
      "a wrong number, which costs none of those behind it",
      line(8000, "assistant/chunk", { ...AT, chunk: { type: "text-delta", index: 0, text: "" } }),
      "holds event 8000, which does not belong there",
    ],
  ])("tells %s", async (_what, text, reason) => {
    const { dropped, kept } = await salvaged(withLine(10, text));
    expect(dropped).toEqual([{ line: 10, reason: expect.stringContaining(reason) }]);
    expect(kept).toBe(16);
  });

  it("takes a wrong turn for what it is: it does not end the right one", async () => {
    const stray = line(8, "assistant/chunk", { turn: 9, step: 1, chunk: { type: "text-delta", index: 0, text: "" } });
    const { dropped } = await salvaged(withLine(10, stray).map((text, index) => (index === 8 ? "{" : text)));
    expect(dropped[1]).toEqual({ line: 10, reason: "is of step 1 of turn 9, and what follows is not" });
  });

  it("makes a root with the folder and the age of the old session", async () => {
    const { log } = await salvaged(withLine(9, "{"));
    expect(log?.header).toEqual({ type: "session", version: 0, id: expect.any(String), createdAt: 5, cwd: "/w" });
  });

  it("does without a header: the new session is as old as its first event", async () => {
    const { log, dropped, kept } = await salvaged(withLine(1, '{"type":"session"}'));
    expect(log?.header).toEqual({ type: "session", version: 0, id: expect.any(String), createdAt: 100 });
    expect(dropped).toEqual([{ line: 1, reason: expect.stringMatching(/^is no header: header\./) }]);
    expect(kept).toBe(17);
    expect(await salvaged(withLine(1, undefined))).toMatchObject({ kept: 17, missing: 0, dropped: [] });
  });

  it("counts the events of which there is no line", async () => {
    expect(await salvaged(withLine(9, undefined))).toMatchObject({ kept: 16, missing: 1, dropped: [] });
  });

  it("says of a call whose result is lost that its outcome is not known", async () => {
    const { events, log, added } = await salvaged(withLine(15, "{"));
    expect(added).toBe(2);
    expect(events[13]).toMatchObject({
      type: "tool/result",
      sourceEventSeqs: [12],
      data: { error: { code: "TOOL_OUTCOME_UNKNOWN" }, message: { content: [{ toolCallId: "c1", isError: true }] } },
    });
    expect(log?.messages()).toHaveLength(3);
  });

  it("never says of a call whose line is lost that it was not made", async () => {
    expect((await salvaged(withLine(14, "{"))).events.slice(12, 14)).toMatchObject([
      { type: "tool/call", data: { callId: "c1", name: "read_file", arguments: "{}" } },
      { type: "tool/result", data: { message: { id: "r1" } }, sourceEventSeqs: [12] },
    ]);
    const cut = LOG.slice(0, 13);
    expect((await salvaged([...cut, "{", "{"])).events.slice(12, 16)).toMatchObject([
      { type: "tool/call", data: { callId: "c1" } },
      { type: "tool/result", data: { error: { code: "TOOL_OUTCOME_UNKNOWN" } } },
      { type: "step/end" },
      { type: "turn/end", data: { reason: { kind: "interrupted" } } },
    ]);
  });

  it("puts a lost answer together from its pieces", async () => {
    const { events, log } = await salvaged(withLine(13, "{"));
    expect(events[11]).toMatchObject({
      type: "assistant/message",
      sourceEventSeqs: [7, 8, 9, 10],
      data: { message: { content: ANSWER.content, source: ANSWER.source } },
    });
    expect(log?.messages()).toHaveLength(3);
  });

  it("drops calls and results of an answer that is lost with its pieces: no model takes a result without its call", async () => {
    const lines = LOG.map((text, index) => (index >= 9 && index <= 12 ? "{" : text));
    const { dropped, log } = await salvaged(lines);
    expect(dropped.slice(4)).toEqual([
      { line: 14, reason: "makes a call of an answer that is lost" },
      { line: 15, reason: "answers a call of an answer that is lost" },
    ]);
    expect(log?.messages().map(({ id }) => id)).toEqual(["m1"]);
  });

  it.each([
    ["turn/start", 3, ["agent/inbox/spliced", "agent/inbox/spliced", "turn/start", "step/start"]],
    ["step/start", 5, ["agent/inbox/spliced", "turn/start", "agent/inbox/spliced", "user/message"]],
  ])("makes up a lost %s", async (_what, number, first) => {
    const { events, log } = await salvaged(withLine(number, "{"));
    expect(types(events).slice(0, 4)).toEqual(first);
    expect(log?.messages()).toHaveLength(3);
  });

  it("closes a turn whose end is lost as interrupted, before the next one and at the end", async () => {
    const next = [
      line(16, "turn/start", { turn: 2 }),
      line(17, "turn/end", { turn: 2, reason: { kind: "completed" } }),
    ];
    const { events } = await salvaged([...LOG.slice(0, 15), "{", "{", ...next]);
    expect(events.slice(-4)).toMatchObject([
      { type: "step/end" },
      { type: "turn/end", data: { turn: 1, reason: { kind: "interrupted" } } },
      { type: "turn/start", data: { turn: 2 } },
      { type: "turn/end" },
    ]);
    expect(types((await salvaged([...LOG.slice(0, 15), "{", "{"])).events).slice(-2)).toEqual(["step/end", "turn/end"]);
  });

  it("runs no prompt by itself: what waits is cancelled, and told", async () => {
    const { events, waiting } = await salvaged(withLine(9, "{"));
    expect(waiting).toEqual(["look"]);
    expect(events.at(-1)).toMatchObject({
      type: "agent/inbox/spliced",
      data: { start: 0, removedCount: 1, inserted: [], outcome: "canceled" },
    });
  });

  it("drops a compaction whose range is lost, and keeps the messages that it stood for", async () => {
    const sum = { ...USER, id: "s", source: { kind: "plugin", plugin: "compact", form: "snapshot", sections: [] } };
    const replace = (start: number, seq: number): string =>
      line(seq, "user/message", sum, { surfaceOp: { op: "replace", start, end: 11 }, sourceEventSeqs: [start, 11] });
    const { dropped } = await salvaged([...withLine(6, "{"), replace(4, 17)]);
    expect(dropped.at(-1)).toEqual({ line: 19, reason: "is about events that are lost" });
    const { log } = await salvaged([...withLine(9, "{"), replace(4, 17)]);
    expect(log?.messages().map(({ id }) => id)).toEqual(["s", "r1"]);
  });

  it("makes a session in order of every recorded one, whatever is lost of it", { timeout: 120_000 }, async () => {
    const logs = recordedLogs();
    expect(logs.length).toBeGreaterThan(10);
    await assert(
      asyncProperty(
        constantFrom(...logs),
        array(tuple(nat(), constantFrom("damage", "remove", "repeat", "cut")), {
          minLength: 1,
          maxLength: 6,
        }),
        async (log, losses) => {
          const lines = [HEADER, ...log.map((event) => JSON.stringify(event))];
          for (const [place, how] of losses) {
            const index = place % lines.length;
            if (how === "damage") lines[index] = '{"damage';
            else if (how === "remove") lines.splice(index, 1);
            else if (how === "repeat") lines.splice(index, 0, lines[index] ?? "");
            else lines.splice(index + 1);
          }
          if (lines.length === 0) return;
          const { kept, dropped, events } = await salvaged(lines);
          const isHeader = lines[0] === HEADER;
          expect(kept + dropped.length + (isHeader ? 1 : 0)).toBe(lines.length);
          expect(events.length).toBeGreaterThanOrEqual(events.length === 0 ? 0 : kept);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** The events of the recorded sessions, from the first on. */
function recordedLogs(): SessionEvent[][] {
  const transcripts = new URL("../../../spec/fixtures/transcripts/", import.meta.url);
  return readdirSync(transcripts).flatMap((name) => {
    const sessions = new Map<string, SessionEvent[]>();
    for (const text of readFileSync(new URL(name, transcripts), "utf8").split("\n")) {
      if (text === "" || !name.endsWith(".ndjson")) continue;
      const {
        dir,
        frame,
      }: { dir: string; frame?: { method?: string; params?: { sessionId: string; event: SessionEvent } } } =
        JSON.parse(text);
      if (dir !== "s2c" || frame?.method !== "session.event" || frame.params === undefined) continue;
      const { sessionId, event } = frame.params;
      sessions.set(sessionId, [...(sessions.get(sessionId) ?? []), event]);
    }
    return [...sessions.values()].filter(([first]) => first?.seq === 0);
  });
}
