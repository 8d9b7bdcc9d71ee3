import { appendFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { FileStore, type SessionEvent, type SessionHeader, type StoredSession } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { openSessionStore, type SessionStore } from "./index.ts";
import { folder } from "./runtime.test-support.ts";

function header(id: string): SessionHeader {
  return { type: "session", version: 0, id, createdAt: 1000 };
}

function turn(number: number): SessionEvent[] {
  const seq = (number - 1) * 2;
  return [
    { type: "turn/start", seq, time: 2000 + number, data: { turn: number } },
    { type: "turn/end", seq: seq + 1, time: 2000 + number, data: { turn: number, reason: { kind: "completed" } } },
  ];
}

/** Stores a session with so many turns in a data folder; gives the path of its log. */
async function store(dataFolder: string, id: string, turns: number): Promise<string> {
  const files = new FileStore({ dataFolder });
  const writer = await files.create(header(id));
  for (let number = 1; number <= turns; number += 1) for (const event of turn(number)) writer.write(event);
  await writer.close();
  return files.pathOf(id);
}

async function onlyOne(sessions: SessionStore): Promise<StoredSession> {
  const [session] = await sessions.list();
  return session ?? expect.unreachable();
}

describe("openSessionStore", () => {
  it.each<[string, (one: string, other: string) => Parameters<typeof openSessionStore>[0]]>([
    ["dataDir before TOH_HOME", (one, other) => ({ dataDir: one, env: { TOH_HOME: other } })],
    ["TOH_HOME", (one) => ({ env: { TOH_HOME: one } })],
  ])("finds the sessions of %s", async (_what, options) => {
    const [one, other] = [await folder(), await folder()];
    const file = await store(one, "s", 1);
    const sessions = await openSessionStore(options(one, other));
    const [only] = await sessions.list();
    expect(only).toMatchObject({ id: "s", turns: 1, updatedAt: 2001 });
    expect(only && sessions.fileOf(only)).toBe(file);
  });

  it("looks into the data folder of the user where nothing else is said, and makes nothing there", async () => {
    const home = await folder();
    const sessions = await openSessionStore({ env: { XDG_DATA_HOME: home, LOCALAPPDATA: home } });
    expect(await sessions.list()).toEqual([]);
    expect(await readdir(resolve(home))).toEqual([]);
  });
});

describe("SessionStore", () => {
  it("names file and line of what cannot be opened", async () => {
    const dataDir = await folder();
    const file = await store(dataDir, "s", 2);
    await appendFile(file, "no event\n");
    const sessions = await openSessionStore({ dataDir });
    expect(await sessions.list()).toMatchObject([{ id: "s", problem: `${file}:6 is no JSON` }]);
  });

  it("reads what stands before a damage, and line by line also what stands behind it", async () => {
    const dataDir = await folder();
    const file = await store(dataDir, "s", 2);
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, `${lines.with(2, "damage").join("\n")}{"ty`);
    const sessions = await openSessionStore({ dataDir });
    const session = await onlyOne(sessions);
    const before: number[] = [];
    const reading = async (): Promise<void> => {
      for await (const { seq } of sessions.read(session)) before.push(seq);
    };
    await expect(reading()).rejects.toMatchObject({ kind: "damaged", message: `${file}:3 is no JSON` });
    expect(before).toEqual([0]);
    const found: unknown[] = [];
    for await (const line of sessions.lines(session)) found.push("event" in line ? line.event.seq : line);
    expect(found).toEqual([
      { line: 1, header: header("s") },
      0,
      { line: 3, fault: "is no JSON", isTorn: false },
      2,
      3,
      { line: 6, fault: "is torn: it has no end", isTorn: true },
    ]);
  });

  it("deletes no session that a process has open, and says which process", async () => {
    const dataDir = await folder();
    await store(dataDir, "s", 1);
    const opened = await new FileStore({ dataFolder: dataDir }).open("s");
    const sessions = await openSessionStore({ dataDir });
    const session = await onlyOne(sessions);
    await expect(sessions.delete(session)).rejects.toMatchObject({ kind: "locked" });
    await opened.writer.close();
    await sessions.delete(session);
    expect(await sessions.list()).toEqual([]);
  });

  it("shows, salvages and deletes what has lost its header, by the name of its file", async () => {
    const dataDir = await folder();
    const file = await store(dataDir, "s", 1);
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.with(0, "{}").join("\n"));
    const sessions = await openSessionStore({ dataDir });
    const session = await onlyOne(sessions);
    expect(session).toMatchObject({ header: undefined, problem: `${file}:1 is no header` });
    expect(sessions.fileOf(session)).toBe(file);
    await expect(sessions.read(session).next()).rejects.toMatchObject({ kind: "damaged" });

    const { sessionId, kept, dropped } = await sessions.salvage(session);
    expect({ kept, dropped }).toMatchObject({ kept: 2, dropped: [{ line: 1 }] });
    await writeFile(`${file}.lock`, "");
    await expect(sessions.delete(session)).rejects.toMatchObject({ kind: "locked" });
    expect(await readdir(join(dataDir, "sessions"))).toContain(file.split(/[\\/]/).at(-1));
    await new FileStore({ dataFolder: dataDir }).open(sessionId ?? "").then(({ writer }) => writer.close());
  });

  it("salvages a whole log that lies under the name of another session", async () => {
    const dataDir = await folder();
    const file = await store(dataDir, "s", 1);
    await rename(file, file.replace("s-", "t-"));
    const sessions = await openSessionStore({ dataDir });
    const session = await onlyOne(sessions);
    expect(session.problem).toContain(":1 is the header of session");
    expect(await sessions.salvage(session)).toMatchObject({ kept: 2, dropped: [], sessionId: expect.any(String) });
  });

  it("makes no session when a salvage is aborted", async () => {
    const dataDir = await folder();
    const file = await store(dataDir, "s", 1);
    await appendFile(file, "{\n");
    const sessions = await openSessionStore({ dataDir });
    const reason = new Error("enough");
    await expect(sessions.salvage(await onlyOne(sessions), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await sessions.list()).toHaveLength(1);
  });

  it("deletes what has lost its header", async () => {
    const dataDir = await folder();
    const file = await store(dataDir, "s", 1);
    await writeFile(file, "{}\n");
    const sessions = await openSessionStore({ dataDir });
    const session = await onlyOne(sessions);
    await sessions.delete(session);
    expect(await sessions.list()).toEqual([]);
    await mkdir(file);
    await expect(sessions.delete(session)).rejects.toMatchObject({ kind: "failed" });
  });
});
