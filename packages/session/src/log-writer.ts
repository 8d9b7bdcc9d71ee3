import type { FileHandle } from "node:fs/promises";
import type { SessionEvent } from "./event.ts";
import { GroupCommit } from "./group-commit.ts";
import type { LockFile } from "./lock-file.ts";
import { appendAll, type LogDisk } from "./log-disk.ts";
import type { StoreClock } from "./store-clock.ts";
import { invalid, storeFailure } from "./store-errors.ts";
import { type EventWriter, StoreError } from "./store.ts";
import type { LogValidators } from "./validators.ts";

/** `sync`: on the disk before it is acknowledged. `os`: the system writes when it likes; a lost machine loses seconds. */
export type Durability = "sync" | "os";

export interface LogWriterOptions {
  /** Absolute. */
  readonly path: string;
  /** Opened to read and append. From here on the writer's, as the lock is: both are let go of in {@link LogWriter.close}. */
  readonly handle: FileHandle;
  readonly lock: LockFile;
  /** Bytes of whole lines in the file, and all there is in it. */
  readonly bytes: number;
  /** `seq` of the next event. */
  readonly nextSeq: number;
  readonly durability: Durability;
  readonly disk: LogDisk;
  readonly clock: StoreClock;
  readonly validators: LogValidators;
}

/** Appends to the file of one session, whose lock it holds. */
export class LogWriter implements EventWriter {
  readonly #options: LogWriterOptions;
  readonly #commit: GroupCommit;
  /** Which file the path leads to, as long as nobody meddles. */
  readonly #file: string | undefined;
  #bytes: number;
  #nextSeq: number;
  /** The first error of the disk: nothing is written after it. */
  #failure: StoreError | undefined;
  /** A write failed and what it left behind could not be taken back: a torn last line. */
  #torn = false;
  #closing: Promise<void> | undefined;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.#bytes = options.bytes;
    this.#nextSeq = options.nextSeq;
    this.#file = options.disk.look(options.path)?.file;
    this.#commit = new GroupCommit(() => this.#sync(), options.clock);
  }

  write(event: SessionEvent): void {
    const { path, handle, disk, validators } = this.#options;
    if (this.#closing !== undefined) throw new StoreError("failed", `${path} takes no more: its writer is closed`);
    if (this.#failure !== undefined) throw again(path, this.#failure);
    if (event.seq !== this.#nextSeq) {
      throw new StoreError("conflict", `${path} expects event ${this.#nextSeq}, got ${event.seq}`);
    }
    // What the checks refuse would be damage to whoever opens the log.
    const fault = invalid(`${path} takes no such event`, validators.checkEvent(event));
    if (fault !== undefined) throw fault;
    const line = encode(event, path);
    try {
      appendAll(disk, handle.fd, line);
    } catch (error) {
      this.#failure = storeFailure(`cannot write event ${event.seq} to ${path}`, error);
      this.#takeBack();
      throw this.#failure;
    }
    this.#bytes += line.length;
    this.#nextSeq++;
    if (this.#options.durability === "sync") this.#commit.wrote();
  }

  sync(): Promise<void> {
    if (this.#options.durability === "sync") return this.#commit.sync();
    // Nothing is synced, but nothing is acknowledged either that has no file any more.
    return this.#closing === undefined ? this.#checkFile() : Promise.resolve();
  }

  /** Rejects with `failed` when something that was written is not on the disk. Lets go in any case. */
  close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #end(): Promise<void> {
    const { handle, lock, path, durability } = this.#options;
    const failures: unknown[] = [];
    const keep = (error: unknown): void => {
      failures.push(error);
    };
    if (durability === "sync") await this.#commit.sync().catch(keep);
    await handle.close().catch(keep);
    await lock.release().catch(keep);
    if (failures.length > 0) throw storeFailure(`cannot close ${path}`, failures[0]);
  }

  #takeBack(): void {
    const { handle, disk } = this.#options;
    try {
      disk.truncate(handle.fd, this.#bytes);
    } catch {
      // The disk is refusing everything. The line has no end, so no reader takes it for an event, and who opens the log
      // next cuts it off. The write's own error is the one to tell.
      this.#torn = true;
    }
  }

  async #sync(): Promise<void> {
    const { handle, disk, path } = this.#options;
    try {
      await disk.datasync(handle.fd);
    } catch (error) {
      throw (this.#failure ??= storeFailure(`cannot sync ${path}`, error));
    }
    await this.#checkFile();
  }

  /** A log that was deleted, moved or written to by others can still be written and synced, into nowhere. */
  async #checkFile(): Promise<void> {
    const { disk, path } = this.#options;
    let found: ReturnType<LogDisk["look"]>;
    try {
      found = disk.look(path);
    } catch (error) {
      throw (this.#failure ??= storeFailure(`cannot find ${path} any more`, error));
    }
    if (found?.file !== this.#file) throw (this.#failure ??= gone(path));
    if (found?.bytes !== this.#bytes && !this.#torn) {
      throw (this.#failure ??= new StoreError("failed", `somebody else has changed ${path} while it was open here`));
    }
  }
}

function encode(event: SessionEvent, path: string): Buffer {
  try {
    return Buffer.from(`${JSON.stringify(event)}\n`);
  } catch (error) {
    throw new StoreError("invalid", `${path} takes no such event: it has no JSON text`, { cause: error });
  }
}

function again(path: string, failure: StoreError): StoreError {
  return new StoreError("failed", `${path} takes no more, since this failed: ${failure.message}`, { cause: failure });
}

function gone(path: string): StoreError {
  return new StoreError("failed", `${path} was deleted or moved while it was open here`);
}
