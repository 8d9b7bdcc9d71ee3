import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Provider } from "@buckeyestudio/toh-llm";
import { JsonRpcLineTransport } from "@buckeyestudio/toh-sdk-protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { Bench, folder } from "../runtime.test-support.ts";
import { asObject } from "./json.ts";
import {
  chat,
  chunk,
  compatible,
  modelServer,
  open,
  type Play,
  provider,
  refuse,
  send,
} from "./model-server.test-support.ts";

const KEY = "sk-0123456789abcdef";

/** Asks for a file, and answers when it has it. */
const toolTurn: readonly Play[] = [
  chat(
    [
      { reasoning_content: "I must look." },
      { tool_calls: [{ index: 0, id: "call_1", function: { name: "read_file", arguments: '{"pa' } }] },
      { tool_calls: [{ index: 0, function: { arguments: 'th":"a.txt"}' } }] },
    ],
    "tool_calls",
    { prompt_tokens: 5, completion_tokens: 3 },
  ),
  chat([{ content: "It says " }, { content: "moin." }], "stop", { prompt_tokens: 9, completion_tokens: 4 }),
];

/** A host whose one model is that one. */
function hostOf(model: Provider, delays: number[] = []): Bench {
  const sleep = async (ms: number): Promise<void> => void delays.push(ms);
  return new Bench({}, { providers: new Map([["scripted", async () => model]]), sleep });
}

describe("a turn with a model over HTTP", () => {
  it("uses a tool and gives the model its result", async () => {
    const server = await modelServer(...toolTurn);
    const bench = await hostOf(await compatible(server.url, {}, KEY)).open(await folder({ "a.txt": "moin\n" }));
    await bench.run("What does a.txt say?");
    expect(bench.story().slice(-9)).toEqual([
      "s assistant/message",
      "s tool/call read_file",
      expect.stringMatching(/^s tool\/result .*moin/s),
      "s step/end",
      "s step/start",
      "s assistant/message It says moin.",
      "s step/end",
      's turn/end {"kind":"completed"}',
      "s idle",
    ]);
    expect(server.exchanges[1]?.body["messages"]).toMatchObject([
      { role: "user", content: "What does a.txt say?" },
      { role: "assistant", reasoning_content: "I must look.", tool_calls: [{ id: "call_1" }] },
      { role: "tool", tool_call_id: "call_1", content: expect.stringContaining("moin") },
    ]);
    expect(JSON.stringify(bench.facts)).not.toContain(KEY);
  });

  it("is tried again after the provider's own delay, and what came before is in no message", async () => {
    const server = await modelServer(
      refuse(503, { error: { message: "Mock overloaded" } }, { "x-request-id": "req-33" }),
      refuse(429, { error: { message: "Mock rate limit" } }, { "retry-after": "1" }),
      (exchange) => {
        open(exchange);
        send(exchange, chunk({ content: "lost" }));
        exchange.response.write("", () => exchange.response.destroy());
      },
      chat([{ content: "Recovered." }]),
    );
    const delays: number[] = [];
    const bench = await hostOf(await compatible(server.url), delays).open();
    await bench.run("hi");
    const retries = bench.facts.flatMap((fact) =>
      fact.kind === "event" && fact.event.type === "llm/retry" ? [fact.event.data.failure] : [],
    );
    expect(retries).toMatchObject([
      { code: "SERVER", status: 503, message: "Mock overloaded", requestId: "req-33" },
      { code: "RATE_LIMIT", status: 429, providerRetryAfterMs: 1000 },
      { code: "TRANSPORT" },
    ]);
    expect(delays[1]).toBe(1000);
    expect(bench.story()).toContain("s assistant/message Recovered.");
  });

  it("fails without a key, and the session goes on", async () => {
    const bench = await hostOf(await provider("deepseek-official", {})).open();
    await bench.run("hi");
    expect(bench.story().at(-2)).toBe(
      `s turn/end ${JSON.stringify({
        kind: "error",
        error: {
          message:
            'no key for the provider "deepseek-official": set DEEPSEEK_API_KEY in the environment of the runtime',
          code: "MISSING_CREDENTIAL",
        },
      })}`,
    );
  });

  it("closes the connection when the runtime ends in the middle of it", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, chunk({ content: "partial" }));
    });
    const bench = await hostOf(await compatible(server.url)).open();
    await bench.prompt("hi");
    await bench.until(
      (fact) =>
        fact.kind === "event" && fact.event.type === "assistant/chunk" && fact.event.data.chunk.type === "text-delta",
    );
    await bench.host.dispose(AbortSignal.timeout(5000));
    await (
      await server.exchange(0)
    ).closed;
    expect(bench.story().slice(-4)).toEqual([
      "s assistant/message interrupted partial",
      "s step/end",
      's turn/end {"kind":"aborted","reason":{"kind":"disposed"}}',
      "s idle",
    ]);
  });
});

describe("the executable with a model over HTTP", () => {
  it("runs a whole turn, with the key in its environment and in nothing that it writes", async () => {
    const server = await modelServer(...toolTurn, refuse(401, { error: { message: `wrong key ${KEY}` } }));
    const runtime = await start({ DEEPSEEK_API_KEY: KEY, DEEPSEEK_BASE_URL: server.url });
    const cwd = await folder({ "a.txt": "moin\n" });
    await runtime.transport.request("initialize", { cwd, provider: "deepseek-official", model: "deepseek-v4-flash" });
    expect(await runtime.run("What does a.txt say?")).toEqual({ kind: "completed" });
    expect(server.exchanges[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await runtime.run("And now?")).toMatchObject({
      kind: "error",
      error: { code: "AUTH", message: "wrong key [key]" },
    });
    await runtime.transport.request("shutdown");
    expect(await runtime.exit).toBe(0);
    expect(runtime.written()).not.toContain(KEY);
  });
});

interface Runtime {
  readonly transport: JsonRpcLineTransport;
  /** Prompts and resolves to the reason of the turn's end. */
  run(text: string): Promise<unknown>;
  readonly exit: Promise<unknown>;
  /** All of standard output and error so far. */
  written(): string;
}

async function start(env: Readonly<Record<string, string>>): Promise<Runtime> {
  const bin = fileURLToPath(new URL("../../bin/toh-runtime.js", import.meta.url));
  const child = spawn(process.execPath, [bin, "--ephemeral"], {
    env: { PATH: process.env["PATH"], TOH_LOG: "debug", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => pieces.push(piece));
  const exit = once(child, "close").then(([code]: unknown[]) => code);
  const transport = new JsonRpcLineTransport(child.stdout, child.stdin);
  let ended: (reason: unknown) => void = () => undefined;
  transport.onNotification((method, params) => {
    const event = asObject(params["event"]);
    if (method === "session.event" && event?.["type"] === "turn/end") ended(asObject(event["data"])?.["reason"]);
  });
  transport.start();
  return {
    transport,
    exit,
    written: () => Buffer.concat(pieces).toString("utf8"),
    run: async (text) => {
      const end = new Promise((resolve) => (ended = resolve));
      await transport.request("session/prompt", { sessionId: "s", contentBlocks: [{ type: "text", text }] });
      return end;
    },
  };
}
