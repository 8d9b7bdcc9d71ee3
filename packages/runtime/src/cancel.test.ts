import { MemoryStore } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { connect, scriptedHost } from "./version-1.test-support.ts";

const ABORTED = '{"kind":"aborted","reason":{"kind":"user"}}';
const COMPLETED = '{"kind":"completed"}';

describe("session/cancel (spec §1.4)", () => {
  it("ends the running turn with its text kept, and the next queued one follows", async () => {
    const client = await connect(scriptedHost({ long: [{ text: "begun", hang: true }], next: [{ text: "here" }] }));
    const first = await client.prompt("long");
    const second = await client.prompt("next");
    await client.until(
      (fact) =>
        fact.kind === "event" && fact.event.type === "assistant/chunk" && fact.event.data.chunk.type === "text-delta",
    );
    expect(await client.connection.cancel({ sessionId: "s" })).toEqual({
      outcome: "cancelling",
      turn: 1,
      cancelled: [first.messageId],
      kept: [second.messageId],
    });
    await client.idle();
    expect(client.ends()).toEqual([ABORTED, COMPLETED]);
    expect(client.answers()).toEqual(["begun", "here"]);
    expect(client.events().find((event) => event.type === "assistant/message")?.data).toMatchObject({
      interrupted: true,
    });
  });

  it("cancelling twice answers alike; what is over is over", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }] }));
    const { messageId } = await client.prompt("long");
    await client.event("step/start");
    const once = client.connection.cancel({ sessionId: "s", reason: "enough" });
    const twice = client.connection.cancel({ sessionId: "s" });
    expect((await once).outcome).toBe("cancelling");
    expect((await twice).outcome).toBe("cancelling");
    await client.idle();
    expect(client.ends()).toEqual(['{"kind":"aborted","reason":{"kind":"user","reason":"enough"}}']);
    expect(await client.connection.cancel({ sessionId: "s", messageId })).toMatchObject({ outcome: "finished" });
    expect(await client.connection.cancel({ sessionId: "s" })).toEqual({ outcome: "nothing", cancelled: [], kept: [] });
    expect(await client.connection.cancel({ sessionId: "never was" })).toEqual({
      outcome: "nothing",
      cancelled: [],
      kept: [],
    });
  });

  it("of a queued message takes it out of the queue; scope queued takes all, scope all the turn too", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }], "*": [{ text: "x" }] }));
    await client.prompt("long");
    const ids: string[] = [];
    for (const text of ["a", "b", "c"]) ids.push((await client.prompt(text)).messageId);
    const [a = "", b = "", c = ""] = ids;
    expect(await client.connection.cancel({ sessionId: "s", messageId: b })).toMatchObject({
      cancelled: [b],
      kept: [a, c],
    });
    expect(await client.connection.cancel({ sessionId: "s", scope: "queued" })).toMatchObject({
      cancelled: [a, c],
      kept: [],
    });
    expect(await client.connection.cancel({ sessionId: "s", scope: "all" })).toMatchObject({
      outcome: "cancelling",
      turn: 1,
    });
    await client.idle();
    expect(client.ends()).toEqual([ABORTED]);
  });

  it("of what is queued takes a steer, too, that an earlier process left", async () => {
    const store = new MemoryStore();
    const openStore = async (): Promise<MemoryStore> => store;
    const first = scriptedHost({ long: [{ hang: true }] }, { openStore });
    const client = await connect(first);
    await client.prompt("long");
    await client.event("step/start");
    const { messageId } = await client.prompt("steer", { mode: "steer" });
    await first.dispose(new AbortController().signal);

    const second = await connect(scriptedHost({}, { openStore }));
    expect((await second.connection.open({ sessionId: "s" })).created).toBe(false);
    expect(await second.connection.cancel({ sessionId: "s", scope: "queued" })).toEqual({
      outcome: "cancelling",
      cancelled: [messageId],
      kept: [],
    });
  });

  it("overtakes its prompt, which is then refused as cancelled, once", async () => {
    const client = await connect(scriptedHost({ "*": [{ text: "x" }] }));
    expect(await client.connection.cancel({ sessionId: "s", clientMessageId: "k" })).toMatchObject({
      outcome: "remembered",
    });
    await expect(client.prompt("hi", { clientMessageId: "k" })).rejects.toMatchObject({ kind: "cancelled" });
    await client.prompt("hi", { clientMessageId: "k" });
    await client.idle();
    expect(client.ends()).toEqual([COMPLETED]);
  });

  it("stops children with their parent, and a child alone", async () => {
    const delegating = { toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }] };
    const client = await connect(
      scriptedHost({ go: [delegating, { text: "went on" }, { text: "?" }], child: [{ text: "half", hang: true }] }),
    );
    await client.prompt("go");
    let child = "";
    await client.until((fact) => fact.kind === "child-started" && (child = fact.childSessionId) !== "");
    await client.until(
      (fact) => fact.kind === "event" && fact.sessionId === child && fact.event.type === "assistant/chunk",
    );
    await expect(client.prompt("me too", {}, child)).rejects.toMatchObject({ kind: "session-busy" });
    expect(await client.connection.cancel({ sessionId: child })).toMatchObject({ outcome: "cancelling" });
    await client.idle();
    expect(client.ends(child)).toEqual([ABORTED]);
    expect(client.ends()).toEqual([COMPLETED]);
    expect(client.answers().at(-1)).toBe("went on");
  });

  it("ends a wait for a retry", async () => {
    const failing = { error: { message: "busy", code: "SERVER" } };
    const host = scriptedHost(
      { go: [failing] },
      {
        sleep: (_ms, signal) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      },
    );
    const client = await connect(host);
    await client.prompt("go");
    await client.event("llm/retry");
    await client.connection.cancel({ sessionId: "s" });
    await client.idle();
    expect(client.ends()).toEqual([ABORTED]);
  });
});

