import { spawn as nodeSpawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Clock } from "./clock.ts";
import { dispose } from "./dispose-ladder.ts";
import type { DisposeGraces, LadderStep } from "./dispose-ladder.ts";
import { drained } from "./drain.ts";
import { killOnHostExit } from "./host-exit.ts";
import { Latch } from "./latch.ts";
import { StderrTail } from "./stderr-tail.ts";

/** How to start a runtime. */
export interface LaunchOptions {
  /** The program; no shell reads it. */
  command: string;
  /** Default: none. */
  args?: readonly string[];
  /** The folder the process runs in. Default: that of this process. */
  cwd?: string;
  /** The whole environment of the runtime, in place of this process's own; a variable that is `undefined` is absent. */
  env?: NodeJS.ProcessEnv;
}

/**
 * What ended a runtime. `shutdown` answered the request and left; `eof` left when its stdin ended; `sigterm` and
 * `sigkill` had to be signalled; `exited` went by itself (or a stranger killed it); `survived` outlasted SIGKILL.
 */
export type CloseStep = "not-started" | "spawn-failed" | LadderStep;

export interface ExitFacts {
  /** `null` when a signal ended the process, or it never ran. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

/** What of the system the process needs; a test hands in its own. */
export interface ProcessSeams {
  clock: Clock;
  platform: NodeJS.Platform;
  spawn: (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
  /** As `process.kill`: a negative `pid` names a process group. */
  kill: (pid: number, signal: NodeJS.Signals) => void;
}

export const systemProcesses: Omit<ProcessSeams, "clock"> = {
  platform: process.platform,
  spawn: nodeSpawn,
  kill: (pid, signal) => void process.kill(pid, signal),
};

// After the exit, what the runtime wrote before it still has to be read. See `drained`.
const STDOUT_QUIET_MS = 250;
const STDOUT_DRAIN_MS = 2000;
const STDERR_SETTLE_MS = 100;
const NO_EXIT: ExitFacts = { exitCode: null, signal: null };

/**
 * One run of a runtime: a child process in a group of its own, with three pipes. Made once, started once.
 *
 * What is left of its group when it has exited is killed: nothing that a runtime started outlives it, unless it left
 * the group on purpose. On Windows there are no groups and no SIGTERM: there the process alone is ended.
 */
export class RuntimeProcess {
  readonly #seams: ProcessSeams;
  readonly #tail = new StderrTail();
  readonly #child: ChildProcess | undefined;
  readonly #spawned = new Latch<Error | undefined>();
  readonly #exited = new Latch<ExitFacts>();
  readonly #gone = new Latch<ExitFacts>();
  readonly #lost = new Latch<string>();
  #ending: Promise<CloseStep> | undefined;
  #terminated = false;
  #killed = false;
  #unhook: () => void = () => {};

