import { createHash } from "node:crypto";
import type { AttachmentRef } from "@buckeyestudio/toh-llm";
import { type AttachmentUpload, HostError } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { Durability } from "@buckeyestudio/toh-session";
import { messageOf } from "./diagnostics.ts";
import { IMAGE_TYPES, imageHeader } from "./image-size.ts";

/** Largest picture that is taken, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const ID = /^sha256:([0-9a-f]{64})$/;

export interface AttachmentsOptions {
  /** The folder of the sessions: pictures stand in `attachments` beside them. Absent: this process's memory. */
  readonly dataFolder?: string;
  /** Whether what was put is on the disk (`sync`, the default) or with the operating system (`os`). */
  readonly durability?: Durability;
  /** How much of this process's memory pictures may take together, in bytes; what is more is refused. Default 256 MiB. */
  readonly maxMemoryBytes?: number;
}

export interface StoredPicture {
  readonly bytes: Uint8Array;
  /** The name that it was first put under. */
  readonly name?: string;
}

/** Where pictures lie, by the SHA-256 of their bytes in 64 hexadecimal digits. */
export interface PictureShelf {
  /** At once, so that a prompt that is looked at overtakes none. */
  has(digest: string): boolean;
  /** undefined: there is none. */
  read(digest: string): Promise<StoredPicture | undefined>;
  /** Whole or not at all; what is there already stays, its name too. */
  write(digest: string, picture: StoredPicture): Promise<void>;
}

/** The pictures that clients put (spec §1.12.2). Nothing deletes them. */
export class Attachments {
  readonly #shelf: PictureShelf;

  constructor(shelf: PictureShelf) {
    this.#shelf = shelf;
  }

  /**
   * Stores a picture; the same bytes have the same id and are stored once. Rejects with `invalid-params`: `mediaType` is
   * none of the four, or `data` is no strict base64, more than 16 MiB, or no picture of that type.
   */
  async put({ mediaType, data, name }: AttachmentUpload): Promise<{ attachment: AttachmentRef }> {
    if (!IMAGE_TYPES.includes(mediaType)) throw wrong("mediaType", `must be one of ${IMAGE_TYPES.join(", ")}`);
    const bytes = decoded(data);
    const header = imageHeader(bytes);
    if (header?.mediaType !== mediaType) throw wrong("data", `must be a picture of the type ${mediaType}`);
    const digest = digestOf(bytes);
    const picture = { bytes, ...(name === undefined ? {} : { name }) };
    await orFailed("kept", this.#shelf.write(digest, picture));
    return { attachment: described(digest, picture) };
  }

  /** `data` is base64; the name is the first that the picture was put under. Rejects with `invalid-params`: there is none. */
  async get({ attachmentId }: { readonly attachmentId: string }): Promise<{ attachment: AttachmentRef; data: string }> {
    const digest = ID.exec(attachmentId)?.[1];
    const picture = digest === undefined ? undefined : await orFailed("read", this.#shelf.read(digest));
    if (digest === undefined || picture === undefined) throw unknownAttachment(attachmentId, "attachmentId");
    if (digestOf(picture.bytes) !== digest) {
      throw new HostError("storage-failed", `the attachment ${attachmentId} is damaged`);
    }
    return { attachment: described(digest, picture), data: Buffer.from(picture.bytes).toString("base64") };
  }

  /** Whether there is such a one. Throws `storage-failed` where that cannot be found out. */
  has(attachmentId: string): boolean {
    const digest = ID.exec(attachmentId)?.[1];
    try {
      return digest !== undefined && this.#shelf.has(digest);
    } catch (error) {
      throw failed("looked up", error);
    }
  }
}

/** Opens the store of pictures; nothing is made on the disk before the first is put. */
export async function openAttachments(options: AttachmentsOptions = {}): Promise<Attachments> {
  const { dataFolder, durability, maxMemoryBytes = MAX_MEMORY_BYTES } = options;
  if (dataFolder === undefined) return new Attachments(new MemoryShelf(maxMemoryBytes));
  const { FileShelf } = await import("./attachment-files.ts");
  return new Attachments(new FileShelf(dataFolder, durability ?? "sync"));
}

/** The refusal of an attachment that is not there; `path` is the member that names it. */
export function unknownAttachment(attachmentId: string, path: string): HostError {
  return new HostError("invalid-params", `there is no attachment ${JSON.stringify(attachmentId)}`, { path });
}

class MemoryShelf implements PictureShelf {
  readonly #pictures: Map<string, StoredPicture> = new Map();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  has(digest: string): boolean {
    return this.#pictures.has(digest);
  }

  async read(digest: string): Promise<StoredPicture | undefined> {
    return this.#pictures.get(digest);
  }

  async write(digest: string, picture: StoredPicture): Promise<void> {
    const kept = this.#pictures.get(digest);
    const total = this.#bytes + (kept === undefined ? picture.bytes.length : 0);
    if (total > this.#maxBytes) throw new Error(`pictures in memory may take ${this.#maxBytes} bytes together`);
    this.#bytes = total;
    const name = kept?.name ?? picture.name;
    this.#pictures.set(digest, { bytes: picture.bytes, ...(name === undefined ? {} : { name }) });
  }
}

function decoded(data: string): Buffer {
  if (data.length > Math.ceil(MAX_BYTES / 3) * 4) throw tooLarge();
  const bytes = Buffer.from(data, "base64");
  // Node's decoder forgives everything; only strict base64 comes out of the encoder as it went in.
  if (bytes.toString("base64") !== data) throw wrong("data", "must be base64 with padding (RFC 4648 §4)");
  if (bytes.length > MAX_BYTES) throw tooLarge();
  return bytes;
}

function described(digest: string, { bytes, name }: StoredPicture): AttachmentRef {
  const header = imageHeader(bytes);
  if (header === undefined) throw new HostError("storage-failed", `the attachment sha256:${digest} is no picture`);
  return {
    attachmentId: `sha256:${digest}`,
    mediaType: header.mediaType,
    bytes: bytes.length,
    width: header.width,
    height: header.height,
    ...(name === undefined ? {} : { name }),
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function tooLarge(): HostError {
  return wrong("data", `must be at most ${MAX_BYTES} bytes, once decoded`);
}

function wrong(path: string, expectation: string): HostError {
  return new HostError("invalid-params", `attachment/put ${path} ${expectation}`, { path });
}

async function orFailed<T>(verb: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw failed(verb, error);
  }
}

function failed(verb: string, error: unknown): HostError {
  return new HostError("storage-failed", `the attachment cannot be ${verb}: ${messageOf(error)}`, { cause: error });
}
