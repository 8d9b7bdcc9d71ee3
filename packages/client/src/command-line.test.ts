import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseCommand } from "./command-line.ts";

describe("parseCommand", () => {
  it.each([
    ["words between white space", "toh-runtime --cwd  /tmp\t-v", ["toh-runtime", "--cwd", "/tmp", "-v"]],
    ["quoted words as they are", `run "a b" 'c "d"' e''f ""`, ["run", "a b", 'c "d"', "ef", ""]],
    ["a backslash before a space", "/opt/my\\ runtime x", ["/opt/my runtime", "x"]],
    ["no expansion of anything", "run $HOME *.js ~ `id` && x", ["run", "$HOME", "*.js", "~", "`id`", "&&", "x"]],
    ["backslashes within single quotes", "run 'a\\b'", ["run", "a\\b"]],
  ])("reads %s", (_what, text, [command, ...args]) => {
    expect(parseCommand(text, "linux")).toEqual({ command, args });
  });

  it("keeps backslashes of Windows paths", () => {
    expect(parseCommand(String.raw`"C:\Program Files\r.exe" -x C:\a`, "win32")).toEqual({
      command: String.raw`C:\Program Files\r.exe`,
      args: ["-x", String.raw`C:\a`],
    });
  });

  it("runs a script with this Node", () => {
    expect(parseCommand("runtime.mjs --flag")).toEqual({
      command: process.execPath,
      args: ["runtime.mjs", "--flag"],
    });
  });

  it("takes the path of an existing file whole, spaces and all", () => {
    const folder = mkdtempSync(join(tmpdir(), "a folder "));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "my runtime");
    writeFileSync(path, "");
    expect(parseCommand(path)).toEqual({ command: path, args: [] });
  });

  it.each(["", "   ", '""', "run 'open"])("refuses %j", (text) => {
    expect(() => parseCommand(text)).toThrow(RangeError);
  });
});
