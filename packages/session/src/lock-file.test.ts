import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { header, kindOf, storeError, turnStart } from "./store-contract.test-support.ts";

// The store as it is built, in processes of their own.
const BUILT = new URL("../lib/file-store.js", import.meta.url);

const newFolder = temporaryFolders();
let folder: string;
let store: FileStore;

beforeAll(() => {
  if (!existsSync(fileURLToPath(BUILT))) throw new Error("packages/session is not built: run `npm run build` first");
});
beforeEach(() => {
  folder = newFolder();
  store = new FileStore({ dataFolder: folder, durability: "os" });
});

interface Program {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** The next line that it prints. */
  line(): Promise<string>;
}

const programs: Program[] = [];
afterEach(async () => {
  await Promise.all(programs.splice(0).map(stop));
});

/** Runs `body` in a Node of its own, with `store` over the folder of the test and `input`, an iterator over the lines of stdin. */
function start(body: string): Program {
  const script = `
    import { createInterface } from "node:readline";
    import { FileStore } from ${JSON.stringify(BUILT.href)};
    const store = new FileStore({ dataFolder: ${JSON.stringify(folder)}, durability: "os" });
    const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const program: Program = {
    child,
    line: async () => {
      const next = await lines.next();
      return next.done === true ? expect.unreachable("the program said nothing more") : next.value;
    },
  };
  programs.push(program);
  return program;
}

async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Opens the sessions named, says so, and keeps them until it is killed. */
function holder(...ids: string[]): Program {
  return start(`
    const held = [];
    for (const id of ${JSON.stringify(ids)}) held.push(await store.open(id));
    console.log("open");
    await input.next();`);
}

async function make(...ids: string[]): Promise<void> {
  for (const id of ids) {
    const writer = await store.create(header(id));
    writer.write(turnStart(0));
    await writer.close();
  }
}

const lockPath = (id: string): string => `${store.pathOf(id)}.lock`;

/** The lock that this process would write, changed as a test wants it. */
async function writeLock(id: string, change: Record<string, unknown>): Promise<void> {
  const { writer } = await store.open(id);
  const lock: object = JSON.parse(readFileSync(lockPath(id), "utf8"));
  await writer.close();
  writeFileSync(lockPath(id), JSON.stringify({ ...lock, ...change }));
}

describe("the lock of a session", () => {
  it("names host, pid, start of the process and pid namespace, and is gone when the session is let go of", async () => {
    await make("s");
    const { writer } = await store.open("s");
    const lock: unknown = JSON.parse(readFileSync(lockPath("s"), "utf8"));
    expect(lock).toMatchObject({
      host: expect.stringMatching(/./),
      pid: process.pid,
      started: expect.any(String),
      pidNamespace: expect.any(String),
    });
    await writer.close();
    expect(readdirSync(dirname(lockPath("s"))).filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
  });

  it("keeps another process out while its own lives: `locked`, with who has it and what frees it", async () => {
    await make("s");
    const program = holder("s");
    expect(await program.line()).toBe("open");
    for (const work of [() => store.open("s"), () => store.delete("s")]) {
      const error = await storeError(work);
      expect(error.kind).toBe("locked");
      expect(error.message).toContain(`process ${program.child.pid} on host `);
      expect(error.message).toMatch(/it is free once that has ended$/);
    }
  });

  it("is taken over when its process was killed", async () => {
    await make("s");
    const program = holder("s");
    expect(await program.line()).toBe("open");
    await stop(program);
    expect(existsSync(lockPath("s"))).toBe(true);
    const { events, writer } = await store.open("s");
    expect(events).toEqual([turnStart(0)]);
    await writer.close();
    expect(existsSync(lockPath("s"))).toBe(false);
  });

  it.each<[string, boolean]>([
    ["that is free", false],
    ["whose last process was killed", true],
  ])("of 20 processes that try at once for a session %s exactly one wins", async (_, isLeft) => {
    const ids = Array.from({ length: 12 }, (__, index) => `session-${index}`);
    await make(...ids);
    if (isLeft) {
      const program = holder(...ids);
      expect(await program.line()).toBe("open");
      await stop(program);
    }
    const racers = Array.from({ length: 20 }, () =>
      start(`
        console.log("ready");
        const held = [];
        for (const id of ${JSON.stringify(ids)}) {
          await input.next();
          const outcome = await store.open(id).then((opened) => (held.push(opened), "won"), (error) => error.kind);
          console.log(outcome);
        }
        await input.next();`),
    );
    for (const racer of racers) expect(await racer.line()).toBe("ready");
    for (const id of ids) {
      for (const { child } of racers) child.stdin.write("go\n");
      const outcomes = await Promise.all(racers.map((racer) => racer.line()));
      expect([id, outcomes.filter((outcome) => outcome === "won").length]).toEqual([id, 1]);
      expect(outcomes.filter((outcome) => outcome === "locked")).toHaveLength(19);
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ["a pid that nobody has", { pid: 2 ** 22 + 1 }],
    ["the pid of a process that began at another time", { started: "?", pid: process.ppid }],
    ["its own pid from an earlier life", { started: "?" }],
  ])("is taken over when it names %s", async (_, change) => {
    await make("s");
    const { writer } = await store.open("s");
    const { started }: { started: string } = JSON.parse(readFileSync(lockPath("s"), "utf8"));
    await writer.close();
    await writeLock("s", {
      ...change,
      ...(change["started"] === undefined ? {} : { started: `${started.split("/")[0]}/1` }),
    });
    await (await store.open("s")).writer.close();
    expect(existsSync(lockPath("s"))).toBe(false);
  });

  it("is taken over when the machine has been started anew since", async () => {
    await make("s");
    await writeLock("s", { started: "00000000-0000-0000-0000-000000000000/5" });
    await (await store.open("s")).writer.close();
  });

  it("is taken over when all that is left of its process is an exit code that nobody has fetched", async () => {
    await make("s");
    // `sleep` takes the place of the shell, and never asks after the shell's child.
    const parent = spawn("sh", ["-c", "cat <&3 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    const [pid] = await once(createInterface({ input: parent.stdout ?? expect.unreachable() }), "line");
    const fields = (): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    while (readFileSync(`/proc/${parent.pid}/comm`, "utf8") !== "sleep\n") await turnOfLoop();
    parent.stdio[3]?.destroy();
    while (fields()[0] !== "Z") await turnOfLoop();
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    await writeLock("s", { pid: Number(pid), started: `${boot}/${fields()[19]}` });
    await (await store.open("s")).writer.close();
    const exit = once(parent, "exit");
    parent.kill("SIGKILL");
    await exit;
  });

  it.each<[string, Record<string, unknown>]>([
    ["another host", { host: "elsewhere", pid: 2 ** 22 + 1 }],
    ["another machine of the same name", { machine: "0123456789abcdef", pid: 2 ** 22 + 1 }],
    ["another pid namespace", { pidNamespace: "pid:[1]", pid: 2 ** 22 + 1 }],
  ])("from %s is left alone, dead or not: `locked`, with the command that frees it", async (_, change) => {
    await make("s");
    await writeLock("s", change);
    const error = await storeError(() => store.open("s"));
    expect(error.kind).toBe("locked");
    expect(error.message).toContain(`process ${2 ** 22 + 1} on host `);
    expect(error.message).toMatch(new RegExp(`free it with: rm .*${lockPath("s").split("/").at(-1)}$`));
    expect(JSON.parse(readFileSync(lockPath("s"), "utf8"))).toMatchObject(change);
  });

  it.each(["", "{", "null", '{"pid":1}', '{"host":"","machine":"","pid":0,"started":"","pidNamespace":""}'])(
    "that says nothing (%j) is left alone: `locked`, with the command that frees it",
    async (text) => {
      await make("s");
      writeFileSync(lockPath("s"), text);
      const error = await storeError(() => store.open("s"));
      expect(error.kind).toBe("locked");
      expect(error.message).toContain(`rm ${lockPath("s")}`);
      expect(readFileSync(lockPath("s"), "utf8")).toBe(text);
    },
  );

  it("writes the command so that a shell takes the path as it is", async () => {
    const odd = new FileStore({ dataFolder: `${folder}/it's a $(folder)`, durability: "os" });
    await (await odd.create(header("s"))).close();
    const path = `${odd.pathOf("s")}.lock`;
    writeFileSync(path, "");
    const { message } = await storeError(() => odd.open("s"));
    const shell = spawn("sh", ["-c", message.slice(message.indexOf("rm "))], { stdio: "ignore" });
    expect(await once(shell, "exit")).toEqual([0, null]);
    await (await odd.open("s")).writer.close();
  });

  it("of a process that was killed while it took over another's is taken over as well", async () => {
    await make("s");
    const program = holder("s");
    expect(await program.line()).toBe("open");
    await stop(program);
    writeFileSync(`${lockPath("s")}.taking`, readFileSync(lockPath("s")));
    await (await store.open("s")).writer.close();
    expect(readdirSync(dirname(lockPath("s"))).filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
  });

  it("leaves no files behind for good: a list clears what a killed process left while it took one", async () => {
    await make("s");
    await writeLock("s", { pid: 2 ** 22 + 1 });
    const left = `${lockPath("s")}.123e4567-e89b-42d3-a456-426614174000`;
    const busy = `${lockPath("s")}.123e4567-e89b-42d3-a456-426614174001`;
    writeFileSync(left, readFileSync(lockPath("s")));
    await writeLock("s", {});
    writeFileSync(busy, readFileSync(lockPath("s")));
    const empty = ["2", "3"].map((digit) => `${lockPath("s")}.123e4567-e89b-42d3-a456-42661417400${digit}`);
    for (const path of empty) writeFileSync(path, "");
    utimesSync(empty[0] ?? "", 1, 1);
    await store.list();
    expect([left, busy, ...empty, lockPath("s")].map((path) => existsSync(path))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it("is let go of when a session is damaged, missing or there already", async () => {
    await make("s");
    writeFileSync(store.pathOf("s"), "oops\n");
    expect(await kindOf(() => store.open("s"))).toBe("damaged");
    expect(await kindOf(() => store.create(header("s")))).toBe("exists");
    expect(await kindOf(() => store.open("t"))).toBe("unknown");
    expect(readdirSync(dirname(lockPath("s"))).filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
  });
});
