import type { UserMessage } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import type { SessionEvent, SessionHeader } from "./event.ts";
import { type EventStore, StoreError, type StoreErrorKind } from "./store.ts";

export const header = (id: string, more: Partial<SessionHeader> = {}): SessionHeader => ({
  type: "session",
  version: 0,
  id,
  createdAt: 1000,
  ...more,
});

export const turnStart = (seq: number, turn: number = seq + 1, time: number = 2000 + seq): SessionEvent => ({
  type: "turn/start",
  seq,
  time,
  data: { turn },
});

export const titled = (seq: number, title: string): SessionEvent => ({
  type: "session/title",
  seq,
  time: 2000 + seq,
  data: { title, messageSeqs: [], source: { kind: "fallback" } },
});

export const said = (seq: number, text: string): SessionEvent => {
  const data: UserMessage = {
    content: [{ type: "text", text }],
    source: { kind: "user" },
    role: "user",
    id: `m${seq}`,
  };
  return { type: "user/message", seq, time: 2000 + seq, data, surfaceOp: "append" };
};

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The error with which `work` fails. */
export async function storeError(work: () => unknown): Promise<StoreError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  return expect.unreachable("expected a StoreError");
}

export async function kindOf(work: () => unknown): Promise<StoreErrorKind> {
  return (await storeError(work)).kind;
}

/** Awkward as file names, each another session than all others. */
export const awkwardIds: readonly string[] = [
  "a",
  "A",
  "../x",
  "..",
  ".",
  "/etc/passwd",
  "a/b\\c",
  "con",
  "nul.jsonl",
  "x.lock",
  "-rf",
  "$(id) `id` ' \" ; &",
  " ",
  "日本語",
  "e\u0301",
  "\u00e9",
  "\u{1f600}",
  "x".repeat(512),
  `${"x".repeat(511)}y`,
  "é".repeat(256),
];

