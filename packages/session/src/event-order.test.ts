import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventOrder, type OrderedEvent, type OrderRule } from "./event-order.ts";
import { recordedEvents, transcripts } from "./transcript.test-support.ts";

/** Events of a log, numbered from 0: type, data, and what else the envelope has. */
type Entry = readonly [type: string, data: object, envelope?: Partial<OrderedEvent>];

const asked = (...ids: string[]): object => ({
  turn: 1,
  step: 1,
  message: { content: ids.map((id) => ({ type: "tool-call", id, name: "t", arguments: "{}" })) },
});
const answer = (callId: string, more: object = {}): object => ({
  turn: 1,
  step: 1,
  message: { source: { kind: "tool", callId }, content: [{ type: "tool-result", toolCallId: callId, content: [] }] },
  ...more,
});

const turnStart: Entry = ["turn/start", { turn: 1 }];
const stepStart: Entry = ["step/start", { turn: 1, step: 1 }];
const chunk: Entry = ["assistant/chunk", { turn: 1, step: 1, chunk: { type: "finish" } }];
const call = (callId: string): Entry => ["tool/call", { turn: 1, step: 1, callId, name: "t", arguments: "{}" }];
const result = (callId: string, ...sources: number[]): Entry => [
  "tool/result",
  answer(callId),
  { sourceEventSeqs: sources, surfaceOp: "append" },
];
const message = (sources: number[], ...ids: string[]): Entry => [
  "assistant/message",
  asked(...ids),
  { sourceEventSeqs: sources, surfaceOp: "append" },
];
const stepEnd: Entry = ["step/end", { turn: 1, step: 1 }];
const turnEnd = (kind: string): Entry => ["turn/end", { turn: 1, reason: { kind } }];

