import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { logFileName } from "./session-files.ts";
import { awkwardIds, header, storeError } from "./store-contract.test-support.ts";

const newFolder = temporaryFolders();

describe("the name of a log", () => {
  it.each([
    ["session-0123456789abcdef0123456789abcdef", /^session-0123456789abcdef0123456789abcdef-[0-9a-f]{32}\.jsonl$/],
    ["My Session: Nr. 1!", /^my-session-nr-1-[0-9a-f]{32}\.jsonl$/],
    ["../../etc/passwd", /^etc-passwd-[0-9a-f]{32}\.jsonl$/],
    ["日本語", /^session-[0-9a-f]{32}\.jsonl$/],
    ["CON", /^con-[0-9a-f]{32}\.jsonl$/],
  ])("of %j begins with what is readable of it: %s", (id, name) => {
    expect(logFileName(id)).toMatch(name);
  });

  it("is the same wherever and whenever it is asked for", () => {
    expect(logFileName("A")).toBe("a-559aead08264d5795d3909718cdd05ab.jsonl");
    expect(logFileName("a")).toBe("a-ca978112ca1bbdcafac231b39a23dc4d.jsonl");
  });

  it("of any id is one that any disk takes, and tells it from all others also on a disk that ignores case", () => {
    const ids = fc.uniqueArray(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...awkwardIds)), {
      minLength: 2,
    });
    const property = fc.property(ids, (some) => {
      const names = some.map(logFileName);
      for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,80}\.jsonl$/);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(some.length);
    });
    fc.assert(property);
  });
});

describe("the folder of the logs", () => {
  it("is `sessions` in the data folder, made with all above it when the first session is", async () => {
    const root = newFolder();
    const store = new FileStore({ dataFolder: join(root, "a", "b") });
    expect(await store.list()).toEqual([]);
    await store.delete("s");
    expect(existsSync(join(root, "a"))).toBe(false);
    await (await store.create(header("../../s"))).close();
    expect(dirname(store.pathOf("../../s"))).toBe(join(root, "a", "b", "sessions"));
    const name = logFileName("../../s");
    expect(new Set(readdirSync(root, { recursive: true, encoding: "utf8" }))).toEqual(
      new Set(["a", "a/b", "a/b/sessions", `a/b/sessions/${name}`]),
    );
  });

  it("is an absolute path also when the data folder is not", () => {
    expect(new FileStore({ dataFolder: "data" }).pathOf("s")).toBe(resolve("data", "sessions", logFileName("s")));
  });

  it("that cannot be made, since a file stands in its place, is told with its path: `failed`", async () => {
    const root = newFolder();
    const store = new FileStore({ dataFolder: root });
    await (await store.create(header("s"))).close();
    const inFile = new FileStore({ dataFolder: store.pathOf("s") });
    const error = await storeError(() => inFile.create(header("t")));
    expect(error.kind).toBe("failed");
    expect(error.message).toContain(join(store.pathOf("s"), "sessions"));
    expect((await storeError(() => inFile.list())).kind).toBe("failed");
  });
});
