import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { diskError, TestClock, TestDisk } from "./broken-disk.test-support.ts";
import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { all, header, kindOf, said, storeError, turnStart } from "./store-contract.test-support.ts";
import type { EventWriter } from "./store.ts";

const newFolder = temporaryFolders();
let folder: string;
let disk: TestDisk;
let clock: TestClock;
let store: FileStore;
let writer: EventWriter;
let path: string;

beforeEach(async () => {
  folder = newFolder();
  disk = new TestDisk();
  clock = new TestClock();
  store = new FileStore({ dataFolder: folder, disk, clock });
  writer = await store.create(header("s"));
  path = store.pathOf("s");
  disk.syncs = 0;
});

const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const seqs = async (): Promise<number[]> =>
  (await all(new FileStore({ dataFolder: folder }).read("s", -1))).map(({ seq }) => seq);

describe("a write", () => {
  it("is in the file, as one line, when it returns", async () => {
    writer.write(turnStart(0));
    expect(readFileSync(path, "utf8")).toBe(lines(header("s"), turnStart(0)));
    await writer.close();
  });

  it("goes on until the system has taken the whole line, a few bytes at a time", async () => {
    disk.callBytes = 7;
    writer.write(said(0, "日本語 😀"));
    expect(readFileSync(path, "utf8")).toBe(lines(header("s"), said(0, "日本語 😀")));
    await writer.close();
  });

  it("on a full disk is `failed` with the cause, leaves nothing of its event, and is the last", async () => {
    writer.write(turnStart(0));
    disk.spaceBytes = 20;
    const error = await storeError(() => writer.write(turnStart(1)));
    expect(error).toMatchObject({ kind: "failed", cause: { code: "ENOSPC" } });
    expect(error.message).toContain(path);
    expect(readFileSync(path, "utf8")).toBe(lines(header("s"), turnStart(0)));
    disk.spaceBytes = Infinity;
    const after = await storeError(() => writer.write(turnStart(1)));
    expect(after).toMatchObject({ kind: "failed", cause: error });
    await writer.close();
    const { events, cutBytes, writer: next } = await store.open("s");
    expect([events, cutBytes]).toEqual([[turnStart(0)], 0]);
    next.write(turnStart(1));
    await next.close();
    expect(await seqs()).toEqual([0, 1]);
  });

  it("that fails leaves what was written before to be synced and acknowledged", async () => {
    writer.write(turnStart(0));
    disk.spaceBytes = 0;
    expect(await kindOf(() => writer.write(turnStart(1)))).toBe("failed");
    await writer.sync();
    expect(disk.syncs).toBe(1);
    await writer.close();
    expect(await seqs()).toEqual([0]);
  });

  it("that can neither be finished nor taken back leaves a torn line, which is no event and is cut off later", async () => {
    writer.write(turnStart(0));
    disk.spaceBytes = 20;
    disk.truncateError = diskError("EIO");
    expect(await kindOf(() => writer.write(turnStart(1)))).toBe("failed");
    expect(await seqs()).toEqual([0]);
    await writer.sync();
    await writer.close();
    const { events, cutBytes, writer: next } = await new FileStore({ dataFolder: folder }).open("s");
    expect([events, cutBytes]).toEqual([[turnStart(0)], 20]);
    await next.close();
  });

  it("of an event without a JSON text is `invalid` and harms nobody", async () => {
    const event = turnStart(0);
    Object.assign(event.data, { circle: event.data });
    expect(await kindOf(() => writer.write(event))).toBe("invalid");
    writer.write(turnStart(0));
    await writer.close();
    expect(await seqs()).toEqual([0]);
  });

  it("at whatever byte the disk is full, the log holds the whole events before and nothing else", async () => {
    await writer.close();
    let count = 0;
    const room = fc.integer({ min: 0, max: 700 });
    const property = fc.asyncProperty(room, fc.integer({ min: 1, max: 300 }), async (spaceBytes, callBytes) => {
      const id = `n${count++}`;
      const session = await store.create(header(id));
      Object.assign(disk, { spaceBytes, callBytes });
      let good = 0;
      const error = await storeError(() => {
        for (; ; good++) session.write(turnStart(good));
      });
      expect(error.cause).toMatchObject({ code: "ENOSPC" });
      Object.assign(disk, { spaceBytes: Infinity, callBytes: Infinity });
      await session.close();
      const expected = Array.from({ length: good }, (_, seq) => turnStart(seq));
      expect(readFileSync(store.pathOf(id), "utf8")).toBe(lines(header(id), ...expected));
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

describe("syncs", () => {
  it("are shared by those who ask in one turn of the event loop", async () => {
    await Promise.all(
      [0, 1, 2].map(async (seq) => {
        writer.write(turnStart(seq));
        await writer.sync();
      }),
    );
    expect(disk.syncs).toBe(1);
    await writer.close();
  });

  it("that run do not count for what is written meanwhile: one more serves all of that", async () => {
    disk.hold();
    writer.write(turnStart(0));
    const first = writer.sync();
    await turnOfLoop();
    expect(disk.syncs).toBe(1);
    writer.write(turnStart(1));
    let isSecondDone = false;
    const second = writer.sync().finally(() => {
      isSecondDone = true;
    });
    writer.write(turnStart(2));
    const third = writer.sync();
    disk.letGo();
    disk.hold();
    await first;
    await turnOfLoop();
    expect([disk.syncs, isSecondDone]).toEqual([2, false]);
    disk.letGo();
    await Promise.all([second, third]);
    expect(disk.syncs).toBe(2);
    await writer.close();
    expect(disk.syncs).toBe(2);
  });

  it("that run serve whoever asks without having written since", async () => {
    disk.hold();
    writer.write(turnStart(0));
    const first = writer.sync();
    await turnOfLoop();
    const second = writer.sync();
    disk.letGo();
    await Promise.all([first, second]);
    expect(disk.syncs).toBe(1);
    await writer.close();
  });

  it("cost nothing when there is nothing new", async () => {
    await writer.sync();
    await writer.sync();
    expect(disk.syncs).toBe(0);
    await writer.close();
  });

  it("happen within 100 ms also when nobody asks, once for all that was written, by a timer that keeps no process alive", async () => {
    writer.write(turnStart(0));
    writer.write(turnStart(1));
    expect(clock.waiting).toEqual({ all: 1, holding: 0 });
    clock.pass(90);
    await turnOfLoop();
    expect(disk.syncs).toBe(1);
    await writer.sync();
    expect([disk.syncs, clock.waiting.all]).toEqual([1, 0]);
    writer.write(turnStart(2));
    expect(clock.waiting.all).toBe(1);
    await writer.close();
    expect([disk.syncs, clock.waiting.all]).toEqual([2, 0]);
  });

  it("that fail are `failed` for all who wait, then and later, and end the writing: the system may have dropped the data", async () => {
    writer.write(turnStart(0));
    disk.syncError = diskError("EIO");
    const both = await Promise.all([storeError(() => writer.sync()), storeError(() => writer.sync())]);
    for (const error of both) expect(error).toMatchObject({ kind: "failed", cause: { code: "EIO" } });
    disk.syncError = undefined;
    expect(await kindOf(() => writer.sync())).toBe("failed");
    expect(await storeError(() => writer.write(turnStart(1)))).toMatchObject({ kind: "failed", cause: both[0] });
    expect(await kindOf(() => writer.close())).toBe("failed");
    const { writer: next } = await store.open("s");
    await next.close();
  });

  it("that fail behind everyone's back are told to whoever writes, asks or closes next", async () => {
    writer.write(turnStart(0));
    disk.syncError = diskError("EIO");
    clock.pass(100);
    await turnOfLoop();
    expect(await kindOf(() => writer.write(turnStart(1)))).toBe("failed");
    expect(await kindOf(() => writer.sync())).toBe("failed");
    expect(await kindOf(() => writer.close())).toBe("failed");
  });

  it("are left to the system with durability `os`", async () => {
    await writer.close();
    disk.syncs = 0;
    const lazy = new FileStore({ dataFolder: folder, disk, clock, durability: "os" });
    const created = await lazy.create(header("t"));
    created.write(turnStart(0));
    await created.sync();
    await created.close();
    await (await lazy.open("t")).writer.close();
    expect([disk.syncs, clock.waiting.all]).toEqual([0, 0]);
  });
});

describe("a log that others lay hands on while it is open", () => {
  it.each<[string, () => void, string]>([
    ["deleted", () => rmSync(path), "was deleted or moved"],
    ["moved", () => renameSync(path, `${path}.old`), "was deleted or moved"],
    ["deleted with its folder", () => rmSync(dirname(path), { recursive: true }), "was deleted or moved"],
    ["added to", () => appendFileSync(path, "x"), "somebody else has changed"],
  ])("is not acknowledged when it was %s: `failed`", async (_, meddle, message) => {
    writer.write(turnStart(0));
    await writer.sync();
    writer.write(turnStart(1));
    meddle();
    const error = await storeError(() => writer.sync());
    expect(error.kind).toBe("failed");
    expect(error.message).toContain(message);
    expect(await kindOf(() => writer.write(turnStart(2)))).toBe("failed");
    await writer.close().catch(() => undefined);
  });

  it("is not acknowledged when it cannot be looked at any more", async () => {
    writer.write(turnStart(0));
    disk.lookError = diskError("EACCES");
    expect(await storeError(() => writer.sync())).toMatchObject({ kind: "failed", cause: { code: "EACCES" } });
    await writer.close().catch(() => undefined);
  });
});

describe("creating a session", () => {
  it.each<[string, () => void]>([
    ["the disk is full", () => (disk.spaceBytes = 10)],
    ["the disk syncs nothing", () => (disk.syncError = diskError("EIO"))],
  ])("is `failed` and leaves nothing behind when %s", async (_, breakDisk) => {
    await writer.close();
    breakDisk();
    expect(await kindOf(() => store.create(header("t")))).toBe("failed");
    expect(await store.has("t")).toBe(false);
    expect(readdirSync(dirname(path))).toHaveLength(1);
    Object.assign(disk, { spaceBytes: Infinity, syncError: undefined });
    await (await store.create(header("t"))).close();
  });

  it("makes files for this user alone, and folders that nobody else can enter", async () => {
    const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);
    expect([mode(dirname(path)), mode(path), mode(`${path}.lock`)]).toEqual(["700", "600", "600"]);
    await writer.close();
    await store.list();
    for (const name of readdirSync(dirname(path))) expect(mode(`${dirname(path)}/${name}`)).toBe("600");
  });
});

// The store as it is built, in a process whose files the system lets grow to 8 KiB.
const BUILT = new URL("../lib/file-store.js", import.meta.url);

describe("a system that really refuses", () => {
  beforeAll(() => {
    if (!existsSync(fileURLToPath(BUILT))) throw new Error("packages/session is not built: run `npm run build` first");
  });

  /** Runs `body` in a Node of its own, with `store` over the folder of the test; what it returns is given back. */
  function limited(kibibytes: number, body: string): unknown {
    const script = `
      import { FileStore } from ${JSON.stringify(BUILT.href)};
      const store = new FileStore({ dataFolder: process.argv[1] });
      console.log(JSON.stringify(await (async () => { ${body} })()));`;
    const shell = `ulimit -f ${kibibytes} && exec "$0" --input-type=module -e "$1" "$2"`;
    const child = spawnSync("bash", ["-c", shell, process.execPath, script, folder], { encoding: "utf8" });
    expect(child.stderr).toBe("");
    return JSON.parse(child.stdout);
  }

  it("lets a session be deleted, which makes room, though a new one cannot be made", async () => {
    await writer.close();
    const outcome = limited(
      0,
      `
      const refused = await store.create({ type: "session", version: 0, id: "t", createdAt: 1 }).catch((error) => error.kind);
      await store.delete("s");
      return refused;`,
    );
    expect(outcome).toBe("failed");
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("has the event refused and the log left whole, and the process lives", async () => {
    await writer.close();
    const told = limited(
      8,
      `
      const { writer } = await store.open("s");
      let seq = 0;
      try {
        for (;;) writer.write({ type: "turn/start", seq, time: 1, data: { turn: ++seq } });
      } catch (error) {
        await writer.sync();
        await writer.close();
        return { kind: error.kind, code: error.cause.code, written: seq - 1 };
      }`,
    );
    const { events, cutBytes, writer: next } = await store.open("s");
    expect(told).toEqual({ kind: "failed", code: "EFBIG", written: events.length });
    expect(events.length).toBeGreaterThan(50);
    expect(cutBytes).toBe(0);
    next.write(turnStart(events.length));
    await next.close();
  });
});
