// @ts-check
// One set-up at a time: a lock file that names its owners, so that a dead owner's lock is seen for what it is.
import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { SetupError } from "./repository.mjs";

/** How often a waiting command looks again, and how long it waits at most. */
const lookAgainMs = 200;
const patienceMs = 15 * 60_000;

/**
 * Runs `work` while holding the lock at `path`, waiting for whoever holds it. Everything that `work` must not repeat
 * has to be looked at again inside it: the one waited for may have done it.
 *
 * `work` gets a function that makes a child process an owner too: one that goes on after this process was killed
 * still keeps others out.
 *
 * @template T
 * @param {string} path a file; it does not exist while nobody holds the lock
 * @param {(share: (pid: number) => void) => Promise<T>} work
 * @param {(line: string) => void} [say] hears once that there is someone to wait for
 * @returns {Promise<T>}
 */
export async function withLock(path, work, say = () => {}) {
  const me = identity(process.pid);
  const giveUpAt = Date.now() + patienceMs;
  for (let waited = false; !acquire(path, me); waited = true) {
    if (!waited) say("waiting for another command that is setting up");
    if (Date.now() > giveUpAt) throw new SetupError(`${path} has been held for too long; delete it if no command runs`);
    await wait(lookAgainMs);
  }
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  try {
    return await work((pid) => appendFileSync(path, `\n${identity(pid)}`));
  } finally {
    process.off("exit", release);
    release();
  }
}

/**
 * @param {string} path
 * @param {string} me
 */
function acquire(path, me) {
  const mine = `${path}.${process.pid}`;
  // A link appears with its contents: nobody ever reads a lock without an owner.
  writeFileSync(mine, me);
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    removeIfAbandoned(path, mine);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * @param {string} path
 * @param {string} mine a name that only this process uses
 */
function removeIfAbandoned(path, mine) {
  const owners = read(path);
  if (owners === undefined || isHeld(owners)) return;
  const taken = `${mine}.abandoned`;
  try {
    // Of several that see the same dead owner one gets the file; the others find nothing to rename.
    renameSync(path, taken);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  // Between the look and the rename another may have cleared the lock and taken it: then it gets it back.
  if (read(taken) !== owners) linkSync(taken, path);
  rmSync(taken, { force: true });
}

/** @param {string} owners one a line, each what {@link identity} returned in some process */
function isHeld(owners) {
  return owners.split("\n").some((owner) => {
    const [host, pid] = owner.split(" ");
    // On another machine that shares the folder: cannot be asked, so it is believed until the waiting ends.
    return host !== hostname() || owner === identity(Number(pid));
  });
}

/**
 * Host, process id and, where the system tells, the time it started: a number that was given to a new process is not
 * taken for its old owner.
 *
 * @param {number} pid
 */
function identity(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // The command's name, in parentheses, may hold anything; state and start time are words 1 and 20 after it.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields !== undefined) return `${hostname()} ${pid} ${fields[0] === "Z" ? "ended" : fields[19]}`;
  return `${hostname()} ${pid} ${isRunning(pid) ? "running" : "ended"}`;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * @param {string} path
 * @returns {string | undefined} nothing when there is no such file
 */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // ESRCH: a process that ended while its entry under /proc was being read.
    if (["ENOENT", "ESRCH", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
