import { describe, expect, it } from "vitest";
import { compare } from "./comparison.test-support.ts";
import { normalFormOf, type Run } from "./normal-form.test-support.ts";
import { orderFaults } from "./order-rules.test-support.ts";
import { readRecording, type Recording, runOf } from "./recording.test-support.ts";
import { SessionNames, sessionOf } from "./session-names.test-support.ts";
import { isObject, isResponse, type JsonObject, mapValues, pick } from "./wire.test-support.ts";

/** What the gate says of a run that differs from the recording by this one change. */
function faultsOf(recording: Recording, change: (run: Run) => Run): string[] {
  const recorded = runOf(recording);
  const changed = change(recorded);
  const { faults } = compare(recording.name, normalFormOf(recorded, "recorded"), normalFormOf(changed, "recorded"));
  return [...faults, ...orderFaults({ ...changed, cut: false })];
}

const withFrames =
  (change: (frames: readonly JsonObject[]) => readonly JsonObject[]) =>
  (run: Run): Run => ({ ...run, frames: change(run.frames) });

const without = (at: number) => withFrames((frames) => frames.toSpliced(at, 1));

describe("the compatibility gate can fail (spec §1.11)", () => {
  const recording = readRecording("subagents-parallel");
  const frames = runOf(recording).frames;

  it("finds nothing in a run that is the recording", () => {
    expect(faultsOf(recording, (run) => run)).toEqual([]);
  });

  it("names transcript, session and position of the first difference, what was expected and what came", () => {
    const text = readRecording("text-turn");
    const title = runOf(text).frames.findIndex((frame) => pick(frame, "params", "event", "type") === "session/title");
    const [first = ""] = faultsOf(text, without(title));
    expect(first).toContain('text-turn: s-text: position 6\n  expected {"type":"session/title"');
    expect(first).toContain('\n  got      {"type":"request/header"');
  });

  it("reports each frame that is missing", () => {
    const unnoticed = frames.filter((_, at) => faultsOf(recording, without(at)).length === 0);
    expect(unnoticed).toEqual([]);
  });

  it("reports each frame that came twice", () => {
    const twice = (at: number) => withFrames((all) => all.toSpliced(at, 0, ...all.slice(at, at + 1)));
    const unnoticed = frames.filter((_, at) => faultsOf(recording, twice(at)).length === 0);
    expect(unnoticed).toEqual([]);
  });

  it("reports each two frames of one session in the other order", () => {
    const pairs = neighbours(frames);
    expect(pairs.length).toBeGreaterThan(100);
    const unnoticed = pairs.filter(({ a, b }) => {
      const swapped = withFrames((all) => all.with(a, all[b] ?? {}).with(b, all[a] ?? {}));
      return faultsOf(recording, swapped).length === 0;
    });
    expect(unnoticed).toEqual([]);
  });

  it.each([
    ["a stop reason", "stopReason", "aborted"],
    ["the text of a child's answer", "text", "child answer three"],
    ["an error flag", "isError", true],
    ["a turn's number", "turn", 7],
    ["a step's number", "step", 7],
    ["the label of a child", "label", "another"],
    ["a count of tokens", "outputTokens", 9],
    ["a reason", "reason", "resume"],
    ["a surface operation", "surfaceOp", "replace"],
    ["the target of a prompt", "target", "next-step"],
    ["a role", "role", "system"],
    ["the name of a tool", "name", "delegate"],
  ])("reports another value: %s", (_, member, value) => {
    const change = withFrames((all) =>
      all
        .map((frame) =>
          mapValues(frame, (part) => (isObject(part) && member in part ? { ...part, [member]: value } : part)),
        )
        .filter(isObject),
    );
    expect(faultsOf(recording, change)).not.toEqual([]);
  });

  it("reports a member that the recording does not have", () => {
    const change = withFrames((all) =>
      all.map((frame) => (isResponse(frame) && "result" in frame ? { ...frame, result: { extra: 1 } } : frame)),
    );
    expect(faultsOf(recording, change)).not.toEqual([]);
  });

  it.each([
    { code: 1, signal: null },
    { code: null, signal: "SIGKILL" },
  ])("reports another end: $code $signal", (exit) => {
    const [fault] = faultsOf(recording, (run) => ({ ...run, exit }));
    expect(fault).toBe(`subagents-parallel: the end: expected {"code":0,"signal":null}, got ${JSON.stringify(exit)}`);
  });

  it("reports a notification of no known method, a second response, and one that nobody asked for", () => {
    const added = (frame: JsonObject): string[] =>
      faultsOf(
        recording,
        withFrames((all) => [...all, frame]),
      );
    expect(added({ jsonrpc: "2.0", method: "session.gap", params: {} })).not.toEqual([]);
    expect(added({ jsonrpc: "2.0", id: 1, result: {} })).not.toEqual([]);
    expect(added({ jsonrpc: "2.0", id: 99, result: {} })).not.toEqual([]);
  });
});

