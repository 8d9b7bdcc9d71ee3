import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "./event.ts";
import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { header, said, titled, turnStart } from "./store-contract.test-support.ts";
import type { StoredSession } from "./store.ts";

const newFolder = temporaryFolders();
let store: FileStore;
let folder: string;
let cachePath: string;

beforeEach(() => {
  store = new FileStore({ dataFolder: newFolder(), durability: "os" });
  folder = dirname(store.pathOf("s"));
  cachePath = join(folder, "list-cache.json");
});

async function make(id: string, ...events: SessionEvent[]): Promise<void> {
  const writer = await store.create(header(id));
  for (const event of events) writer.write(event);
  await writer.close();
}

async function add(id: string, ...events: SessionEvent[]): Promise<void> {
  const { writer } = await store.open(id);
  for (const event of events) writer.write(event);
  await writer.close();
}

async function listed(id: string): Promise<StoredSession | undefined> {
  return (await store.list()).find((session) => session.id === id);
}

const chunks = (from: number, count: number, turn: number): SessionEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    type: "assistant/chunk",
    seq: from + index,
    time: 2000 + from + index,
    data: { turn, step: 1, chunk: { type: "text-delta", index: 0, text: "w".repeat(200) } },
  }));

describe("the list of a file store", () => {
  it("tells a long log from its two ends", async () => {
    await make("s", turnStart(0), titled(1, "Early"), ...chunks(2, 1000, 7));
    expect(await listed("s")).toMatchObject({ title: "Early", turns: 7, lastSeq: 1001, updatedAt: 3001 });
    await add("s", titled(1002, "Late"));
    expect(await listed("s")).toMatchObject({ title: "Late", turns: 7, lastSeq: 1002 });
  });

  it.each([
    ["a last event far larger than what is read at once", [turnStart(0), said(1, "x".repeat(100_000))]],
    [
      "many events of no turn behind the last one of a turn",
      [turnStart(0), ...Array.from({ length: 200 }, (_, n) => said(n + 1, "y".repeat(90)))],
    ],
    ["a first event far larger than what is read at once", [said(0, "z".repeat(50_000)), turnStart(1, 1)]],
  ])("finds seq and turn behind %s", async (_, events) => {
    await make("s", ...events);
    expect(await listed("s")).toMatchObject({ turns: 1, lastSeq: events.length - 1 });
  });

  it("finds a title that stands behind a long first prompt", async () => {
    await make("s", turnStart(0), said(1, "p".repeat(30_000)), titled(2, "T"), ...chunks(3, 400, 1));
    expect(await listed("s")).toMatchObject({ title: "T" });
  });

  it("takes no text that looks like a title for one", async () => {
    await make("s", titled(0, "T"), said(1, '{"type":"session/title","data":{"title":"no"}} session/title'));
    expect(await listed("s")).toMatchObject({ title: "T" });
  });

  it("reads a header that is longer than what is read at once", async () => {
    const long = header("s", { cwd: `/${"d".repeat(9000)}` });
    await (await store.create(long)).close();
    expect(await listed("s")).toMatchObject({ header: long, lastSeq: -1, turns: 0 });
  });

  it("overlooks a torn last line", async () => {
    await make("s", turnStart(0), turnStart(1, 2));
    appendFileSync(store.pathOf("s"), '{"type":"turn/start","seq":2,');
    expect(await listed("s")).toMatchObject({ lastSeq: 1, turns: 2 });
    expect(await listed("s")).not.toHaveProperty("problem");
  });

  it.each<[string, (path: string) => void, string]>([
    ["is empty", (path) => writeFileSync(path, ""), ":1 is no header"],
    ["has no header", (path) => writeFileSync(path, "oops\n"), ":1 is no header"],
    ["ends with a line that is none", (path) => appendFileSync(path, "oops\n"), "the last line is no event"],
  ])("shows a log that %s with its problem, beside those that are whole", async (_, damage, problem) => {
    await make("good", turnStart(0));
    await make("bad", turnStart(0));
    damage(store.pathOf("bad"));
    for (let round = 0; round < 2; round++) {
      const list = await store.list();
      expect(list).toHaveLength(2);
      expect(list.find(({ problem: found }) => found !== undefined)?.problem).toContain(problem);
      expect(list.find(({ id }) => id === "good")).not.toHaveProperty("problem");
    }
  });

  it("shows a copy of a log under another name as a problem, and not as the session", async () => {
    await make("s", turnStart(0));
    const copy = join(folder, "copy.jsonl");
    writeFileSync(copy, readFileSync(store.pathOf("s")));
    const list = await store.list();
    expect(list.map(({ id, problem }) => [id, problem])).toContainEqual(["s", undefined]);
    expect(list.find(({ id }) => id === "copy")?.problem).toContain(
      'is the header of session "s", whose log has another name',
    );
  });

  it("shows what cannot even be looked at as a problem, and all others beside it", async () => {
    await make("s", turnStart(0, 1));
    symlinkSync("circle.jsonl", join(folder, "circle.jsonl"));
    const sessions = await store.list();
    expect(sessions.map(({ id }) => id)).toEqual(["s", "circle"]);
    expect(sessions[1]?.problem).toMatch(/ELOOP/);
  });

  it("looks at nothing in the folder that is no log", async () => {
    await make("s");
    mkdirSync(join(folder, "folder.jsonl"));
    writeFileSync(join(folder, "notes.txt"), "x");
    expect(await store.list()).toHaveLength(1);
  });
});

