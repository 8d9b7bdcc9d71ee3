import { chmod, lstat, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder } from "../runtime.test-support.ts";
import { call } from "./tools.test-support.ts";

describe("write_file", () => {
  it("makes a file with the folders on the way, and replaces it", async () => {
    const cwd = await folder();
    expect(await call(cwd, "write_file", { path: "a/b c/d.txt", content: "héron\n" })).toBe(
      "[created a/b c/d.txt: 7 bytes]",
    );
    expect(await readFile(join(cwd, "a/b c/d.txt"), "utf8")).toBe("héron\n");
    expect(await call(cwd, "write_file", { path: join(cwd, "a/b c/d.txt"), content: "" })).toMatch(
      /^\[replaced .*: 0 bytes\]$/,
    );
    expect(await readdir(join(cwd, "a/b c"))).toEqual(["d.txt"]);
  });

  it("keeps the permissions of what it replaces", async () => {
    const cwd = await folder({ "run.sh": "old" });
    await chmod(join(cwd, "run.sh"), 0o751);
    await call(cwd, "write_file", { path: "run.sh", content: "new" });
    expect((await stat(join(cwd, "run.sh"))).mode & 0o777).toBe(0o751);
  });

  it("writes through a link that stays inside, and keeps the link", async () => {
    const cwd = await folder({ "real.txt": "old" });
    await symlink("real.txt", join(cwd, "link"));
    expect(await call(cwd, "write_file", { path: "link", content: "new" })).toBe("[replaced link: 3 bytes]");
    expect((await lstat(join(cwd, "link"))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(cwd, "real.txt"), "utf8")).toBe("new");
  });

  it.each([
    ["../x", "../x is outside the working folder; name a path inside it"],
    ["/tmp/toh-nowhere/x", "/tmp/toh-nowhere/x is outside the working folder; name a path inside it"],
    ["out/x", "out/x is outside the working folder; name a path inside it"],
    ["out/new/x", "out/new/x is outside the working folder; name a path inside it"],
    ["dangling", "dangling is, or goes through, a link that leads nowhere"],
    ["dangling/x", "dangling/x is, or goes through, a link that leads nowhere"],
    ["loop", "ELOOP"],
    ["dir", "dir: it is a folder"],
    ["dir/", "dir/ is a folder"],
    [".", ". is a folder"],
    ["a.txt/b", "a.txt/b: a part of the path is a file, not a folder"],
    ["x\0y", "a path cannot hold a NUL character"],
    ["n".repeat(300), "the name is too long"],
  ])("refuses %j and leaves nothing", async (path, message) => {
    const outside = await folder();
    const cwd = await folder({ "a.txt": "a", "dir/b": "b" });
    await symlink(outside, join(cwd, "out"));
    await symlink(join(outside, "not-there"), join(cwd, "dangling"));
    await symlink("loop", join(cwd, "loop"));
    const result = await call(cwd, "write_file", { path, content: "x" });
    expect(result).toMatch(/^Error: /);
    expect(result).toContain(path === "loop" ? "circle" : message);
    expect(await readdir(outside)).toEqual([]);
    expect((await readdir(cwd)).toSorted()).toEqual(["a.txt", "dangling", "dir", "loop", "out"]);
  });
});

describe("edit_file", () => {
  it.each([
    ["one two", { old: "two", new: "three" }, "one three", "[replaced 1 place in f: line 1]"],
    ["a\nb\na\n", { old: "a", new: "$&", replaceAll: true }, "$&\nb\n$&\n", "[replaced 2 places in f: line 1, 3]"],
    ["a\r\nb\r\n", { old: "a\nb", new: "x\ny\nz" }, "x\r\ny\r\nz\r\n", "[replaced 1 place in f: line 1]"],
    ["a\r\nb\n", { old: "b", new: "x\ny" }, "a\r\nx\ny\n", "[replaced 1 place in f: line 2]"],
    ["\uFEFFa", { old: "a", new: "b" }, "\uFEFFb", "[replaced 1 place in f: line 1]"],
    ["a b", { old: " b", new: "" }, "a", "[replaced 1 place in f: line 1]"],
  ])("changes %j by %j", async (before, edit, after, result) => {
    const cwd = await folder({ f: before });
    expect(await call(cwd, "edit_file", { path: "f", ...edit })).toBe(result);
    expect(await readFile(join(cwd, "f"), "utf8")).toBe(after);
  });

  it.each([
    [{ old: "x", new: "y" }, "f: `old` does not occur in it; read_file shows what does"],
    [{ old: "a", new: "y" }, "f: `old` occurs 2 times, in line 1, 3; give more of the text around it, or replaceAll"],
    [{ old: "a", new: "a" }, "f: `old` and `new` are the same"],
    [{ old: "", new: "a" }, 'invalid arguments: "old" must NOT have fewer than 1 characters'],
  ])("refuses %j and leaves the file as it is", async (edit, message) => {
    const cwd = await folder({ f: "a\nb\na\n" });
    expect(await call(cwd, "edit_file", { path: "f", ...edit })).toMatch(
      new RegExp(`Error: ${message.replaceAll(/[`"]/g, ".")}$`),
    );
    expect(await readFile(join(cwd, "f"), "utf8")).toBe("a\nb\na\n");
  });

  it.each([
    ["none", "no such file or folder: none"],
    ["dir", "dir is a folder or a special file"],
    ["bin", "bin is a binary file"],
    ["latin1", "latin1 is not valid UTF-8"],
    ["../f", "../f is outside the working folder"],
  ])("refuses %s", async (path, message) => {
    const cwd = await folder({ bin: new Uint8Array([0, 1]), latin1: new Uint8Array([0xe9, 0x61]) });
    await mkdir(join(cwd, "dir"));
    expect(await call(cwd, "edit_file", { path, old: "a", new: "b" })).toContain(`Error: ${message}`);
  });
});
