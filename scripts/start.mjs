// @ts-check
// npm start: `toh run` in this repository, with a prompt of its own or with what stands after `npm start --`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./repository.mjs";
import { endingSignals, exitCode } from "./run.mjs";
import { ensureBuilt, main } from "./setup.mjs";

/**
 * What is asked when nothing is given: words that the sources of this repository have an answer to. In pieces, since a
 * line with all of them would be found as the best answer to itself.
 */
const prompt = [
  "Which steps has the",
  "dispose", // one word that counts on each line
  "ladder, from",
  "shutdown",
  "to SIGKILL?",
].join(" ");

/** npm passes on a signal that the terminal or a group kill has already sent us: one signal, not two. */
const sameSignalMs = 100;

await main(async () => {
  await ensureBuilt();
  const given = process.argv.slice(2);
  const args = [join(root, "packages", "cli", "bin", "toh.js"), "run", ...(given.length > 0 ? given : [prompt])];
  process.exitCode = await follow(spawn(process.execPath, args, { cwd: root, stdio: "inherit" }));
});

/**
 * Outlives the child whatever signal comes, so that its ending is ours: its exit code, or 128 + the signal's number.
 *
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>}
 */
function follow(child) {
  // Ctrl-C reaches every process of the terminal, the child too: passing it on would be a second one.
  const passed = process.stdin.isTTY ? endingSignals.filter((signal) => signal !== "SIGINT") : endingSignals;
  for (const signal of endingSignals) {
    let last = -Infinity;
    process.on(signal, () => {
      const now = performance.now();
      if (passed.includes(signal) && now - last > sameSignalMs) child.kill(signal);
      last = now;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}
