import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Durability, makeFolder, syncFolder } from "@buckeyestudio/toh-session";
import type { PictureShelf, StoredPicture } from "./attachments.ts";
import { hasCode } from "./diagnostics.ts";

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
    await makeFolder(this.#folder);
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
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