describe("the rules across sessions (spec §0.4)", () => {
  const recording = readRecording("subagent-turn");
  const moved = (from: (frame: JsonObject) => boolean, before: (frame: JsonObject) => boolean): string[] => {
    const frames = [...runOf(recording).frames];
    const [frame = {}] = frames.splice(frames.findIndex(from), 1);
    frames.splice(frames.findIndex(before), 0, frame);
    return orderFaults({ ...runOf(recording), frames, cut: false }).map((fault) => fault.split(": ")[1] ?? fault);
  };
  const isMethod = (method: string) => (frame: JsonObject) => frame["method"] === method;
  const isEvent = (type: string) => (frame: JsonObject) => pick(frame, "params", "event", "type") === type;

  it("a response comes behind its receipt", () => {
    expect(moved((frame) => frame["id"] === 2, isEvent("agent/inbox/spliced"))).toContain(
      "a response before its receipt",
    );
  });

  it("a step comes behind the response to the prompt that woke the session", () => {
    expect(moved((frame) => frame["id"] === 2, isEvent("user/message"))).toEqual([
      "a step before the response to its prompt",
    ]);
  });

  it("started comes before the child's first event", () => {
    const isChild = (frame: JsonObject): boolean =>
      isMethod("session.status")(frame) && pick(frame, "params", "sessionId") !== "s-sub";
    expect(moved(isMethod("subagent.started"), isChild)).toContain("started behind the child's first frame");
  });

  it("finished comes behind the child's idle", () => {
    expect(moved(isMethod("subagent.finished"), isEvent("subagent/descriptor"))).toContain(
      "finished before the child's idle",
    );
  });

  it("the parent's tool/result comes behind finished", () => {
    expect(moved(isEvent("tool/result"), isMethod("subagent.finished"))).toEqual([
      "a tool/result before its child has finished",
    ]);
  });

  it("nothing of a session comes behind its idle", () => {
    const isIdle = (frame: JsonObject): boolean =>
      pick(frame, "params", "status") === "idle" && pick(frame, "params", "sessionId") === "s-sub";
    const isEnd = (frame: JsonObject): boolean =>
      isEvent("turn/end")(frame) && pick(frame, "params", "sessionId") === "s-sub";
    expect(moved(isIdle, isEnd)).toEqual(["idle in an open turn", "an event of an idle session"]);
  });
});

/** Pairs of frames that follow each other in one session. */
function neighbours(frames: readonly JsonObject[]): { a: number; b: number }[] {
  const names = new SessionNames();
  const last = new Map<string, number>();
  const pairs: { a: number; b: number }[] = [];
  for (const [b, frame] of frames.entries()) {
    names.see(frame);
    const session = isResponse(frame) ? "responses" : names.of(sessionOf(frame));
    const a = last.get(session);
    if (a !== undefined) pairs.push({ a, b });
    last.set(session, b);
  }
  return pairs;
}
