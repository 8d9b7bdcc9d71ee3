import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { open } from "node:fs/promises";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "./event.ts";
import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { LogReader } from "./log-reader.ts";
import { all, header, kindOf, said, storeError, titled, turnStart } from "./store-contract.test-support.ts";
import { StoreError } from "./store.ts";
import { loadValidators } from "./validators.ts";

const newFolder = temporaryFolders();
let store: FileStore;
let path: string;

const events: readonly SessionEvent[] = [
  turnStart(0),
  said(1, '日本語 😀 \\ " \n'),
  titled(2, "é".repeat(40)),
  said(3, "x".repeat(900)),
  turnStart(4, 2),
];
const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The bytes of a log, and where in them each line ends. */
const whole = Buffer.from([header("s"), ...events].map(lineOf).join(""));
const ends = [...whole.keys()].filter((index) => whole[index] === 0x0a).map((index) => index + 1);
const [headerEnd = 0] = ends;

beforeEach(async () => {
  store = new FileStore({ dataFolder: newFolder(), durability: "os" });
  path = store.pathOf("s");
  const writer = await store.create(header("s"));
  for (const event of events) writer.write(event);
  await writer.close();
});

/** What lies in the folder of the logs, with the bytes and the time of each file. */
function folderState(): unknown {
  return readdirSync(dirname(path)).map((name) => {
    const file = `${dirname(path)}/${name}`;
    return [name, readFileSync(file, "latin1"), statSync(file).mtimeMs];
  });
}

