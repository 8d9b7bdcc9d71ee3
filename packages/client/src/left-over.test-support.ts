import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";

/** Whether the process runs. One that has ended and waits to be reaped, perhaps by nobody, does not. */
export function isRunning(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Resolves when the process does not run any more. It is a stranger's child, so there is no event to wait for. */
export async function untilGone(pid: number, withinMs = 5000): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: withinMs, interval: 5 }).toBe(false);
}

/**
 * What of the system this process holds right now. Two of these that are equal, before and after, tell that nothing
 * was left: no child (not even one to be reaped), handle or listener.
 */
export function held(): { children: number[]; resources: Record<string, number>; exitListeners: number } {
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) {
    // Vitest's own work comes and goes; what a child process takes is a process and pipes.
    if (/Process|Pipe|Socket/.test(name)) resources[name] = (resources[name] ?? 0) + 1;
  }
  return { children: childrenOf(process.pid), resources, exitListeners: process.listenerCount("exit") };
}

/** Expects that all has been given back since `before`. Handles are closed in a turn of the event loop of their own. */
export async function expectNothingLeft(before: ReturnType<typeof held>): Promise<void> {
  await expect.poll(held, { timeout: 5000, interval: 5 }).toEqual(before);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name));
  return pids.map(Number).filter((pid) => statOf(pid)?.parent === parent);
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; the fields follow the last one.
    const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    // No such process, or it ended between two reads.
    return undefined;
  }
}
