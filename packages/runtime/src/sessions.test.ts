import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EventOrder, type EventStore, FileStore, type SessionEvent } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { FaultyStore } from "./faulty-store.test-support.ts";
import { Bench, folder } from "./runtime.test-support.ts";

const opened = (dataFolder: string): { openStore: () => Promise<EventStore> } => ({
  openStore: async () => new FileStore({ dataFolder }),
});

async function stored(dataFolder: string, id: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of new FileStore({ dataFolder }).read(id, -1)) events.push(event);
  return events;
}

describe("a stored session (spec §0.5.8)", () => {
  it("goes on in a new process: history, turn numbers and seq, in its own folder", async () => {
    const data = await folder();
    const first = await new Bench({ hi: [{ text: "one" }] }, opened(data)).open("/its/own");
    await first.run("hi");
    await first.host.dispose(new AbortController().signal);
    const second = await new Bench({ more: [{ text: "two" }] }, opened(data)).open("/elsewhere");
    await second.run("more");
    const events = await stored(data, "s");
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
    expect(events.flatMap((event) => (event.type === "turn/start" ? [event.data.turn] : []))).toEqual([1, 2]);
    expect(events.flatMap((event) => (event.type === "request/header" ? [event.data.reason] : []))).toEqual([
      "initial",
      "resume",
    ]);
    expect(events.filter((event) => event.type === "session/title")).toHaveLength(1);
    const heard = second.facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));
    expect(heard).toEqual(events.slice(heard.at(0)?.seq));
    const [file = ""] = (await readdir(join(data, "sessions"))).filter((name) => name.endsWith(".jsonl"));
    expect((await readFile(join(data, "sessions", file), "utf8")).split("\n")[0]).toContain('"cwd":"/its/own"');
  });

  it("that was cut in a turn is closed as interrupted, with a result for each call, and takes the next prompt", async () => {
    const data = await folder();
    const store = new FileStore({ dataFolder: data });
    const writer = await store.create({ type: "session", version: 0, id: "s", createdAt: 1, cwd: "/w" });
    const call = { type: "tool-call" as const, id: "c", name: "list_files", arguments: "{}" };
    const lines: SessionEvent[] = [
      {
        type: "agent/inbox/spliced",
        seq: 0,
        time: 1,
        data: {
          target: "next-turn",
          start: 0,
          inserted: [{ id: "m", role: "user", source: { kind: "user" }, content: [{ type: "text", text: "go" }] }],
        },
      },
      { type: "turn/start", seq: 1, time: 1, data: { turn: 1 } },
      {
        type: "agent/inbox/spliced",
        seq: 2,
        time: 1,
        data: { target: "next-turn", start: 0, removedCount: 1, inserted: [] },
      },
      { type: "step/start", seq: 3, time: 1, data: { turn: 1, step: 1 } },
      {
        type: "user/message",
        seq: 4,
        time: 1,
        data: { id: "m", role: "user", source: { kind: "user" }, content: [{ type: "text", text: "go" }] },
        surfaceOp: "append",
      },
      {
        type: "assistant/message",
        seq: 5,
        time: 1,
        data: {
          turn: 1,
          step: 1,
          message: {
            id: "a",
            role: "assistant",
            source: { kind: "model", provider: "p", model: "m" },
            content: [call],
          },
        },
        sourceEventSeqs: [],
        surfaceOp: "append",
      },
      {
        type: "tool/call",
        seq: 6,
        time: 1,
        data: { turn: 1, step: 1, callId: "c", name: "list_files", arguments: "{}" },
      },
    ];
    for (const event of lines) writer.write(event);
    await writer.close();

    const bench = await new Bench({ next: [{ text: "fine" }] }, opened(data)).open();
    await bench.run("next");
    const events = await stored(data, "s");
    expect(events.slice(7, 10).map((event) => event.type)).toEqual(["tool/result", "step/end", "turn/end"]);
    expect(events[9]?.data).toEqual({ turn: 1, reason: { kind: "interrupted" } });
    const order = new EventOrder();
    expect(events.flatMap((event) => order.take(event) ?? [])).toEqual([]);
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
  });

  it("runs what an earlier process acknowledged and never began, before the new prompt", async () => {
    const data = await folder();
    const first = await new Bench({ long: [{ hang: true }], waits: [{ text: "x" }] }, opened(data)).open();
    await first.prompt("long");
    await first.prompt("waits");
    await first.host.dispose(new AbortController().signal);
    const second = await new Bench({ waits: [{ text: "at last" }], next: [{ text: "and this" }] }, opened(data)).open();
    await second.run("next");
    expect(second.story().filter((line) => line.includes("assistant/message"))).toEqual([
      "s assistant/message at last",
      "s assistant/message and this",
    ]);
  });

  it("is refused while another host has it, with the reason, and is free once that one has ended", async () => {
    const data = await folder();
    const first = await new Bench({ "*": [{ text: "x" }] }, opened(data)).open();
    await first.run("hi");
    const second = await new Bench({ "*": [{ text: "y" }] }, opened(data)).open();
    await expect(second.prompt("hi")).rejects.toMatchObject({ kind: "session-locked" });
    await first.host.dispose(new AbortController().signal);
    await second.run("hi");
    expect(second.story().at(-1)).toBe("s idle");
  });

  it("of a child is kept too, and names its parent", async () => {
    const data = await folder();
    const rules = {
      go: [{ toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }] }, { text: "x" }],
      child: [{ text: "y" }],
    };
    const bench = await new Bench(rules, opened(data)).open();
    await bench.run("go");
    const list = await new FileStore({ dataFolder: data }).list();
    const children = list.filter(({ header }) => header?.parentSession !== undefined);
    expect(list).toHaveLength(2);
    expect(children.map(({ header }) => [header?.parentSession, header?.origin, header?.delegationDepth])).toEqual([
      ["s", "subagent", 1],
    ]);
  });
});

describe("a log that cannot be written (spec §0.5.8)", () => {
  it("refuses the prompt when its receipt does not fit, and takes the next one once it does", async () => {
    const store = new FaultyStore();
    store.refuses = () => true;
    const bench = await new Bench({ "*": [{ text: "x" }] }, { openStore: async () => store }).open();
    await expect(bench.prompt("hi")).rejects.toMatchObject({
      kind: "storage-failed",
      message: "no space left on device",
    });
    expect(bench.story()).toEqual([]);
    store.refuses = () => false;
    await bench.run("hi");
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
  });

  it("ends the running turn as STORAGE where the store opens once more, and tells no seq twice", async () => {
    const store = new FaultyStore();
    let refusals = 1;
    store.refuses = ({ seq }) => seq >= 6 && refusals-- > 0;
    const bench = await new Bench(
      { hi: [{ text: "a b c d e f g" }], next: [{ text: "fine" }] },
      { openStore: async () => store },
    ).open();
    await bench.run("hi");
    expect(bench.story().slice(-3)).toEqual([
      "s step/end",
      's turn/end {"kind":"error","error":{"code":"STORAGE","message":"no space left on device"}}',
      "s idle",
    ]);
    await bench.run("next");
    const seqs = bench.facts.flatMap((fact) => (fact.kind === "event" ? [fact.event.seq] : []));
    expect(seqs).toEqual(seqs.map((_, index) => index));
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
  });
});
