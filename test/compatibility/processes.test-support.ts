import { readdirSync, readFileSync } from "node:fs";

/** The processes of a group that live, read from /proc; a zombie is dead, and who has ended meanwhile too. */
export function processesOf(group: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The name in brackets may hold anything; behind it: state, parent, group.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state !== undefined && state !== "Z" && state !== "X" && Number(pgrp) === group;
    })
    .map(Number);
}

/** Resident memory of a process in bytes; 0 once it has ended. */
export function residentBytes(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Bytes that a process has given to write calls, to any file; 0 once it has ended. */
export function bytesWritten(pid: number): number {
  return Number(/^wchar: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process ended between the listing and the reading: then it has no state, and none of ours is left.
    return "";
  }
}
