import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { hasCode } from "../diagnostics.ts";

/** A text file larger than this is not read whole: bytes. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Whole lines are cut from a result longer than this, a little less than what a result may have anyway: UTF-16 units. */
export const MAX_RESULT_CHARACTERS: number = 63 * 1024;

export type TextFile =
  | { readonly kind: "text"; readonly text: string; readonly bytes: Buffer }
  | { readonly kind: "binary" | "too-large" | "not-a-file" | "moved" };

/**
 * Reads a whole file as UTF-8, where it is text of a size that a model can use. `path` is a real path: a link that has
 * been put in its place since is not followed (`moved`). Never waits for the other end of a pipe. Rejects when it
 * cannot be opened.
 */
export async function readTextFile(path: string): Promise<TextFile> {
  // Looked at before it is opened: opening a device may do something.
  const before = await lstat(path);
  if (before.isSymbolicLink()) return { kind: "moved" };
  if (!before.isFile()) return { kind: "not-a-file" };
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: "not-a-file" };
    if (!(await isAt(file, path))) return { kind: "moved" };
    return await contentOf(file, stats);
  } finally {
    await file.close();
  }
}

/** Whether an open file lies where its path says: no folder on the way has become a link meanwhile. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  if (process.platform !== "linux") return true;
  try {
    return (await readlink(`/proc/self/fd/${file.fd}`)) === path;
  } catch (error) {
    // No /proc in this container: the system cannot tell us.
    if (hasCode(error, "ENOENT", "EACCES")) return true;
    throw error;
  }
}

async function contentOf(file: FileHandle, { size }: Stats): Promise<TextFile> {
  if (size > MAX_FILE_BYTES) return { kind: "too-large" };
  // It may have grown since it was measured: one byte more than fits shows it.
  const buffer = Buffer.allocUnsafe(Math.min(size + 64 * 1024, MAX_FILE_BYTES + 1));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length > MAX_FILE_BYTES) return { kind: "too-large" };
  const bytes = buffer.subarray(0, length);
  // A NUL byte near the start is how git tells binary files, too.
  if (bytes.subarray(0, 8192).includes(0)) return { kind: "binary" };
  return { kind: "text", text: bytes.toString("utf8"), bytes };
}

/** Why a file is not shown, in words for a model. */
export function unreadable(path: string, kind: Exclude<TextFile["kind"], "text">): string {
  return `${path} ${UNREADABLE[kind]}`;
}

const UNREADABLE: Readonly<Record<Exclude<TextFile["kind"], "text">, string>> = {
  "not-a-file": "is a folder or a special file; list_files shows what a folder has",
  "too-large": `is larger than ${MAX_FILE_BYTES} bytes; search_files finds lines in it only below that`,
  binary: "is a binary file",
  moved: "changed its place while it was read; try again",
};

/** Cuts `lines` where their text passes `maxCharacters` (UTF-16 units), and says how many were left out. */
export function capLines(lines: readonly string[], maxCharacters: number): string {
  let size = 0;
  for (const [index, line] of lines.entries()) {
    size += line.length + 1;
    if (size <= maxCharacters) continue;
    // A first line that is too long by itself is shown as far as it goes: nothing else would ever show of it.
    const shown = index === 0 ? [line.slice(0, maxCharacters)] : lines.slice(0, index);
    const cut = lines.length - shown.length;
    const rest = line.length - maxCharacters;
    return [
      ...shown,
      ...(index === 0 ? [`[${rest} more characters of this line were cut]`] : []),
      ...(cut > 0 ? [`[${cut} more lines were cut]`] : []),
    ].join("\n");
  }
  return lines.join("\n");
}
