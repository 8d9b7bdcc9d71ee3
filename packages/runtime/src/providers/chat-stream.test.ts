import type { StreamChunk } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import {
  call,
  chat,
  chunk,
  compatible,
  events,
  modelServer,
  open,
  type Play,
  send,
} from "./model-server.test-support.ts";

async function chunksOf(play: Play): Promise<StreamChunk[]> {
  const server = await modelServer(play);
  return call(await compatible(server.url));
}

describe("a stream of chat completions as chunks (spec §0.7.5)", () => {
  it("opens a block with its first delta, ends all blocks together, then tells usage, then finishes", async () => {
    const play = chat(
      [
        { role: "assistant", content: "" },
        { reasoning_content: "The " },
        { reasoning_content: "user" },
        { content: "Hello " },
        { content: "there." },
      ],
      "stop",
      {
        prompt_tokens: 120,
        completion_tokens: 8,
        prompt_tokens_details: { cached_tokens: 64 },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
    );
    expect(await chunksOf(play)).toEqual([
      { type: "block-start", index: 0, blockType: "reasoning" },
      { type: "reasoning-delta", index: 0, text: "The " },
      { type: "reasoning-delta", index: 0, text: "user" },
      { type: "block-start", index: 1, blockType: "text" },
      { type: "text-delta", index: 1, text: "Hello " },
      { type: "text-delta", index: 1, text: "there." },
      { type: "block-end", index: 0, block: { type: "reasoning", text: "The user" } },
      { type: "block-end", index: 1, block: { type: "text", text: "Hello there." } },
      {
        type: "usage",
        usage: { inputTokens: 56, outputTokens: 8, cacheReadTokens: 64, reasoningTokens: 3 },
      },
      {
        type: "finish",
        reason: { kind: "stop" },
        replayState: { response: { reasoningField: "reasoning_content" } },
      },
    ]);
  });

  it("keeps the arguments of parallel calls apart, however they interleave, and gives id and name with each piece", async () => {
    const play = chat(
      [
        { content: "Both." },
        { tool_calls: [{ index: 0, id: "call_a", function: { name: "read_file", arguments: "" } }] },
        { tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] },
        { tool_calls: [{ index: 1, id: "call_b", function: { name: "list_files", arguments: "{" } }] },
        {
          tool_calls: [
            { index: 0, function: { arguments: '"a"}' } },
            { index: 1, function: { arguments: "}" } },
          ],
        },
      ],
      "tool_calls",
    );
    const a = { index: 1, id: "call_a", name: "read_file" };
    const b = { index: 2, id: "call_b", name: "list_files" };
    expect(await chunksOf(play)).toEqual([
      { type: "block-start", index: 0, blockType: "text" },
      { type: "text-delta", index: 0, text: "Both." },
      { type: "block-start", index: 1, blockType: "tool-call" },
      { type: "tool-call-delta", ...a, argumentsDelta: '{"path":' },
      { type: "block-start", index: 2, blockType: "tool-call" },
      { type: "tool-call-delta", ...b, argumentsDelta: "{" },
      { type: "tool-call-delta", ...a, argumentsDelta: '"a"}' },
      { type: "tool-call-delta", ...b, argumentsDelta: "}" },
      { type: "block-end", index: 0, block: { type: "text", text: "Both." } },
      {
        type: "block-end",
        index: 1,
        block: { type: "tool-call", id: "call_a", name: "read_file", arguments: '{"path":"a"}' },
      },
      { type: "block-end", index: 2, block: { type: "tool-call", id: "call_b", name: "list_files", arguments: "{}" } },
      { type: "finish", reason: { kind: "tool-calls" } },
    ]);
  });

  it("opens a call without arguments too, and says that it waits for a tool where the server says stop", async () => {
    const play = chat([{ tool_calls: [{ index: 0, id: "call_a", function: { name: "now", arguments: "" } }] }], "stop");
    expect(await chunksOf(play)).toEqual([
      { type: "block-start", index: 0, blockType: "tool-call" },
      { type: "tool-call-delta", index: 0, id: "call_a", name: "now", argumentsDelta: "" },
      { type: "block-end", index: 0, block: { type: "tool-call", id: "call_a", name: "now", arguments: "" } },
      { type: "finish", reason: { kind: "tool-calls" } },
    ]);
  });

  it.each<[string, readonly object[], readonly object[]]>([
    [
      "that come without an index",
      [
        { id: "a", function: { name: "f", arguments: "{" } },
        { function: { arguments: "}" } },
        { id: "b", function: { name: "g", arguments: "{}" } },
      ],
      [
        { id: "a", name: "f", arguments: "{}" },
        { id: "b", name: "g", arguments: "{}" },
      ],
    ],
    [
      "that share one",
      [
        { index: 0, id: "a", function: { name: "f", arguments: "{}" } },
        { index: 0, id: "b", function: { name: "g", arguments: "{}" } },
      ],
      [
        { id: "a", name: "f", arguments: "{}" },
        { id: "b", name: "g", arguments: "{}" },
      ],
    ],
    [
      "whose id and name come again and again",
      [
        { index: 0, id: "a", function: { name: "f", arguments: "{" } },
        { index: 0, id: "a", function: { name: "f", arguments: "}" } },
      ],
      [{ id: "a", name: "f", arguments: "{}" }],
    ],
    [
      "whose name comes late",
      [
        { index: 0, id: "a", function: { arguments: "{" } },
        { index: 0, function: { name: "f", arguments: "}" } },
      ],
      [{ id: "a", name: "f", arguments: "{}" }],
    ],
    [
      "without an id, which get one by the number of their block",
      [
        { index: 0, function: { name: "f", arguments: "{}" } },
        { index: 1, function: { name: "g", arguments: "{}" } },
      ],
      [
        { id: "call-0", name: "f", arguments: "{}" },
        { id: "call-1", name: "g", arguments: "{}" },
      ],
    ],
  ])("tells calls apart %s", async (_, pieces, calls) => {
    const chunks = await chunksOf(
      chat(
        pieces.map((piece) => ({ tool_calls: [piece] })),
        "tool_calls",
      ),
    );
    const ended = chunks.flatMap((piece) => (piece.type === "block-end" ? [piece.block] : []));
    expect(ended).toEqual(calls.map((block) => ({ type: "tool-call", ...block })));
  });

  it("reads content that comes in parts, thinking among them", async () => {
    const thinking = { type: "thinking", thinking: [{ type: "text", text: "hm" }] };
    const chunks = await chunksOf(
      chat([{ content: [thinking] }, { content: [{ type: "text", text: "yes" }, { type: "odd" }] }]),
    );
    expect(chunks.flatMap((piece) => (piece.type === "block-end" ? [piece.block] : []))).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "yes" },
    ]);
  });

  it("takes [DONE] for the end where no reason was given, and a reason where [DONE] is missing", async () => {
    expect((await chunksOf(events(chunk({ content: "x" }), "[DONE]"))).at(-1)).toEqual({
      type: "finish",
      reason: { kind: "stop" },
    });
    expect((await chunksOf(events(chunk({ content: "x" }), chunk({}, "length")))).at(-1)).toEqual({
      type: "finish",
      reason: { kind: "max-tokens" },
    });
  });

  it("ends with [DONE] though the server goes on, and closes that connection", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, chunk({ content: "x" }), chunk({}, "stop"), "[DONE]");
    });
    await call(await compatible(server.url));
    await (
      await server.exchange(0)
    ).closed;
  });

  it("keeps the connection of an answer that is whole for the next call", async () => {
    const server = await modelServer(chat([{ content: "x" }]));
    const model = await compatible(server.url);
    for (let time = 0; time < 3; time++) await call(model);
    expect(await server.connections()).toBe(1);
  });

  it("makes a block of its own of text behind further reasoning", async () => {
    const play = chat([{ content: "a" }, { reasoning: "b" }, { content: "c" }]);
    const chunks = await chunksOf(play);
    expect(chunks.filter((piece) => piece.type === "block-end").map((piece) => piece.block)).toEqual([
      { type: "text", text: "a" },
      { type: "reasoning", text: "b" },
      { type: "text", text: "c" },
    ]);
  });

  it("reads characters whose bytes come in different pieces, and every character that JSON can hold", async () => {
    const text = 'naïve — 你好 🚀 \u2028 line \u0000 "quote" \\ back\nnew';
    const bytes = Buffer.from(`data: ${JSON.stringify(chunk({ content: text }))}\n\n`);
    const play: Play = async ({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of bytes) await new Promise((resolve) => response.write(Uint8Array.of(byte), resolve));
      response.end(`data: ${JSON.stringify(chunk({}, "stop"))}\r\n\r\ndata: [DONE]\r\n\r\n`);
    };
    expect(await chunksOf(play)).toContainEqual({ type: "text-delta", index: 0, text });
  });

  it("passes over comments and events that hold nothing", async () => {
    const play = events(
      { id: "c", choices: [] },
      chunk({ role: "assistant", content: null }),
      chunk({ content: "x" }),
      chunk({ content: "" }),
      chunk({}, "stop"),
      "[DONE]",
    );
    expect((await chunksOf(play)).map((piece) => piece.type)).toEqual([
      "block-start",
      "text-delta",
      "block-end",
      "finish",
    ]);
  });

  it.each<[string, object, object]>([
    ["nothing but the two sums", { prompt_tokens: 9, completion_tokens: 2 }, { inputTokens: 9, outputTokens: 2 }],
    [
      "a cache that had nothing",
      { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 0 } },
      { inputTokens: 9, outputTokens: 2, cacheReadTokens: 0 },
    ],
    [
      "the cache under DeepSeek's name",
      { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5 },
      { inputTokens: 5, outputTokens: 2, cacheReadTokens: 4 },
    ],
    [
      "a cache larger than the input",
      { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
      { inputTokens: 0, outputTokens: 2, cacheReadTokens: 4 },
    ],
  ])("counts usage disjointly (spec §0.7.8): %s", async (_, told, usage) => {
    expect(await chunksOf(chat([{ content: "x" }], "stop", told))).toContainEqual({ type: "usage", usage });
  });

  it("ends at the ceiling of tokens with max-tokens, all that came included", async () => {
    const cut = { index: 0, id: "call_a", function: { name: "shell", arguments: '{"command": "ec' } };
    const chunks = await chunksOf(chat([{ content: "Let me" }, { tool_calls: [cut] }], "length"));
    expect(chunks.slice(-3)).toEqual([
      { type: "block-end", index: 0, block: { type: "text", text: "Let me" } },
      {
        type: "block-end",
        index: 1,
        block: { type: "tool-call", id: "call_a", name: "shell", arguments: '{"command": "ec' },
      },
      { type: "finish", reason: { kind: "max-tokens" } },
    ]);
  });

  it.each<[string, string, string]>([
    ["content_filter", "CONTENT_FILTER", "model stopped: content_filter"],
    ["insufficient_system_resource", "INSUFFICIENT_SYSTEM_RESOURCE", "model stopped: insufficient_system_resource"],
    ["odd-one", "ODD_ONE", "model stopped: odd-one"],
  ])(
    "ends with an error behind the blocks and the usage when the model stops for %s",
    async (reason, code, message) => {
      const usage = { prompt_tokens: 10, completion_tokens: 2 };
      expect((await chunksOf(chat([{ content: "some text" }], reason, usage))).slice(2)).toEqual([
        { type: "block-end", index: 0, block: { type: "text", text: "some text" } },
        { type: "usage", usage: { inputTokens: 10, outputTokens: 2 } },
        { type: "finish", reason: { kind: "error", failure: { message, code } } },
      ]);
    },
  );

  it("takes a refusal for what it is", async () => {
    const chunks = await chunksOf(chat([{ refusal: "I will not." }], "stop"));
    expect(chunks).toContainEqual({ type: "text-delta", index: 0, text: "I will not." });
    expect(chunks.at(-1)).toEqual({
      type: "finish",
      reason: { kind: "error", failure: { message: "model stopped: refusal", code: "CONTENT_FILTER" } },
    });
  });

  it("fails with EMPTY_RESPONSE behind the usage when the answer holds nothing", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 0 };
    expect(await chunksOf(chat([{ role: "assistant", content: "" }], "stop", usage))).toEqual([
      { type: "usage", usage: { inputTokens: 10, outputTokens: 0 } },
      {
        type: "finish",
        reason: {
          kind: "error",
          failure: { message: "model returned a completed response with no content", code: "EMPTY_RESPONSE" },
        },
      },
    ]);
  });
});
