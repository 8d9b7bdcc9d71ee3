import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { ChunkBytes } from "./chunk-bytes.ts";

describe("ChunkBytes", () => {
  it.each(["utf8", "latin1", "hex", "base64", "utf16le"] as const)(
    "undoes the encoding %s of a stream",
    async (encoding) => {
      const sent = Buffer.from("é😀漢\n", encoding === "utf16le" ? encoding : "utf8");
      const input = new Readable({ read() {} }).setEncoding(encoding);
      for (let at = 0; at < sent.length; at++) input.push(sent.subarray(at, at + 1));
      input.push(null);
      const bytes = new ChunkBytes(input);
      const got: Buffer[] = [];
      for await (const chunk of input) got.push(bytes.of(chunk) ?? Buffer.alloc(0));
      expect(Buffer.concat(got)).toEqual(sent);
    },
  );

  it("joins the halves of a pair that came in two strings", () => {
    const bytes = new ChunkBytes(new Readable({ objectMode: true, read() {} }));
    const got = ["a\ud83d", "\ude00b", "\ud83d", "c"].map((chunk) => bytes.of(chunk)?.toString());
    expect(got).toEqual(["a", "😀b", "", "\ufffdc"]);
  });

  it("takes any array of bytes, and nothing that is neither bytes nor text", () => {
    const bytes = new ChunkBytes(new Readable({ objectMode: true, read() {} }));
    const all = new Uint8Array([1, 2, 3, 4]);
    expect(bytes.of(all.subarray(1, 3))).toEqual(Buffer.from([2, 3]));
    for (const chunk of [5, true, {}, Symbol("s"), undefined, null, () => 1]) expect(bytes.of(chunk)).toBeUndefined();
  });
});
