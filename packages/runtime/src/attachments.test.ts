import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Attachments, openAttachments } from "./index.ts";
import { PICTURES, PNG } from "./pictures.test-support.ts";
import { folder } from "./runtime.test-support.ts";

const DIGEST = createHash("sha256").update(Buffer.from(PNG, "base64")).digest("hex");
const png = { mediaType: "image/png", data: PNG } as const;

describe.each([
  ["in memory", () => openAttachments()],
  ["in a folder", async () => openAttachments({ dataFolder: await folder() })],
] as const)("attachments %s (spec §1.12.2)", (_, open) => {
  it.each(PICTURES)("a %s is stored with its size, and comes back as it was", async (_what, mediaType, data) => {
    const attachments = await open();
    const bytes = Buffer.from(data, "base64");
    const attachment = {
      attachmentId: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
      mediaType,
      bytes: bytes.length,
      width: 3,
      height: 2,
      name: "dot",
    };
    expect(await attachments.put({ mediaType, data, name: "dot" })).toEqual({ attachment });
    expect(await attachments.get(attachment)).toEqual({ attachment, data });
    expect(attachments.has(attachment.attachmentId)).toBe(true);
  });

  it.each(PICTURES)("a %s that ends within its header is no picture", async (_what, mediaType, data) => {
    const attachments = await open();
    const bytes = Buffer.from(data, "base64");
    const cuts = [0, 1, 4, 8, 12].map((length) => bytes.subarray(0, length).toString("base64"));
    await Promise.all(
      cuts.map((cut) => expect(attachments.put({ mediaType, data: cut })).rejects.toMatchObject(wrong("data"))),
    );
  });

  it("a media type that is none of the four, or not that of the bytes, is refused", async () => {
    const attachments = await open();
    const bmp: object = { mediaType: "image/bmp" };
    await expect(attachments.put({ ...png, ...bmp })).rejects.toMatchObject(wrong("mediaType"));
    const others = ["image/jpeg", "image/webp", "image/gif"] as const;
    await Promise.all(
      others.map((mediaType) => expect(attachments.put({ ...png, mediaType })).rejects.toMatchObject(wrong("data"))),
    );
    expect(attachments.has(`sha256:${DIGEST}`)).toBe(false);
  });

  it.each([
    ["without padding", PNG.replace("==", "")],
    ["with one sign of padding too few", PNG.replace("==", "=")],
    ["with a line break", `${PNG.slice(0, 8)}\n${PNG.slice(8)}`],
    ["of the alphabet for URLs", PNG.replace("ggg==", "g_g==")],
    ["with bits set behind the last byte", PNG.replace("gg==", "gh==")],
    ["with a prefix", `data:image/png;base64,${PNG}`],
  ])("base64 %s is refused", async (_what, data) => {
    const attachments = await open();
    await expect(attachments.put({ ...png, data })).rejects.toMatchObject({
      ...wrong("data"),
      message: "attachment/put data must be base64 with padding (RFC 4648 §4)",
    });
  });

  it("a picture of 16 MiB is taken, and one byte more is refused", async () => {
    const attachments = await open();
    const bytes = Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(16 * 1024 * 1024)]);
    const most = bytes.subarray(0, 16 * 1024 * 1024);
    const { attachment } = await attachments.put({ ...png, data: most.toString("base64") });
    expect(attachment.bytes).toBe(16 * 1024 * 1024);
    const tooLarge = [most.length + 1, bytes.length].map((size) => bytes.subarray(0, size).toString("base64"));
    await Promise.all(
      tooLarge.map((data) =>
        expect(attachments.put({ ...png, data })).rejects.toMatchObject({
          ...wrong("data"),
          message: "attachment/put data must be at most 16777216 bytes, once decoded",
        }),
      ),
    );
  });

  it("the same bytes have the same id, and the first name stays", async () => {
    const attachments = await open();
    const named = async (name?: string): Promise<string | undefined> =>
      (await attachments.put({ ...png, ...(name === undefined ? {} : { name }) })).attachment.name;
    expect([await named(), await named("one"), await named("two")]).toEqual([undefined, "one", "two"]);
    const { attachment } = await attachments.get({ attachmentId: `sha256:${DIGEST}` });
    expect(attachment.name).toBe("one");
  });

  it.each(["", "x", DIGEST, `sha256:${DIGEST}`, `sha256:${DIGEST}/../${DIGEST}`, "sha256:../../etc/passwd"])(
    "of the id %j there is none",
    async (attachmentId) => {
      const attachments = await open();
      expect(attachments.has(attachmentId)).toBe(false);
      await expect(attachments.get({ attachmentId })).rejects.toMatchObject(wrong("attachmentId"));
    },
  );
});

