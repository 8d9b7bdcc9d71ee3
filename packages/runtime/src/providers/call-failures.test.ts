import { createServer } from "node:net";
import type { LlmFailure } from "@buckeyestudio/toh-llm";
import { describe, expect, it, vi } from "vitest";
import {
  call,
  chunk,
  compatible,
  events,
  finish,
  modelServer,
  open,
  type Play,
  provider,
  refuse,
  send,
} from "./model-server.test-support.ts";

const KEY = "sk-0123456789abcdef";

async function failureOf(play: Play): Promise<LlmFailure | undefined> {
  const server = await modelServer(play);
  return failureFrom(await compatible(server.url, {}, KEY));
}

async function failureFrom(model: Parameters<typeof finish>[0]): Promise<LlmFailure | undefined> {
  const last = await finish(model);
  return last?.reason.kind === "error" ? last.reason.failure : undefined;
}

/** An error as most servers tell it. */
function complaint(message: string, code: string | number | null = null, type: string | null = null): object {
  return { error: { message, code, type } };
}

describe("answers of a provider that refuse (spec §0.7.9)", () => {
  it.each<[number, object | string, Partial<LlmFailure>]>([
    [400, complaint("Mock rejected the request"), { code: "INVALID_REQUEST", message: "Mock rejected the request" }],
    [401, complaint("bad key"), { code: "AUTH", message: "bad key" }],
    [402, complaint("Insufficient Balance"), { code: "QUOTA", message: "Insufficient Balance" }],
    [403, complaint("not for you"), { code: "AUTH" }],
    [404, complaint("no such model"), { code: "HTTP_404", message: "no such model" }],
    [413, "", { code: "INVALID_REQUEST", message: "Payload Too Large" }],
    [418, "", { code: "HTTP_418" }],
    [422, { detail: "field missing" }, { code: "INVALID_REQUEST", message: "field missing" }],
    [429, complaint("slow down"), { code: "RATE_LIMIT", message: "slow down" }],
    [429, complaint("nothing left", "insufficient_quota"), { code: "QUOTA" }],
    [500, { error: "out of memory" }, { code: "SERVER", message: "out of memory" }],
    [503, complaint("Mock overloaded"), { code: "SERVER", message: "Mock overloaded" }],
    [503, "<html>busy</html>", { code: "SERVER", message: "Service Unavailable" }],
    [400, complaint("too long", "context_length_exceeded"), { code: "CONTEXT_WINDOW_EXCEEDED" }],
    [400, complaint("This model's maximum context length is 131072 tokens."), { code: "CONTEXT_WINDOW_EXCEEDED" }],
    [400, complaint("x", 400, "exceed_context_size_error"), { code: "CONTEXT_WINDOW_EXCEEDED" }],
    [500, complaint("the request exceeds the available context size"), { code: "CONTEXT_WINDOW_EXCEEDED" }],
  ])("%i %j", async (status, body, expected) => {
    expect(await failureOf(refuse(status, body))).toEqual({ message: expect.any(String), status, ...expected });
  });

  it("does not follow to another address", async () => {
    expect(await failureOf(refuse(308, "", { location: "http://127.0.0.1:1/" }))).toMatchObject({ code: "HTTP_308" });
  });

  it("reads no more than it needs of a refusal that has no end", async () => {
    const server = await modelServer(({ response }) => {
      response.writeHead(500);
      const go = (): void => {
        while (response.write("x".repeat(100_000)));
      };
      response.on("drain", go);
      go();
    });
    expect(await failureFrom(await compatible(server.url))).toMatchObject({ code: "SERVER" });
    await (
      await server.exchange(0)
    ).closed;
  });

  it("tells the provider's id of the request", async () => {
    expect(await failureOf(refuse(400, complaint("no"), { "x-request-id": "req-31" }))).toMatchObject({
      requestId: "req-31",
    });
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "1" }, 1000],
    ["milliseconds, which win", { "retry-after": "9", "retry-after-ms": "250.5" }, 250.5],
    ["a date that is over", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, undefined],
    ["zero", { "retry-after": "0" }, undefined],
    ["words", { "retry-after": "soon" }, undefined],
  ])("reads retry-after: %s", async (_, headers, ms) => {
    expect((await failureOf(refuse(429, complaint("slow down"), headers)))?.providerRetryAfterMs).toBe(ms);
  });

  it("reads retry-after as a date", async () => {
    vi.setSystemTime(new Date("2026-12-01T12:00:00Z"));
    try {
      const play = refuse(429, complaint("slow down"), { "retry-after": "Tue, 01 Dec 2026 12:00:04 GMT" });
      const wait = (await failureOf(play))?.providerRetryAfterMs;
      expect(wait).toBeGreaterThan(3000);
      expect(wait).toBeLessThanOrEqual(4000);
    } finally {
      vi.useRealTimers();
    }
  });

  it("quotes no message without bound", async () => {
    expect((await failureOf(refuse(400, complaint("x".repeat(100_000)))))?.message).toBe(`${"x".repeat(1000)}…`);
  });
});

