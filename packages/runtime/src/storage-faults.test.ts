import { readdir, writeFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { FaultyStore } from "./faulty-store.test-support.ts";
import { RuntimeHost } from "./index.ts";
import { Bench, folder } from "./runtime.test-support.ts";
import { connect, scriptedHost } from "./version-1.test-support.ts";

const never = new AbortController().signal;

describe("a disk that fails for a while", () => {
  it("refuses prompt, cancel and update as storage-failed, and the session works again once there is room", async () => {
    const store = new FaultyStore();
    const host = scriptedHost({ "*": [{ text: "x" }] }, { openStore: async () => store });
    const client = await connect(host);
    await client.prompt("hi");
    await client.idle();
    store.refuses = () => true;
    const failed = { kind: "storage-failed", message: "no space left on device" };
    await expect(client.prompt("lost")).rejects.toMatchObject(failed);
    await expect(client.connection.update({ sessionId: "s", title: "t" })).rejects.toMatchObject(failed);
    store.refuses = () => false;
    await client.prompt("again");
    await client.idle("s", 2);
    expect(client.answers()).toEqual(["x", "x"]);
    expect(client.events().map(({ seq }) => seq)).toEqual(client.events().map((_, index) => index));
  });

  it("refuses a cancel of what waits as storage-failed", async () => {
    const store = new FaultyStore();
    const host = scriptedHost({ "*": [{ hang: true }] }, { openStore: async () => store });
    const client = await connect(host);
    await client.prompt("hi");
    await client.prompt("waits");
    store.refuses = () => true;
    await expect(client.connection.cancel({ sessionId: "s", scope: "queued" })).rejects.toMatchObject({
      kind: "storage-failed",
    });
  });

  it("leaves no half of a fork behind, and holds nothing of it", async () => {
    const store = new FaultyStore();
    const host = scriptedHost({ "*": [{ text: "x" }] }, { openStore: async () => store });
    const client = await connect(host);
    await client.prompt("hi");
    await client.idle();
    store.refuses = ({ seq }, { id }) => id !== "s" && seq > 3;
    await expect(client.connection.fork?.({ sessionId: "s" })).rejects.toMatchObject({ kind: "storage-failed" });
    expect((await store.list()).map(({ id }) => id)).toEqual(["s"]);
    expect(store.held).toBe(1);
  });

  it("that has no room for a child fails the call alone: the parent's turn goes on", async () => {
    const store = new FaultyStore();
    store.refusesSession = ({ parentSession }) => parentSession !== undefined;
    const call = { name: "subagent", arguments: { description: "d", prompt: "child" } };
    const rules = { go: [{ toolCalls: [call] }, { text: "done" }], child: [{ text: "y" }] };
    const bench = await new Bench(rules, { openStore: async () => store }).open();
    await bench.run("go");
    expect(bench.story().filter((line) => /tool\/result|turn\/end/.test(line))).toEqual([
      "s tool/result Error: no child session could be made: no space left on device",
      's turn/end {"kind":"completed"}',
    ]);
  });

  it("that loses a child's log finishes the child as failed: the parent's turn goes on", async () => {
    const store = new FaultyStore();
    store.refuses = (event, { parentSession }) => parentSession !== undefined && event.type === "step/start";
    const call = { name: "subagent", arguments: { description: "d", prompt: "child" } };
    const rules = { go: [{ toolCalls: [call] }, { text: "done" }], child: [{ text: "y" }] };
    const bench = await new Bench(rules, { openStore: async () => store }).open();
    await bench.run("go");
    expect(bench.story().filter((line) => /^s (tool\/result|turn\/end|started|finished)/.test(line))).toEqual([
      "s started child1",
      "s finished child1 error",
      "s tool/result Error: subagent run failed",
      's turn/end {"kind":"completed"}',
    ]);
  });

  it("that refuses a child's receipt finishes the child as failed", async () => {
    const store = new FaultyStore();
    store.refuses = (_, { parentSession }) => parentSession !== undefined;
    const call = { name: "subagent", arguments: { description: "d", prompt: "child" } };
    const rules = { go: [{ toolCalls: [call] }, { text: "done" }], child: [{ text: "y" }] };
    const bench = await new Bench(rules, { openStore: async () => store }).open();
    await bench.run("go");
    expect(bench.story().filter((line) => /^s (tool\/result|turn\/end|started|finished)/.test(line))).toEqual([
      "s started child1",
      "s finished child1 error",
      "s tool/result Error: subagent run failed",
      's turn/end {"kind":"completed"}',
    ]);
  });

  it("that loses a parent's log ends what its calls still do, before the session is idle", async () => {
    const store = new FaultyStore();
    const toolCalls = ["quick", "slow"].map((prompt) => ({
      name: "subagent",
      arguments: { description: "d", prompt },
    }));
    const rules = { go: [{ toolCalls }], quick: [{ text: "y" }], slow: [{ hang: true as const }] };
    store.refuses = (event, { id }) => id === "s" && event.type === "tool/result";
    const bench = await new Bench(rules, { openStore: async () => store }).open();
    await bench.run("go");
    const story = bench.story().filter((line) => /(finished|idle)/.test(line));
    expect(story).toEqual([
      "child1 idle",
      "s finished child1 completed",
      "child2 idle",
      "s finished child2 aborted",
      "s idle",
    ]);
    expect(store.held).toBe(0);
  });
});

describe("letting go of a session", () => {
  it("makes a prompt that comes meanwhile wait: it opens the session anew, and is not told that somebody has it", async () => {
    const store = new FaultyStore();
    const host = scriptedHost({ "*": [{ text: "x" }] }, { openStore: async () => store });
    const client = await connect(host);
    await client.prompt("hi");
    await client.idle();
    let free: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      store.beforeClose = () => {
        resolve();
        return new Promise((go) => (free = go));
      };
    });
    const closing = client.connection.close({ sessionId: "s", mode: "cancel" }, { signal: never });
    await reached;
    const prompt = client.prompt("next");
    // As far as the prompt gets by itself.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    store.beforeClose = () => Promise.resolve();
    free();
    await closing;
    await prompt;
    await client.idle("s", 2);
  });
});

