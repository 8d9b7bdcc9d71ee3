import { join } from "node:path";
import type { ModelRequest } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import { all, folder, script } from "../runtime.test-support.ts";
import { openScripted, ScriptedProvider } from "./scripted.ts";
import type { Reply } from "./script.ts";

const signal = new AbortController().signal;

function asked(text: string, id = "m1"): ModelRequest {
  return {
    sessionId: "s",
    model: "x",
    tools: [],
    messages: [{ role: "user", id, source: { kind: "user" }, content: [{ type: "text", text }] }],
  };
}

function provider(rules: Readonly<Record<string, readonly Reply[]>>): ScriptedProvider {
  return new ScriptedProvider({ rules: script(rules) });
}

describe("scripted", () => {
  it("streams reasoning, text and calls word by word, ends the blocks together, then usage and finish", async () => {
    const reply: Reply = {
      reasoning: "I think.",
      text: "Say two words",
      toolCalls: [{ name: "t", arguments: { a: 1 } }],
      usage: { inputTokens: 3, outputTokens: 4 },
    };
    expect(await all(provider({ hi: [reply] }).stream(asked("hi"), { signal }))).toEqual([
      { type: "block-start", index: 0, blockType: "reasoning" },
      { type: "reasoning-delta", index: 0, text: "I " },
      { type: "reasoning-delta", index: 0, text: "think." },
      { type: "block-start", index: 1, blockType: "text" },
      { type: "text-delta", index: 1, text: "Say " },
      { type: "text-delta", index: 1, text: "two " },
      { type: "text-delta", index: 1, text: "words" },
      { type: "block-start", index: 2, blockType: "tool-call" },
      { type: "tool-call-delta", index: 2, id: "call_1", name: "t", argumentsDelta: '{"a":1}' },
      { type: "block-end", index: 0, block: { type: "reasoning", text: "I think." } },
      { type: "block-end", index: 1, block: { type: "text", text: "Say two words" } },
      { type: "block-end", index: 2, block: { type: "tool-call", id: "call_1", name: "t", arguments: '{"a":1}' } },
      { type: "usage", usage: { inputTokens: 3, outputTokens: 4 } },
      { type: "finish", reason: { kind: "tool-calls" } },
    ]);
  });

  it("gives the replies of a rule one by one, and counts anew for another message", async () => {
    const model = provider({ "a*": [{ error: { message: "no", code: "SERVER" } }, { text: "yes" }] });
    const kinds = async (id: string): Promise<unknown> =>
      (await all(model.stream(asked("a b", id), { signal }))).at(-1);
    expect(await kinds("m1")).toMatchObject({ reason: { kind: "error" } });
    expect(await kinds("m1")).toMatchObject({ reason: { kind: "stop" } });
    expect(await kinds("m2")).toMatchObject({ reason: { kind: "error" } });
  });

  it.each([
    [{ other: [{ text: "x" }] }, 1, 'the script has no rule for the message "hi"'],
    [{ hi: [{ text: "x" }] }, 2, 'the rule for "hi" has 1 replies, and one more was asked for'],
  ])("fails with SCRIPT where the script does not reach: %j", async (rules, calls, message) => {
    const model = provider(rules);
    let last: unknown;
    for (let call = 0; call < calls; call++) last = (await all(model.stream(asked("hi"), { signal }))).at(-1);
    expect(last).toEqual({ type: "finish", reason: { kind: "error", failure: { message, code: "SCRIPT" } } });
  });

  it("leaves a failed reply's blocks open", async () => {
    const chunks = await all(
      provider({ hi: [{ text: "so", error: { message: "cut", code: "TRANSPORT" } }] }).stream(asked("hi"), { signal }),
    );
    expect(chunks.map((chunk) => chunk.type)).toEqual(["block-start", "text-delta", "finish"]);
  });

  it("hangs until it is aborted where the script says so", async () => {
    const abort = new AbortController();
    const stream = provider({ hi: [{ text: "a", hang: true }] }).stream(asked("hi"), { signal: abort.signal });
    await stream.next();
    await stream.next();
    const third = stream.next();
    abort.abort();
    await expect(third).rejects.toThrow("aborted");
  });

  it("reads its script from the file that the model names, relative to the working folder", async () => {
    const cwd = await folder({ "play.json": '{"$schema":"x","rules":[{"when":"hi","turns":[{"text":"from file"}]}]}' });
    const model = await openScripted({ cwd, model: "play.json" });
    expect(await all(model.stream(asked("hi"), { signal }))).toContainEqual({
      type: "block-end",
      index: 0,
      block: { type: "text", text: "from file" },
    });
  });

  it.each([
    ["none.json", undefined, "cannot read the script"],
    ["a.json", "{", "is not JSON"],
    ["a.json", "{}", "is wrong at the top: must have required property 'rules'"],
    ["a.json", '{"rules":[{"when":"a","turns":[{"text":1}]}]}', "is wrong at /rules/0/turns/0/text: must be string"],
    ["a.json", '{"rules":[{"when":"a","turns":[]}]}', "is wrong at /rules/0/turns: must NOT have fewer than 1 items"],
    [
      "a.json",
      '{"rules":[{"when":"a","turns":[{"say":"x"}]}]}',
      "is wrong at /rules/0/turns/0: must NOT have additional properties",
    ],
  ])("says what is wrong with %s: %s", async (model, text, message) => {
    const cwd = await folder(text === undefined ? {} : { "a.json": text });
    await expect(openScripted({ cwd, model })).rejects.toThrow(message);
    await expect(openScripted({ cwd, model })).rejects.toThrow(join(cwd, model));
  });
});
