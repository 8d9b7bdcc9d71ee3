import type { AssistantMessage, ContentBlock, Message, ModelRequest, ReplayState } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import { call, chat, compatible, finish, modelServer, prompt, provider, request } from "./model-server.test-support.ts";
import type { ProviderOptions } from "./settings.ts";

const KEY = { DEEPSEEK_API_KEY: "sk-0123456789abcdef" };

/** What the server is sent for a request. */
async function sent(
  asked: ModelRequest,
  options: ProviderOptions = {},
  name: string = "openai-compatible",
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const server = await modelServer(chat([{ content: "ok" }]));
  await finish(await provider(name, KEY, { baseUrl: server.url, ...options }), asked);
  return server.exchanges[0]?.body;
}

async function messages(history: readonly Message[], name?: string): Promise<unknown> {
  return (await sent(request(history), {}, name))?.["messages"];
}

function user(...content: ContentBlock[]): Message {
  return { id: "u", role: "user", source: { kind: "user" }, content };
}

function assistant(
  content: ContentBlock[],
  by: { provider?: string; model?: string; replayState?: ReplayState } = {},
): AssistantMessage {
  const source = { kind: "model", provider: "openai-compatible", model: "m", ...by } as const;
  return { id: "a", role: "assistant", source, content };
}

function result(callId: string, ...content: ContentBlock[]): Message {
  const block = { type: "tool-result", toolCallId: callId, content } as const;
  return { id: "t", role: "user", source: { kind: "tool", callId }, content: [block] };
}

function call1(args: string): ContentBlock {
  return { type: "tool-call", id: "call_1", name: "read_file", arguments: args };
}

const text = (value: string): ContentBlock => ({ type: "text", text: value });

