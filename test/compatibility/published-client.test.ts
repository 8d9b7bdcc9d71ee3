import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { processesOf } from "./processes.test-support.ts";
import { RUNTIME } from "./runtime-process.test-support.ts";
import { pick, pickArray } from "./wire.test-support.ts";

const DRIVE = fileURLToPath(new URL("../../compat/published-client/drive.mjs", import.meta.url));

/** What the published client saw in a scenario. It ran in a process of its own, of which nothing is left. */
async function drive(scenario: string): Promise<unknown> {
  const child = spawn(process.execPath, [DRIVE, RUNTIME, scenario], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
  expect(processesOf(child.pid ?? 0)).toEqual([]);
  const saw: unknown = JSON.parse(stdout);
  return pick(saw, "saw");
}

const WAKE = ["agent/inbox/spliced", "turn/start", "agent/inbox/spliced", "step/start", "user/message"];
const DESCRIBE = ["request/header", "request/context"];
const ANSWER = ["assistant/message", "step/end", "turn/end"];

const gapFree = (seqs: readonly unknown[], first = 0): number[] => seqs.map((_, at) => first + at);

describe("the published client 0.0.1-rc.1 drives our runtime (spec §1.11)", () => {
  it("run() gives the answer, the events of the turn without a gap, and ends with idle", async () => {
    const saw = await drive("run");
    expect(saw).toMatchObject({
      sessionId: "s",
      finalResponse: "Hello from the script.",
      types: [...WAKE, "session/title", ...DESCRIBE, ...ANSWER],
      last: "idle",
    });
    expect(pick(saw, "seqs")).toEqual(gapFree(pickArray(saw, "seqs")));
  });

  it("two runs on one session are two turns of one history", async () => {
    const saw = await drive("two-runs");
    expect(saw).toMatchObject([
      { finalResponse: "Hello from the script.", last: "idle" },
      { finalResponse: "And again.", types: [...WAKE, ...ANSWER], last: "idle" },
    ]);
    const [first, second] = [pickArray(saw, 0, "seqs"), pickArray(saw, 1, "seqs")];
    expect(second).toEqual(gapFree(second, first.length));
  });

  it("concurrent runs on one session queue, and both return at the one idle with the last message", async () => {
    const saw = await drive("concurrent");
    expect(saw).toMatchObject([
      { finalResponse: "And again.", last: "idle" },
      { finalResponse: "And again.", last: "idle" },
    ]);
    expect(pickArray(saw, 0, "types").filter((type) => type === "turn/end")).toHaveLength(2);
  });

  it("a run with a subagent sees the child between started and finished, and its own answer last", async () => {
    const saw = await drive("subagent");
    expect(saw).toMatchObject({ finalResponse: "The child has answered.", last: "idle" });
    const seen = pickArray(saw, "seen");
    const started = seen.findIndex((item) => pick(item, "method") === "subagent.started");
    const finished = seen.findIndex((item) => pick(item, "method") === "subagent.finished");
    const child = pick(seen[started], "params", "childSessionId");
    expect(pick(seen[started], "params", "parentSessionId")).toBe("s");
    expect(pick(seen[finished], "params")).toEqual({
      provider: "spawn",
      agentId: child,
      parentSessionId: "s",
      childSessionId: child,
      status: "ok",
      stopReason: "completed",
      lastAssistantMessage: [{ type: "text", text: "I am the child." }],
    });
    const ofChild = seen.flatMap((item, at) => (pick(item, "params", "sessionId") === child ? [at] : []));
    expect(ofChild.length).toBeGreaterThan(10);
    expect(ofChild.every((at) => at > started && at < finished)).toBe(true);
  });

  it("a failing turn returns with its reason, and the session works on", async () => {
    expect(await drive("failing")).toMatchObject({
      failed: { finalResponse: "", last: "idle" },
      end: {
        turn: 1,
        reason: { kind: "error", error: { message: "no such model", code: "INVALID_REQUEST", status: 400 } },
      },
      next: { finalResponse: "And again.", last: "idle" },
    });
  });

  it("twenty sessions run in parallel, each with its own events and answer", async () => {
    const saw = pickArray(await drive("parallel"));
    expect(saw.map((result) => pick(result, "finalResponse"))).toEqual(saw.map((_, at) => `You are session-${at}.`));
    expect(saw).toHaveLength(20);
    for (const result of saw) expect(pick(result, "seqs")).toEqual(gapFree(pickArray(result, "seqs")));
  });

  it("refusals reach it with their code and text (spec §0.5)", async () => {
    expect(await drive("refusals")).toEqual([
      { code: -32602, message: "session/prompt contentBlocks must be a non-empty array of content blocks" },
      { code: -32601, message: "method not found: session/unknown" },
      { code: -32600, message: expect.any(String) },
    ]);
  });

  it("a start with a provider that is not there fails with the recorded text, and leaves no runtime", async () => {
    expect(await drive("failed-start")).toEqual({
      code: -32602,
      message: 'no adapter registered for provider "nobody"',
    });
  });

  it("close() in the middle of a turn ends the run and the runtime; again it does nothing", async () => {
    expect(await drive("close")).toEqual({
      run: { error: "TransportClosedError" },
      afterwards: { error: "TransportClosedError" },
    });
  });
});
