import type { Resumed } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { FileStore } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { folder } from "./runtime.test-support.ts";
import { type Client, connect, scriptedHost } from "./version-1.test-support.ts";

const never = new AbortController().signal;
const USAGE = { inputTokens: 3, outputTokens: 4, cacheReadTokens: 5 };

async function replayed(client: Client, sessionId: string, afterSeq?: number): Promise<[number[], Resumed]> {
  const seqs: number[] = [];
  const { lastSeq, status, pending } = await client.connection.resume(
    { sessionId, ...(afterSeq === undefined ? {} : { afterSeq }) },
    { signal: never, replay: (fact) => void (fact.kind === "event" && seqs.push(fact.event.seq)) },
  );
  return [seqs, { lastSeq, status, pending }];
}

describe("session/resume (spec §1.6)", () => {
  it("replays what is behind afterSeq, all with -1, nothing without it, and starts nothing", async () => {
    const host = scriptedHost({ "*": [{ text: "x" }] });
    const client = await connect(host);
    await client.prompt("hi");
    await client.idle();
    const lastSeq = client.events().length - 1;
    const other = await connect(host);
    const nothing = { lastSeq, status: "idle", pending: { prompts: [], approvals: [] } };
    expect(await replayed(other, "s", -1)).toEqual([client.events().map(({ seq }) => seq), nothing]);
    expect(await replayed(other, "s", lastSeq - 2)).toEqual([[lastSeq - 1, lastSeq], nothing]);
    expect(await replayed(other, "s")).toEqual([[], nothing]);
    expect(other.facts).toEqual([]);
  });

  it("in a new process gives the very same events, with what is pending, which runs with the next prompt", async () => {
    const data = await folder();
    const openStore = async (): Promise<FileStore> => new FileStore({ dataFolder: data });
    const first = scriptedHost({ long: [{ text: "a", hang: true }] }, { openStore });
    const client = await connect(first);
    await client.prompt("long");
    const waits = await client.prompt("waits", { clientMessageId: "k" });
    await client.until((fact) => fact.kind === "event" && fact.event.type === "assistant/chunk");
    await first.dispose(never);
    const heard = client.events();

    const second = await connect(scriptedHost({ waits: [{ text: "at last" }], next: [{ text: "x" }] }, { openStore }));
    const events: SessionEvent[] = [];
    const resumed = await second.connection.resume(
      { sessionId: "s", afterSeq: -1 },
      { signal: never, replay: (fact) => void (fact.kind === "event" && events.push(fact.event)) },
    );
    expect(events).toEqual(heard);
    expect(resumed.pending.prompts).toEqual([{ messageId: waits.messageId, clientMessageId: "k" }]);
    expect(await second.prompt("waits", { clientMessageId: "k" })).toMatchObject({
      messageId: waits.messageId,
      duplicate: true,
    });
    await second.prompt("next");
    await second.idle();
    expect(second.answers()).toEqual(["at last", "x"]);
  });

  it("refuses what is not there, and an afterSeq beyond the end as lost data", async () => {
    const client = await connect(scriptedHost({ "*": [{ text: "x" }] }));
    await expect(replayed(client, "no such")).rejects.toMatchObject({ kind: "session-unknown" });
    await client.prompt("hi");
    await client.idle();
    const lastSeq = client.events().length - 1;
    await expect(replayed(client, "s", lastSeq + 1)).rejects.toMatchObject({ kind: "conflict", facts: { lastSeq } });
  });
});

describe("session/events (spec §1.6)", () => {
  it("pulls a page, and waits for the first event where there is none", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }] }));
    await client.prompt("long");
    await client.event("request/context");
    const page = await client.connection.events({ sessionId: "s", afterSeq: -1, limit: 2 }, { signal: never });
    expect(page.events.map(({ seq }) => seq)).toEqual([0, 1]);
    const waiting = client.connection.events(
      { sessionId: "s", afterSeq: page.lastSeq, waitMs: 60_000 },
      { signal: never },
    );
    await client.connection.cancel({ sessionId: "s" });
    expect((await waiting).events.length).toBeGreaterThan(0);
    const last = (await client.connection.events({ sessionId: "s", afterSeq: -1 }, { signal: never })).lastSeq;
    expect(await client.connection.events({ sessionId: "s", afterSeq: last, waitMs: 1 }, { signal: never })).toEqual({
      events: [],
      lastSeq: last,
    });
  });
});