describe("a request as a chat completion", () => {
  it("has system prompt, history, tools, ceiling and the wish for usage", async () => {
    const tool = { name: "read_file", description: "Reads.", parameters: { type: "object", properties: {} } };
    expect(await sent(request("hi", { system: "Be brief.", tools: [tool], maxTokens: 64 }))).toEqual({
      model: "m",
      max_tokens: 64,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "hi" },
      ],
      tools: [{ type: "function", function: tool }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("leaves the ceiling to the provider when there is none, and names no tools when none are on offer", async () => {
    const body = await sent(request("hi"));
    expect(body).not.toHaveProperty("max_tokens");
    expect(body).not.toHaveProperty("tools");
  });

  it("says how hard to think where the options do", async () => {
    expect(await sent(request("hi"), { reasoningEffort: "high" })).toMatchObject({ reasoning_effort: "high" });
  });

  it("gives text as one text, a picture as a line about it, and leaves out what it does not know", async () => {
    const attachment = {
      attachmentId: "sha256:0",
      mediaType: "image/png",
      bytes: 9,
      width: 2,
      height: 3,
      name: "a.png",
    } as const;
    // A block of a plugin: types name only the known ones.
    const odd = Object.assign(text("unseen"), { type: "odd" });
    expect(await messages([user(text("one"), odd, { type: "image", attachment }, text("two")), user()])).toEqual([
      { role: "user", content: "one\n[image a.png: image/png, 2x3, not shown to you]\ntwo" },
      { role: "user", content: "(empty)" },
    ]);
  });

  it("gives what the runtime and its plugins wrote as the user's", async () => {
    const notice: Message = {
      id: "p",
      role: "user",
      source: { kind: "plugin", plugin: "clock" },
      content: [text("It is noon.")],
    };
    expect(await messages([prompt("hi"), notice])).toEqual([
      { role: "user", content: "hi" },
      { role: "user", content: "It is noon." },
    ]);
  });

  it("gives answers with their tool calls, and results behind them", async () => {
    const history = [
      prompt("read a"),
      assistant([text("I will."), call1('{"path": "a"}')]),
      result("call_1", text("line 1"), text("line 2")),
      assistant([text("Done.")]),
      prompt("thanks"),
    ];
    const asked = { name: "read_file", arguments: '{"path": "a"}' };
    expect(await messages(history)).toEqual([
      { role: "user", content: "read a" },
      { role: "assistant", content: "I will.", tool_calls: [{ id: "call_1", type: "function", function: asked }] },
      { role: "tool", tool_call_id: "call_1", content: "line 1\nline 2" },
      { role: "assistant", content: "Done." },
      { role: "user", content: "thanks" },
    ]);
  });

  it.each([
    ["{broken", '{"invalid_json":"{broken"}'],
    ["[1]", '{"invalid_json":"[1]"}'],
    ['"text"', '{"invalid_json":"\\"text\\""}'],
    ["", "{}"],
    [' {"a": 1} ', ' {"a": 1} '],
  ])("always sends arguments that are an object: %j", async (args, sendable) => {
    const body = await sent(request([prompt("x"), assistant([call1(args)]), result("call_1", text("bad"))]));
    expect(body).toMatchObject({
      messages: [{}, { content: null, tool_calls: [{ function: { arguments: sendable } }] }, { content: "bad" }],
    });
  });

  it("gives every call a result and every result a call, as providers insist", async () => {
    const two = { ...call1("{}"), id: "call_2" };
    const history = [
      prompt("x"),
      assistant([call1("{}"), two]),
      result("call_2", text("second")),
      prompt("go on"),
      result("call_9", text("of a message that is gone")),
    ];
    expect(await messages(history)).toMatchObject([
      {},
      {},
      { role: "tool", tool_call_id: "call_2", content: "second" },
      { role: "tool", tool_call_id: "call_1", content: "no result of this call is on record" },
      { role: "user", content: "go on" },
      { role: "user", content: "[result of an earlier tool call]\nof a message that is gone" },
    ]);
  });

  it("leaves out an answer of which nothing is left", async () => {
    expect(await messages([prompt("a"), assistant([]), prompt("b")])).toHaveLength(2);
  });
});

describe("reasoning of the past", () => {
  const thought: ContentBlock = { type: "reasoning", text: "hm" };

  it.each(["reasoning_content", "reasoning"])(
    "goes back to its model under the name under which it came: %s",
    async (name) => {
      const server = await modelServer(chat([{ [name]: "hm" }, { content: "yes" }]));
      const model = await compatible(server.url);
      const last = (await call(model)).at(-1);
      const replayState = last?.type === "finish" ? last.replayState : undefined;
      const answer = assistant([thought, text("yes")], replayState === undefined ? {} : { replayState });
      await finish(model, request([prompt("hi"), answer, prompt("why?")]));
      expect(server.exchanges[1]?.body).toMatchObject({
        messages: [{}, { role: "assistant", content: "yes", [name]: "hm" }, {}],
      });
    },
  );

  it("does not go to another model", async () => {
    const state = { replayState: { response: { reasoningField: "reasoning_content" } }, model: "other" };
    expect(await messages([prompt("a"), assistant([thought, text("yes")], state), prompt("b")])).toEqual([
      { role: "user", content: "a" },
      { role: "assistant", content: "yes" },
      { role: "user", content: "b" },
    ]);
  });

  it("goes back to DeepSeek with every answer, a blank where there was none", async () => {
    const history = [
      prompt("a"),
      assistant([thought, call1("{}")]),
      result("call_1"),
      assistant([text("yes")]),
      prompt("b"),
    ];
    expect(await messages(history, "deepseek-official")).toMatchObject([
      {},
      { role: "assistant", reasoning_content: "hm", tool_calls: [{ id: "call_1" }] },
      {},
      { role: "assistant", reasoning_content: " ", content: "yes" },
      {},
    ]);
  });

  it("goes back as a signature where one came with a tool call", async () => {
    const signed = {
      id: "call_1",
      function: { name: "read_file", arguments: "{}" },
      extra_content: { google: { thought_signature: "sig" } },
    };
    const server = await modelServer(chat([{ tool_calls: [{ index: 0, ...signed }] }], "tool_calls"));
    const model = await compatible(server.url);
    const last = await finish(model);
    const replayState = last?.replayState;
    const answer = assistant([call1("{}")], replayState === undefined ? {} : { replayState });
    await finish(model, request([prompt("hi"), answer, result("call_1", text("ok"))]));
    expect(server.exchanges[1]?.body).toMatchObject({
      messages: [{}, { tool_calls: [{ extra_content: { google: { thought_signature: "sig" } } }] }, {}],
    });
  });

  it("is left out, not stumbled over, where the state that was kept is of another kind", async () => {
    const answer = { ...assistant([thought, text("yes")]), source: { ...assistant([]).source, replayState: [7] } };
    expect(await messages([prompt("a"), answer])).toHaveLength(2);
  });
});

describe("DeepSeek's service", () => {
  it("has its own ceiling for models whose size is known", async () => {
    const model = await provider("deepseek-official", KEY);
    expect(model.describe("deepseek-v4-flash")).toEqual({ contextWindow: 1_000_000, defaultMaxTokens: 256_000 });
    expect(model.describe("another")).toEqual({});
    expect(await sent(request("hi", { model: "deepseek-v4-flash" }), {}, "deepseek-official")).toMatchObject({
      model: "deepseek-v4-flash",
      max_tokens: 256_000,
    });
  });

  it.each([
    ["max", { reasoning_effort: "max" }],
    ["none", { thinking: { type: "disabled" } }],
  ])("is told how hard to think: %s", async (reasoningEffort, members) => {
    expect(await sent(request("hi"), { reasoningEffort }, "deepseek-official")).toMatchObject(members);
  });

  it("keeps nothing beside an answer: its blocks are all it wants back", async () => {
    const server = await modelServer(chat([{ reasoning_content: "hm" }, { content: "yes" }]));
    expect(await finish(await provider("deepseek-official", KEY, { baseUrl: server.url }))).toEqual({
      type: "finish",
      reason: { kind: "stop" },
    });
  });
});