describe("the memory of attachments", () => {
  it("takes pictures up to its bound, refuses what is more, and counts the same picture once", async () => {
    const size = Buffer.from(PNG, "base64").length;
    const attachments = await openAttachments({ maxMemoryBytes: 2 * size });
    const other = Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(1)]).toString("base64");
    await attachments.put(png);
    await attachments.put(png);
    await expect(attachments.put({ ...png, data: other })).rejects.toMatchObject({
      kind: "storage-failed",
      message: `the attachment cannot be kept: pictures in memory may take ${2 * size} bytes together`,
    });
    const { attachment } = await attachments.get({ attachmentId: `sha256:${DIGEST}` });
    expect(attachment.bytes).toBe(size);
  });
});

describe("the folder of attachments", () => {
  it("holds a picture once, under its digest, for its owner alone; a name is in no path", async () => {
    const { dataFolder, attachments } = await kept();
    await Promise.all(["../../up.png", "/etc/passwd"].map((name) => attachments.put({ ...png, name })));
    const path = join(dataFolder, "attachments");
    expect((await readdir(path)).sort()).toEqual([DIGEST, `${DIGEST}.json`]);
    expect(await readdir(dataFolder)).toEqual(["attachments"]);
    expect((await readFile(join(path, DIGEST))).toString("base64")).toBe(PNG);
    const modes = [path, join(path, DIGEST), join(path, `${DIGEST}.json`)].map(async (one) => (await stat(one)).mode);
    expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  it("is made by the first picture", async () => {
    const { dataFolder, attachments } = await kept();
    expect(attachments.has(`sha256:${DIGEST}`)).toBe(false);
    await expect(attachments.put({ ...png, data: "AAAA" })).rejects.toThrow("must be a picture");
    expect(await readdir(dataFolder)).toEqual([]);
  });

  it("keeps them for whoever opens it next", async () => {
    const { dataFolder, attachments } = await kept();
    const { attachment } = await attachments.put({ ...png, name: "dot" });
    const next = await openAttachments({ dataFolder, durability: "os" });
    expect(await next.get(attachment)).toEqual({ attachment, data: PNG });
  });

  it("a picture that was damaged there is told as such, and mended by putting it again", async () => {
    const { dataFolder, attachments } = await kept();
    const { attachment } = await attachments.put(png);
    await writeFile(join(dataFolder, "attachments", DIGEST), "torn");
    await expect(attachments.get(attachment)).rejects.toMatchObject({ kind: "storage-failed" });
    await attachments.put(png);
    expect(await attachments.get(attachment)).toEqual({ attachment, data: PNG });
  });

  it("a name that was damaged there is lost, and the picture is not", async () => {
    const { dataFolder, attachments } = await kept();
    const { attachment } = await attachments.put(png);
    await writeFile(join(dataFolder, "attachments", `${DIGEST}.json`), "{");
    expect(await attachments.get(attachment)).toEqual({ attachment, data: PNG });
  });

  it("a folder that cannot be used is storage-failed", async () => {
    const dataFolder = join(await folder({ taken: "" }), "taken");
    const attachments = await openAttachments({ dataFolder });
    await expect(attachments.put(png)).rejects.toMatchObject({ kind: "storage-failed" });
    await expect(attachments.get({ attachmentId: `sha256:${DIGEST}` })).rejects.toMatchObject({
      kind: "storage-failed",
    });
  });
});

async function kept(): Promise<{ dataFolder: string; attachments: Attachments }> {
  const dataFolder = await folder();
  return { dataFolder, attachments: await openAttachments({ dataFolder }) };
}

function wrong(path: string): object {
  return { kind: "invalid-params", path };
}
