import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Bench, folder } from "../runtime.test-support.ts";

/** What the model reads when it calls a tool in a folder. */
async function call(cwd: string, name: string, args: object): Promise<string> {
  const bench = await new Bench({ go: [{ toolCalls: [{ name, arguments: { ...args } }] }, { text: "done" }] }).open(
    cwd,
  );
  await bench.run("go");
  const line = bench.story().find((text) => text.startsWith("s tool/result")) ?? "";
  return line.slice("s tool/result ".length);
}

describe("read_file", () => {
  it("numbers the lines, from where it is asked to, and says how many follow", async () => {
    const cwd = await folder({ "a.txt": "one\r\ntwo\nthree\nfour\n" });
    expect(await call(cwd, "read_file", { path: "a.txt" })).toBe("1: one\n2: two\n3: three\n4: four");
    expect(await call(cwd, "read_file", { path: "./a.txt", startLine: 2, lineCount: 2 })).toBe(
      "2: two\n3: three\n[1 more lines follow]",
    );
    expect(await call(cwd, "read_file", { path: "a.txt", startLine: 9 })).toBe("[a.txt has 4 lines]");
  });

  it("cuts what is too much for a model and says so", async () => {
    const cwd = await folder({ "long.txt": `${"x".repeat(99)}\n`.repeat(1000) });
    const text = await call(cwd, "read_file", { path: "long.txt" });
    expect(text.length).toBeLessThan(66_000);
    expect(text).toMatch(/\[\d+ more lines were cut\]$/);
  });

  it("shows the beginning of a line that is too long by itself", async () => {
    const cwd = await folder({ "long.txt": `${"x".repeat(70_000)}\nend` });
    const text = await call(cwd, "read_file", { path: "long.txt" });
    expect(text).toMatch(/^1: x+\n\[5491 more characters of this line were cut\]\n\[1 more lines were cut\]$/);
  });

  it.each([
    [{ path: "none.txt" }, "Error: no such file or folder: none.txt"],
    [{ path: "dir" }, "Error: dir is a folder or a special file; list_files shows what a folder has"],
    [{ path: "bin" }, "Error: bin is a binary file"],
    [{ path: "../secret" }, "Error: ../secret is outside the working folder; name a path inside it"],
    [{ path: "/etc/passwd" }, "Error: /etc/passwd is outside the working folder; name a path inside it"],
    [{ path: "way-out" }, "Error: way-out is outside the working folder; name a path inside it"],
    [{ path: "folder-out/passwd" }, "Error: folder-out/passwd is outside the working folder; name a path inside it"],
    [{ path: "a.txt/b" }, "Error: no such file or folder: a.txt/b"],
  ])("answers %j with %s", async (args, result) => {
    const cwd = await folder({ "a.txt": "a", "dir/b": "b", bin: new Uint8Array([1, 0, 2]) });
    await symlink("/etc/passwd", join(cwd, "way-out"));
    await symlink("/etc", join(cwd, "folder-out"));
    expect(await call(cwd, "read_file", args)).toBe(result);
  });

  it("reads a file with an odd name, and through a link that stays inside", async () => {
    const cwd = await folder({ "a b\n.txt": "odd", "..two": "dots" });
    await symlink(join(cwd, "..two"), join(cwd, "link"));
    expect(await call(cwd, "read_file", { path: "a b\n.txt" })).toBe("1: odd");
    expect(await call(cwd, "read_file", { path: "..two" })).toBe("1: dots");
    expect(await call(cwd, "read_file", { path: "link" })).toBe("1: dots");
  });
});

describe("list_files", () => {
  it("lists files in order, folder by folder, without what git ignores and without links", async () => {
    const cwd = await folder({
      "b.txt": "",
      "a/z.txt": "",
      "a/b/c.txt": "",
      "out/made.js": "",
      "x.log": "",
      ".gitignore": "out/\n*.log\n!keep.log\n",
      "keep.log": "",
      "node_modules/m/index.js": "",
      ".git/config": "",
      ".hidden": "",
    });
    await symlink("/etc", join(cwd, "a", "elsewhere"));
    expect(await call(cwd, "list_files", {})).toBe(".gitignore\n.hidden\nb.txt\nkeep.log\na/z.txt\na/b/c.txt");
    expect(await call(cwd, "list_files", { path: "a/b" })).toBe("a/b/c.txt");
    expect(await call(cwd, "list_files", { path: "out" })).toBe("[no files]");
  });

  it("says so when the folder is not there or not inside", async () => {
    expect(await call("/nowhere/at/all", "list_files", {})).toBe("Error: no such file or folder: /nowhere/at/all");
    expect(await call(await folder(), "list_files", { path: ".." })).toBe(
      "Error: .. is outside the working folder; name a path inside it",
    );
  });

  it("counts what is more than it shows", async () => {
    const cwd = await folder(Object.fromEntries(Array.from({ length: 1003 }, (_, index) => [`f${1000 + index}`, ""])));
    const lines = (await call(cwd, "list_files", {})).split("\n");
    expect(lines).toHaveLength(1001);
    expect(lines.at(-1)).toBe("[3 more files]");
  });
});

describe("search_files", () => {
  it("finds lines whatever the case, with file and line number", async () => {
    const cwd = await folder({
      "a.md": "No\nThe Ladder ends\n",
      "b/c.ts": "const ladder = 1;",
      bin: new Uint8Array([0, 108]),
    });
    expect(await call(cwd, "search_files", { text: "lAdder" })).toBe(
      "a.md:2: The Ladder ends\nb/c.ts:1: const ladder = 1;",
    );
    expect(await call(cwd, "search_files", { text: "ladder", path: "b" })).toBe("b/c.ts:1: const ladder = 1;");
    expect(await call(cwd, "search_files", { text: "ladder", path: "a.md" })).toBe("a.md:2: The Ladder ends");
    expect(await call(cwd, "search_files", { text: "[ladder]" })).toBe("[no matches]");
  });

  it("stops at the wanted number of matches and says so", async () => {
    const cwd = await folder({ "a.txt": "x\n".repeat(10) });
    expect(await call(cwd, "search_files", { text: "x", maxMatches: 2 })).toBe(
      "a.txt:1: x\na.txt:2: x\n[stopped after 2 matches]",
    );
  });

  it("passes over what it may not read", async () => {
    const cwd = await folder({ "a.txt": "word", "shut/b.txt": "word" });
    await chmod(join(cwd, "shut"), 0o000);
    const text = await call(cwd, "search_files", { text: "word" });
    await chmod(join(cwd, "shut"), 0o700);
    expect(text).toContain("a.txt:1: word");
  });
});
