import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { isCode } from "./store-errors.ts";

/**
 * Makes a folder, and what is missing above it, for this user alone; there for good when this resolves.
 * @param path absolute
 */
export async function makeFolder(path: string): Promise<void> {
  const topmost = await mkdir(path, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  // The entry of a new folder stands in the folder above it, so each folder above a new one is synced.
  for (let made = path; ; made = dirname(made)) {
    // oxlint-disable-next-line no-await-in-loop -- a handful at most, once in the life of a data folder
    await syncFolder(dirname(made));
    if (made === topmost || dirname(made) === made) return;
  }
}

/** Resolves when what was made, renamed or deleted in a folder survives the end of the machine. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder; its file systems write such entries in order by themselves.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems have no sync for folders; nothing more can be done about it there.
    if (!isCode(error, "EINVAL", "ENOTSUP")) throw error;
  } finally {
    await folder.close();
  }
}
