import { randomUUID } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { listAt, memberOf, numberAt, textAt } from "./event-fields.ts";
import { removeLeftover } from "./lock-file.ts";
import { LOG_SUFFIX } from "./session-files.ts";
import { summarize } from "./session-summary.ts";
import { isCode, storeFailure } from "./store-errors.ts";
import type { StoredSession } from "./store.ts";
import type { LogValidators } from "./validators.ts";

/** Beside the logs. May be deleted at any time: it is then built anew from them. */
const CACHE_NAME = "list-cache.json";
/** Raised when what is told of a session changes: older caches are then built anew. */
const CACHE_VERSION = 1;
/** How long other work waits for a list of many sessions. */
const SLICE_MS = 5;

interface CacheEntry {
  readonly mtimeMs: number;
  readonly session: StoredSession;
}
type Cache = Map<string, CacheEntry>;

/** Latest activity first. Reads what has changed since the list before, from the ends of each log, and nothing else. */
export async function listFolder(folder: string, validators: LogValidators): Promise<StoredSession[]> {
  const names = await namesIn(folder);
  const known = await readCache(folder, validators);
  const cache: Cache = new Map();
  const sessions: StoredSession[] = [];
  let isNews = false;
  let sliceEnd = performance.now() + SLICE_MS;
  for (const name of names) {
    if (performance.now() > sliceEnd) {
      // oxlint-disable-next-line no-await-in-loop -- lets other work through
      await nextTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const path = join(folder, name);
    // oxlint-disable-next-line no-await-in-loop -- there is hardly ever one
    if (!name.endsWith(LOG_SUFFIX)) await removeLeftover(path);
    // The calls that wait are the fast ones here: each would take longer to hand over than to do.
    const found = name.endsWith(LOG_SUFFIX) ? lookAt(path) : undefined;
    if (found === "unreachable") sessions.push(summarize(path, 0, validators));
    if (found === undefined || found === "unreachable" || !found.isFile()) continue;
    const entry = known.get(name);
    const isKnown = entry !== undefined && entry.mtimeMs === found.mtimeMs && entry.session.bytes === found.size;
    const session = isKnown ? entry.session : summarize(path, found.size, validators, entry?.session);
    sessions.push(session);
    isNews ||= !isKnown;
    // What is wrong may be put right without a change of the file, so it is looked at each time.
    if (session.problem === undefined) cache.set(name, { mtimeMs: found.mtimeMs, session });
  }
  if (isNews || cache.size !== known.size) await writeCache(folder, cache);
  return sessions.sort(byActivity);
}

/** `unreachable`: whoever opens it is told why. */
function lookAt(path: string): Stats | "unreachable" | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A link in a circle, a mount that has gone away: no reason to keep the others from the list.
    return "unreachable";
  }
}

export function byActivity(a: StoredSession, b: StoredSession): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw storeFailure(`cannot list ${folder}`, error);
  }
}

async function readCache(folder: string, validators: LogValidators): Promise<Cache> {
  const cache: Cache = new Map();
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, CACHE_NAME), "utf8"));
    if (numberAt(value, "version") !== CACHE_VERSION) return cache;
    for (const entry of listAt(value, "sessions")) {
      const name = textAt(entry, "name");
      const session = storedSession(memberOf(entry, "session"), validators);
      if (name !== undefined && session !== undefined)
        cache.set(name, { mtimeMs: numberAt(entry, "mtimeMs"), session });
    }
  } catch {
    // Not there, unreadable or cut short: the list is told from the logs.
    cache.clear();
  }
  return cache;
}

function storedSession(value: unknown, { isSessionHeader }: LogValidators): StoredSession | undefined {
  const header = memberOf(value, "header");
  const [turns, lastSeq, updatedAt, bytes] = ["turns", "lastSeq", "updatedAt", "bytes"].map((key) =>
    numberAt(value, key),
  );
  if (!isSessionHeader(header) || turns === undefined || lastSeq === undefined) return undefined;
  if (updatedAt === undefined || bytes === undefined) return undefined;
  if (Number.isNaN(turns + lastSeq + updatedAt + bytes)) return undefined;
  return { id: header.id, header, title: textAt(value, "title"), turns, lastSeq, updatedAt, bytes };
}

async function writeCache(folder: string, cache: Cache): Promise<void> {
  const sessions = Array.from(cache, ([name, { mtimeMs, session }]) => ({ name, mtimeMs, session }));
  const path = join(folder, CACHE_NAME);
  const mine = `${path}.${randomUUID()}`;
  try {
    await writeFile(mine, JSON.stringify({ version: CACHE_VERSION, sessions }), { mode: 0o600, flag: "wx" });
    await rename(mine, path);
  } catch {
    // A full disk, a folder that is read only: the list is right without a cache, and slower the next time.
    await rm(mine, { force: true }).catch(() => undefined);
  }
}