describe("EventOrder", () => {
  it.each<[string, Entry[]]>([
    ["a turn without a step", [turnStart, turnEnd("completed")]],
    ["a step without chunks", [turnStart, stepStart, message([]), stepEnd, turnEnd("completed")]],
    ["an answered call", [turnStart, stepStart, chunk, message([2], "a"), call("a"), result("a", 4), stepEnd]],
    [
      "two calls together, answered in their order",
      [turnStart, stepStart, message([], "a", "b"), call("a"), call("b"), result("a", 3), result("b", 4), stepEnd],
    ],
    [
      "two calls one after the other",
      [turnStart, stepStart, message([], "a", "b"), call("a"), result("a", 3), call("b"), result("b", 5), stepEnd],
    ],
    ["a message that cites none of its chunks", [turnStart, stepStart, chunk, message([]), stepEnd]],
    [
      "a message cut short that cites some of its chunks",
      [
        turnStart,
        stepStart,
        chunk,
        chunk,
        [
          "assistant/message",
          { turn: 1, step: 1, message: { content: [] }, interrupted: true },
          { sourceEventSeqs: [2], surfaceOp: "append" },
        ],
        stepEnd,
        turnEnd("aborted"),
      ],
    ],
    [
      "a retry, of which only the last attempt is cited",
      [
        turnStart,
        stepStart,
        chunk,
        ["llm/retry", { turn: 1, step: 1 }],
        ["llm/retry-started", { turn: 1, step: 1 }],
        chunk,
        message([5]),
        stepEnd,
      ],
    ],
    [
      "a call left open by an aborted turn",
      [turnStart, stepStart, message([], "a"), call("a"), stepEnd, turnEnd("aborted")],
    ],
    [
      "a call left open by an interrupted turn",
      [turnStart, stepStart, message([], "a"), call("a"), stepEnd, turnEnd("interrupted")],
    ],
    [
      "a repaired call that never started",
      [
        turnStart,
        stepStart,
        message([], "a"),
        ["tool/result", answer("a", { error: { name: "E", code: "TOOL_NOT_STARTED" } }), { surfaceOp: "append" }],
        stepEnd,
        turnEnd("interrupted"),
      ],
    ],
    [
      "a compaction between turns",
      [
        turnStart,
        stepStart,
        ["user/message", {}, { surfaceOp: "append" }],
        stepEnd,
        turnEnd("completed"),
        ["user/message", {}, { sourceEventSeqs: [2], surfaceOp: { op: "replace", start: 2, end: 2 } }],
      ],
    ],
    [
      "a result that was shortened later",
      [
        turnStart,
        stepStart,
        message([], "a"),
        call("a"),
        result("a", 3),
        stepEnd,
        turnEnd("completed"),
        ["tool/result", answer("a"), { sourceEventSeqs: [4], surfaceOp: { op: "replace", start: 4, end: 4 } }],
      ],
    ],
    ["a second turn", [turnStart, turnEnd("error"), ["turn/start", { turn: 2 }], ["step/start", { turn: 2, step: 1 }]]],
    ["types nobody knows, anywhere", [["_my/event", {}], turnStart, ["my/event", { turn: 9, step: 9 }]]],
  ])("passes %s", (_, entries) => {
    expect(violationsOf(numbered(entries))).toEqual([]);
  });

  it.each<[string, Entry[], OrderRule, number, string]>([
    ["a first turn that is not 1", [["turn/start", { turn: 2 }]], "turn", 0, "the first turn is 2, expected 1"],
    ["a turn inside a turn", [turnStart, ["turn/start", { turn: 2 }]], "turn", 1, "turn 2 starts inside turn 1"],
    [
      "a turn number that comes again",
      [turnStart, turnEnd("completed"), turnStart],
      "turn",
      2,
      "turn 1 starts after turn 1",
    ],
    ["a turn that ends without a start", [turnEnd("completed")], "turn", 0, "turn 1 ends, but none is open"],
    [
      "the end of another turn",
      [turnStart, ["turn/end", { turn: 2, reason: { kind: "completed" } }]],
      "turn",
      1,
      "turn 2 ends inside turn 1",
    ],
    ["a turn without a number", [["turn/start", {}]], "turn", 0, "the first turn is NaN, expected 1"],
    ["a turn that ends inside a step", [turnStart, stepStart, turnEnd("aborted")], "step", 2, "with step 1 open"],
    ["a step outside of a turn", [stepStart], "turn", 0, "step 1 of turn 1 starts outside of a turn"],
    [
      "a step of another turn",
      [turnStart, ["step/start", { turn: 2, step: 1 }]],
      "turn",
      1,
      "step 1 of turn 2 starts between the steps of turn 1",
    ],
    ["a first step that is not 1", [turnStart, ["step/start", { turn: 1, step: 2 }]], "step", 1, "expected step 1"],
    [
      "a step number left out",
      [turnStart, stepStart, stepEnd, ["step/start", { turn: 1, step: 3 }]],
      "step",
      3,
      "step 3 starts, expected step 2",
    ],
    [
      "a step inside a step",
      [turnStart, stepStart, ["step/start", { turn: 1, step: 2 }]],
      "step",
      2,
      "step 2 starts inside step 1",
    ],
    ["a step that ends without a start", [turnStart, stepEnd], "step", 1, "belongs to step 1, stands between"],
    ["a message from nowhere", [["user/message", {}, { surfaceOp: "append" }]], "turn", 0, "stands outside of a turn"],
    [
      "a chunk outside of a step",
      [turnStart, chunk],
      "step",
      1,
      "belongs to step 1, stands between the steps of turn 1",
    ],
    ["a chunk outside of a turn", [chunk], "turn", 0, "belongs to turn 1, stands outside of a turn"],
    [
      "a chunk of another step",
      [turnStart, stepStart, ["assistant/chunk", { turn: 1, step: 2 }]],
      "step",
      2,
      "belongs to step 2, stands in step 1 of turn 1",
    ],
    [
      "a call that the model did not ask for",
      [turnStart, stepStart, message([], "a"), call("b")],
      "call",
      3,
      'the model did not ask for call "b"',
    ],
    [
      "a call made twice",
      [turnStart, stepStart, message([], "a"), call("a"), call("a")],
      "call",
      4,
      'the model did not ask for call "a", or it was made already',
    ],
    [
      "one call id asked for twice",
      [turnStart, stepStart, message([], "a", "a")],
      "call",
      2,
      'asks for call "a" twice',
    ],
    [
      "results that overtake each other",
      [turnStart, stepStart, message([], "a", "b"), call("a"), call("b"), result("b", 4)],
      "call",
      5,
      'comes before the result of call "a"',
    ],
    ["a chunk behind its message", [turnStart, stepStart, message([]), chunk], "step", 3, "stands behind the message"],
    [
      "a second message in a step",
      [turnStart, stepStart, message([]), message([])],
      "step",
      3,
      "is the second message of its step",
    ],
    [
      "a message that leaves out a chunk",
      [turnStart, stepStart, chunk, chunk, message([3])],
      "sources",
      4,
      "does not cite chunk 2 in its place",
    ],
    [
      "a message that cites its chunks in another order",
      [turnStart, stepStart, chunk, chunk, message([3, 2])],
      "sources",
      4,
      "does not cite chunk 2 in its place",
    ],
    [
      "a result before its call",
      [turnStart, stepStart, message([], "a"), result("a", 2), call("a")],
      "call",
      3,
      "cites 2, which is no unanswered call of this step",
    ],
    [
      "a second result",
      [turnStart, stepStart, message([], "a"), call("a"), result("a", 3), result("a", 3)],
      "call",
      5,
      "cites 3, which is no unanswered call of this step",
    ],
    [
      "a result that cites nothing",
      [turnStart, stepStart, message([], "a"), call("a"), result("a")],
      "call",
      4,
      "cites no call",
    ],
    [
      "a result that cites more than its call",
      [turnStart, stepStart, message([], "a"), call("a"), result("a", 3, 2)],
      "call",
      4,
      "cites more than its call",
    ],
    [
      "a result of another call",
      [turnStart, stepStart, message([], "a", "b"), call("a"), result("b", 3)],
      "call",
      4,
      'answers "b", cites call "a"',
    ],
    [
      "a result whose block names another call",
      [
        turnStart,
        stepStart,
        message([], "a"),
        call("a"),
        [
          "tool/result",
          { turn: 1, step: 1, message: { source: { callId: "a" }, content: [{ toolCallId: "b" }] } },
          { sourceEventSeqs: [3], surfaceOp: "append" },
        ],
      ],
      "call",
      4,
      "its block and its source do not name the same call",
    ],
    [
      "a completed turn with a call left open",
      [turnStart, stepStart, message([], "a"), call("a"), stepEnd, turnEnd("completed")],
      "call",
      5,
      'turn 1 ends as "completed" with call "a" unanswered',
    ],
    [
      "a next step with a call left open",
      [turnStart, stepStart, message([], "a"), call("a"), stepEnd, ["step/start", { turn: 1, step: 2 }]],
      "call",
      5,
      'step 2 starts with call "a" unanswered',
    ],
    [
      "a message that cites a failed attempt",
      [turnStart, stepStart, chunk, ["llm/retry", { turn: 1, step: 1 }], message([2])],
      "sources",
      4,
      "cites 2, which is no chunk of this attempt",
    ],
    ["a citation of itself", [turnStart, stepStart, message([2])], "sources", 2, "cites 2, which is not earlier"],
    ["a citation made twice", [turnStart, stepStart, chunk, message([2, 2])], "sources", 3, "cites an event twice"],
  ])("reports %s", (_, entries, rule, seq, text) => {
    const violations = violationsOf(numbered(entries));
    expect(violations[0]).toMatchObject({ rule, seq });
    expect(violations[0]?.message).toContain(text);
  });

  it.each<[number[], string[]]>([
    [[0, 1, 2], []],
    [[7, 8, 9], []],
    [[0, 2, 3], ["_x 2: expected seq 1"]],
    [[0, 0], ["_x 0: expected seq 1"]],
    [[5, 6, 4, 5], ["_x 4: expected seq 7"]],
    [[-1, 0], ["_x -1: seq is no whole number from 0 on"]],
    [[0.5], ["_x 0.5: seq is no whole number from 0 on"]],
  ])(
    "of the seqs %j says %j: the first may be any, then there is no gap, and one gap is told once",
    (seqs, expected) => {
      const events = seqs.map((seq) => ({ type: "_x", seq, data: {} }));
      expect(violationsOf(events).map((violation) => violation.message)).toEqual(expected);
    },
  );

  it("quotes no more than 64 characters of an id", () => {
    const [violation] = violationsOf(numbered([turnStart, stepStart, call("x".repeat(1000))]));
    expect(violation?.message.length).toBeLessThan(150);
  });

  it("throws on no data whatever", () => {
    const types = ["turn/start", "turn/end", "step/start", "step/end", "assistant/message", "tool/call", "tool/result"];
    const event = fc.record({
      type: fc.constantFrom(...types, "assistant/chunk", "llm/retry", "user/message", "x"),
      seq: fc.integer(),
      data: fc.oneof(
        fc.jsonValue(),
        fc.record({ turn: fc.constant(1), step: fc.constant(1), message: fc.jsonValue() }),
      ),
    });
    fc.assert(fc.property(fc.array(event), (events) => void violationsOf(events)));
  });
});

