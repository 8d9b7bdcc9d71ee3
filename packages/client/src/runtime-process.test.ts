import { ChildProcess } from "node:child_process";
import type { SpawnOptions } from "node:child_process";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import type { DisposeGraces } from "./dispose-ladder.ts";
import { RuntimeProcess } from "./runtime-process.ts";
import type { CloseStep } from "./runtime-process.ts";

const GRACES: DisposeGraces = { shutdownTimeoutMs: 1000, disposeEofGraceMs: 6000, disposeGraceMs: 3000 };

/** Time that stands still until it is moved, and knows who waits. */
class HandClock implements Clock {
  readonly waits: { ms: number; callback: () => void }[] = [];

  after(ms: number, callback: () => void): () => void {
    const wait = { ms, callback };
    this.waits.push(wait);
    return () => void this.waits.splice(this.waits.indexOf(wait) >>> 0, 1);
  }

  /** Ends the only wait there is, as though its time had come, and lets what follows happen. */
  async ends(ms: number): Promise<void> {
    await expect.poll(() => this.waits.map((wait) => wait.ms), { interval: 1 }).toEqual([ms]);
    this.waits.shift()?.callback();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

class FakeChild extends ChildProcess {
  override readonly pid: number;
  readonly signals: (NodeJS.Signals | number | undefined)[] = [];
  override stdin: PassThrough = new PassThrough();
  override stdout: PassThrough = new PassThrough();
  override stderr: PassThrough = new PassThrough();

  constructor(pid: number) {
    super();
    this.pid = pid;
  }

  override kill(signal?: NodeJS.Signals | number): boolean {
    this.signals.push(signal);
    return true;
  }

  override unref(): void {}

  exit(code: number | null, signal: NodeJS.Signals | null = null): void {
    this.stdout.resume().end();
    this.stderr.end();
    this.emit("exit", code, signal);
  }
}

function startFake(platform: NodeJS.Platform): {
  child: FakeChild;
  clock: HandClock;
  groupSignals: [number, NodeJS.Signals][];
  spawned: SpawnOptions[];
  process: RuntimeProcess;
} {
  const child = new FakeChild(4242);
  const clock = new HandClock();
  const groupSignals: [number, NodeJS.Signals][] = [];
  const spawned: SpawnOptions[] = [];
  const runtime = new RuntimeProcess(
    { command: "runtime" },
    {
      clock,
      platform,
      spawn: (_command, _args, options) => {
        spawned.push(options);
        queueMicrotask(() => child.emit("spawn"));
        return child;
      },
      kill: (pid, signal) => void groupSignals.push([pid, signal]),
    },
  );
  return { child, clock, groupSignals, spawned, process: runtime };
}

describe("RuntimeProcess", () => {
  it("goes down the whole ladder, each step after its grace, with signals to the group", async () => {
    const { child, clock, groupSignals, spawned, process } = startFake("linux");
    const ending = process.end(() => new Promise(() => {}), GRACES);
    await clock.ends(1000);
    await clock.ends(6000);
    expect(child.stdin.writableEnded).toBe(true);
    expect(groupSignals).toEqual([[-4242, "SIGTERM"]]);
    await clock.ends(3000);
    expect(groupSignals).toEqual([
      [-4242, "SIGTERM"],
      [-4242, "SIGKILL"],
    ]);
    child.exit(null, "SIGKILL");
    expect(await ending).toBe("sigkill");
    expect(child.signals).toEqual([]);
    expect(clock.waits).toEqual([]);
    expect(spawned).toMatchObject([{ detached: true }]);
  });

  it("tells of a process that outlasts SIGKILL, and lets go of it", async () => {
    const { child, clock, process } = startFake("linux");
    const ending = process.end(undefined, GRACES);
    await clock.ends(6000);
    await clock.ends(3000);
    await clock.ends(3000);
    expect(await ending).toBe("survived");
    expect(child.stdout.destroyed).toBe(true);
    expect(clock.waits).toEqual([]);
  });

  it("ends the process alone on Windows, which has no groups and no SIGTERM", async () => {
    const { child, clock, groupSignals, spawned, process } = startFake("win32");
    const ending = process.end(undefined, GRACES);
    await clock.ends(6000);
    expect(child.signals).toEqual(["SIGKILL"]);
    child.exit(1);
    expect(await ending).toBe("sigkill");
    expect(groupSignals).toEqual([]);
    expect(spawned).toMatchObject([{ detached: false, windowsHide: true }]);
  });

  it.each(["runtime.cmd", "C:\\bin\\RUNTIME.BAT"])(
    "refuses %s on Windows and says what to give instead",
    async (command) => {
      const runtime = new RuntimeProcess(
        { command },
        {
          clock: new HandClock(),
          platform: "win32",
          spawn: () => {
            throw new Error("not to be reached");
          },
          kill: () => {},
        },
      );
      expect(String(await runtime.spawned)).toContain("give the program itself, for example command: process.execPath");
      expect(await runtime.end(undefined, GRACES)).toBe("spawn-failed");
    },
  );

  it.each<[string, CloseStep, () => Promise<unknown>]>([
    ["answered shutdown", "shutdown", () => Promise.resolve({})],
    ["refused shutdown", "eof", () => Promise.reject(new Error("not now"))],
  ])("names the step that ended a process which %s", async (_what, step, shutdown) => {
    const { child, clock, process } = startFake("linux");
    const ending = process.end(shutdown, GRACES);
    await expect.poll(() => clock.waits.map((wait) => wait.ms), { interval: 1 }).toEqual([6000]);
    child.exit(0);
    expect(await ending).toBe(step);
    expect(clock.waits).toEqual([]);
  });

  it("skips what is left once the process has exited, and sends no signal to its id any more", async () => {
    const { child, groupSignals, process } = startFake("linux");
    await process.spawned;
    child.exit(3);
    expect(await process.end(() => Promise.resolve({}), GRACES)).toBe("exited");
    process.kill();
    // The one signal is for what the process may have left in its group.
    expect(groupSignals).toEqual([[-4242, "SIGKILL"]]);
    expect(process.exit).toEqual({ exitCode: 3, signal: null });
  });

  it("waits for output that is still in the pipe, and not for ever for a stranger who holds it open", async () => {
    const { child, clock, process } = startFake("linux");
    await process.spawned;
    const read: string[] = [];
    child.stdout.on("data", (chunk: Buffer) => read.push(chunk.toString()));
    child.stderr.end();
    child.emit("exit", 1, null);
    child.stdout.write("last words");
    await expect.poll(() => read.join(""), { interval: 1 }).toBe("last words");
    // Long enough for the end of stderr to be seen.
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.race([process.gone, Promise.resolve("not yet")])).toBe("not yet");
    for (let quiet = 0; quiet < 2; quiet += 1) {
      clock.waits.find((wait) => wait.ms === 250)?.callback();
      clock.waits.splice(
        clock.waits.findIndex((wait) => wait.ms === 250),
        quiet === 0 ? 1 : 0,
      );
    }
    expect(await process.gone).toEqual({ exitCode: 1, signal: null });
    expect(child.stdout.destroyed).toBe(true);
  });
});