describe("session/close (spec §1.6)", () => {
  it("drain ends turn and queue, refuses prompts meanwhile, and lets go of the session", async () => {
    const client = await connect(
      scriptedHost({ a: [{ text: "one two", deltaMs: 1 }], b: [{ text: "three" }], c: [{ text: "anew" }] }),
    );
    await client.prompt("a");
    await client.prompt("b");
    const closing = client.connection.close({ sessionId: "s", mode: "drain" }, { signal: never });
    await expect(client.prompt("c")).rejects.toMatchObject({ kind: "session-closing" });
    expect(await closing).toEqual({ cancelled: [] });
    expect(client.answers()).toEqual(["one two", "three"]);
    await client.prompt("c");
    await client.idle("s", 2);
    expect(client.answers().at(-1)).toBe("anew");
  });

  it("cancel cuts both; a drain that lasts too long becomes one; an unknown session is closed", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }] }));
    const one = await client.prompt("long");
    const two = await client.prompt("waits");
    expect(await client.connection.close({ sessionId: "s", mode: "drain", timeoutMs: 5 }, { signal: never })).toEqual({
      cancelled: [one.messageId, two.messageId],
    });
    expect(client.facts.at(-1)).toMatchObject({ kind: "status", status: "idle" });
    expect(await client.connection.close({ sessionId: "never was", mode: "cancel" }, { signal: never })).toEqual({
      cancelled: [],
    });
  });
});