describe("streams that break", () => {
  const before = [
    { type: "block-start", index: 0, blockType: "text" },
    { type: "text-delta", index: 0, text: "partial " },
  ];

  it.each<[string, Play, LlmFailure]>([
    [
      "no finish and no [DONE]",
      events(chunk({ content: "partial " })),
      { code: "STREAM_CLOSED", message: "the stream ended before the model had finished" },
    ],
    [
      "an event that is no JSON",
      events(chunk({ content: "partial " }), "{not json", chunk({ content: "more" }), "[DONE]"),
      { code: "MALFORMED_RESPONSE", message: "malformed SSE payload: {not json" },
    ],
    [
      "an event of another form",
      events(chunk({ content: "partial " }), { choices: 7 }),
      { code: "MALFORMED_RESPONSE", message: 'unexpected SSE payload: {"choices":7}' },
    ],
    [
      "a call without a name",
      events(
        chunk({ content: "partial " }),
        chunk({ tool_calls: [{ index: 0, id: "a", function: { arguments: "{}" } }] }),
        chunk({}, "stop"),
      ),
      { code: "MALFORMED_RESPONSE", message: "a tool call came without the name of its tool" },
    ],
    [
      "an error object",
      events(chunk({ content: "partial " }), complaint("the backend died", "internal", "server_error")),
      { code: "SERVER", message: "the backend died" },
    ],
    [
      "an error object with a status for its code",
      events(chunk({ content: "partial " }), complaint("busy", 429)),
      { code: "RATE_LIMIT", message: "busy" },
    ],
    [
      "an error object that says the history is too long",
      events(chunk({ content: "partial " }), complaint("too long", "context_length_exceeded", "invalid_request_error")),
      { code: "CONTEXT_WINDOW_EXCEEDED", message: "too long" },
    ],
    [
      "an error that is a text",
      events(chunk({ content: "partial " }), { error: "model crashed" }),
      { code: "SERVER", message: "model crashed" },
    ],
  ])("leave what came as it is and end no block: %s", async (_, play, failure) => {
    const server = await modelServer(play);
    expect(await call(await compatible(server.url))).toEqual([
      ...before,
      { type: "finish", reason: { kind: "error", failure } },
    ]);
  });

  it("are TRANSPORT when the socket is cut", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, chunk({ content: "partial " }));
      exchange.response.write("", () => exchange.response.destroy());
    });
    const chunks = await call(await compatible(server.url));
    expect(chunks.slice(0, -1)).toEqual(before);
    expect(chunks.at(-1)).toMatchObject({ type: "finish", reason: { kind: "error", failure: { code: "TRANSPORT" } } });
  });

  it("close their connection when they are given up for an error in them", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, "{not json");
    });
    expect(await failureFrom(await compatible(server.url))).toMatchObject({ code: "MALFORMED_RESPONSE" });
    await (
      await server.exchange(0)
    ).closed;
  });

  it("tell of a page that is no stream, with a hint at the address", async () => {
    const play: Play = ({ response }) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html></html>");
    };
    expect(await failureOf(play)).toEqual({
      code: "MALFORMED_RESPONSE",
      message: expect.stringMatching(/^http:\/\/127.0.0.1:\d+ answered with text\/html, .* is the base URL right\?$/),
    });
  });
});