describe("the end of the host", () => {
  it("comes also where the store could not be opened", async () => {
    const host = scriptedHost({}, { openStore: () => Promise.reject(new Error("no home")) });
    const client = await connect(host);
    await expect(client.prompt("hi")).rejects.toThrow("no home");
    await expect(host.dispose(never)).resolves.toBeUndefined();
  });

  it("leaves nothing open that was being made when it came", async () => {
    const store = new FaultyStore();
    let giveRoute: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      giveRoute = resolve;
    });
    let isAsked: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (isAsked = resolve));
    const { ScriptedProvider } = await import("./providers/scripted.ts");
    const provider = new ScriptedProvider({ rules: [] });
    const host = new RuntimeHost({
      providers: new Map([
        ["scripted", async () => provider],
        [
          "slow",
          async () => {
            isAsked();
            await asked;
            return provider;
          },
        ],
      ]),
      standardRoute: { provider: "scripted", model: "m" },
      openStore: async () => store,
    });
    const client = await connect(host);
    const opening = client.connection.open({ sessionId: "new", provider: "slow", model: "m" });
    await reached;
    await host.dispose(never);
    giveRoute();
    await expect(opening).rejects.toMatchObject({ kind: "shutting-down" });
    expect(store.held).toBe(0);
  });
});