describe("a torn log", () => {
  it("cut at any byte behind its header opens with the whole events before, tells of the cut, and goes on from there", async () => {
    expect(readFileSync(path)).toEqual(whole);
    const cut = fc.integer({ min: headerEnd, max: whole.length });
    const property = fc.asyncProperty(cut, async (length) => {
      writeFileSync(path, whole.subarray(0, length));
      const good = ends.filter((end) => end <= length).length - 1;
      const kept = events.slice(0, good);
      expect(await all(store.read("s", -1))).toEqual(kept);
      expect(readFileSync(path)).toHaveLength(length);
      const opened = await store.open("s");
      expect(opened.events).toEqual(kept);
      expect(opened.cutBytes).toBe(length - (ends[good] ?? 0));
      opened.writer.write(turnStart(good));
      await opened.writer.close();
      expect(await all(store.read("s", -1))).toEqual([...kept, turnStart(good)]);
      const again = await store.open("s");
      expect([again.events.length, again.cutBytes]).toEqual([good + 1, 0]);
      await again.writer.close();
    });
    await fc.assert(property, {
      numRuns: 150,
      examples: ends.flatMap((end) => [[end], [Math.max(headerEnd, end - 1)]]),
    });
  });

  it("cut within its header is damaged: a session never is without one", async () => {
    for (const length of [0, 1, headerEnd - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      expect(await storeError(() => store.open("s"))).toMatchObject({
        kind: "damaged",
        message: `${path}:1 has no header line`,
      });
      expect(await kindOf(() => all(store.read("s", -1)))).toBe("damaged");
      expect(readFileSync(path)).toHaveLength(length);
    }
  });

  it("whose last line has its end, but not the sector of the disk before that, is cut as well", async () => {
    const last = Buffer.from(lineOf(said(5, "y".repeat(2000))));
    // The machine was lost: the file had grown, a sector in the middle was not written yet.
    const from = Math.ceil((whole.length + 100) / 512) * 512 - whole.length;
    last.fill(0, from, from + 512);
    appendFileSync(path, last);
    expect(await all(store.read("s", -1))).toEqual(events);
    const { cutBytes, writer } = await store.open("s");
    expect(cutBytes).toBe(last.length);
    await writer.close();
    expect(readFileSync(path)).toEqual(whole);
  });

  it("whose last line is zero bytes without an end is cut as well", async () => {
    truncateSync(path, whole.length + 5000);
    const { cutBytes, events: found, writer } = await store.open("s");
    expect([cutBytes, found]).toEqual([5000, events]);
    await writer.close();
  });
});

describe("a damaged log", () => {
  it.each<[string, number, string, string]>([
    ["a line that is no JSON", 3, "{oops\n", "is no JSON"],
    ["a last line that was whole and is no JSON", 6, "{oops}\n", "is no JSON"],
    ["a last line with a zero byte", 6, '{"a":"\0"}\n', "is no JSON"],
    ["an empty line", 4, "\n", "is no JSON"],
    ["a line that is no object", 4, "null\n", "is no event"],
    ["a seq that is left out", 4, lineOf(turnStart(3)), "holds event 3, expected 2"],
    ["a seq that comes twice", 4, lineOf(turnStart(1)), "holds event 1, expected 2"],
    [
      "an event that breaks its type",
      5,
      '{"type":"turn/start","seq":3,"time":1,"data":{}}\n',
      "event.data.turn is missing",
    ],
    ["an event without data", 5, '{"type":"my/event","seq":3,"time":1}\n', "event.data is missing"],
    ["a header that is none", 1, '{"type":"session"}\n', "header.version is missing"],
    [
      "a header of a later format",
      1,
      lineOf(header("s")).replace('"version":0', '"version":1'),
      "header.version must be 0",
    ],
    ["the header of another session", 1, lineOf(header("S")), 'is the header of session "S", expected "s"'],
    ["no header", 1, lineOf(turnStart(0)), "is no header"],
  ])("with %s is refused, named by file and line, and left alone", async (_, line, text, message) => {
    const before = [0, ...ends][line - 1] ?? 0;
    writeFileSync(path, Buffer.concat([whole.subarray(0, before), Buffer.from(text), whole.subarray(ends[line - 1])]));
    const state = folderState();
    const error = await storeError(() => store.open("s"));
    expect(error.kind).toBe("damaged");
    expect(error.message).toContain(`${path}:${line} `);
    expect(error.message).toContain(message);
    expect(folderState()).toEqual(state);
    expect(await kindOf(() => all(store.read("s", -1)))).toBe("damaged");
    // The lock was let go of: the second answer is the same as the first.
    expect(await kindOf(() => store.open("s"))).toBe("damaged");
  });

  it("with a line that is no UTF-8 is refused, also the last one", async () => {
    const bytes = Buffer.from(whole);
    bytes[(ends[1] ?? 0) + bytes.subarray(ends[1]).indexOf("日")] = 0xff;
    writeFileSync(path, bytes);
    expect((await storeError(() => store.open("s"))).message).toBe(`${path}:3 is no UTF-8`);
  });

  it("quotes nothing of a line in its message", async () => {
    appendFileSync(path, '{"key":"sk-secret-0123456789" oops}\n');
    expect((await storeError(() => store.open("s"))).message).not.toContain("secret");
  });

  it("with any one byte changed is refused and left alone, or has every line, but for a torn last one", async () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }));
    const property = fc.asyncProperty(change, async ([index, flip]) => {
      const bytes = Buffer.from(whole);
      bytes[index] = (bytes[index] ?? 0) ^ flip;
      writeFileSync(path, bytes);
      try {
        const { events: found, cutBytes, writer } = await store.open("s");
        await writer.close();
        // Only the very last newline is the difference between a line and a torn one.
        const lost = index === whole.length - 1 ? 1 : 0;
        expect(found).toHaveLength(events.length - lost);
        expect(cutBytes > 0).toBe(lost === 1);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        expect(error.kind).toBe("damaged");
        expect(readFileSync(path)).toEqual(bytes);
      }
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it("is read up to the damage, and then tells of it", async () => {
    appendFileSync(path, lineOf(turnStart(9)));
    const found: SessionEvent[] = [];
    const error = await storeError(async () => {
      for await (const event of store.read("s", -1)) found.push(event);
    });
    expect([found, error.kind]).toEqual([events, "damaged"]);
  });

  it("can be read from behind the damage", async () => {
    const [, , start = 0, end = 0] = ends;
    writeFileSync(path, Buffer.concat([whole.subarray(0, start), Buffer.from("oops\n"), whole.subarray(end)]));
    expect(await all(store.read("s", 2))).toEqual(events.slice(3));
    expect(await kindOf(() => all(store.read("s", 1)))).toBe("damaged");
  });
});

describe("LogReader", () => {
  it("gives the same events whatever the size of the pieces that it reads, and of the file while it grows", async () => {
    const validators = await loadValidators();
    const sizes = fc.array(fc.nat(whole.length), { maxLength: 8 });
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 1200 }), sizes, async (chunkBytes, heads) => {
      const handle = await open(path, "r");
      try {
        const reader = new LogReader(handle, { path, id: "s", validators, chunkBytes });
        const found: SessionEvent[] = [];
        for (const size of [...heads.sort((a, b) => a - b), whole.length]) {
          for (let some = await reader.next(size); some !== undefined; some = await reader.next(size))
            found.push(...some);
          expect(reader.end).toBe(ends.findLast((end) => end <= size) ?? 0);
        }
        expect(found).toEqual(events);
        expect([reader.header, reader.nextSeq]).toEqual([header("s"), events.length]);
      } finally {
        await handle.close();
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it("reads a line longer than its buffer, and goes on with short ones", async () => {
    const { writer } = await store.open("s");
    writer.write(said(5, "long".repeat(500_000)));
    writer.write(turnStart(6));
    await writer.close();
    const opened = await store.open("s");
    expect(opened.events.slice(5)).toEqual([said(5, "long".repeat(500_000)), turnStart(6)]);
    await opened.writer.close();
  });
});
