import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventOrder, FileStore, pendingPrompts, type SessionEvent } from "@buckeyestudio/toh-session";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoProcessLeft, request, RuntimeProcess } from "../compatibility/runtime-process.test-support.ts";
import { isObject, type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { mulberry32, SEED } from "../version-1/random.test-support.ts";

/** `TOH_KILLS=200 npx vitest run test/durability` for a longer look; the seed is printed, `TOH_SEED` plays it again. */
const ROUNDS = Number(process.env["TOH_KILLS"] ?? 20);

const SESSIONS = ["first", "second", "../third"];
const SCRIPT = {
  rules: [
    {
      when: "work*",
      turns: [
        {
          text: "I look and look.",
          toolCalls: [
            { name: "list_files", arguments: {} },
            { name: "no_such_tool", arguments: {} },
          ],
        },
        {
          text: "one two three four five",
          toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }],
        },
        { text: "done with it" },
      ],
    },
    { when: "child", turns: [{ text: "the child says this" }] },
  ],
};

// What may only follow a turn that is whole.
const LATER = { type: "turn/start", time: 0, data: { turn: 1_000_000 } };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toh-killed-"));
  await writeFile(join(folder, "script.json"), JSON.stringify(SCRIPT));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

expectNoProcessLeft();

describe(`a runtime that is killed (${ROUNDS} times, seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const acknowledged = new Map<string, Set<string>>(SESSIONS.map((id) => [id, new Set()]));
  // What peers were told, by session and seq: a number given out twice must be the same event.
  const told = new Map<string, string>();

  it(
    "loses nothing that it acknowledged, gives no seq out twice, and answers the next prompt",
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const runtime = new RuntimeProcess({ dataDir: folder });
        runtime.send(request.initialize("init", folder, "script.json"));
        await runtime.response("init");
        SESSIONS.forEach((id, index) => runtime.send(request.prompt(`p${index}`, id, `work ${round}`)));
        const frames = Math.trunc(random() * 120);
        await runtime.until(() => runtime.frames.length >= frames || settled(runtime), `${frames} frames`);
        runtime.kill("SIGKILL");
        await runtime.end();
        take(runtime.frames);
      }
      const runtime = new RuntimeProcess({ dataDir: folder });
      runtime.send(request.initialize("init", folder, "script.json"));
      await runtime.response("init");
      for (const [index, id] of SESSIONS.entries()) {
        runtime.send(request.prompt(`p${index}`, id, "work at last"));
        await runtime.status(id, "idle");
      }
      take(runtime.frames);
      const ends = runtime.frames
        .map((frame) => pick(frame, "params", "event"))
        .filter((event) => pick(event, "type") === "turn/end");
      expect(ends.length).toBeGreaterThanOrEqual(SESSIONS.length);
      runtime.send(request.shutdown("end"));
      expect(await runtime.end()).toEqual({ code: 0, signal: null });
      await checkLogs();
    },
    60_000 + ROUNDS * 5_000,
  );

  function settled(runtime: RuntimeProcess): boolean {
    const idle = new Set(
      runtime.frames
        .filter((frame) => pick(frame, "params", "status") === "idle")
        .map((frame) => pick(frame, "params", "sessionId")),
    );
    return SESSIONS.every((id) => idle.has(id));
  }

  function take(frames: readonly JsonObject[]): void {
    for (const frame of frames) {
      const messageId = pick(frame, "result", "messageId");
      const [, index = ""] = /^p(\d)$/.exec(String(frame["id"])) ?? [];
      if (typeof messageId === "string") acknowledged.get(SESSIONS[Number(index)] ?? "")?.add(messageId);
      const event = pick(frame, "params", "event");
      if (!isObject(event)) continue;
      const key = JSON.stringify([pick(frame, "params", "sessionId"), event["seq"]]);
      const text = JSON.stringify(event);
      expect(told.get(key) ?? text, `event ${key} was given out twice`).toBe(text);
      told.set(key, text);
    }
  }

  async function checkLogs(): Promise<void> {
    const store = new FileStore({ dataFolder: folder });
    const sessions = await store.list();
    expect(sessions.filter(({ problem }) => problem !== undefined)).toEqual([]);
    for (const { id, header } of sessions) {
      const events: SessionEvent[] = [];
      for await (const event of store.read(id, -1)) events.push(event);
      for (const event of events) {
        const text = told.get(JSON.stringify([id, event.seq]));
        if (text !== undefined) expect(JSON.stringify(event)).toBe(text);
      }
      // A child whose parent was killed is never opened again: its log may end anywhere.
      if (header?.parentSession !== undefined) continue;
      const order = new EventOrder();
      expect(events.flatMap((event) => order.take(event) ?? [])).toEqual([]);
      const receipts = events.flatMap((event) =>
        event.type === "agent/inbox/spliced" ? event.data.inserted.map((message) => message.id) : [],
      );
      const reached = [
        ...events.flatMap((event) => (event.type === "user/message" ? [event.data.id] : [])),
        ...pendingPrompts(events).map(({ message }) => message.id),
      ];
      for (const messageId of acknowledged.get(id) ?? []) {
        expect(receipts.filter((receipt) => receipt === messageId)).toEqual([messageId]);
        expect(reached, `prompt ${messageId} reaches the model`).toContain(messageId);
      }
      // Each call has its result, or its repair: the order check pairs them, and no call is left over at the end.
      expect(order.take({ ...LATER, seq: events.length })).toBeUndefined();
    }
    expect([...acknowledged.values()].reduce((sum, ids) => sum + ids.size, 0)).toBeGreaterThan(0);
  }
});