  constructor(launch: LaunchOptions, seams: ProcessSeams) {
    this.#seams = seams;
    try {
      this.#child = this.#start(launch);
    } catch (error) {
      // Node throws some failures (a NUL byte in an argument, EACCES on some systems) and reports others by event.
      this.#failToSpawn(launch, error instanceof Error ? error : new Error(String(error)));
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the process runs, with the error when it cannot be started. */
  get spawned(): Promise<Error | undefined> {
    return this.#spawned.promise;
  }

  /** Resolves, with a reason for people, as soon as nobody can be talked to: stdout or stdin ended, or the exit. */
  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  /** Resolves when the process has been reaped and all that it wrote has been read. */
  get gone(): Promise<ExitFacts> {
    return this.#gone.promise;
  }

  get exit(): ExitFacts | undefined {
    return this.#exited.value;
  }

  get stderrTail(): string {
    return this.#tail.text();
  }

  /** The pipes of a process that was spawned. */
  get pipes(): { stdin: Writable; stdout: Readable } {
    if (!this.#child?.stdin || !this.#child.stdout) throw new Error("the runtime has no pipes");
    return { stdin: this.#child.stdin, stdout: this.#child.stdout };
  }

  /** Goes down the ladder of {@link dispose} until the process is gone. Again: the same ending. */
  end(shutdown: (() => Promise<unknown>) | undefined, graces: DisposeGraces): Promise<CloseStep> {
    return (this.#ending ??= this.#descend(shutdown, graces));
  }

  /** SIGKILL to the group, now. */
  kill(): void {
    this.#signal("SIGKILL");
  }

  /** Puts a line of this side into the tail of stderr, where people look for what went wrong. */
  note(text: string): void {
    this.#tail.push(Buffer.from(`[client] ${text}\n`));
  }

  async #descend(shutdown: (() => Promise<unknown>) | undefined, graces: DisposeGraces): Promise<CloseStep> {
    if ((await this.#spawned.promise) !== undefined) return "spawn-failed";
    const exited = this.#exited;
    const target = {
      get hasExited(): boolean {
        return exited.isSet;
      },
      exited: exited.promise,
      endInput: () => void this.#child?.stdin?.end(),
      terminate: this.#seams.platform === "win32" ? undefined : () => this.#signal("SIGTERM"),
      kill: () => this.kill(),
    };
    const step = await dispose(target, graces, this.#seams.clock, shutdown, (error) =>
      this.note(`shutdown failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    if (step === "survived") {
      this.#letGo();
      this.#gone.set(NO_EXIT);
    }
    await this.#gone.promise;
    return this.#killed && step !== "survived" ? "sigkill" : step;
  }

  #start(launch: LaunchOptions): ChildProcess {
    const onWindows = this.#seams.platform === "win32";
    if (onWindows && /\.(cmd|bat)$/i.test(launch.command)) {
      throw new Error(
        "a .cmd or .bat file runs only through a shell, which would read the arguments: " +
          "give the program itself, for example command: process.execPath with the script as first argument",
      );
    }
    const child = this.#seams.spawn(launch.command, [...(launch.args ?? [])], {
      cwd: launch.cwd,
      env: launch.env,
      stdio: ["pipe", "pipe", "pipe"],
      // A process group of its own: signals reach what the runtime starts, and Ctrl-C in a terminal reaches this
      // process alone, which then ends the runtime in order. On Windows `detached` would open a console window.
      detached: !onWindows,
      windowsHide: true,
    });
    child.on("error", (error) => {
      if (child.pid === undefined) this.#failToSpawn(launch, error);
      else this.note(error.message);
    });
    child.once("spawn", () => this.#spawned.set(undefined));
    child.once("exit", (exitCode, signal) => void this.#onExit(child, { exitCode, signal }));
    this.#watchPipes(child);
    if (child.pid !== undefined) this.#unhook = killOnHostExit(() => this.#onHostExit());
    return child;
  }

  #watchPipes(child: ChildProcess): void {
    child.stderr?.on("data", (chunk: Buffer) => this.#tail.push(chunk));
    // An error of stderr loses text for people, no more; it must not end the host.
    child.stderr?.on("error", (error) => this.note(error.message));
    child.stdout?.once("end", () => this.#lost.set("the runtime closed its stdout"));
    child.stdout?.on("error", (error) => this.#lost.set(`reading from the runtime failed: ${error.message}`));
    // EPIPE, when the runtime has ended or has closed its stdin. Without a listener it would end the host.
    child.stdin?.on("error", (error) => this.#lost.set(`writing to the runtime failed: ${error.message}`));
  }

  async #onExit({ stdout, stderr }: ChildProcess, facts: ExitFacts): Promise<void> {
    this.#unhook();
    this.#exited.set(facts);
    this.#sweepGroup();
    const { clock } = this.#seams;
    await Promise.all([
      stdout === null ? undefined : drained(stdout, clock, STDOUT_QUIET_MS, STDOUT_DRAIN_MS),
      stderr === null ? undefined : drained(stderr, clock, STDERR_SETTLE_MS, STDERR_SETTLE_MS),
    ]);
    this.#letGo();
    // The event loop closes handles at the end of a turn, behind what setImmediate calls: after the second turn,
    // whoever has awaited the end finds none.
    setImmediate(() => setImmediate(() => this.#gone.set(facts)));
  }

  /** Gives up the pipes, so that nothing here keeps the host alive whoever else holds their other ends. */
  #letGo(): void {
    this.#unhook();
    this.#child?.stdin?.destroy();
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
    this.#child?.unref();
    this.#lost.set("the runtime exited");
  }

  #failToSpawn(launch: LaunchOptions, error: Error): void {
    // Node blames the program for a missing folder, too.
    const failure = isMissingFolder(launch.cwd)
      ? new Error(`the working directory ${launch.cwd} does not exist or is no folder`, { cause: error })
      : error;
    this.#lost.set(`the runtime could not be started: ${failure.message}`);
    this.#exited.set(NO_EXIT);
    this.#letGo();
    this.#gone.set(NO_EXIT);
    this.#spawned.set(failure);
  }

  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    const pid = this.#child?.pid;
    if (pid === undefined || this.#exited.isSet) return;
    if (signal === "SIGTERM") this.#terminated = true;
    else this.#killed = true;
    if (this.#seams.platform === "win32") this.#child?.kill(signal);
    else this.#signalGroup(pid, signal);
  }

  /** The leader is reaped, so its id may name a stranger from now on; the group keeps the id while it has members. */
  #sweepGroup(): void {
    const pid = this.#child?.pid;
    if (pid !== undefined && this.#seams.platform !== "win32") this.#signalGroup(pid, "SIGKILL");
  }

  #signalGroup(pid: number, signal: NodeJS.Signals): void {
    try {
      this.#seams.kill(-pid, signal);
    } catch {
      // ESRCH: the group is empty. EPERM: only zombies are left in it (macOS). Either way there is nobody to signal.
    }
  }

  // No time is left to wait here. The end of this process ends the runtime's stdin as well, so SIGTERM suffices for a
  // runtime in order, and leaves it the time to write its log; one that had its SIGTERM already gets no more of it.
  #onHostExit(): void {
    if (this.#seams.platform === "win32" || this.#terminated) this.#signal("SIGKILL");
    else this.#signal("SIGTERM");
  }
}

function isMissingFolder(path: string | undefined): boolean {
  if (path === undefined) return false;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    // A folder that may not be looked at (EACCES) is there: the error of the spawn itself says more.
    return false;
  }
}
