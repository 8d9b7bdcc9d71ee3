import { describe, expect, it } from "vitest";
import { compare, PERMITTED } from "./comparison.test-support.ts";
import { normalFormOf } from "./normal-form.test-support.ts";
import { orderFaults } from "./order-rules.test-support.ts";
import { readRecording, runOf } from "./recording.test-support.ts";
import { shapeFaults } from "./shape-rules.test-support.ts";
import { replay } from "./replay.test-support.ts";
import { expectNoProcessLeft } from "./runtime-process.test-support.ts";

interface Case {
  readonly name: string;
  /** Whether work was cut, so that not all that began came to its end. */
  readonly cut?: true;
  /** Places of the permitted differences that it needs. */
  readonly permitted?: readonly string[];
}

const CASES: readonly Case[] = [
  { name: "text-turn" },
  { name: "two-turns-one-session" },
  { name: "unicode-text" },
  { name: "queued-prompts" },
  { name: "prompt-while-running" },
  { name: "bash-tool-turn" },
  { name: "multi-tool-todo" },
  { name: "subagent-turn" },
  { name: "subagents-parallel" },
  { name: "subagent-nested" },
  { name: "subagent-error-and-max-tokens" },
  { name: "subagent-aborted-by-shutdown", cut: true },
  { name: "error-turn" },
  { name: "missing-credential" },
  { name: "provider-retry" },
  { name: "max-tokens-turn" },
  { name: "shutdown-mid-turn", cut: true, permitted: ["spec §0.5.1"] },
  { name: "eof-mid-turn", cut: true },
  { name: "sigterm-mid-turn", cut: true },
  { name: "sigint-idle" },
];

describe("the compatibility gate: our runtime does what the recorded one did (spec §1.11)", () => {
  expectNoProcessLeft();

  it.each(CASES)("$name", async ({ name, cut = false, permitted = [] }) => {
    const recording = readRecording(name);
    const run = await replay(recording);
    const comparison = compare(name, normalFormOf(runOf(recording), "recorded"), normalFormOf(run, "ours"));
    expect(comparison.faults.join("\n")).toBe("");
    expect(comparison.permitted.map(({ place }) => place)).toEqual(permitted);
    expect(await shapeFaults(run)).toEqual([]);
    expect(orderFaults({ ...run, cut })).toEqual([]);
  });

  it.each(CASES)(
    "$name itself keeps the order of spec §0.4, so the rules ask for nothing else",
    ({ name, cut = false }) => {
      expect(orderFaults({ ...runOf(readRecording(name)), cut })).toEqual([]);
    },
  );

  it("permits nothing that no transcript needs", () => {
    const needed = new Set(CASES.flatMap(({ permitted = [] }) => permitted));
    expect(PERMITTED.map(({ place }) => place)).toEqual([...needed]);
  });
});
