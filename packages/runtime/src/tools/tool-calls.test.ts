import { describe, expect, it } from "vitest";
import { Bench, folder } from "../runtime.test-support.ts";

const tools = (story: string[]): string[] => story.filter((line) => line.includes(" tool/"));

describe("tool calls of a step (spec §0.4.5)", () => {
  it("come first for neighbours that run in parallel, and their results in the model's order", async () => {
    const calls = [
      { name: "list_files", arguments: {} },
      { name: "read_file", arguments: { path: "a.txt" } },
    ];
    const bench = await new Bench({ go: [{ toolCalls: calls }, { text: "done" }] }).open(
      await folder({ "a.txt": "one\ntwo\n" }),
    );
    await bench.run("go");
    expect(tools(bench.story())).toEqual([
      "s tool/call list_files",
      "s tool/call read_file",
      "s tool/result a.txt",
      "s tool/result 1: one\n2: two",
    ]);
  });

  it("fail one by one: unknown tool, arguments that are no JSON, arguments that break the schema; the turn goes on", async () => {
    const toolCalls = [
      { name: "no_such_tool", arguments: { a: 1 } },
      { name: "read_file", arguments: '{"path": ' },
      { name: "read_file", arguments: { file: "x", startLine: 0 } },
      { name: "read_file", arguments: "[]" },
    ];
    const bench = await new Bench({ go: [{ toolCalls }, { text: "done" }] }).open(await folder());
    await bench.run("go");
    expect(tools(bench.story()).filter((line) => line.includes("result"))).toEqual([
      's tool/result UNKNOWN_TOOL Error: unknown tool "no_such_tool"',
      's tool/result INVALID_ARGS Error: invalid arguments: "arguments" must be an object',
      's tool/result INVALID_ARGS Error: invalid arguments: missing required property "path"; unknown property "file"; "startLine" must be >= 1',
      's tool/result INVALID_ARGS Error: invalid arguments: "arguments" must be an object',
    ]);
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
  });

  it("each have a result, also when the runtime ends while they run", async () => {
    const toolCalls = [
      { name: "subagent", arguments: { description: "wait", prompt: "child" } },
      { name: "no_such_tool", arguments: {} },
    ];
    const bench = await new Bench({ go: [{ toolCalls }], child: [{ hang: true }] }).open();
    await bench.prompt("go");
    await bench.until((fact) => fact.kind === "event" && fact.event.type === "step/start" && fact.sessionId !== "s");
    await bench.host.dispose(new AbortController().signal);
    expect(bench.story().filter((line) => /tool|turn\/end|finished|idle/.test(line))).toEqual([
      "s tool/call subagent",
      "s tool/call no_such_tool",
      'child1 turn/end {"kind":"aborted","reason":{"kind":"parent"}}',
      "child1 idle",
      "s finished child1 aborted",
      "s tool/result ABORTED Error: the call was aborted",
      's tool/result UNKNOWN_TOOL Error: unknown tool "no_such_tool"',
      's turn/end {"kind":"aborted","reason":{"kind":"disposed"}}',
      "s idle",
    ]);
  });
});
