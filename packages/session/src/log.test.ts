import type { UserMessage } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import { SessionLog } from "./index.ts";

const said = (id: string): UserMessage => ({
  content: [{ type: "text", text: id }],
  source: { kind: "user" },
  role: "user",
  id,
});

function newLog(): SessionLog {
  let clock = 100;
  return new SessionLog({ type: "session", version: 0, id: "s", createdAt: 1 }, { now: () => clock++ });
}

describe("SessionLog (spec §0.7.2)", () => {
  it("numbers events from 0 without a gap and writes members in the order of the wire", () => {
    const log = newLog();
    log.append("turn/start", { turn: 1 });
    log.append("user/message", said("a"), { sourceEventSeqs: [0] });
    expect(log.events().map((event) => JSON.stringify(event))).toEqual([
      '{"type":"turn/start","seq":0,"time":100,"data":{"turn":1}}',
      '{"type":"user/message","seq":1,"time":101,"data":{"content":[{"type":"text","text":"a"}],"source":{"kind":"user"},"role":"user","id":"a"},"sourceEventSeqs":[0],"surfaceOp":"append"}',
    ]);
    expect(log.lastSeq).toBe(1);
  });

  it("gives the events behind a seq, and all of them behind -1", () => {
    const log = newLog();
    for (const turn of [1, 2, 3]) log.append("turn/start", { turn });
    expect(log.events(1).map((event) => event.seq)).toEqual([2]);
    expect(log.events(-1)).toHaveLength(3);
    expect(log.events(2)).toEqual([]);
  });

  it("freezes what it has taken", () => {
    const event = newLog().append("turn/start", { turn: 1 });
    expect(() => Object.assign(event, { seq: 9 })).toThrow(TypeError);
    expect(() => Object.assign(event.data, { turn: 9 })).toThrow(TypeError);
  });

  it("knows the newest event of a type", () => {
    const log = newLog();
    expect(log.latest("turn/start")).toBeUndefined();
    log.append("turn/start", { turn: 1 });
    log.append("turn/start", { turn: 2 });
    log.append("step/start", { turn: 2, step: 1 });
    expect(log.latest("turn/start")?.data.turn).toBe(2);
  });
});

describe("the history for the model", () => {
  it("holds the surface events alone, oldest first", () => {
    const log = newLog();
    log.append("turn/start", { turn: 1 });
    log.append("user/message", said("a"));
    log.append("step/start", { turn: 1, step: 1 });
    log.append("user/message", said("b"));
    expect(log.messages().map((message) => message.id)).toEqual(["a", "b"]);
  });

  it("lets a replacement take the place of the nodes that it names, by their place", () => {
    const log = newLog();
    for (const id of ["a", "b", "c", "d"]) log.append("user/message", said(id));
    log.append("user/message", said("b+c"), {
      surfaceOp: { op: "replace", start: 1, end: 2 },
      sourceEventSeqs: [1, 2],
    });
    expect(log.messages().map((message) => message.id)).toEqual(["a", "b+c", "d"]);
    log.append("user/message", said("all"), { surfaceOp: { op: "replace", start: 0, end: 3 } });
    expect(log.messages().map((message) => message.id)).toEqual(["all"]);
  });

  it.each([
    [{ op: "replace", start: 7, end: 7 }, "an event that is not there"],
    [{ op: "replace", start: 1, end: 0 }, "a range whose end stands before its start"],
    [{ op: "replace", start: 2, end: 2 }, "an event that is not on the surface"],
  ] as const)("refuses %j: %s, and keeps the log as it was", (surfaceOp, _why) => {
    const log = newLog();
    log.append("user/message", said("a"));
    log.append("user/message", said("b"));
    log.append("turn/start", { turn: 1 });
    expect(() => log.append("user/message", said("x"), { surfaceOp })).toThrow("no range of the current surface");
    expect(log.lastSeq).toBe(2);
    expect(log.messages().map((message) => message.id)).toEqual(["a", "b"]);
  });
});
