import { describe, expect, it } from "vitest";
import { Bench, folder } from "./runtime.test-support.ts";
import { everything, results } from "./tools/tools.test-support.ts";

const list = { toolCalls: [{ name: "list_files", arguments: {} }] };
const delegate = { name: "subagent", arguments: { description: "d", prompt: "child" } };

describe("the limits of a turn", () => {
  it("end it with TIME_LIMIT while its model answers, and keep what there is of the answer", async () => {
    const bench = await new Bench(
      { go: [{ text: "begun", hang: true }], again: [{ text: "fine" }] },
      { maxTurnMs: 50 },
    ).open();
    await bench.run("go");
    expect(bench.story().slice(-4)).toEqual([
      "s assistant/message interrupted begun",
      "s step/end",
      's turn/end {"kind":"error","error":{"code":"TIME_LIMIT","message":"the turn took 50 ms and was not done"}}',
      "s idle",
    ]);
    await bench.run("again");
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
  });

  it("end it with TIME_LIMIT while a tool runs, which has ended then", async () => {
    const shell = { name: "shell", arguments: { command: "sleep 600" } };
    const bench = await new Bench({ go: [{ toolCalls: [shell] }] }, { ...everything, maxTurnMs: 300 }).open(
      await folder(),
    );
    await bench.run("go");
    expect(results(bench)).toEqual(["ABORTED Error: the call was aborted"]);
    expect(bench.story().at(-2)).toContain('"code":"TIME_LIMIT"');
  });

  it("end it with TOKEN_LIMIT before the step that would pass it", async () => {
    const usage = { inputTokens: 40, outputTokens: 10, cacheReadTokens: 5 };
    const step = { ...list, usage };
    const options = { maxTurnTokens: 100 };
    const bench = await new Bench(
      { go: [step, step, { text: "never" }], once: [step, { text: "done", usage }] },
      options,
    ).open(await folder());
    await bench.run("go");
    expect(bench.story().at(-2)).toBe(
      's turn/end {"kind":"error","error":{"code":"TOKEN_LIMIT","message":"the turn took 110 tokens and was not done"}}',
    );
    await bench.run("once");
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
  });

  it("refuse a child too many with CHILD_LIMIT, turn by turn", async () => {
    const rules = {
      go: [{ toolCalls: [delegate, delegate, delegate] }, { text: "done" }],
      again: [{ toolCalls: [delegate] }, { text: "done" }],
      child: [{ text: "child's word" }],
    };
    const bench = await new Bench(rules, { maxChildren: 2 }).open(await folder());
    await bench.run("go");
    await bench.run("again");
    expect(results(bench)).toEqual([
      "child's word",
      "child's word",
      "CHILD_LIMIT Error: a session has at most 2 subagents in a turn",
      "child's word",
    ]);
  });
});

describe("the limits of a call", () => {
  it("cut the middle out of a long result, whatever tool it is of", async () => {
    const bench = await new Bench(
      { go: [{ toolCalls: [delegate] }, { text: "done" }], child: [{ text: "é".repeat(5000) }] },
      { tools: { maxOutputBytes: 1025 } },
    ).open(await folder());
    await bench.run("go");
    expect(results(bench)).toEqual([`${"é".repeat(256)}\n[… 8976 bytes were cut here …]\n${"é".repeat(256)}`]);
  });
});
