import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { hasCode } from "../diagnostics.ts";

/**
 * Puts a file at `target`, a real path inside the real path `root`: whole or not at all, with the permissions of the file
 * that it replaces. Makes the folders on the way. No link is followed, whenever it was put there. Gives whether there
 * was a file before.
 */
export async function putFile(root: string, target: string, content: Uint8Array): Promise<"created" | "replaced"> {
  const folder = await openFolder(root, dirname(target));
  try {
    const at = join(folder.path, target.slice(dirname(target).length + 1));
    const mode = await modeOf(at);
    const draft = join(folder.path, `.toh-${randomUUID()}.tmp`);
    try {
      await writeDraft(draft, content, mode);
      await rename(draft, at);
    } catch (error) {
      await unlink(draft).catch(() => undefined); // there may be none; the first error is the one to tell
      throw error;
    }
    return mode === undefined ? "created" : "replaced";
  } finally {
    await folder.close();
  }
}

/** Permissions of the file that is to be replaced; undefined where there is none. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    const stats = await lstat(path);
    if (stats.isDirectory()) throw new Error("it is a folder");
    if (!stats.isFile()) throw new Error("it is no plain file");
    // A rename would replace it all the same: permissions of a file are a wish to be kept.
    await access(path, constants.W_OK);
    return stats.mode & 0o777;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

async function writeDraft(path: string, content: Uint8Array, mode: number | undefined): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, mode ?? 0o666);
  try {
    await file.writeFile(content);
    if (mode !== undefined) await file.chmod(mode); // the umask took its part away
    await file.datasync();
  } finally {
    await file.close();
  }
}

interface OpenFolder {
  /** A path to the folder that stays right if somebody moves it, or puts a link in its place. */
  readonly path: string;
  close(): Promise<void>;
}

/** Goes down from `root` to `path` folder by folder, each held open and none of them a link; makes those that are not there. */
async function openFolder(root: string, path: string): Promise<OpenFolder> {
  const names = relative(root, path)
    .split(sep)
    .filter((name) => name !== "");
  // Elsewhere a folder cannot be named by what holds it open. Links are refused all the same, though not in a race.
  const isHeld = process.platform === "linux";
  let at = root;
  let handle: FileHandle = await open(root, FOLDER);
  try {
    for (const name of names) {
      const inner = join(isHeld ? `/proc/self/fd/${handle.fd}` : at, name);
      await mkdir(inner).catch((error: unknown) => {
        if (!hasCode(error, "EEXIST")) throw error;
      });
      const next = await open(inner, FOLDER);
      await handle.close();
      handle = next;
      at = join(at, name);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { path: isHeld ? `/proc/self/fd/${handle.fd}` : at, close: () => handle.close() };
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
