// @ts-check
// Drives toh-runtime with the published client: node drive.mjs RUNTIME SCENARIO. Writes what it saw to stdout, as one
// JSON value; what that has to be says test/compatibility/published-client.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeepSeekHarness, JsonRpcResponseError, TransportClosedError } from "@deepseek-ai/dsh-sdk-client";

const usage = { inputTokens: 3, outputTokens: 2 };
const sessions = Array.from({ length: 20 }, (_, at) => `session-${at}`);

const script = {
  rules: [
    { when: "hello", turns: [{ reasoning: "A greeting.", text: "Hello from the script.", usage }] },
    { when: "again", turns: [{ text: "And again.", usage }] },
    { when: "slow", turns: [{ text: "One word at a time.", deltaMs: 20, usage }] },
    {
      when: "delegate",
      turns: [
        { toolCalls: [{ id: "call_1", name: "subagent", arguments: { description: "a probe", prompt: "probe" } }], usage },
        { text: "The child has answered.", usage },
      ],
    },
    { when: "probe", turns: [{ text: "I am the child.", usage }] },
    { when: "fail", turns: [{ text: "Until here", error: { message: "no such model", code: "INVALID_REQUEST", status: 400 } }] },
    { when: "forever", turns: [{ text: "Without an end", hang: true }] },
    ...sessions.map((id) => ({ when: `I am ${id}`, turns: [{ text: `You are ${id}.`, usage }] })),
  ],
};

/** @type {Record<string, (harness: DeepSeekHarness) => Promise<unknown>>} */
const scenarios = {
  run: async (harness) => told(await harness.run("hello", { sessionId: "s" })),

  "two-runs": async (harness) => {
    const session = harness.session("s");
    return [told(await session.run("hello")), told(await session.run("again"))];
  },

  concurrent: async (harness) => {
    const session = harness.session("s");
    return (await Promise.all([session.run("slow"), session.run("again")])).map(told);
  },

  subagent: async (harness) => {
    const seen = [];
    const result = await harness.run("delegate", { sessionId: "s", onNotification: ({ method, params }) => seen.push({ method, params }) });
    return { ...told(result), seen };
  },

  failing: async (harness) => {
    const session = harness.session("s");
    const failed = await session.run("fail");
    const next = await session.run("again");
    return { failed: told(failed), end: failed.events.at(-1)?.data, next: told(next) };
  },

  parallel: async (harness) => {
    const results = await Promise.all(sessions.map((sessionId) => harness.run(`I am ${sessionId}`, { sessionId })));
    return results.map(told);
  },

  refusals: async (harness) => {
    await harness.start();
    const { client } = harness;
    return Promise.all([
      refusal(client.prompt("s", [])),
      refusal(client.request("session/unknown", {})),
      refusal(client.initialize({ cwd: process.cwd(), provider: "scripted", model: "x" })),
    ]);
  },

  "failed-start": async (harness) => {
    const wrong = new DeepSeekHarness({ launch: harness.client.options, provider: "nobody", model: "x" });
    const refused = await refusal(wrong.start());
    await wrong.close();
    return refused;
  },

  close: async (harness) => {
    let begun = () => {};
    const beginning = new Promise((resolve) => (begun = () => resolve(undefined)));
    const run = refusal(
      harness.run("forever", { onNotification: ({ params }) => params.event?.type === "assistant/chunk" && begun() }),
    );
    await beginning;
    await Promise.all([harness.close(), harness.close()]);
    await harness.close();
    return { run: await run, afterwards: await refusal(harness.run("hello")) };
  },
};

const [runtime = "", name = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "toh-published-"));
try {
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const harness = new DeepSeekHarness({
    launch: { command: process.execPath, args: [runtime, "--ephemeral"], requestTimeoutMs: 10_000 },
    cwd: folder,
    provider: "scripted",
    model: "script.json",
  });
  const scenario = scenarios[name];
  if (scenario === undefined) throw new Error(`no scenario ${name}; there are ${Object.keys(scenarios).join(", ")}`);
  try {
    process.stdout.write(JSON.stringify({ saw: await scenario(harness) }));
  } finally {
    await harness.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {import("@deepseek-ai/dsh-sdk-client").RunResult} result */
function told({ sessionId, finalResponse, events, notifications }) {
  return {
    sessionId,
    finalResponse,
    types: events.map(({ type }) => type).filter((type) => type !== "assistant/chunk"),
    seqs: events.map(({ seq }) => seq),
    last: notifications.at(-1)?.params.status,
  };
}

/** @param {Promise<unknown>} call */
async function refusal(call) {
  try {
    return { result: await call };
  } catch (error) {
    return error instanceof JsonRpcResponseError ? { code: error.code, message: error.message } : { error: error?.constructor?.name };
  }
}
