import { fdatasync, ftruncateSync, statSync, writeSync } from "node:fs";
import { promisify } from "node:util";

/** What a log is written with. Tests hand in a disk that is full, fails, or is slow. */
export interface LogDisk {
  /** Writes behind all that is in the file, and gives how many bytes; that may be fewer than there are. */
  append(fd: number, bytes: Uint8Array): number;
  truncate(fd: number, length: number): void;
  datasync(fd: number): Promise<void>;
  /** What is at `path` now; undefined when nothing is. */
  look(path: string): { readonly file: string; readonly bytes: number } | undefined;
}

/** Writes all of `bytes` behind what is in the file. When it throws, some of them may be there. */
export function appendAll(disk: LogDisk, fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const count = disk.append(fd, done === 0 ? bytes : bytes.subarray(done));
    if (count <= 0) throw new Error("the disk takes no bytes and gives no reason");
    done += count;
  }
}

const datasync = promisify(fdatasync);

/** The file system of the machine. */
export const systemDisk: LogDisk = {
  append: (fd, bytes) => writeSync(fd, bytes),
  truncate: (fd, length) => ftruncateSync(fd, length),
  datasync: (fd) => datasync(fd),
  look: (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { file: `${found.dev}:${found.ino}`, bytes: found.size };
  },
};