describe("a provider that is not there", () => {
  it("is TRANSPORT, and names host and port, when it refuses the connection", async () => {
    const port = await freePort();
    expect(await failureFrom(await compatible(`http://127.0.0.1:${port}/v1`))).toEqual({
      code: "TRANSPORT",
      message: `no connection to http://127.0.0.1:${port}, or it was lost: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  it("is TRANSPORT when it hangs up before it answers", async () => {
    expect(await failureOf(({ response }) => void response.destroy())).toMatchObject({ code: "TRANSPORT" });
  });
});

describe("keys", () => {
  it("that are missing fail the call, not the opening, and the failure names the variable", async () => {
    expect(await failureFrom(await provider("deepseek-official", {}))).toEqual({
      code: "MISSING_CREDENTIAL",
      message: 'no key for the provider "deepseek-official": set DEEPSEEK_API_KEY in the environment of the runtime',
    });
    expect(await failureFrom(await provider("openai", { OPENAI_API_KEY: "  " }))).toMatchObject({
      code: "MISSING_CREDENTIAL",
      message: expect.stringContaining("OPENAI_API_KEY"),
    });
    expect(await failureFrom(await provider("deepseek-official", {}, { apiKeyEnv: "MINE" }))).toMatchObject({
      message: expect.stringContaining("set MINE in"),
    });
  });

  it.each(["sk-with space", "sk-ключ", "sk-a\nb"])("that no header can carry fail the call: %j", async (key) => {
    const failure = await failureFrom(await provider("deepseek-official", { DEEPSEEK_API_KEY: key }));
    expect(failure).toEqual({
      code: "INVALID_CREDENTIAL",
      message: "the key in DEEPSEEK_API_KEY has a character that no header can carry",
    });
  });

  it("are sent as they are, without the white space around them", async () => {
    const server = await modelServer(refuse(400, ""));
    await finish(await compatible(server.url, {}, `${KEY}\n`));
    expect(server.exchanges[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it("that are optional and missing are not sent", async () => {
    const server = await modelServer(refuse(400, ""));
    await finish(await compatible(server.url));
    expect(server.exchanges[0]?.headers.authorization).toBeUndefined();
  });

  it("are in no failure, though the server quotes them", async () => {
    const server = await modelServer(
      refuse(401, complaint(`wrong key ${KEY}`), { "x-request-id": `for-${KEY}` }),
      events({ error: `wrong key ${KEY}` }),
      events(`{${KEY}`),
    );
    const model = await compatible(server.url, {}, KEY);
    const told = [await failureFrom(model), await failureFrom(model), await failureFrom(model)];
    expect(told).toMatchObject([
      { message: "wrong key [key]", requestId: "for-[key]" },
      { message: "wrong key [key]" },
      { message: "malformed SSE payload: {[key]" },
    ]);
    expect(JSON.stringify(told)).not.toContain(KEY);
  });

  it("are in no failure in part either, where a long message was cut in the middle of one", async () => {
    const quoted = `${"x".repeat(990)}${KEY}`;
    expect((await failureOf(refuse(401, complaint(quoted))))?.message).toBe(`${"x".repeat(990)}[key]…`);
  });
});

describe("addresses", () => {
  it.each<[string, string]>([
    ["not a url", "TOH_BASE_URL is not an http or https URL"],
    ["ftp://host/", "TOH_BASE_URL is not an http or https URL"],
    ["http://user:secret@host/", "TOH_BASE_URL holds a user name or password: give a key in the environment instead"],
    ["http://host/?key=secret", "TOH_BASE_URL has a query or a fragment"],
    ["", "no base URL: set TOH_BASE_URL, as in http://127.0.0.1:11434/v1"],
  ])("that cannot be one are refused when the provider is opened, unquoted: %j", async (url, message) => {
    await expect(compatible(url)).rejects.toThrow(new Error(message));
  });

  it("of the options win over the environment", async () => {
    const server = await modelServer(refuse(400, ""));
    const env = { DEEPSEEK_API_KEY: KEY, DEEPSEEK_BASE_URL: "http://127.0.0.1:1" };
    await finish(await provider("deepseek-official", env, { baseUrl: `${server.url}/v1/` }));
    expect(server.exchanges[0]?.path).toBe("/v1/chat/completions");
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 1;
}
