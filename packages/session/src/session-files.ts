import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { makeFolder, syncFolder } from "./folders.ts";
import { storeFailure } from "./store-errors.ts";

/** What the name of a log ends with. */
export const LOG_SUFFIX = ".jsonl";

/**
 * Name of a session's log: letters and digits of the id for people, then 128 bits of its SHA-256, which tell ids apart
 * that a disk would take for one: `A` beside `a`, two spellings of `é`, ids with a common start of 512 bytes.
 */
export function logFileName(id: string): string {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 32);
  return `${readable === "" ? "session" : readable}-${digest}${LOG_SUFFIX}`;
}

/** The folder of the logs, `sessions` in the data folder. It is made when the first session is. */
export class SessionFolder {
  /** Absolute. */
  readonly path: string;

  constructor(dataFolder: string) {
    this.path = join(resolve(dataFolder), "sessions");
  }

  logPath(id: string): string {
    return join(this.path, logFileName(id));
  }

  /** Makes it, and what is missing above it, for this user alone; there for good when this resolves. */
  async make(): Promise<void> {
    try {
      await makeFolder(this.path);
    } catch (error) {
      throw storeFailure(`cannot make the folder ${this.path}`, error);
    }
  }

  /** Resolves when what was made, renamed or deleted in it survives the end of the machine. */
  async sync(): Promise<void> {
    try {
      await syncFolder(this.path);
    } catch (error) {
      throw storeFailure(`cannot sync the folder ${this.path}`, error);
    }
  }
}
