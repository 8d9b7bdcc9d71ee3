import { readdir, readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds between the request to end and the end. */
const GRACE_MS = 200;
/** Milliseconds after which we stop to wait for processes that not even SIGKILL has ended yet. */
const PATIENCE_MS = 3000;
const POLL_MS = 5;

/** Names the variable by which a process is known to belong to a call, wherever it has gone. */
export const CALL_VARIABLE = "TOH_TOOL_CALL";

// Leaders of groups that run. A process that exits without a teardown (spec §0.6.4) has time for one signal.
const leaders: Set<number> = new Set();

function killLeaders(): void {
  for (const pid of leaders) send(-pid, "SIGKILL");
}

/** A process that leads a group of its own, and all that descends from it. Its group ends with this process at the latest. */
export class ProcessTree {
  readonly #pid: number;
  readonly #mark: string;
  readonly #startTicks: number;

  /** @param mark value of {@link CALL_VARIABLE} in the environment of the process, nobody else's. To be made right behind the spawn. */
  constructor(pid: number, mark: string) {
    this.#pid = pid;
    this.#mark = `${CALL_VARIABLE}=${mark}`;
    this.#startTicks = startTicks(pid);
    if (leaders.size === 0) process.once("exit", killLeaders);
    leaders.add(pid);
  }

  /**
   * Ends all of it, and resolves once it has ended: SIGTERM, and SIGKILL 200 ms later. Where there is a `/proc` this
   * finds those that left the group or lost their parent, too; elsewhere it is the group. Gives how many were alive.
   */
  async end(): Promise<number> {
    try {
      return await this.#end();
    } finally {
      leaders.delete(this.#pid);
      if (leaders.size === 0) process.off("exit", killLeaders);
    }
  }

  async #end(): Promise<number> {
    const alive = await this.#living();
    let left = alive;
    const begun = performance.now();
    for (const { pid } of left) send(pid, "SIGTERM");
    for (let waited = 0; left.length > 0 && waited < PATIENCE_MS; waited = performance.now() - begun) {
      await delay(POLL_MS);
      left = await this.#living();
      // Again and again: one that forks while it is looked for is found in the next round.
      if (waited >= GRACE_MS) for (const { pid } of left) send(pid, "SIGKILL");
    }
    return alive.length;
  }

  async #living(): Promise<readonly Member[]> {
    if (process.platform !== "linux") return groupLives(this.#pid) ? [{ pid: -this.#pid }] : [];
    const all = (await Promise.all((await readdir("/proc")).filter(isPid).map(readStat))).filter(
      (stat) => stat !== undefined,
    );
    const found = new Set<number>();
    for (const stat of all) if (await this.#isMarked(stat)) found.add(stat.pid);
    // Descendants that have cleared their environment and left the group, as long as a parent leads to us.
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const stat of all) if (found.has(stat.parent) || stat.parent === this.#pid) found.add(stat.pid);
    }
    return all.filter(({ pid, isDead }) => found.has(pid) && !isDead && pid !== process.pid);
  }

  async #isMarked(stat: Stat): Promise<boolean> {
    if (stat.startTicks < this.#startTicks) return false;
    if (stat.pid === this.#pid || stat.group === this.#pid || stat.session === this.#pid) return true;
    const environment = await readFile(`/proc/${stat.pid}/environ`, "latin1").catch(() => ""); // not ours, or gone
    return environment.split("\0").includes(this.#mark);
  }
}

interface Member {
  /** Negative: a group. */
  readonly pid: number;
}

interface Stat extends Member {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Since the machine started. */
  readonly startTicks: number;
  /** It has ended, and waits for its parent to notice. */
  readonly isDead: boolean;
}

function isPid(name: string): boolean {
  return /^\d+$/.test(name);
}

async function readStat(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => ""); // gone since the folder was read
  return parseStat(Number(pid), text);
}

/** See proc_pid_stat(5). The name of the program, in brackets, may hold anything, brackets too. */
function parseStat(pid: number, text: string): Stat | undefined {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 20) return undefined;
  const [state = ""] = fields;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    startTicks: Number(fields[19]),
    isDead: state === "Z" || state === "X",
  };
}

function startTicks(pid: number): number {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, "latin1"))?.startTicks ?? 0;
  } catch {
    // No /proc here. 0: as if it had been there from the start.
    return 0;
  }
}

function groupLives(pid: number): boolean {
  return send(-pid, 0);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // ESRCH: it has ended meanwhile. EPERM: it has become somebody else's, and is out of reach.
    return false;
  }
}
