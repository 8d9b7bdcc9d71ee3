// @ts-check
// Child processes of the scripts: one way to start them, which never leaves one behind.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { root } from "./repository.mjs";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the repository
 * @property {NodeJS.ProcessEnv} [env] added to this process's own
 * @property {"inherit" | "capture" | "both"} [output] default `inherit`; `capture` keeps both streams and shows
 *   neither; `both` shows both and keeps stdout
 * @property {(pid: number) => void} [onStart] hears the process id
 *
 * @typedef {object} Ended
 * @property {number} code the exit code; 128 + the signal's number when a signal ended it, 127 when it did not start
 * @property {string} stdout what was kept
 * @property {string} stderr what was kept
 */

/**
 * Runs a command to its end; never throws for what the command does. A signal that reaches this process meanwhile is
 * passed on, and this process ends with it once the child has.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export async function run(command, args, options = {}) {
  const { cwd = root, env = {}, output = "inherit", onStart } = options;
  const shown = output === "inherit";
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", shown ? "inherit" : "pipe", output === "capture" ? "pipe" : "inherit"],
    shell: process.platform === "win32" && !command.endsWith(".exe"),
  });
  if (child.pid !== undefined) onStart?.(child.pid);
  /** @type {Buffer[]} */
  const stdout = [];
  /** @type {Buffer[]} */
  const stderr = [];
  child.stdout?.on("data", (/** @type {Buffer} */ chunk) => {
    stdout.push(chunk);
    if (output === "both") process.stdout.write(chunk);
  });
  child.stderr?.on("data", (/** @type {Buffer} */ chunk) => stderr.push(chunk));

  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @type {(signal: NodeJS.Signals) => void} */
  const pass = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of endingSignals) process.on(signal, pass);
  const ended = await new Promise((/** @type {(ended: Ended) => void} */ settle) => {
    const kept = () => ({ stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    child.once("error", (error) => settle({ code: 127, ...kept(), stderr: `${command}: ${error.message}` }));
    child.once("close", (code, signal) => settle({ code: exitCode(code, signal), ...kept() }));
  });
  for (const signal of endingSignals) process.off(signal, pass);
  if (received !== undefined) process.exit(exitCode(null, received));
  return ended;
}

/**
 * Runs a JavaScript file of a dependency (`typescript/bin/tsc`) or of this repository with the Node that runs now.
 *
 * @param {string} file relative to the repository, or absolute
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNode(file, args, options) {
  return run(process.execPath, [resolve(root, file), ...args], options);
}

/**
 * Runs npm: the one that runs this script, else the one that came with this Node, else the one on the PATH.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options) {
  const calling = process.env["npm_execpath"];
  const bundled = join(dirname(dirname(process.execPath)), "lib", "node_modules", "npm", "bin", "npm-cli.js");
  const script = [calling, bundled].find((path) => path && basename(path) === "npm-cli.js" && existsSync(path));
  return script === undefined ? run("npm", args, options) : run(process.execPath, [script, ...args], options);
}

/**
 * The exit code a shell would report: the code itself, or 128 and the number of the signal.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** @type {readonly NodeJS.Signals[]} */
export const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"];
