#!/usr/bin/env node
// CPU of the runtime for one token of a model's answer: a spawned toh-runtime with a durable session, in one turn
// against a local OpenAI-compatible server that streams at a fixed pace, then at a faster one.
//
//   npx tsc -b packages/runtime && node bench/model-turn.mjs [--tokens 1000] [--bar 300]
//
// The figure is utime and stime of the process by /proc/<pid>/stat, from the prompt to the session's idle, over the tokens;
// a turn before it warms the code up. Most of it at that pace is what waking up costs a process whose caches have gone
// cold, and that differs between machines and hours: the floor beside it is a bare Node process that reads the same
// answer, parses each event and writes a line for it. Ends with 1 when 100 tokens/s cost more than the bar. Linux only.
import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { tokens: { type: "string", default: "1000" }, bar: { type: "string", default: "300" } },
});
const tokens = Number(values.tokens);
const bar = Number(values.bar);
const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

const folder = mkdtempSync(join(tmpdir(), "toh-model-turn-"));
const { server, port } = await serveModel();
const runtime = startRuntime(port);
try {
  await runtime.request("initialize", { cwd: folder, provider: "openai-compatible", model: "m" });
  await runtime.turn("1000000 5000"); // tokens a second, tokens: the code is loaded and compiled, as in a runtime that has worked before
  const floor = await measureFloor(port, Math.min(tokens, 500));
  console.log(`floor at 100 tokens/s: ${floor.toFixed(0)} µs of CPU a token`);
  const results = [];
  for (const [pace, count] of [
    [100, tokens],
    [1000, tokens * 5],
    [1_000_000, tokens * 20],
  ]) {
    const before = cpuMicros(runtime.pid);
    const from = performance.now();
    const chunks = await runtime.turn(`${pace} ${count}`);
    const seconds = (performance.now() - from) / 1000;
    const cpu = cpuMicros(runtime.pid) - before;
    if (chunks !== count) throw new Error(`${chunks} deltas arrived, ${count} were sent`);
    results.push({ pace, count, perToken: cpu / count });
    const label = pace >= 1_000_000 ? "as fast as it reads" : `${pace} tokens/s`;
    console.log(
      `${label}: ${(cpu / count).toFixed(0)} µs of CPU a token (${count} tokens in ${seconds.toFixed(1)} s, ` +
        `${(count / seconds).toFixed(0)} tokens/s)`,
    );
  }
  const atBar = results[0].perToken;
  console.log(
    `bar at 100 tokens/s: ${bar} µs a token: ${atBar <= bar ? "met" : "missed"} (${(atBar / floor).toFixed(1)} times the floor)`,
  );
  process.exitCode = atBar <= bar ? 0 : 1;
} finally {
  await runtime.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A model that streams as many tokens, at such a pace, as the last message says: `pace count`. */
async function serveModel() {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text) => (body += text));
    request.on("end", async () => {
      const asked = JSON.parse(body).messages.findLast(({ role }) => role === "user").content;
      const [pace, count] = asked.split(" ").map(Number);
      response.writeHead(200, { "content-type": "text/event-stream" });
      const from = performance.now();
      for (let sent = 0; sent < count; ) {
        // Each token is a write of its own, as a model's server does it.
        const due = Math.min(count, Math.floor(((performance.now() - from) / 1000) * pace));
        for (; sent < due; sent++) {
          if (!response.write(event({ content: ` word${sent}` }))) await once(response, "drain");
        }
        await new Promise((resolve) => setTimeout(resolve, pace > 1000 ? 0 : 1));
      }
      response.write(event({}, "stop"));
      response.write(`data: ${JSON.stringify({ id: "c", choices: [], usage: { prompt_tokens: 9, completion_tokens: count } })}\n\n`);
      response.end("data: [DONE]\n\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: server.address().port };
}

function event(delta, reason = null) {
  const choice = { index: 0, delta, logprobs: null, finish_reason: reason };
  const head = { id: "chatcmpl-0123456789abcdef", object: "chat.completion.chunk", created: 1700000000, model: "m" };
  return `data: ${JSON.stringify({ ...head, system_fingerprint: "fp_0123456789", choices: [choice] })}\n\n`;
}

/** CPU a token of a process that does the least: the first turn warms it up, the second counts. */
async function measureFloor(port, count) {
  const program = `
    import { request } from "node:http";
    import { createInterface } from "node:readline";
    createInterface({ input: process.stdin }).on("line", (content) => {
      const call = request({ port: ${port}, host: "127.0.0.1", method: "POST", path: "/" }, (response) => {
        let rest = "";
        response.setEncoding("utf8").on("data", (text) => {
          const all = (rest + text).split("\\n");
          rest = all.pop();
          for (const line of all)
            if (line.startsWith("data: {")) process.stdout.write(JSON.stringify(JSON.parse(line.slice(6)).choices) + "\\n");
        });
        response.on("end", () => process.stdout.write("end\\n"));
      });
      call.end(JSON.stringify({ messages: [{ role: "user", content }] }));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "close");
  void exit.then(([code]) => code !== 0 && process.exit(1));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (text) => {
    child.stdin.write(`${text}\n`);
    for (;;) if ((await lines.next()).value === "end") return;
  };
  await answer("1000000 5000");
  const before = cpuMicros(child.pid);
  await answer(`100 ${count}`);
  const cpu = cpuMicros(child.pid) - before;
  child.stdin.end();
  await exit;
  return cpu / count;
}

function startRuntime(port) {
  const bin = fileURLToPath(new URL("../packages/runtime/bin/toh-runtime.js", import.meta.url));
  const child = spawn(process.execPath, [bin, "--data-dir", join(folder, "sessions")], {
    env: { ...process.env, TOH_BASE_URL: `http://127.0.0.1:${port}/v1` },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = new Map();
  let ids = 0;
  let deltas = 0;
  let idle = () => undefined;
  let failed = () => undefined;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const frame = JSON.parse(line);
    const event = frame.params?.event;
    if (event?.type === "assistant/chunk" && event.data.chunk.type === "text-delta") deltas++;
    if (event?.type === "turn/end" && event.data.reason.kind !== "completed")
      failed(new Error(JSON.stringify(event.data.reason)));
    if (frame.method === "session.status" && frame.params.status === "idle") idle();
    answers.get(frame.id)?.(frame);
  });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      answers.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error.message))));
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  return {
    pid: child.pid,
    request,
    /** Runs one turn in a session of its own; resolves to the number of deltas that came. */
    turn: async (text) => {
      deltas = 0;
      const end = new Promise((resolve, reject) => ((idle = resolve), (failed = reject)));
      await request("session/prompt", { sessionId: `s-${text}`, contentBlocks: [{ type: "text", text }] });
      await end;
      return deltas;
    },
    stop: async () => {
      const exit = once(child, "close");
      child.stdin.end();
      await exit;
    },
  };
}

/** Microseconds that the process has spent in user and system mode. */
function cpuMicros(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000;
}
