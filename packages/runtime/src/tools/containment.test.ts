import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folder } from "../runtime.test-support.ts";
import { putFile } from "./file-writing.ts";
import { readTextFile } from "./text-file.ts";
import { call } from "./tools.test-support.ts";
import { locate } from "./workspace.ts";

const SECRET = "outside";

/** Names that a small world of folders, files and links is made of, and of which paths are made. */
const part = fc.constantFrom("a", "b", "c", "..", ".", "", "a b", "..a", "é");
const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("/"));
const entry = fc.record({
  at: fc.array(fc.constantFrom("a", "b", "c", "a b"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  kind: fc.constantFrom("file", "folder", "link-in", "link-out", "link-up", "dangling-out"),
});

describe("no path and no link", () => {
  it("reads or writes outside the working folder", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), path, fc.boolean(), async (entries, relative, isAbsolute) => {
        const top = await mkdtemp(join(tmpdir(), "toh-world-"));
        try {
          const root = join(top, "root");
          const outside = join(top, "outside");
          await mkdir(root);
          await mkdir(outside);
          for (const name of ["a", "b", "c", "secret"]) await writeFile(join(outside, name), SECRET);
          for (const { at, kind } of entries) await make(root, outside, at, kind);
          const named = isAbsolute ? `${root}/${relative}` : relative;
          const before = await snapshot(outside);
          const found = await locate(root, named).catch(() => undefined);
          if (found === undefined) return;
          expect(`${found.target}/`.startsWith(`${root}/`)).toBe(true);
          const read = await readTextFile(found.target).catch(() => undefined);
          if (read?.kind === "text") expect(read.text).not.toBe(SECRET);
          await putFile(found.root, found.target, Buffer.from("written")).catch(() => undefined);
          expect(await snapshot(outside)).toEqual(before);
          expect(await readdir(top)).toEqual(["outside", "root"]);
        } finally {
          await rm(top, { recursive: true, force: true });
        }
      }),
      { numRuns: 300 },
    );
  });

  it("that is put there while a file is written or read leads it astray", async () => {
    const outside = await folder({ f: SECRET });
    const cwd = await folder({ "real/f": "inside" });
    const { root, target } = await locate(cwd, "real/f");
    // What was found is a folder no more, but a link that leads out.
    await rm(join(cwd, "real"), { recursive: true });
    await symlink(outside, join(cwd, "real"));
    expect(await readTextFile(target)).toEqual({ kind: "moved" });
    await expect(putFile(root, target, Buffer.from("x"))).rejects.toMatchObject({
      code: expect.stringMatching(/ELOOP|ENOTDIR/),
    });
    const deeper = join(root, "real", "new", "f");
    await expect(putFile(root, deeper, Buffer.from("x"))).rejects.toThrow();
    expect(await readdir(outside)).toEqual(["f"]);
    expect(await readFile(join(outside, "f"), "utf8")).toBe(SECRET);
  });
});

describe("what is no plain file", () => {
  it.each([
    ["read_file", { path: "pipe" }, "Error: pipe is a folder or a special file; list_files shows what a folder has"],
    [
      "edit_file",
      { path: "pipe", old: "a", new: "b" },
      "Error: pipe is a folder or a special file; list_files shows what a folder has",
    ],
    ["write_file", { path: "pipe", content: "x" }, "Error: pipe: it is no plain file"],
    [
      "search_files",
      { text: "a", path: "pipe" },
      "Error: pipe is a folder or a special file; list_files shows what a folder has",
    ],
    ["list_files", {}, "[no files]"],
    ["list_files", { path: "pipe" }, "Error: pipe is no folder"],
  ])("%s %j never waits for it: %s", async (name, args, result) => {
    const cwd = await folder();
    execFileSync("sh", ["-c", "mkfifo pipe"], { cwd });
    expect(await call(cwd, name, args)).toBe(result);
  });

  it.each(["/proc/self/environ", "/dev/zero", "/sys/kernel/notes", "proc/self/mem"])(
    "%s is refused even to the root folder",
    async (file) => {
      expect(await call("/", "read_file", { path: file })).toMatch(
        /^Error: .* belongs to the system and is no file to read or write$|^Error: no such file/,
      );
    },
  );

  it("is told apart: too large, unreadable, a bad name", async () => {
    const cwd = await folder({ large: new Uint8Array(4 * 1024 * 1024 + 1).fill(97), shut: "x" });
    expect(await call(cwd, "read_file", { path: "large" })).toBe(
      "Error: large is larger than 4194304 bytes; search_files finds lines in it only below that",
    );
    expect(await call(cwd, "read_file", { path: "n".repeat(300) })).toContain("the name is too long");
    await chmod(join(cwd, "shut"), 0o000);
    if (process.getuid?.() !== 0)
      expect(await call(cwd, "read_file", { path: "shut" })).toBe("Error: shut: permission denied");
  });
});

async function make(root: string, outside: string, at: string, kind: string): Promise<void> {
  const where = join(root, at);
  // Folders on the way may be links by now, also such that lead out: then this one is left out.
  const parent = await locate(root, dirname(at)).catch(() => undefined);
  if (parent === undefined) return;
  try {
    await mkdir(parent.target, { recursive: true });
    if (kind === "file") await writeFile(where, "inside", { flag: "wx" });
    else if (kind === "folder") await mkdir(where);
    else await symlink(TARGETS[kind]?.(root, outside) ?? "nowhere", where);
  } catch {
    // Something is there already, or a file stands where a folder would have to: the world stays as it is.
  }
}

const TARGETS: Readonly<Record<string, ((root: string, outside: string) => string) | undefined>> = {
  "link-in": (root) => join(root, "a"),
  "link-out": (_root, outside) => outside,
  "link-up": () => "..",
  "dangling-out": (_root, outside) => join(outside, "new"),
};

async function snapshot(at: string): Promise<Record<string, string>> {
  const entries = await readdir(at, { withFileTypes: true, recursive: true });
  const pairs = entries.map(async (found): Promise<[string, string]> => {
    const name = join(found.parentPath, found.name);
    return [name, found.isFile() ? await readFile(name, "utf8") : "other"];
  });
  return Object.fromEntries(await Promise.all(pairs));
}