describe("the cache of the list", () => {
  const cached = (): { version: number; sessions: { name: string; mtimeMs: number; session: StoredSession }[] } =>
    JSON.parse(readFileSync(cachePath, "utf8"));

  it("answers for logs that have not changed, and is read again when they have", async () => {
    await make("s", titled(0, "T"));
    await make("t", titled(0, "U"));
    await store.list();
    writeFileSync(cachePath, readFileSync(cachePath, "utf8").replace('"title":"T"', '"title":"from the cache"'));
    expect(await listed("s")).toMatchObject({ title: "from the cache" });
    await add("s", titled(1, "from the log"));
    expect(await listed("s")).toMatchObject({ title: "from the log", lastSeq: 1 });
    expect(await listed("t")).toMatchObject({ title: "U" });
  });

  it("is not believed when only the time of a log has changed", async () => {
    await make("s", titled(0, "T"));
    await store.list();
    writeFileSync(cachePath, readFileSync(cachePath, "utf8").replace('"title":"T"', '"title":"from the cache"'));
    utimesSync(store.pathOf("s"), 1, 1);
    expect(await listed("s")).toMatchObject({ title: "T" });
  });

  it("keeps a title that is found at neither end any more", async () => {
    await make("s", said(0, "p".repeat(70_000)), titled(1, "T"));
    await store.list();
    await add("s", ...chunks(2, 100, 3));
    expect(await listed("s")).toMatchObject({ title: "T", turns: 3, lastSeq: 101 });
    await add("s", titled(102, "V"), ...chunks(103, 100, 3));
    expect(await listed("s")).toMatchObject({ title: "V", lastSeq: 202 });
  });

  it("keeps nothing of a session that was deleted and made anew", async () => {
    await make("s", titled(0, "T"), ...chunks(1, 100, 1));
    await store.list();
    await store.delete("s");
    const writer = await store.create(header("s", { createdAt: 77 }));
    for (const event of chunks(0, 500, 1)) writer.write(event);
    await writer.close();
    expect(await listed("s")).toMatchObject({ title: undefined, lastSeq: 499 });
    await store.delete("s");
    expect(await store.list()).toEqual([]);
    expect(cached().sessions).toEqual([]);
  });

  it.each<[string, () => void]>([
    ["deleted", () => rmSync(cachePath)],
    ["cut short", () => writeFileSync(cachePath, readFileSync(cachePath, "utf8").slice(0, 40))],
    ["of another version", () => writeFileSync(cachePath, JSON.stringify({ ...cached(), version: 99 }))],
    ["no JSON", () => writeFileSync(cachePath, "oops")],
    [
      "of a wrong shape",
      () => writeFileSync(cachePath, '{"version":1,"sessions":[null,{"name":"x"},{"name":5,"session":{}}]}'),
    ],
  ])("is built anew when it is %s", async (_, damage) => {
    await make("s", turnStart(0), titled(1, "T"));
    const first = await store.list();
    const whole = cached();
    damage();
    expect(await store.list()).toEqual(first);
    expect(cached()).toEqual(whole);
  });

  it("is written as a whole: nothing else is left in the folder", async () => {
    await make("s", turnStart(0));
    await Promise.all([store.list(), store.list(), store.list()]);
    expect(readdirSync(folder).sort()).toEqual([basename(store.pathOf("s")), "list-cache.json"].sort());
    const before = statSync(cachePath);
    await store.list();
    expect(statSync(cachePath)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it("may fail to be written: the list is the same", async () => {
    await make("s", turnStart(0));
    mkdirSync(cachePath);
    expect(await store.list()).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
