import { type LogDisk, systemDisk } from "./log-disk.ts";
import type { StoreClock } from "./store-clock.ts";

export const diskError = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: simulated`), { code });

/** The machine's disk until a test says otherwise. */
export class TestDisk implements LogDisk {
  /** Bytes left on the disk; what comes when there are fewer is written in part, and the rest refused with ENOSPC. */
  spaceBytes = Infinity;
  /** At most so many bytes are taken by one call. */
  callBytes = Infinity;
  /** What these fail with from now on. */
  truncateError: Error | undefined;
  syncError: Error | undefined;
  lookError: Error | undefined;
  /** Syncs begun. */
  syncs = 0;
  /** While held, a sync ends when it is let go of. */
  #held: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  hold(): void {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    this.#held = { promise, resolve };
  }

  letGo(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  append(fd: number, bytes: Uint8Array): number {
    if (this.spaceBytes === 0) throw diskError("ENOSPC");
    const count = systemDisk.append(fd, bytes.subarray(0, Math.min(bytes.length, this.spaceBytes, this.callBytes)));
    this.spaceBytes -= count;
    return count;
  }

  truncate(fd: number, length: number): void {
    if (this.truncateError !== undefined) throw this.truncateError;
    systemDisk.truncate(fd, length);
  }

  async datasync(fd: number): Promise<void> {
    this.syncs++;
    await this.#held?.promise;
    if (this.syncError !== undefined) throw this.syncError;
    await systemDisk.datasync(fd);
  }

  look(path: string): ReturnType<LogDisk["look"]> {
    if (this.lookError !== undefined) throw this.lookError;
    return systemDisk.look(path);
  }
}

/** Stands still until it is told to go on. */
export class TestClock implements StoreClock {
  #now = 0;
  #timers: { readonly at: number; readonly callback: () => void; readonly hold: boolean }[] = [];

  after(ms: number, callback: () => void, hold: boolean): () => void {
    const timer = { at: this.#now + ms, callback, hold };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Timers set and not cancelled; those among them that would keep the process alive. */
  get waiting(): { all: number; holding: number } {
    return { all: this.#timers.length, holding: this.#timers.filter(({ hold }) => hold).length };
  }

  pass(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
  }
}
