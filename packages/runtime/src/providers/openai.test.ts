import type { AssistantMessage, ReplayState, StreamChunk, ToolResultMessage } from "@buckeyestudio/toh-llm";
import { describe, expect, it, vi } from "vitest";
import {
  call,
  events,
  finish,
  modelServer,
  type Play,
  prompt,
  provider,
  request,
} from "./model-server.test-support.ts";

const KEY = { OPENAI_API_KEY: "sk-0123456789abcdef" };
const MODEL = "gpt-5";
const tool = { name: "read_file", description: "Reads.", parameters: { type: "object", properties: {} } };

/** Thinks under seal, says something, and asks for a tool. */
const answer: Play = events(
  { type: "response.created", response: { id: "resp_1", created_at: 1, model: MODEL } },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { type: "reasoning", id: "rs_1", encrypted_content: null },
  },
  {
    type: "response.output_item.done",
    output_index: 0,
    item: { type: "reasoning", id: "rs_1", encrypted_content: "sealed", summary: [] },
  },
  { type: "response.output_item.added", output_index: 1, item: { type: "message", id: "msg_1" } },
  { type: "response.output_text.delta", item_id: "msg_1", delta: "I will " },
  { type: "response.output_text.delta", item_id: "msg_1", delta: "look." },
  { type: "response.output_item.done", output_index: 1, item: { type: "message", id: "msg_1" } },
  {
    type: "response.output_item.added",
    output_index: 2,
    item: { type: "function_call", id: "fc_1", call_id: "call_1", name: "read_file", arguments: "" },
  },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 2, delta: '{"path":' },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 2, delta: '"a"}' },
  {
    type: "response.output_item.done",
    output_index: 2,
    item: {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "read_file",
      arguments: '{"path":"a"}',
      status: "completed",
    },
  },
  {
    type: "response.completed",
    response: {
      usage: {
        input_tokens: 120,
        input_tokens_details: { cached_tokens: 64 },
        output_tokens: 30,
        output_tokens_details: { reasoning_tokens: 20 },
      },
    },
  },
);