describe("session/list (spec §1.6.8)", () => {
  it("tells all sessions that can be read, whatever a damaged one holds", async () => {
    const data = await folder();
    const openStore = async (): Promise<FileStore> => new FileStore({ dataFolder: data });
    const first = scriptedHost({ "*": [{ text: "x" }] }, { openStore });
    const client = await connect(first);
    for (const id of ["whole", "damaged"]) {
      await client.prompt("hi", {}, id);
      await client.idle(id);
    }
    await first.dispose(never);
    const names = await readdir(join(data, "sessions"));
    const path = join(data, "sessions", names.find((name) => name.startsWith("damaged") && name.endsWith("l")) ?? "");
    const lines = (await readFile(path, "utf8")).split("\n");
    lines[4] = "{";
    await writeFile(path, lines.join("\n"));
    const second = await connect(scriptedHost({}, { openStore }));
    const { sessions } = await second.connection.list({ limit: 50 });
    const told = sessions.map(({ sessionId, title, usage }) => `${sessionId} ${title} ${usage.length}`);
    expect(told.toSorted()).toEqual(["damaged hi 0", "whole hi 1"]);
  });
});

describe("session/resume of a child whose parent's call runs (spec §1.6.3)", () => {
  it("replays it like any other session", async () => {
    const call = { name: "subagent", arguments: { description: "d", prompt: "child" } };
    const host = scriptedHost({ go: [{ toolCalls: [call] }], child: [{ text: "a", hang: true }] });
    const client = await connect(host);
    await client.prompt("go");
    await client.until(
      (fact) => fact.kind === "event" && fact.event.type === "assistant/chunk" && fact.sessionId !== "s",
    );
    const sessionId = client.facts.find((fact) => fact.kind === "child-started")?.childSessionId ?? "";
    const seqs: number[] = [];
    const { status } = await client.connection.resume(
      { sessionId, afterSeq: -1 },
      { signal: never, replay: (fact) => void (fact.kind === "event" && seqs.push(fact.event.seq)) },
    );
    expect(status).toBe("running");
    expect(seqs).toEqual(client.events(sessionId).map(({ seq }) => seq));
  });
});

describe("session/get (spec §1.6.8)", () => {
  it("names children oldest first, whichever was at work last", async () => {
    const store = new FaultyStore();
    const header = { type: "session" as const, version: 0 as const, cwd: "/w" };
    await (await store.create({ ...header, id: "s", createdAt: 1 })).close();
    for (const createdAt of [2, 3, 4])
      await (await store.create({ ...header, id: `c${createdAt}`, createdAt, parentSession: "s" })).close();
    const client = await connect(scriptedHost({}, { openStore: async () => store }));
    expect(await client.connection.get({ sessionId: "s" })).toMatchObject({ children: ["c2", "c3", "c4"] });
  });
});

describe("session/delete (spec §1.6.10)", () => {
  it("ends a running child with its parent, and removes both", async () => {
    const store = new FaultyStore();
    const call = { name: "subagent", arguments: { description: "d", prompt: "child" } };
    const host = scriptedHost(
      { go: [{ toolCalls: [call] }], child: [{ text: "a", hang: true }] },
      { openStore: async () => store },
    );
    const client = await connect(host);
    await client.prompt("go");
    await client.until((fact) => fact.kind === "child-started");
    await client.connection.delete({ sessionId: "s" });
    expect(await store.list()).toEqual([]);
    expect(store.held).toBe(0);
  });
});

describe("tools of a session (spec §1.7)", () => {
  it("are gone with it: a new one of its id has none of them", async () => {
    const host = scriptedHost({ "*": [{ text: "x" }] });
    const client = await connect(host, { callTool: async () => ({ content: [] }) });
    const tools = [{ name: "mine", description: "d", inputSchema: { type: "object" } }];
    await client.connection.open({ sessionId: "s", tools });
    await client.connection.delete({ sessionId: "s" });
    await client.connection.open({ sessionId: "s" });
    await client.prompt("hi");
    await client.idle();
    const header = client.events().findLast((event) => event.type === "request/header");
    expect(JSON.stringify(header)).not.toContain('"mine"');
  });
});