describe("EventOrder on the recorded transcripts", () => {
  it.each(transcripts)("finds nothing in %s", (file) => {
    for (const events of recordedEvents(file).values()) expect(violationsOf(events)).toEqual([]);
  });

  it.each(transcripts)("finds nothing in %s when it joins at any event", (file) => {
    for (const events of recordedEvents(file).values()) {
      for (const first of events.keys()) expect(violationsOf(events.slice(first))).toEqual([]);
    }
  });

  it("finds a gap wherever an event is left out", () => {
    expectViolations(
      (events, at) => events.filter((_, index) => index !== at),
      () => true,
    );
  });

  it("finds an event that comes twice", () => {
    expectViolations((events, at) => events.flatMap((event, index) => (index === at ? [event, event] : [event])));
  });

  // A log that closes the gap it made: what is missing or moved is then seen by its meaning alone.
  it.each(["turn/start", "step/start", "step/end", "tool/call"])("finds a missing %s behind a closed gap", (type) => {
    expectViolations(
      (events, at) => renumbered(events.filter((_, index) => index !== at)),
      (events, at) => events[at]?.type === type && events.slice(at + 1).some((later) => later.type === "turn/end"),
    );
  });

  it.each(["turn/start", "turn/end", "step/start", "step/end", "tool/call", "tool/result"])(
    "finds a %s that was written twice",
    (type) => {
      expectViolations(
        (events, at) => renumbered(events.flatMap((event, index) => (index === at ? [event, event] : [event]))),
        (events, at) => events[at]?.type === type,
      );
    },
  );

  it.each(["assistant/chunk", "assistant/message", "tool/call", "tool/result", "step/end", "turn/end"])(
    "finds a %s of another turn",
    (type) => {
      expectViolations(
        (events, at) => events.map((event, index) => (index === at ? withTurn(event, 99) : event)),
        (events, at) => events[at]?.type === type && at > 0,
      );
    },
  );
});

