import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Durability } from "@buckeyestudio/toh-session";
import type { PictureShelf, StoredPicture } from "./attachments.ts";

/**
 * Pictures in `attachments` of a data folder: the bytes in a file that has the digest as its name, and the name for
 * people, which is never part of a path, in `<digest>.json` beside it. For this user alone.
 */
export class FileShelf implements PictureShelf {
  readonly #folder: string;
  readonly #durability: Durability;

  constructor(dataFolder: string, durability: Durability) {
    this.#folder = join(resolve(dataFolder), "attachments");
    this.#durability = durability;
  }

  has(digest: string): boolean {
    return statSync(this.#path(digest), { throwIfNoEntry: false })?.isFile() === true;
  }

  async read(digest: string): Promise<StoredPicture | undefined> {
    const bytes = await fileOf(this.#path(digest));
    if (bytes === undefined) return undefined;
    const name = await this.#nameOf(digest);
    return { bytes, ...(name === undefined ? {} : { name }) };
  }

  async write(digest: string, { bytes, name }: StoredPicture): Promise<void> {
    await this.#make();
    // The name goes first, so that a picture that is there has its name.
    if (name !== undefined && (await this.#nameOf(digest)) === undefined) {
      await this.#replace(this.#namePath(digest), JSON.stringify({ name }));
    }
    const kept = await fileOf(this.#path(digest));
    // One that was damaged is mended by whoever puts it again.
    if (kept === undefined || !kept.equals(bytes)) await this.#replace(this.#path(digest), bytes);
    if (this.#durability === "sync") await syncFolder(this.#folder);
  }

  #path(digest: string): string {
    return join(this.#folder, digest);
  }

  #namePath(digest: string): string {
    return `${this.#path(digest)}.json`;
  }

  async #nameOf(digest: string): Promise<string | undefined> {
    const text = await fileOf(this.#namePath(digest));
    if (text === undefined) return undefined;
    try {
      const kept: unknown = JSON.parse(text.toString("utf8"));
      const isNamed = typeof kept === "object" && kept !== null && "name" in kept && typeof kept.name === "string";
      return isNamed ? String(kept.name) : undefined;
    } catch {
      return undefined; // no JSON: the name is lost, and the picture is whole without it
    }
  }

  async #make(): Promise<void> {
    const topmost = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (topmost === undefined || this.#durability !== "sync") return;
    // The entry of a new folder stands in the folder above it.
    for (let made = this.#folder; ; made = dirname(made)) {
      // oxlint-disable-next-line no-await-in-loop -- a handful at most, once in the life of a data folder
      await syncFolder(dirname(made));
      if (made === topmost || dirname(made) === made) return;
    }
  }

  /** The file is there whole, or as it was: it is written under another name first. */
  async #replace(path: string, content: Uint8Array | string): Promise<void> {
    const draft = `${path}.${randomUUID()}.new`;
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(content);
        if (this.#durability === "sync") await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined); // the first error is the one to tell
      throw error;
    }
  }
}

async function fileOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder; its file systems write such entries in order by themselves.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems have no sync for folders; nothing more can be done about it there.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EINVAL" && code !== "ENOTSUP") throw error;
  } finally {
    await folder.close();
  }
}
