import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, truncateSync } from "node:fs";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TestClock } from "./broken-disk.test-support.ts";
import { FileChanges } from "./file-changes.ts";
import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { header, kindOf, turnStart } from "./store-contract.test-support.ts";

// The store as it is built, in a process of its own.
const BUILT = new URL("../lib/file-store.js", import.meta.url);

const newFolder = temporaryFolders();
let folder: string;
let store: FileStore;
let clock: TestClock;
let handles: string[];

beforeAll(() => {
  if (!existsSync(fileURLToPath(BUILT))) throw new Error("packages/session is not built: run `npm run build` first");
});
beforeEach(async () => {
  folder = newFolder();
  clock = new TestClock();
  store = new FileStore({ dataFolder: folder, durability: "os", clock });
  await (await store.create(header("s"))).close();
  await turnOfLoop();
  handles = watches();
});
afterEach(async () => {
  // A handle is gone a turn of the loop or two after it was closed.
  for (let turn = 0; turn < 20 && watches().length > handles.length; turn++) await turnOfLoop();
  expect([watches(), clock.waiting.all]).toEqual([handles, 0]);
});

const watches = (): string[] => process.getActiveResourcesInfo().filter((name) => name.startsWith("FSEvent"));

describe("a follower of a file", () => {
  it("hears from the system what another process appends, in order, and holds nothing once it has ended", async () => {
    const script = `
      import { FileStore } from ${JSON.stringify(BUILT.href)};
      const { writer } = await new FileStore({ dataFolder: process.argv[1] }).open("s");
      for (let seq = 0; seq < 300; seq++) {
        writer.write({ type: "turn/start", seq, time: 1, data: { turn: seq + 1 } });
        if (seq % 50 === 0) await writer.sync();
      }
      await writer.close();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], { stdio: "inherit" });
    const exit = once(child, "exit");
    const controller = new AbortController();
    const seqs: number[] = [];
    // The clock stands still: nothing is found by looking now and then.
    for await (const { seq } of store.follow("s", -1, controller.signal)) {
      seqs.push(seq);
      if (seq === 299) controller.abort();
    }
    expect(seqs).toEqual(Array.from({ length: 300 }, (_, seq) => seq));
    expect(await exit).toEqual([0, null]);
  });

  it("waits with one watch and one timer, which keep the process alive, and lets go of both when its signal is aborted", async () => {
    const controller = new AbortController();
    const next = store.follow("s", -1, controller.signal).next();
    while (clock.waiting.all === 0) await turnOfLoop();
    expect(watches()).toHaveLength(handles.length + 1);
    expect(clock.waiting).toEqual({ all: 1, holding: 1 });
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("lets go of both when its reader leaves", async () => {
    const { writer } = await store.open("s");
    writer.write(turnStart(0));
    for await (const event of store.follow("s", -1, new AbortController().signal)) {
      expect(event).toEqual(turnStart(0));
      break;
    }
    await writer.close();
  });

  it("takes half a line for no event, and the whole one when it is there", async () => {
    const line = `${JSON.stringify(turnStart(0))}\n`;
    appendFileSync(store.pathOf("s"), line.slice(0, 20));
    const following = store.follow("s", -1, new AbortController().signal);
    const next = following.next();
    while (clock.waiting.all === 0) await turnOfLoop();
    appendFileSync(store.pathOf("s"), line.slice(20));
    expect(await next).toEqual({ done: false, value: turnStart(0) });
    await following.return();
  });

  it("tells when what it has read is not there any more", async () => {
    const { writer } = await store.open("s");
    writer.write(turnStart(0));
    await writer.close();
    const following = store.follow("s", -1, new AbortController().signal);
    await following.next();
    truncateSync(store.pathOf("s"), 10);
    expect(await kindOf(() => following.next())).toBe("damaged");
  });
});

describe("FileChanges", () => {
  it("looks from time to time where the system tells of nothing", async () => {
    const signal = new AbortController().signal;
    const changes = new FileChanges(`${folder}/not there`, { clock, pollMs: 500, signal });
    let looks = 0;
    const next = changes.next().then(() => looks++);
    clock.pass(499);
    await turnOfLoop();
    expect(looks).toBe(0);
    clock.pass(1);
    await next;
    expect(looks).toBe(1);
    changes.close();
  });

  it("remembers a change that comes while nobody waits", async () => {
    const signal = new AbortController().signal;
    const changes = new FileChanges(store.pathOf("s"), { clock, pollMs: 500, signal });
    appendFileSync(store.pathOf("s"), "x");
    await changes.next();
    changes.close();
  });
});
