import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { hasCode } from "../diagnostics.ts";
import type { ToolAccess } from "./tool.ts";

/** A path that a model named, found inside the working folder. */
export interface Located extends ToolAccess {
  readonly target: string;
  readonly root: string;
  readonly paths: readonly string[];
  /** Whether there is something at the target. */
  readonly exists: boolean;
}

/**
 * Finds `path`, which the model named relative to the working folder or absolutely. Rejects when it lies outside: by
 * `..`, by an absolute path, or by a link that leads out. What does not exist is where its nearest existing folder is.
 */
export async function locate(cwd: string, path: string): Promise<Located> {
  if (path.includes("\0")) throw new Error("a path cannot hold a NUL character");
  const base = resolve(cwd);
  const root = await real(base);
  if (root === undefined) throw new Error(`no such file or folder: ${cwd}`);
  const named = resolve(base, path);
  const isInside = contains(base, named);
  if (!isInside && !contains(root, named)) throw outside(path);
  const { target, exists } = await nearest(named, path);
  if (!contains(root, target)) throw outside(path);
  if (SPECIAL.some((folder) => contains(folder, target)))
    throw new Error(`${path} belongs to the system and is no file to read or write`);
  const paths = [workspaceName(isInside ? base : root, named), workspaceName(root, target)];
  return { target, root, exists, paths: [...new Set(paths)] };
}

/** {@link locate}, where there has to be something. */
export async function locateExisting(cwd: string, path: string): Promise<Located> {
  const located = await locate(cwd, path);
  if (!located.exists) throw new Error(`no such file or folder: ${path}`);
  return located;
}

/** How a path inside the folder is named to the model: relative, with `/`. */
export function workspaceName(root: string, path: string): string {
  const name = relative(root, path).split(sep).join("/");
  return name === "" ? "." : name;
}

function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

// Reading some of their files waits for ever, and some hold the environment of this very process.
const SPECIAL: readonly string[] = ["/proc", "/sys", "/dev"];

async function nearest(named: string, path: string): Promise<{ target: string; exists: boolean }> {
  const missing: string[] = [];
  for (let at = named; ; at = dirname(at)) {
    const found = await real(at);
    if (found !== undefined) return { target: join(found, ...missing), exists: missing.length === 0 };
    // A link is there, and yet leads to nothing: writing "to it" would make a file wherever it points.
    if (await isLink(at)) throw new Error(`${path} is, or goes through, a link that leads nowhere`);
    if (at === dirname(at)) throw new Error(`no such file or folder: ${path}`);
    missing.unshift(basename(at));
  }
}

/** The real path; undefined where nothing is there. */
async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw plain(error, path);
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw plain(error, path);
  }
}

function outside(path: string): Error {
  return new Error(`${path} is outside the working folder; name a path inside it`);
}

/** What the system says of a path, in words for a model; any other error as it is. */
export function plain(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = WORDS[code];
  return words === undefined ? error : new Error(`${path}: ${words}`, { cause: error });
}

const WORDS: Readonly<Record<string, string | undefined>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ELOOP: "a link on the way leads in a circle, or has just been put there",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or folder",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENXIO: "it is a special file",
};