/** What every {@link EventStore} promises. `makeStore` gives an empty one; the test lets go of all that it opens. */
export function describeEventStore(name: string, makeStore: () => EventStore): void {
  describe(`${name}, as an EventStore`, () => {
    it("gives back what was written, in order, with the header, and goes on where it ended", async () => {
      const store = makeStore();
      const first = await store.create(header("s", { cwd: "/work space/ü" }));
      first.write(turnStart(0));
      first.write(said(1, 'line\nbreak, "quotes", \\ \u2028 \u0000 \ud800 日本語 😀'));
      await first.close();
      const opened = await store.open("s");
      expect(opened.header).toEqual(header("s", { cwd: "/work space/ü" }));
      expect(opened.events).toEqual([
        turnStart(0),
        said(1, 'line\nbreak, "quotes", \\ \u2028 \u0000 \ud800 日本語 😀'),
      ]);
      expect(opened.cutBytes).toBe(0);
      opened.writer.write(turnStart(2));
      await opened.writer.close();
      expect((await all(store.read("s", -1))).map(({ seq }) => seq)).toEqual([0, 1, 2]);
    });

    it("keeps event types, members and kinds that nobody knows", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      const strange: SessionEvent = JSON.parse('{"type":"my/event","seq":0,"time":1,"data":[1,{"a":null}],"new":true}');
      writer.write(strange);
      await writer.close();
      const { events, writer: again } = await store.open("s");
      expect(events).toEqual([{ type: "my/event", seq: 0, time: 1, data: [1, { a: null }], new: true }]);
      await again.close();
    });

    it("refuses an event that is not the next one as `conflict`, and takes the next one after that", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      writer.write(turnStart(0));
      for (const seq of [0, 2, -1, Number.NaN])
        expect(await kindOf(() => writer.write(turnStart(seq, 1)))).toBe("conflict");
      writer.write(turnStart(1));
      await writer.close();
      expect(await all(store.read("s", -1))).toEqual([turnStart(0), turnStart(1)]);
    });

    it("refuses an event or a header that no reader would take as `invalid`, and holds nothing of it", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      expect(await kindOf(() => writer.write(turnStart(0, Number.NaN)))).toBe("invalid");
      expect(await kindOf(() => writer.write(turnStart(0, 1, 1.5)))).toBe("invalid");
      writer.write(turnStart(0));
      await writer.close();
      expect(await all(store.read("s", -1))).toEqual([turnStart(0)]);
      expect(await kindOf(() => store.create(header("t", { createdAt: Number.NaN })))).toBe("invalid");
      expect(await store.has("t")).toBe(false);
    });

    it("knows no session that was not created: `unknown`", async () => {
      const store = makeStore();
      expect(await store.has("s")).toBe(false);
      expect(await kindOf(() => store.open("s"))).toBe("unknown");
      expect(await kindOf(() => all(store.read("s", -1)))).toBe("unknown");
      expect(await kindOf(() => all(store.follow("s", -1, new AbortController().signal)))).toBe("unknown");
      expect(await store.list()).toEqual([]);
      await (await store.create(header("s"))).close();
      expect(await store.has("s")).toBe(true);
    });

    it("creates an id once: `exists`, whether it is open or not", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      expect(await kindOf(() => store.create(header("s")))).toBe("exists");
      await writer.close();
      expect(await kindOf(() => store.create(header("s", { createdAt: 5 })))).toBe("exists");
    });

    it("of two that create an id at once one wins", async () => {
      const store = makeStore();
      const outcomes = await Promise.allSettled([1, 2, 3].map((createdAt) => store.create(header("s", { createdAt }))));
      const writers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(writers).toHaveLength(1);
      await writers[0]?.close();
    });

    it("gives a session to one at a time, also in one process: `locked` until the writer is closed", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      expect((await storeError(() => store.open("s"))).message).toContain("is open in this process already");
      expect(await kindOf(() => store.open("s"))).toBe("locked");
      await writer.close();
      const { writer: second } = await store.open("s");
      expect(await kindOf(() => store.open("s"))).toBe("locked");
      await second.close();
    });

    it("lets one close twice, and write no more then: `failed`", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      const closing = writer.close();
      expect(await kindOf(() => writer.write(turnStart(0)))).toBe("failed");
      await Promise.all([closing, writer.close()]);
      await writer.close();
      await writer.sync();
      expect(await kindOf(() => writer.write(turnStart(0)))).toBe("failed");
      // A late close of the old writer does not take the session from the new one.
      const { writer: next } = await store.open("s");
      await writer.close();
      expect(await kindOf(() => store.open("s"))).toBe("locked");
      await next.close();
    });

    it("reads from a seq, while a writer has the session, up to the head at that moment", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      for (let seq = 0; seq < 5; seq++) writer.write(turnStart(seq));
      expect((await all(store.read("s", 2))).map(({ seq }) => seq)).toEqual([3, 4]);
      expect(await all(store.read("s", 4))).toEqual([]);
      expect(await all(store.read("s", 99))).toEqual([]);
      const seqs: number[] = [];
      for await (const { seq } of store.read("s", -1)) {
        if (seq === 0) writer.write(turnStart(5));
        seqs.push(seq);
      }
      expect(seqs).toEqual([0, 1, 2, 3, 4]);
      await writer.close();
    });

    it("follows what is appended, each event once and in order, until the signal is aborted", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      writer.write(turnStart(0));
      writer.write(turnStart(1));
      const controller = new AbortController();
      const seqs: number[] = [];
      for await (const { seq } of store.follow("s", 0, controller.signal)) {
        seqs.push(seq);
        if (seq < 6) writer.write(turnStart(seq + 1));
        if (seq === 3) await writer.close().then(async () => (await store.open("s")).writer.close());
        if (seq === 3) break;
      }
      expect(seqs).toEqual([1, 2, 3]);
      const { writer: again, events } = await store.open("s");
      expect(events).toHaveLength(5);
      const rest: number[] = [];
      for await (const { seq } of store.follow("s", 3, controller.signal)) {
        rest.push(seq);
        if (seq < 8) again.write(turnStart(seq + 1));
        else controller.abort();
      }
      expect(rest).toEqual([4, 5, 6, 7, 8]);
      await again.close();
    });

    it("ends a follower that waits when its signal is aborted, and one that was aborted before at once", async () => {
      const store = makeStore();
      await (await store.create(header("s"))).close();
      const controller = new AbortController();
      const following = all(store.follow("s", -1, controller.signal));
      queueMicrotask(() => controller.abort());
      expect(await following).toEqual([]);
      expect(await all(store.follow("s", -1, AbortSignal.abort()))).toEqual([]);
    });

    it("tells a follower that its session was deleted: `unknown`", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      writer.write(turnStart(0));
      await writer.close();
      const following = store.follow("s", -1, new AbortController().signal)[Symbol.asyncIterator]();
      expect(await following.next()).toEqual({ done: false, value: turnStart(0) });
      const next = kindOf(() => following.next());
      await store.delete("s");
      expect(await next).toBe("unknown");
    });

    it("lists sessions, latest activity first, with title, turns, last seq, time and size", async () => {
      const store = makeStore();
      const old = await store.create(header("old", { createdAt: 500 }));
      const busy = await store.create(header("busy", { cwd: "/w" }));
      busy.write(turnStart(0));
      busy.write(titled(1, "First"));
      busy.write(titled(2, "Second"));
      busy.write(turnStart(3, 2));
      busy.write(said(4, "more"));
      const newest = await store.create(header("new", { createdAt: 9000 }));
      for (const writer of [old, busy, newest]) await writer.close();
      const list = await store.list();
      expect(list.map(({ bytes, ...session }) => ({ ...session, hasBytes: bytes > 0 }))).toEqual([
        {
          id: "new",
          header: header("new", { createdAt: 9000 }),
          title: undefined,
          turns: 0,
          lastSeq: -1,
          updatedAt: 9000,
          hasBytes: true,
        },
        {
          id: "busy",
          header: header("busy", { cwd: "/w" }),
          title: "Second",
          turns: 2,
          lastSeq: 4,
          updatedAt: 2004,
          hasBytes: true,
        },
        {
          id: "old",
          header: header("old", { createdAt: 500 }),
          title: undefined,
          turns: 0,
          lastSeq: -1,
          updatedAt: 500,
          hasBytes: true,
        },
      ]);
      const lines = [header("old", { createdAt: 500 })].map((value) => `${JSON.stringify(value)}\n`).join("");
      expect(list[2]?.bytes).toBe(Buffer.byteLength(lines));
    });

    it("lists a session also while it is open, as it is at the moment", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      expect((await store.list())[0]?.lastSeq).toBe(-1);
      writer.write(turnStart(0));
      expect((await store.list())[0]).toMatchObject({ lastSeq: 0, turns: 1, updatedAt: 2000 });
      await writer.close();
    });

    it("deletes a session that nobody has, and takes an unknown one for deleted", async () => {
      const store = makeStore();
      await store.delete("never");
      const writer = await store.create(header("s"));
      writer.write(turnStart(0));
      expect(await kindOf(() => store.delete("s"))).toBe("locked");
      await writer.close();
      expect(await all(store.read("s", -1))).toHaveLength(1);
      await store.delete("s");
      await store.delete("s");
      expect(await store.has("s")).toBe(false);
      expect(await kindOf(() => store.open("s"))).toBe("unknown");
      const anew = await store.create(header("s", { createdAt: 7 }));
      anew.write(turnStart(0));
      await anew.close();
      expect(await all(store.read("s", -1))).toEqual([turnStart(0)]);
    });

    it("keeps sessions apart whatever their ids are made of (spec §0.5)", async () => {
      const store = makeStore();
      for (const [index, id] of awkwardIds.entries()) {
        const writer = await store.create(header(id));
        writer.write(turnStart(0, index + 1));
        await writer.close();
      }
      for (const [index, id] of awkwardIds.entries()) {
        const { header: found, events, writer } = await store.open(id);
        expect([found.id, events]).toEqual([id, [turnStart(0, index + 1)]]);
        await writer.close();
      }
      expect((await store.list()).map(({ id }) => id).sort()).toEqual([...awkwardIds].sort());
    });

    it("shares syncs between those who ask together, and has all of them served", async () => {
      const store = makeStore();
      const writer = await store.create(header("s"));
      let next = 0;
      const busy = async (): Promise<void> => {
        for (let round = 0; round < 5; round++) {
          writer.write(turnStart(next++));
          await writer.sync();
        }
      };
      await Promise.all(Array.from({ length: 20 }, busy));
      expect((await all(store.read("s", -1))).map(({ seq }) => seq)).toEqual(
        Array.from({ length: 100 }, (_, seq) => seq),
      );
      await writer.close();
    });
  });
}
