import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";

const TOH = fileURLToPath(new URL("../bin/toh.js", import.meta.url));

if (!existsSync(fileURLToPath(new URL("../lib/main.js", import.meta.url)))) {
  throw new Error("packages/cli is not built: run `npm run build` first");
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  ended: Promise<Ended>;
  /** Resolves once `text` stands in stdout or stderr. */
  says: (text: string) => Promise<void>;
}

interface StartOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** Starts the command as it is built. No process with its mark may be left when it has ended: all inherit it. */
export function start(argv: string[], options: StartOptions = {}): Running {
  return startProgram(process.execPath, [TOH, ...argv], options);
}

/**
 * As {@link start}, at a terminal: what is written to stdin is typed there (`\x03` is Ctrl-C, `\x04` Ctrl-D), and all that
 * the terminal shows is stdout.
 */
export function startAtTerminal(argv: string[], { env = {}, ...options }: StartOptions = {}): Running {
  const command = [process.execPath, TOH, ...argv].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const shown = { SHELL: "/bin/sh", NO_COLOR: "1", ...env };
  return startProgram("script", ["-qec", `exec ${command}`, "/dev/null"], { ...options, env: shown });
}

function startProgram(program: string, args: string[], options: StartOptions): Running {
  const mark = `toh-test-${process.pid}-${Math.random()}`;
  const child = spawn(program, args, {
    cwd: options.cwd ?? folderWith({}),
    env: { PATH: process.env["PATH"], TOH_HOME: process.env["TOH_HOME"], TOH_TEST_MARK: mark, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
    // As a shell does it: a terminal's Ctrl-C goes to the whole group.
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(async () => {
    await expect.poll(() => markedProcesses(mark), { timeout: 5000, interval: 5 }).toEqual([]);
    return { code: child.exitCode, stdout, stderr };
  });
  return {
    child,
    ended,
    says: async (text) => {
      await expect.poll(() => stdout + stderr, { timeout: 10_000, interval: 5 }).toContain(text);
    },
  };
}

/** Runs the command as it is built, to its end. */
export async function toh(
  argv: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; stdin?: string } = {},
): Promise<Ended> {
  const { child, ended } = start(argv, options);
  child.stdin.end(options.stdin ?? "");
  return ended;
}

function markedProcesses(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^[0-9]+$/.test(pid)) return false;
    try {
      // What has ended, reaped or not, has no environment any more.
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
    } catch {
      // It ended meanwhile, or is another user's.
      return false;
    }
  });
}

/** A new folder with these files, gone when the test is over. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "toh-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Arguments and folder for a run with replies that are written down. */
export function scripted(...turns: object[]): { argv: string[]; cwd: string } {
  const cwd = folderWith({ "script.json": JSON.stringify({ rules: [{ when: "*", turns }] }), "a.txt": "one\ntwo\n" });
  return { argv: ["run", "--provider", "scripted", "--model", "script.json"], cwd };
}