describe("session/open, update, get, list, fork, delete (spec §1.6)", () => {
  it("opens a new session with a route, folder and notes of its own, and an old one as an update", async () => {
    const client = await connect(scriptedHost({ "*": [{ text: "x", usage: USAGE }] }));
    const { sessionId, created } = await client.connection.open({
      cwd: "/own",
      provider: "other",
      model: "z",
      systemPrompt: "Be kind.",
      metadata: { a: 1 },
    });
    expect([created, sessionId]).toEqual([true, expect.stringMatching(/^session-[0-9a-f]{32}$/)]);
    await client.prompt("hi", {}, sessionId);
    await client.idle(sessionId);
    const header = client.events(sessionId).find((event) => event.type === "request/header");
    expect(header?.data.header).toMatchObject({ config: { provider: "scripted", model: "z" }, system: "Be kind." });
    expect(await client.connection.open({ sessionId, metadata: { b: 2 } })).toEqual({ sessionId, created: false });
    await expect(client.connection.open({ sessionId, cwd: "/elsewhere" })).rejects.toMatchObject({ kind: "conflict" });
    await expect(client.connection.open({ sessionId, systemPrompt: "Be rude." })).rejects.toMatchObject({
      kind: "conflict",
    });
    await client.connection.update({ sessionId, title: "named", metadata: { b: 2 } });
    const updates = client.events(sessionId).flatMap((event) => (event.type === "session/updated" ? [event.data] : []));
    expect(updates.slice(1)).toEqual([{ metadata: { b: 2 } }, { title: "named" }]);
    expect(await client.connection.get({ sessionId })).toMatchObject({
      sessionId,
      cwd: "/own",
      model: "z",
      title: "named",
      status: "idle",
      metadata: { b: 2 },
      children: [],
      usage: [{ provider: "scripted", model: "z", calls: 1, ...USAGE }],
      pending: { prompts: [], approvals: [] },
    });
  });

  it("changes the route from the next turn on", async () => {
    const client = await connect(scriptedHost({ long: [{ text: "a b c", deltaMs: 1 }], next: [{ text: "x" }] }));
    await client.prompt("long");
    await client.event("request/header");
    await client.connection.update({ sessionId: "s", model: "n" });
    await client.prompt("next");
    await client.idle();
    const models = client
      .events()
      .flatMap((event) =>
        event.type === "assistant/message" && event.data.message.source.kind === "model"
          ? [event.data.message.source.model]
          : [],
      );
    expect(models).toEqual(["m", "n"]);
    await expect(client.connection.update({ sessionId: "s", provider: "none" })).rejects.toMatchObject({
      kind: "invalid-params",
    });
    await expect(client.connection.update({ sessionId: "?", title: "x" })).rejects.toMatchObject({
      kind: "session-unknown",
    });
  });

  it("lists latest first, page by page, and counts the tree's usage, failed calls included", async () => {
    const delegating = {
      toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }],
      usage: USAGE,
    };
    const rules = {
      go: [delegating, { text: "x", usage: USAGE }],
      child: [{ error: { message: "no", code: "AUTH" } }],
      "*": [{ text: "y" }],
    };
    const client = await connect(scriptedHost(rules));
    for (const id of ["one", "two", "three"]) {
      await client.prompt("go", {}, id);
      await client.idle(id);
    }
    const all = await client.connection.list({ limit: 50 });
    expect(
      all.sessions.filter(({ parentSessionId }) => parentSessionId === undefined).map(({ sessionId }) => sessionId),
    ).toEqual(["three", "two", "one"]);
    const seen: string[] = [];
    for (let cursor: string | undefined = "", page; cursor !== undefined; cursor = page.nextCursor) {
      page = await client.connection.list({ limit: 2, ...(cursor === "" ? {} : { cursor }) });
      seen.push(...page.sessions.map(({ sessionId }) => sessionId));
    }
    expect(seen).toEqual(all.sessions.map(({ sessionId }) => sessionId));
    const one = await client.connection.get({ sessionId: "one" });
    expect(one.children).toHaveLength(1);
    expect(one.usage).toMatchObject([{ calls: 2, inputTokens: 6 }]);
    expect(one.treeUsage).toMatchObject([{ calls: 3, inputTokens: 6 }]);
    await expect(client.connection.list({ limit: 1, cursor: "!" })).rejects.toMatchObject({
      kind: "invalid-params",
      path: "cursor",
    });
  });

  it("forks up to a turn's end: same seq, no keys, nothing pending, a root of its own", async () => {
    const client = await connect(scriptedHost({ a: [{ text: "A" }], b: [{ text: "B" }], c: [{ text: "C" }] }));
    await client.prompt("a", { clientMessageId: "k" });
    await client.prompt("b");
    await client.idle();
    const ends = client
      .events()
      .filter((event) => event.type === "turn/end")
      .map(({ seq }) => seq);
    const fork = await client.connection.fork?.({ sessionId: "s", atSeq: ends[0] ?? -1 });
    const id = fork?.sessionId ?? "";
    const [seqs, { lastSeq }] = await replayed(client, id, -1);
    expect(seqs).toEqual(Array.from({ length: lastSeq + 1 }, (_, seq) => seq));
    expect(lastSeq).toBeGreaterThanOrEqual(ends[0] ?? Infinity);
    expect((await client.connection.get({ sessionId: id })).usage).toEqual([]);
    expect(client.facts.some((fact) => fact.kind === "child-started")).toBe(false);
    expect(await client.prompt("c", { clientMessageId: "k" }, id)).not.toHaveProperty("duplicate");
    await client.idle(id);
    expect(client.answers(id)).toEqual(["C"]);
    await expect(client.connection.fork?.({ sessionId: "?" })).rejects.toMatchObject({ kind: "session-unknown" });
    await expect(client.connection.fork?.({ sessionId: "s", atSeq: 0 })).rejects.toMatchObject({
      kind: "invalid-params",
      path: "atSeq",
    });
  });

  it("forks with the title, notes, system prompt and route that the origin has now, also those set behind its last turn", async () => {
    const client = await connect(scriptedHost({ "*": [{ text: "x" }] }));
    await client.connection.open({ sessionId: "s", systemPrompt: "Be kind.", metadata: { a: 1 } });
    await client.prompt("first");
    await client.idle();
    const forked = async (): Promise<string> => (await client.connection.fork?.({ sessionId: "s" }))?.sessionId ?? "";
    const { events: same } = await client.connection.events(
      { sessionId: await forked(), afterSeq: -1 },
      { signal: never },
    );
    expect(same.at(-1)?.type).toBe("turn/end");
    const set = { title: "named", metadata: { b: 2 }, systemPrompt: "Be brief.", model: "z" };
    await client.connection.update({ sessionId: "s", ...set });
    const id = await forked();
    const { events } = await client.connection.events({ sessionId: id, afterSeq: same.length - 1 }, { signal: never });
    expect(events.map(({ type }) => type)).toEqual(["session/updated", "session/title"]);
    expect(events[0]?.data).toEqual(set);
    expect(await client.connection.get({ sessionId: id })).toMatchObject({ title: "named", metadata: { b: 2 } });
    await client.prompt("on", {}, id);
    await client.idle(id);
    const header = client.events(id).find((event) => event.type === "request/header");
    expect(header?.data.header).toMatchObject({ config: { model: "z" }, system: "Be brief." });
  });

  it("deletes a session with its children, cutting its turn; one that is not there is gone", async () => {
    const delegating = { toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }] };
    const client = await connect(scriptedHost({ go: [delegating, { hang: true }], child: [{ text: "y" }] }));
    await client.prompt("go");
    await client.until((fact) => fact.kind === "child-finished");
    await client.until(
      (fact) => fact.kind === "event" && fact.event.type === "step/start" && fact.event.data.step === 2,
    );
    await client.connection.delete({ sessionId: "s" });
    expect(await client.connection.list({ limit: 50 })).toEqual({ sessions: [] });
    await client.connection.delete({ sessionId: "s" });
    expect(client.ends().at(-1)).toContain("aborted");
  });
});
