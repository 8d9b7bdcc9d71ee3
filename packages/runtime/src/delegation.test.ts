import { describe, expect, it } from "vitest";
import { Bench } from "./runtime.test-support.ts";

const delegating = (
  prompt: string,
  description = "probe",
): { toolCalls: { name: string; arguments: object & Record<string, unknown> }[] } => ({
  toolCalls: [{ name: "subagent", arguments: { description, prompt } }],
});

describe("a subagent (spec §0.4.9)", () => {
  it("is announced before its first event, and finished after its idle and before the parent's result", async () => {
    const bench = await new Bench({
      go: [delegating("child"), { text: "It said so." }],
      child: [{ text: "child answer" }],
    }).open();
    await bench.run("go");
    expect(bench.story().filter((line) => !/user\/message|assistant|step/.test(line))).toEqual([
      "s receipt",
      "s running",
      "s turn/start",
      "s claim",
      "s tool/call subagent",
      "s started child1",
      "child1 receipt",
      "child1 running",
      "child1 turn/start",
      "child1 claim",
      "child1 subagent/descriptor",
      'child1 turn/end {"kind":"completed"}',
      "child1 idle",
      "s finished child1 completed",
      "s tool/result child answer",
      's turn/end {"kind":"completed"}',
      "s idle",
    ]);
  });

  it("runs beside its siblings: calls and starts come first, results in the model's order", async () => {
    const toolCalls = [...delegating("slow", "a").toolCalls, ...delegating("fast", "b").toolCalls];
    const bench = await new Bench({
      go: [{ toolCalls }, { text: "both" }],
      slow: [{ toolCalls: [{ name: "list_files", arguments: {} }] }, { text: "slow answer" }],
      fast: [{ text: "fast answer" }],
    }).open();
    await bench.run("go");
    const story = bench.story().filter((line) => /^s (tool|started|finished)/.test(line));
    expect(story).toEqual([
      "s tool/call subagent",
      "s tool/call subagent",
      "s started child1",
      "s started child2",
      "s finished child2 completed",
      "s finished child1 completed",
      "s tool/result slow answer",
      "s tool/result fast answer",
    ]);
  });

  it("that failed or was cut is told to the parent's model as an error, with what it said", async () => {
    const error = { message: "no", code: "INVALID_REQUEST" };
    const bench = await new Bench({
      go: [delegating("fails"), delegating("fails late"), delegating("cut"), { text: "done" }],
      fails: [{ error }],
      "fails late": [{ text: "so far", error }],
      cut: [{ text: "This is cut", maxTokens: true }],
    }).open();
    await bench.run("go");
    expect(bench.story().filter((line) => /tool\/result|finished/.test(line))).toEqual([
      "s finished child1 error",
      "s tool/result Error: subagent run failed",
      "s finished child2 error",
      "s tool/result Error: subagent run failed\nPartial output before the run ended:\nso far",
      "s finished child3 max-tokens",
      "s tool/result Error: subagent run hit its token limit before finishing\nPartial output before the run ended:\nThis is cut",
    ]);
    const last = bench.facts.flatMap((fact) => (fact.kind === "child-finished" ? [fact.lastAssistantMessage] : []));
    expect(last).toEqual([undefined, [{ type: "text", text: "so far" }], [{ type: "text", text: "This is cut" }]]);
  });

  it("may delegate in turn, down to the limit, where the tool is not on offer", async () => {
    const bench = await new Bench(
      {
        go: [delegating("inner"), { text: "outer done" }],
        inner: [delegating("core"), { text: "inner done" }],
        core: [delegating("deeper"), { text: "core done" }],
      },
      { maxDepth: 2 },
    ).open();
    await bench.run("go");
    const story = bench.story().filter((line) => /started|finished|UNKNOWN/.test(line));
    expect(story).toEqual([
      "s started child1",
      "child1 started child2",
      'child2 tool/result UNKNOWN_TOOL Error: unknown tool "subagent"',
      "child1 finished child2 completed",
      "s finished child1 completed",
    ]);
  });

  it("has a log of its own, with a header that names its parent, and takes the parent's route", async () => {
    const bench = await new Bench({ go: [delegating("child"), { text: "x" }], child: [{ text: "y" }] }).open();
    await bench.run("go");
    const child = bench.facts.find((fact) => fact.kind === "child-started");
    const headers = bench.facts.flatMap((fact) =>
      fact.kind === "event" && fact.event.type === "request/header"
        ? [[fact.sessionId, fact.event.data.header.config]]
        : [],
    );
    expect(headers).toEqual([
      ["s", { provider: "scripted", model: "m" }],
      [child?.kind === "child-started" ? child.childSessionId : "", { provider: "scripted", model: "m" }],
    ]);
  });
});