describe("OpenAI's responses", () => {
  it("become chunks as any answer does", async () => {
    const server = await modelServer(answer);
    const chunks = await call(await provider("openai", KEY, { baseUrl: server.url }), request("hi", { model: MODEL }));
    const named = { index: 1, id: "call_1", name: "read_file" };
    expect(chunks.slice(0, -1)).toEqual<StreamChunk[]>([
      { type: "block-start", index: 0, blockType: "text" },
      { type: "text-delta", index: 0, text: "I will " },
      { type: "text-delta", index: 0, text: "look." },
      { type: "block-start", index: 1, blockType: "tool-call" },
      { type: "tool-call-delta", ...named, argumentsDelta: '{"path":' },
      { type: "tool-call-delta", ...named, argumentsDelta: '"a"}' },
      { type: "block-end", index: 0, block: { type: "text", text: "I will look." } },
      {
        type: "block-end",
        index: 1,
        block: { type: "tool-call", id: "call_1", name: "read_file", arguments: '{"path":"a"}' },
      },
      { type: "usage", usage: { inputTokens: 56, outputTokens: 30, cacheReadTokens: 64, reasoningTokens: 20 } },
    ]);
    expect(chunks.at(-1)).toMatchObject({ type: "finish", reason: { kind: "tool-calls" } });
  });

  it("are asked for without being stored, with reasoning under seal and tools that are not strict", async () => {
    const server = await modelServer(answer);
    const model = await provider("openai", KEY, { baseUrl: server.url, reasoningEffort: "low" });
    await finish(model, request("hi", { model: MODEL, system: "Be brief.", tools: [tool], maxTokens: 64 }));
    expect(server.exchanges[0]).toMatchObject({
      path: "/responses",
      headers: { authorization: `Bearer ${KEY.OPENAI_API_KEY}` },
    });
    expect(server.exchanges[0]?.body).toMatchObject({
      model: MODEL,
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "low" },
      max_output_tokens: 64,
      tools: [{ type: "function", name: "read_file", strict: false }],
    });
  });

  it("are shown to their model again with the seal in its place, after a way through JSON", async () => {
    const server = await modelServer(answer);
    const model = await provider("openai", KEY, { baseUrl: server.url });
    const last = await finish(model, request("hi", { model: MODEL }));
    const replayState: ReplayState = JSON.parse(JSON.stringify(last?.replayState));
    await finish(model, request([prompt("hi"), message(MODEL, replayState), result()], { model: MODEL }));
    expect(server.exchanges[1]?.body["input"]).toMatchObject([
      { role: "user" },
      { type: "reasoning", id: "rs_1", encrypted_content: "sealed" },
      { role: "assistant", content: [{ type: "output_text", text: "I will look." }] },
      { type: "function_call", call_id: "call_1", name: "read_file", arguments: '{"path":"a"}' },
      { type: "function_call_output", call_id: "call_1", output: "line" },
    ]);
  });

  it("are shown to another model without what was meant for the first", async () => {
    const server = await modelServer(answer);
    const model = await provider("openai", KEY, { baseUrl: server.url });
    const replayState = (await finish(model, request("hi", { model: MODEL })))?.replayState;
    await finish(model, request([prompt("hi"), message("another", replayState), result()], { model: MODEL }));
    expect(server.exchanges[1]?.body["input"]).toMatchObject([
      { role: "user" },
      { role: "assistant" },
      { type: "function_call" },
      { type: "function_call_output" },
    ]);
    expect(JSON.stringify(server.exchanges[1]?.body)).not.toContain("sealed");
  });

  it.each<[string, Play, object]>([
    [
      "before anything was said",
      events({
        type: "error",
        sequence_number: 0,
        error: { type: "x", code: "rate_limit_exceeded", message: "slow down", param: null },
      }),
      { code: "RATE_LIMIT", message: "slow down" },
    ],
    [
      "in the middle",
      events(
        { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "msg_1" } },
        { type: "response.output_text.delta", item_id: "msg_1", delta: "I" },
        {
          type: "response.failed",
          sequence_number: 3,
          response: { error: { code: "server_error", message: "it died" } },
        },
      ),
      { code: "SERVER", message: "it died" },
    ],
    [
      "by ending early",
      events(
        { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "msg_1" } },
        { type: "response.output_text.delta", item_id: "msg_1", delta: "I" },
      ),
      { code: "STREAM_CLOSED" },
    ],
  ])("that fail %s end with an error", async (_, play, failure) => {
    const server = await modelServer(play);
    const last = await finish(await provider("openai", KEY, { baseUrl: server.url }), request("hi", { model: MODEL }));
    expect(last).toMatchObject({ reason: { kind: "error", failure } });
  });

  it("need a package that is not part of the runtime, and say which when it is missing", async () => {
    vi.doMock("@ai-sdk/openai", () => {
      throw new Error("Cannot find package '@ai-sdk/openai'");
    });
    vi.resetModules();
    try {
      const { PROVIDERS } = await import("./registry.ts");
      const model = await PROVIDERS.get("openai")?.({ cwd: "/nowhere", model: MODEL, env: KEY });
      expect(model === undefined ? undefined : await finish(model)).toEqual({
        type: "finish",
        reason: {
          kind: "error",
          failure: {
            code: "NO_ADAPTER",
            message:
              'the provider "openai" needs a package that does not come with the runtime: npm install @ai-sdk/openai@3',
          },
        },
      });
    } finally {
      vi.doUnmock("@ai-sdk/openai");
      vi.resetModules();
    }
  });
});

function message(model: string, replayState?: ReplayState): AssistantMessage {
  const state = replayState === undefined ? {} : { replayState };
  return {
    id: "a",
    role: "assistant",
    source: { kind: "model", provider: "openai", model, ...state },
    content: [
      { type: "text", text: "I will look." },
      { type: "tool-call", id: "call_1", name: "read_file", arguments: '{"path":"a"}' },
    ],
  };
}

function result(): ToolResultMessage {
  return {
    id: "t",
    role: "user",
    source: { kind: "tool", callId: "call_1" },
    content: [{ type: "tool-result", toolCallId: "call_1", content: [{ type: "text", text: "line" }] }],
  };
}