function numbered(entries: readonly Entry[]): OrderedEvent[] {
  return entries.map(([type, data, envelope], seq) => ({ type, seq, data, ...envelope }));
}

/** New seqs from the first one on, in citations too. */
function renumbered(events: readonly OrderedEvent[]): OrderedEvent[] {
  const first = events[0]?.seq ?? 0;
  const seqs = new Map(events.map((event, index) => [event.seq, first + index]));
  return events.map((event, index) => {
    const { sourceEventSeqs: sources } = event;
    const cited = sources && { sourceEventSeqs: sources.flatMap((source) => seqs.get(source) ?? []) };
    return { ...event, seq: first + index, ...cited };
  });
}

function withTurn(event: OrderedEvent, turn: number): OrderedEvent {
  return { ...event, data: { ...Object(event.data), turn } };
}

function violationsOf(events: readonly OrderedEvent[]): { rule: OrderRule; seq: number; message: string }[] {
  const order = new EventOrder();
  return events.flatMap((event) => order.take(event) ?? []);
}

/** Mutates every recorded session at every event where `applies`, and expects a violation each time. */
function expectViolations(
  mutate: (events: readonly OrderedEvent[], at: number) => readonly OrderedEvent[],
  applies: (events: readonly OrderedEvent[], at: number) => boolean = () => true,
): void {
  let mutations = 0;
  for (const file of transcripts) {
    for (const [session, events] of recordedEvents(file)) {
      for (const at of events.keys()) {
        if (!applies(events, at)) continue;
        const mutated = mutate(events, at);
        // Without its first or its last event a log is still a log.
        if (mutated.length < events.length && (at === 0 || at === events.length - 1)) continue;
        mutations += 1;
        const violations = violationsOf(mutated);
        if (violations.length === 0) throw new Error(`${file}, ${session}: nothing found after a mutation at ${at}`);
      }
    }
  }
  expect(mutations).toBeGreaterThan(10);
}
