// @ts-check
// node test/version-1/cancel-medians.mjs [runs]: how long a cancel takes, by what the turn waits for. Medians of
// milliseconds as a client sees them, over the pipes of a built runtime: from the write of `session/cancel` to its
// receipt, and to the `turn/end`. To be run by hand on a machine that does nothing else.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const RUNTIME = fileURLToPath(new URL("../../packages/runtime/bin/toh-runtime.js", import.meta.url));
const RUNS = Number(process.argv[2] ?? 20);

/** @typedef {Record<string, any>} Frame */

const call = (/** @type {string} */ name, /** @type {object} */ args) => ({ toolCalls: [{ name, arguments: args }] });
const sleeping = call("shell", { command: "sh -c 'sleep 1000 & touch ready; wait' & sleep 1000 & wait" });
const script = {
  rules: [
    { when: "stream", turns: [{ text: "begun", hang: true }] },
    { when: "shell", turns: [sleeping] },
    { when: "write", turns: [call("write_file", { path: "a.txt", content: "hi" })] },
    { when: "retry", turns: [{ error: { message: "busy", code: "SERVER" } }] },
    { when: "lookup", turns: [call("lookup", {})] },
    { when: "child", turns: [call("subagent", { description: "d", prompt: "stream" })] },
    { when: "child shell", turns: [call("subagent", { description: "d", prompt: "shell" })] },
  ],
};
const config = { tools: { rules: [{ tool: "shell", verdict: "allow" }] } };

const eventType = (/** @type {Frame} */ frame) => frame.params?.event?.type;

/** @type {readonly (readonly [string, string, (frame: Frame) => boolean])[]} */
const CASES = [
  ["a model that streams", "stream", (frame) => eventType(frame) === "assistant/chunk"],
  ["a command with a grandchild", "shell", (frame) => frame["ready"] === true],
  ["an approval", "write", (frame) => frame["method"] === "approval/request"],
  ["a retry delay", "retry", (frame) => eventType(frame) === "llm/retry"],
  ["a tool of the client", "lookup", (frame) => frame["method"] === "tool/call"],
  ["a child that streams", "child", (frame) => eventType(frame) === "assistant/chunk"],
  ["a child with a command", "child shell", (frame) => frame["ready"] === true],
];

/** @type {Record<string, object>} */
const table = {};
for (const [what, prompt, isWaiting] of CASES) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(prompt, isWaiting));
  table[what] = {
    "receipt (ms)": median(runs.map(({ receipt }) => receipt)),
    "turn/end (ms)": median(runs.map(({ end }) => end)),
    "longest (ms)": round(Math.max(...runs.map(({ end }) => end))),
  };
}
process.stdout.write(`${RUNS} runs each, node ${process.version}\n`);
console.table(table);

/**
 * @param {string} prompt
 * @param {(frame: Frame) => boolean} isWaiting
 */
async function measure(prompt, isWaiting) {
  const cwd = mkdtempSync(join(tmpdir(), "toh-medians-"));
  writeFileSync(join(cwd, "script.json"), JSON.stringify(script));
  writeFileSync(join(cwd, "toh.config.json"), JSON.stringify(config));
  const runtime = spawn(process.execPath, [RUNTIME, "--data-dir", join(cwd, "data"), "--cwd", cwd], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => runtime.once("close", resolve));
  /** @type {((frame: Frame) => void)[]} */
  const listeners = [];
  const tell = (/** @type {Frame} */ frame) => listeners.forEach((listener) => listener(frame));
  const until = (/** @type {(frame: Frame) => boolean} */ fits) =>
    new Promise((resolve) => listeners.push((frame) => fits(frame) && resolve(performance.now())));
  const send = (/** @type {object} */ frame) =>
    runtime.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
  createInterface({ input: runtime.stdout }).on("line", (line) => {
    const frame = JSON.parse(line);
    if (frame.error !== undefined) throw new Error(line);
    tell(frame);
  });
  const watcher = watch(cwd, () => existsSync(join(cwd, "ready")) && tell({ ready: true }));

  const tools = [{ name: "lookup", description: "d", inputSchema: { type: "object" } }];
  const route = { provider: "scripted", model: "script.json" };
  const params = { cwd, ...route, protocolVersion: 1, capabilities: { approvals: {} }, tools };
  const shaken = until(({ id }) => id === "init");
  send({ id: "init", method: "initialize", params });
  await shaken;
  const waiting = until(isWaiting);
  const contentBlocks = [{ type: "text", text: prompt }];
  send({ id: "p", method: "session/prompt", params: { sessionId: "s", contentBlocks } });
  await waiting;

  const receipt = until(({ id }) => id === "c");
  const end = until((frame) => eventType(frame) === "turn/end" && frame.params.sessionId === "s");
  const begun = performance.now();
  send({ id: "c", method: "session/cancel", params: { sessionId: "s" } });
  const times = { receipt: (await receipt) - begun, end: (await end) - begun };
  watcher.close();
  runtime.stdin.end();
  await ended;
  rmSync(cwd, { recursive: true, force: true });
  return times;
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return round(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2);
}

/** @param {number} ms */
function round(ms) {
  return Math.round(ms * 10) / 10;
}
