import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, open, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { clip, textAt } from "./event-fields.ts";
import { identityFrom, isProvablyGone, isWithinReach, type ProcessIdentity, thisProcess } from "./process-identity.ts";
import { isCode, openHere, storeFailure } from "./store-errors.ts";
import { StoreError } from "./store.ts";

/** What a lock file says. `token` tells one taking from any other, also by the same process. */
interface Holder {
  readonly token: string;
  /** Undefined when the file cannot be read as a lock. */
  readonly identity: ProcessIdentity | undefined;
}

/** Names of what lies beside a log for its lock, from the log's name on. */
export const LOCK_SUFFIX = ".lock";
const GUARD_SUFFIX = ".taking";

/** A guard that has a guard that has a guard: three processes were killed within microseconds, and still no end. */
const MAX_GUARDS = 4;

const HOUR_MS = 3_600_000;

/**
 * A file that says which process has something, from {@link LockFile.take} to {@link LockFile.release}.
 *
 * It comes into being whole, by a hard link to a file that was made with O_EXCL and synced: neither a killed process nor
 * a pulled plug leaves a lock that says nothing. One whose process is provably gone is replaced by renaming over it.
 * While that happens a lock of the same kind on the taking itself keeps a second process, which read the old holder
 * before, from renaming over the new one.
 */
export class LockFile {
  readonly path: string;
  readonly #token: string;

  private constructor(path: string, token: string) {
    this.path = path;
    this.#token = token;
  }

  /** Rejects with a StoreError: `locked`, whose message says who has it and which command frees it, or `failed`. */
  static async take(path: string, what: string): Promise<LockFile> {
    try {
      return await LockFile.#take(path, what, thisProcess(), 0);
    } catch (error) {
      throw storeFailure(`cannot lock ${what} with ${path}`, error);
    }
  }

  static async #take(path: string, what: string, me: ProcessIdentity, guards: number): Promise<LockFile> {
    const token = randomUUID();
    const mine = `${path}.${token}`;
    try {
      await writeWhole(mine, `${JSON.stringify({ ...me, token })}\n`);
      // Each round that does not settle it means that another process let go meanwhile.
      for (let round = 0; round < 100; round++) {
        // oxlint-disable no-await-in-loop -- the rounds are attempts, one after the other
        if (await putInPlace(mine, path)) return new LockFile(path, token);
        const holder = await readHolder(path);
        if (holder === undefined) continue;
        if (!isGone(holder, me) || guards === MAX_GUARDS) throw locked(path, what, holder, me);
        const guard = await LockFile.#take(path + GUARD_SUFFIX, what, me, guards + 1);
        try {
          const still = await readHolder(path);
          if (still?.token !== holder.token) continue;
          await rename(mine, path);
          return new LockFile(path, token);
        } finally {
          // What is left of it says nothing about who has the session, and is free once this process has ended.
          await guard.release().catch(() => undefined);
        }
        // oxlint-enable no-await-in-loop
      }
      throw new StoreError("locked", `${what} changes hands all the time; try again`);
    } finally {
      // Of no use to anybody any more; should it stay, a list of the folder clears it away later.
      await rm(mine, { force: true }).catch(() => undefined);
    }
  }

  /** Deletes the file if it is still this one. */
  async release(): Promise<void> {
    try {
      const holder = await readHolder(this.path);
      if (holder?.token === this.#token) await unlink(this.path);
    } catch (error) {
      if (!isCode(error, "ENOENT")) throw storeFailure(`cannot remove ${this.path}`, error);
    }
  }
}

/** Lock, guards, and the token of the one who took it. */
const LEFTOVER = /\.lock(?:\.taking)*\.[0-9a-f-]{36}$/;

/** Deletes the file at `path` when it is one that a process made for taking a lock, and was killed before it could delete it. */
export async function removeLeftover(path: string): Promise<void> {
  if (!LEFTOVER.test(path)) return;
  try {
    const holder = await readHolder(path);
    if (holder === undefined) return;
    // One that says nothing yet is written within milliseconds, or its process was killed in these.
    const isLeft = holder.identity === undefined ? await isOld(path) : isProvablyGone(holder.identity, thisProcess());
    if (isLeft) await rm(path, { force: true });
  } catch {
    // Unreadable, or not to be deleted: it does no harm where it is.
  }
}

async function isOld(path: string): Promise<boolean> {
  return Date.now() - (await stat(path)).mtimeMs > HOUR_MS;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** False when there is a file already. */
async function putInPlace(mine: string, path: string): Promise<boolean> {
  try {
    await link(mine, path);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    if (!isCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL")) throw error;
  }
  // A file system without hard links: as exclusive, but for a moment the file is there and says nothing yet.
  try {
    await copyFile(mine, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Undefined when there is no file. */
async function readHolder(path: string): Promise<Holder | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    return { token: textAt(value, "token") ?? "", identity: identityFrom(value) };
  } catch {
    // No JSON: somebody else's file, or one that is just being written. It holds the lock all the same.
    return { token: "", identity: undefined };
  }
}

function isGone({ identity }: Holder, me: ProcessIdentity): boolean {
  return identity !== undefined && isProvablyGone(identity, me);
}

function locked(path: string, what: string, { identity }: Holder, me: ProcessIdentity): StoreError {
  if (identity === undefined) {
    const message = `${what} has a lock file that says nothing; once you know that no process has it open, free it with`;
    return new StoreError("locked", `${message}: ${deleteCommand(path)}`);
  }
  const isNear = isWithinReach(identity, me);
  if (isNear && identity.pid === me.pid) return openHere(what);
  const where = !isNear && identity.host === me.host ? " in another container or machine of this name" : "";
  const who = `process ${identity.pid} on host ${clip(identity.host)}${where}`;
  // One whose end we can see needs no help: its lock is taken over then.
  const free = isNear ? "it is free once that has ended" : `once that has ended, free it with: ${deleteCommand(path)}`;
  return new StoreError("locked", `${what} is open in ${who}; ${free}`);
}

function deleteCommand(path: string): string {
  if (process.platform === "win32") return `del "${path}"`;
  return `rm ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;
}
