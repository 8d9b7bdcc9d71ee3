import { constants } from "node:fs";
import { type FileHandle, open, rename, rm, stat, unlink } from "node:fs/promises";
import { quote } from "./event-fields.ts";
import type { SessionEvent, SessionHeader } from "./event.ts";
import { FileChanges } from "./file-changes.ts";
import { listFolder } from "./listing.ts";
import { LOCK_SUFFIX, LockFile } from "./lock-file.ts";
import { appendAll, type LogDisk, systemDisk } from "./log-disk.ts";
import { LogReader } from "./log-reader.ts";
import { type Durability, LogWriter } from "./log-writer.ts";
import { SessionFolder } from "./session-files.ts";
import { type StoreClock, systemClock } from "./store-clock.ts";
import { invalid, isCode, sessionExists, storeFailure, unknownSession } from "./store-errors.ts";
import { type EventStore, type EventWriter, type OpenedSession, StoreError, type StoredSession } from "./store.ts";
import { loadValidators, type LogValidators } from "./validators.ts";

export interface FileStoreOptions {
  /** The logs lie in its folder `sessions`, which is made, with all above it, when the first session is. */
  readonly dataFolder: string;
  /** Default `"sync"`. */
  readonly durability?: Durability;
  /** How often a follower looks at a log of which the system has told nothing. Default 500 ms. */
  readonly pollMs?: number;
  /** Default: the machine's. */
  readonly clock?: StoreClock;
  /** Default: the machine's. */
  readonly disk?: LogDisk;
}

/**
 * Sessions as files on one machine: one JSON line the header, then one an event. A file is for this user alone (0600, its
 * folder 0700), and a lock file beside it keeps a second process from writing to it.
 */
export class FileStore implements EventStore {
  readonly #folder: SessionFolder;
  readonly #durability: Durability;
  readonly #pollMs: number;
  readonly #clock: StoreClock;
  readonly #disk: LogDisk;

  constructor(options: FileStoreOptions) {
    this.#folder = new SessionFolder(options.dataFolder);
    this.#durability = options.durability ?? "sync";
    this.#pollMs = options.pollMs ?? 500;
    this.#clock = options.clock ?? systemClock;
    this.#disk = options.disk ?? systemDisk;
  }

  /** Absolute path of the file in which a session is kept, whether it is there or not. */
  pathOf(id: string): string {
    return this.#folder.logPath(id);
  }