describe("prompts (spec §1.5)", () => {
  it("tell their place in the queue", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }], "*": [{ text: "x" }] }));
    const receipts = [await client.prompt("long"), await client.prompt("a"), await client.prompt("b")];
    expect(receipts.map(({ mode, position }) => [mode, position])).toEqual([
      ["queue", 0],
      ["queue", 1],
      ["queue", 2],
    ]);
    await client.connection.cancel({ sessionId: "s", scope: "all" });
  });

  it("with the same key and blocks are one message; with other blocks a conflict", async () => {
    const client = await connect(scriptedHost({ "*": [{ text: "x" }] }));
    const [one, two] = await Promise.all([
      client.prompt("hi", { clientMessageId: "k" }),
      client.prompt("hi", { clientMessageId: "k" }),
    ]);
    expect(two).toMatchObject({ messageId: one.messageId, duplicate: true });
    expect(one.duplicate).toBeUndefined();
    await client.idle();
    expect(await client.prompt("hi", { clientMessageId: "k" })).toMatchObject({
      messageId: one.messageId,
      duplicate: true,
    });
    await expect(client.prompt("other", { clientMessageId: "k" })).rejects.toMatchObject({ kind: "conflict" });
    expect(client.ends()).toEqual([COMPLETED]);
  });

  it("that are repeated tell how the first was taken, and its place while it waits for a turn or has one", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }], "*": [{ text: "x" }] }));
    await client.prompt("long", { clientMessageId: "a" });
    await client.prompt("queued", { clientMessageId: "b" });
    await client.prompt("steer", { clientMessageId: "c", mode: "steer" });
    const again = async (text: string, clientMessageId: string): Promise<object> => {
      const { messageId: _, ...receipt } = await client.prompt(text, { clientMessageId });
      return receipt;
    };
    expect(await again("long", "a")).toEqual({ mode: "queue", position: 0, duplicate: true });
    expect(await again("queued", "b")).toEqual({ mode: "queue", position: 1, duplicate: true });
    expect(await again("steer", "c")).toEqual({ mode: "steer", duplicate: true });
    await client.connection.cancel({ sessionId: "s", scope: "all" });
    await client.idle();
    expect(await again("long", "a")).toEqual({ mode: "queue", duplicate: true });
  });

  it("that steer enter the running turn before its next step", async () => {
    const client = await connect(
      scriptedHost({ go: [{ toolCalls: [{ name: "none", arguments: {} }], delayMs: 1 }], also: [{ text: "both" }] }),
    );
    await client.prompt("go");
    await client.event("step/start");
    const steer = await client.prompt("also", { mode: "steer", expectTurn: 1 });
    expect(steer).toEqual({ messageId: expect.any(String), mode: "steer" });
    await client.idle();
    expect(client.ends()).toEqual([COMPLETED]);
    const messages = client
      .events()
      .filter((event) => event.type === "user/message")
      .map((event) => event.data.id);
    expect(messages.at(-1)).toBe(steer.messageId);
  });

  it("that steer make a turn that would complete take one more step", async () => {
    const client = await connect(
      scriptedHost({ go: [{ text: "one two three", deltaMs: 1 }], also: [{ text: "and this" }] }),
    );
    await client.prompt("go");
    await client.event("assistant/chunk");
    await client.prompt("also", { mode: "steer" });
    await client.idle();
    expect(client.ends()).toEqual([COMPLETED]);
    expect(client.answers()).toEqual(["one two three", "and this"]);
  });

  it("that steer are dropped with a cancelled turn, and go to the head of the queue when it ends otherwise", async () => {
    const client = await connect(
      scriptedHost({
        hang: [{ hang: true }],
        fails: [{ delayMs: 1, error: { message: "no", code: "AUTH" } }],
        steer: [{ text: "steered" }],
        queued: [{ text: "queued" }],
      }),
    );
    await client.prompt("hang");
    await client.event("step/start");
    const steer = await client.prompt("steer", { mode: "steer" });
    expect((await client.connection.cancel({ sessionId: "s" })).cancelled).toContain(steer.messageId);
    await client.idle();
    await client.prompt("fails");
    await client.until(
      (fact) => fact.kind === "event" && fact.event.type === "step/start" && fact.event.data.turn === 2,
    );
    await client.prompt("queued");
    await client.prompt("steer", { mode: "steer" });
    await client.idle("s", 2);
    expect(client.answers()).toEqual(["steered", "queued"]);
  });

  it("that steer queue when no turn runs, and are refused for a turn that does not", async () => {
    const client = await connect(scriptedHost({ "*": [{ text: "x" }] }));
    expect(await client.prompt("hi", { mode: "steer" })).toMatchObject({ mode: "queue" });
    await client.idle();
    await expect(client.prompt("hi", { mode: "steer", expectTurn: 1 })).rejects.toMatchObject({ kind: "turn-changed" });
  });

  it("end as their deadline says, in the queue and in a turn", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }], never: [{ text: "never" }] }));
    await client.prompt("long", { deadlineMs: 30 });
    await client.prompt("never", { deadlineMs: 1 });
    await client.idle();
    expect(client.ends()).toEqual(['{"kind":"aborted","reason":{"kind":"deadline"}}']);
    expect(client.answers()).toEqual([]);
  });
});
