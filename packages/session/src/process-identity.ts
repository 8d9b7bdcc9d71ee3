import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { memberOf, numberAt, textAt } from "./event-fields.ts";

/** Tells a process from every other one, also from a later one with the same pid. Where a system does not tell a member it is "". */
export interface ProcessIdentity {
  readonly host: string;
  /** Digest of the machine's own id: two hosts may have the same name. */
  readonly machine: string;
  readonly pid: number;
  /** Id of the boot and the kernel's ticks from there to the start of the process. */
  readonly started: string;
  /** A pid means nothing outside of its namespace. */
  readonly pidNamespace: string;
}

export function thisProcess(): ProcessIdentity {
  const machine = readOr("/etc/machine-id");
  return {
    host: hostname(),
    machine: machine === "" ? "" : createHash("sha256").update(machine).digest("hex").slice(0, 16),
    pid: process.pid,
    started: startOf(process.pid)?.started ?? "",
    pidNamespace: pidNamespace(),
  };
}

/** Reads an identity that some process wrote; undefined when it is none. */
export function identityFrom(value: unknown): ProcessIdentity | undefined {
  const [host, machine, started, pidNamespaceOf] = ["host", "machine", "started", "pidNamespace"].map((key) =>
    textAt(value, key),
  );
  const pid = numberAt(value, "pid");
  if (host === undefined || machine === undefined || started === undefined || pidNamespaceOf === undefined)
    return undefined;
  if (!Number.isSafeInteger(pid) || pid <= 0 || memberOf(value, "host") === "") return undefined;
  return { host, machine, pid, started, pidNamespace: pidNamespaceOf };
}

/** Whether its pid can be asked about from here: it is of this machine and this pid namespace. */
export function isWithinReach(other: ProcessIdentity, me: ProcessIdentity): boolean {
  return other.host === me.host && other.machine === me.machine && other.pidNamespace === me.pidNamespace;
}

/** Whether it is certain that the process has ended. In doubt it has not. */
export function isProvablyGone(other: ProcessIdentity, me: ProcessIdentity): boolean {
  if (!isWithinReach(other, me)) return false;
  const boot = bootOf(other);
  if (boot !== "" && bootOf(me) !== "" && boot !== bootOf(me)) return true;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
    // Anything else, as EPERM: a process of that pid is there, and /proc may tell more.
  }
  const found = startOf(other.pid);
  if (found === undefined) return false;
  return found.ended || (other.started !== "" && found.started !== other.started);
}

function bootOf({ started }: ProcessIdentity): string {
  return started.split("/")[0] ?? "";
}

/** `ended`: nothing is left of it but its exit code, which its parent has not fetched yet. Undefined where /proc does not tell. */
function startOf(pid: number): { started: string; ended: boolean } | undefined {
  const boot = readOr("/proc/sys/kernel/random/boot_id");
  const stat = readOr(`/proc/${pid}/stat`);
  // The second field is the name of the program in brackets and may itself hold brackets and spaces; the third is the
  // state, the 22nd the start.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(" ");
  const [state] = fields;
  const ticks = fields[19];
  if (boot === "" || stat === "" || state === undefined || ticks === undefined) return undefined;
  return { started: `${boot}/${ticks}`, ended: state === "Z" || state === "X" };
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Systems without /proc have no pid namespaces either.
    return "";
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // Not there, or not for us: then the system does not tell, and what follows from it is not proven.
    return "";
  }
}