  async create(header: SessionHeader): Promise<EventWriter> {
    const validators = await loadValidators();
    const fault = invalid("cannot create a session", validators.checkHeader(header));
    if (fault !== undefined) throw fault;
    const path = this.pathOf(header.id);
    await this.#folder.make();
    if (await this.has(header.id)) throw sessionExists(header.id);
    const lock = await this.#lock(header.id);
    return orRelease(lock, async () => {
      if (await this.has(header.id)) throw sessionExists(header.id);
      // Written and synced under another name: there is no moment at which a log has no header.
      const draft = `${path}.new`;
      await rm(draft, { force: true });
      const handle = await open(
        draft,
        constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
        0o600,
      );
      return orClose(handle, `cannot create ${path}`, async () => {
        const line = Buffer.from(`${JSON.stringify(header)}\n`);
        try {
          appendAll(this.#disk, handle.fd, line);
          await this.#syncFile(handle);
          await rename(draft, path);
        } catch (error) {
          await rm(draft, { force: true }).catch(() => undefined); // the first error is the one to tell
          throw error;
        }
        await this.#syncFolder();
        return this.#writer({ path, handle, lock, validators }, { bytes: line.length, nextSeq: 0 });
      });
    });
  }

  async open(id: string): Promise<OpenedSession> {
    const validators = await loadValidators();
    const path = this.pathOf(id);
    if (!(await this.has(id))) throw unknownSession(id);
    const lock = await this.#lock(id);
    return orRelease(lock, async () => {
      const handle = await openLog(path, id, constants.O_RDWR | constants.O_APPEND);
      return orClose(handle, `cannot open ${path}`, async () => {
        const { size } = await handle.stat();
        const reader = new LogReader(handle, { path, id, validators });
        const events: SessionEvent[] = [];
        for (let some = await reader.next(size); some !== undefined; some = await reader.next(size)) {
          for (const event of some) events.push(event);
        }
        const { header, end, nextSeq } = reader;
        if (end < size) this.#disk.truncate(handle.fd, end);
        // What another process wrote and did not live to sync must not be acknowledged on the strength of having been read.
        await this.#syncFile(handle);
        await this.#syncFolder();
        const writer = this.#writer({ path, handle, lock, validators }, { bytes: end, nextSeq });
        return { header, events, writer, cutBytes: size - end };
      });
    });
  }

  /** The head is that of the moment at which the first event is asked for. */
  async *read(id: string, afterSeq: number): AsyncGenerator<SessionEvent, void, undefined> {
    const { path, handle, reader } = await this.#reader(id, afterSeq);
    try {
      const { size } = await handle.stat();
      yield* eventsUpTo(reader, size);
      // A log without a header is damaged, also where it has no events.
      void reader.header;
    } catch (error) {
      throw storeFailure(`cannot read ${path}`, error);
    } finally {
      await handle.close();
    }
  }

  /** Rejects with `unknown` once the session has been deleted. */
  async *follow(id: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<SessionEvent, void, undefined> {
    if (signal.aborted) return;
    const { path, handle, reader } = await this.#reader(id, afterSeq);
    // Before the first look: nothing can fall between the two.
    const changes = new FileChanges(path, { clock: this.#clock, pollMs: this.#pollMs, signal });
    try {
      while (!signal.aborted) {
        // oxlint-disable no-await-in-loop -- looks again and again
        const { size, nlink } = await handle.stat();
        if (nlink === 0) throw unknownSession(id);
        if (size < reader.end) throw new StoreError("damaged", `${path} has become shorter while it was read`);
        for await (const event of eventsUpTo(reader, size)) {
          if (signal.aborted) return;
          yield event;
        }
        void reader.header;
        await changes.next();
        // oxlint-enable no-await-in-loop
      }
    } catch (error) {
      throw storeFailure(`cannot read ${path}`, error);
    } finally {
      changes.close();
      await handle.close();
    }
  }

  has(id: string): Promise<boolean> {
    return isThere(this.pathOf(id));
  }

  async list(): Promise<readonly StoredSession[]> {
    try {
      return await listFolder(this.#folder.path, await loadValidators());
    } catch (error) {
      throw storeFailure(`cannot list ${this.#folder.path}`, error);
    }
  }

  async delete(id: string): Promise<void> {
    if (!(await this.has(id))) return;
    const path = this.pathOf(id);
    const lock = await this.#lockToDelete(id);
    try {
      await rm(`${path}.new`, { force: true });
      await unlink(path);
    } catch (error) {
      if (!isCode(error, "ENOENT")) throw storeFailure(`cannot delete ${path}`, error);
    } finally {
      await lock?.release();
    }
    await this.#syncFolder();
  }

  #lock(id: string): Promise<LockFile> {
    return LockFile.take(this.#lockPath(id), `session ${quote(id)}`);
  }

  #lockPath(id: string): string {
    return `${this.pathOf(id)}${LOCK_SUFFIX}`;
  }

  /** On a full disk there is no room for a lock, and deleting is what makes some: then it is enough that there is none. */
  async #lockToDelete(id: string): Promise<LockFile | undefined> {
    try {
      return await this.#lock(id);
    } catch (error) {
      const isFull = error instanceof StoreError && isCode(error.cause, "ENOSPC", "EDQUOT", "EFBIG");
      if (isFull && !(await isThere(this.#lockPath(id)))) return undefined;
      throw error;
    }
  }

  async #reader(id: string, afterSeq: number): Promise<{ path: string; handle: FileHandle; reader: LogReader }> {
    const validators = await loadValidators();
    const path = this.pathOf(id);
    const handle = await openLog(path, id, constants.O_RDONLY);
    return { path, handle, reader: new LogReader(handle, { path, id, validators, afterSeq }) };
  }

  #writer(
    held: { path: string; handle: FileHandle; lock: LockFile; validators: LogValidators },
    state: { bytes: number; nextSeq: number },
  ): LogWriter {
    return new LogWriter({ ...held, ...state, durability: this.#durability, disk: this.#disk, clock: this.#clock });
  }

  async #syncFile({ fd }: FileHandle): Promise<void> {
    if (this.#durability === "sync") await this.#disk.datasync(fd);
  }

  async #syncFolder(): Promise<void> {
    if (this.#durability === "sync") await this.#folder.sync();
  }
}

async function* eventsUpTo(reader: LogReader, end: number): AsyncGenerator<SessionEvent, void, undefined> {
  for (let some = await reader.next(end); some !== undefined; some = await reader.next(end)) yield* some;
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw storeFailure(`cannot look for ${path}`, error);
  }
}

async function openLog(path: string, id: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    throw isCode(error, "ENOENT") ? unknownSession(id) : storeFailure(`cannot open ${path}`, error);
  }
}

/** What `work` makes holds the handle from then on; when it fails the handle is closed. */
async function orClose<T>(handle: FileHandle, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await handle.close().catch(() => undefined); // the first error is the one to tell
    throw storeFailure(what, error);
  }
}

/** As {@link orClose}, for the lock. */
async function orRelease<T>(lock: LockFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await lock.release().catch(() => undefined); // the first error is the one to tell
    throw storeFailure(`cannot use what ${lock.path} stands for`, error);
  }
}
