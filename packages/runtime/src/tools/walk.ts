import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ignore from "ignore";
import { hasCode } from "../diagnostics.ts";
import { workspaceName } from "./workspace.ts";

/** Entries that one walk looks at before it gives up: a folder larger than this is no place to search blindly. */
const MAX_ENTRIES = 100_000;

// Never what a question is about, whatever a repository ignores.
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", ".venv"]);

/**
 * The files below `start` (real path, inside the real path `root`), names in order, folder by folder; what the
 * `.gitignore` of the root ignores is left out, links are not followed. Yields names relative to the root, with `/`.
 */
export async function* walk(root: string, start: string, signal: AbortSignal): AsyncGenerator<string> {
  const ignored = ignore().add(await gitignore(root));
  let seen = 0;
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inner: string[] = [];
    for (const entry of await entries(folder)) {
      signal.throwIfAborted();
      if (++seen > MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} files; name a folder further down`);
      if (SKIPPED.has(entry.name)) continue;
      const path = join(folder, entry.name);
      const name = workspaceName(root, path);
      if (ignored.ignores(entry.isDirectory() ? `${name}/` : name)) continue;
      if (entry.isDirectory()) inner.push(path);
      else if (entry.isFile()) yield name;
    }
    folders.push(...inner.toReversed());
  }
}

async function entries(folder: string): Promise<Entry[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // A folder that we may not read, or that has gone since its parent was read, has no files for us.
    if (hasCode(error, "EACCES", "EPERM", "ENOENT")) return [];
    throw error;
  }
}

interface Entry {
  readonly name: string;
  isDirectory(): boolean;
  isFile(): boolean;
}

async function gitignore(root: string): Promise<string> {
  try {
    return await readFile(join(root, ".gitignore"), "utf8");
  } catch {
    // None, or none that we may read: then nothing is ignored by it.
    return "";
  }
}
