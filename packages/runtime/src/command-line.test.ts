import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCommandLine, USAGE } from "./command-line.ts";

describe("the command line of toh-runtime", () => {
  it("takes a folder to work in and a folder to keep sessions in", () => {
    expect(readCommandLine([])).toMatchObject({ kind: "serve", ephemeral: false, durability: undefined });
    expect(readCommandLine(["--cwd", "/w", "--data-dir", "d", "--durability", "os"])).toEqual({
      kind: "serve",
      cwd: "/w",
      config: undefined,
      dataDir: "d",
      ephemeral: false,
      durability: "os",
    });
    expect(readCommandLine(["--config", "c.json"])).toMatchObject({ kind: "serve", config: "c.json" });
    expect(readCommandLine(["--ephemeral"])).toMatchObject({ kind: "serve", ephemeral: true });
  });

  it.each([
    [["--data"]],
    [["--cwd"]],
    [["serve"]],
    [["--ephemeral=yes"]],
    [["--durability", "never"]],
    [["--data-dir", ""]],
    [["--config", ""]],
    [["--ephemeral", "--data-dir", "d"]],
    [["--ephemeral", "--durability", "os"]],
  ])("refuses %j", (args) => {
    expect(readCommandLine(args).kind).toBe("usage-error");
  });
});

describe("the executable toh-runtime", () => {
  const bin = fileURLToPath(new URL("../bin/toh-runtime.js", import.meta.url));
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [bin, ...args], { encoding: "utf8", input: "" });

  it("prints its help and its version", () => {
    expect(run("--help")).toMatchObject({ status: 0, stdout: USAGE, stderr: "" });
    expect(run("--version")).toMatchObject({ status: 0, stdout: "0.2.0\n", stderr: "" });
  });

  it("ends with 2 and a line that says what is wrong with a flag it does not have", () => {
    const { status, stdout, stderr } = run("--no-such-flag");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^toh-runtime: .*'--no-such-flag'.*\nRun toh-runtime --help for the options\.\n$/s);
  });

  it("ends with 2 where it cannot go to its folder", () => {
    const { status, stderr } = run("--cwd", "/no/such/folder");
    expect([status, stderr.startsWith("toh-runtime: --cwd /no/such/folder: ENOENT")]).toEqual([2, true]);
  });
});
