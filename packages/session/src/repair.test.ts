import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventOrder } from "./event-order.ts";
import type { SessionEvent } from "./event.ts";
import { pendingPrompts, repairEvents } from "./repair.ts";
import { recordedEvents, transcripts } from "./transcript.test-support.ts";
import { loadValidators } from "./validators.ts";

/** Events of a log as lines: type, data, and what else the envelope has. */
type Entry = readonly [type: string, data: object, envelope?: object];

const numbered = (entries: readonly Entry[]): SessionEvent[] =>
  entries.map(([type, data, more], seq) => JSON.parse(JSON.stringify({ type, seq, time: seq, data, ...more })));

const turnStart = (turn: number = 1): Entry => ["turn/start", { turn }];
const stepStart = (step: number = 1): Entry => ["step/start", { turn: 1, step }];
const stepEnd: Entry = ["step/end", { turn: 1, step: 1 }];
const asked = (...ids: string[]): Entry => [
  "assistant/message",
  {
    turn: 1,
    step: 1,
    message: {
      id: "m",
      role: "assistant",
      content: ids.map((id) => ({ type: "tool-call", id, name: "t", arguments: "{}" })),
      source: { kind: "model", provider: "p", model: "m" },
    },
  },
  { sourceEventSeqs: [], surfaceOp: "append" },
];
const call = (callId: string): Entry => ["tool/call", { turn: 1, step: 1, callId, name: "t", arguments: "{}" }];
const result = (callId: string, source: number, surfaceOp: unknown = "append"): Entry => [
  "tool/result",
  {
    turn: 1,
    step: 1,
    message: {
      id: `r-${callId}`,
      role: "user",
      content: [{ type: "tool-result", toolCallId: callId, content: [] }],
      source: { kind: "tool", callId },
    },
  },
  { sourceEventSeqs: [source], surfaceOp },
];

/** The repair of a log in short: `TOOL_OUTCOME_UNKNOWN a <- 3`. */
function shortly(entries: readonly Entry[]): string[] {
  return repairEvents(numbered(entries), () => 99).map((event) => {
    if (event.type !== "tool/result") return `${event.type} ${event.seq}`;
    const { error, message } = event.data;
    return `${error?.code} ${message.source.callId} <- ${event.sourceEventSeqs?.join() ?? "nothing"}`;
  });
}

function violations(events: readonly SessionEvent[]): string[] {
  const order = new EventOrder();
  return events.flatMap((event) => order.take(event)?.message ?? []);
}

describe("the repair of a log", () => {
  it.each<[string, Entry[]]>([
    ["without an event", []],
    [
      "whose last turn is over",
      [turnStart(), stepStart(), asked(), stepEnd, ["turn/end", { turn: 1, reason: { kind: "completed" } }]],
    ],
    ["of prompts alone", [["agent/inbox/spliced", { target: "next-turn", start: 0, inserted: [] }]]],
  ])("%s is nothing", (_, entries) => {
    expect(shortly(entries)).toEqual([]);
  });

  it.each<[string, Entry[], string[]]>([
    ["a turn that has just begun", [turnStart()], ["turn/end 1"]],
    ["a turn between its steps", [turnStart(), stepStart(), asked(), stepEnd], ["turn/end 4"]],
    ["a step in the middle of its stream", [turnStart(), stepStart()], ["step/end 2", "turn/end 3"]],
    ["a step whose message asks for nothing", [turnStart(), stepStart(), asked()], ["step/end 3", "turn/end 4"]],
    [
      "calls that were asked for and not made",
      [turnStart(), stepStart(), asked("a", "b")],
      ["TOOL_NOT_STARTED a <- nothing", "TOOL_NOT_STARTED b <- nothing", "step/end 5", "turn/end 6"],
    ],
    [
      "a call that was made",
      [turnStart(), stepStart(), asked("a"), call("a")],
      ["TOOL_OUTCOME_UNKNOWN a <- 3", "step/end 5", "turn/end 6"],
    ],
    [
      "one call answered, one running, one not made",
      [turnStart(), stepStart(), asked("a", "b", "c"), call("a"), call("b"), result("a", 3)],
      ["TOOL_OUTCOME_UNKNOWN b <- 4", "TOOL_NOT_STARTED c <- nothing", "step/end 8", "turn/end 9"],
    ],
    [
      "all answered, the step not ended",
      [turnStart(), stepStart(), asked("a"), call("a"), result("a", 3)],
      ["step/end 5", "turn/end 6"],
    ],
    [
      "calls made in another order than asked for",
      [turnStart(), stepStart(), asked("a", "b", "c"), call("c"), call("a")],
      [
        "TOOL_OUTCOME_UNKNOWN c <- 3",
        "TOOL_NOT_STARTED b <- nothing",
        "TOOL_OUTCOME_UNKNOWN a <- 4",
        "step/end 8",
        "turn/end 9",
      ],
    ],
    [
      "a result of this step that was shortened, which answers no second call",
      [
        turnStart(),
        stepStart(),
        asked("a", "b"),
        call("a"),
        call("b"),
        result("a", 3),
        result("a", 5, { op: "replace", start: 5, end: 5 }),
      ],
      ["TOOL_OUTCOME_UNKNOWN b <- 4", "step/end 8", "turn/end 9"],
    ],
  ])("closes %s as interrupted", (_, entries, expected) => {
    expect(shortly(entries)).toEqual(expected);
    const events = numbered(entries);
    expect(violations([...events, ...repairEvents(events, () => 1)])).toEqual([]);
  });

  it("writes results as the vocabulary has them (spec §0.7.1)", () => {
    const events = numbered([turnStart(), stepStart(), asked("call-0"), call("call-0")]);
    expect(repairEvents(events, () => 1234)).toEqual([
      {
        type: "tool/result",
        seq: 4,
        time: 1234,
        data: {
          turn: 1,
          step: 1,
          message: {
            id: "interrupted-tool-result-call-0-4",
            role: "user",
            content: [
              {
                type: "tool-result",
                toolCallId: "call-0",
                content: [{ type: "text", text: expect.stringContaining("not known") }],
                isError: true,
              },
            ],
            source: { kind: "tool", callId: "call-0" },
          },
          error: { name: "InterruptedError", code: "TOOL_OUTCOME_UNKNOWN" },
        },
        sourceEventSeqs: [3],
        surfaceOp: "append",
      },
      { type: "step/end", seq: 5, time: 1234, data: { turn: 1, step: 1 } },
      { type: "turn/end", seq: 6, time: 1234, data: { turn: 1, reason: { kind: "interrupted" } } },
    ]);
  });

  it("of any log that ends anywhere, also in its own repair, leaves it in order, valid and with nothing to repair", async () => {
    const { checkEvent } = await loadValidators("closed");
    const ids = ["a", "b", "c", ""];
    const step = fc.record({
      asked: fc.subarray(ids),
      isParallel: fc.boolean(),
    });
    const log = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => {
      const entries: Entry[] = [turnStart()];
      for (const [index, { asked: some, isParallel }] of steps.entries()) {
        const at = (entry: Entry): Entry => [entry[0], { ...entry[1], step: index + 1 }, entry[2] ?? {}];
        const push = (entry: Entry): number => entries.push(at(entry)) - 1;
        push(stepStart());
        push(asked(...some));
        if (isParallel) some.map((id) => [id, push(call(id))] as const).forEach(([id, seq]) => push(result(id, seq)));
        else for (const id of some) push(result(id, push(call(id))));
        push(stepEnd);
      }
      entries.push(["turn/end", { turn: 1, reason: { kind: "completed" } }]);
      return numbered(entries);
    });
    const property = fc.property(log, fc.nat(60), fc.nat(10), (events, length, again) => {
      const cut = events.slice(0, length);
      const repair = repairEvents(cut, () => 5);
      const whole = [...cut, ...repair];
      expect(violations(whole)).toEqual([]);
      expect(repair.flatMap((event) => checkEvent(event) ?? [])).toEqual([]);
      expect(repairEvents(whole, () => 5)).toEqual([]);
      const twice = [...cut, ...repair.slice(0, again)];
      expect([...twice, ...repairEvents(twice, () => 5)]).toEqual(whole);
    });
    fc.assert(property, { numRuns: 400 });
  });

  it.each(transcripts)("of what %s recorded, cut at any event, leaves it in order", (file) => {
    for (const [, recorded] of recordedEvents(file)) {
      // A repair is of a log from its first event on; a recording may begin later.
      if (recorded[0]?.seq !== 0) continue;
      for (let length = 0; length <= recorded.length; length++) {
        const cut = recorded.slice(0, length);
        expect(violations([...cut, ...repairEvents(cut, () => 5)])).toEqual([]);
      }
    }
  });
});

describe("the prompts that are pending at the end of a log", () => {
  const insert = (id: string, start: number, target: string = "next-turn"): Entry => [
    "agent/inbox/spliced",
    { target, start, inserted: [{ id, role: "user", content: [], source: { kind: "user" } }] },
  ];
  const remove = (start: number, removedCount: number, more: object = {}): Entry => [
    "agent/inbox/spliced",
    { target: "next-turn", start, removedCount, inserted: [], ...more },
  ];
  const pending = (entries: readonly Entry[]): string[] =>
    pendingPrompts(numbered(entries)).map(({ message, seq, target }) => `${message.id} ${seq} ${target}`);

  it("are those that were put in and neither taken nor discarded, with the seq of their receipt", () => {
    const entries = [insert("a", 0), turnStart(), remove(0, 1), insert("b", 0), insert("c", 1), insert("d", 2)];
    expect(pending(entries)).toEqual(["b 3 next-turn", "c 4 next-turn", "d 5 next-turn"]);
    expect(pending([...entries, remove(1, 1, { outcome: "canceled" })])).toEqual(["b 3 next-turn", "d 5 next-turn"]);
    expect(pending([...entries, remove(0, 3)])).toEqual([]);
  });

  it("stand in the order in which they are due: what was for the next step first, then by their place in the queue", () => {
    const entries = [insert("a", 0), insert("b", 1), insert("first", 0), insert("steer", 0, "next-step")];
    expect(pending(entries)).toEqual(["steer 3 next-step", "first 2 next-turn", "a 0 next-turn", "b 1 next-turn"]);
  });

  it("are none in a log without any", () => {
    expect(pendingPrompts([])).toEqual([]);
  });
});

describe("a prompt that was claimed when the process was lost", () => {
  const prompt = { id: "m1", role: "user", content: [{ type: "text", text: "hi" }], source: { kind: "user" } };
  const receipt: Entry = ["agent/inbox/spliced", { target: "next-turn", start: 0, inserted: [prompt] }];
  const claim: Entry = ["agent/inbox/spliced", { target: "next-turn", start: 0, removedCount: 1, inserted: [] }];
  const shown: Entry = ["user/message", prompt, { surfaceOp: "append" }];

  it.each<[string, Entry[], string[]]>([
    ["before its step", [receipt, turnStart(), claim], ["step/start 3", "user/message 4", "step/end 5", "turn/end 6"]],
    [
      "in its step, not shown",
      [receipt, turnStart(), claim, stepStart()],
      ["user/message 4", "step/end 5", "turn/end 6"],
    ],
    ["in its step, shown", [receipt, turnStart(), claim, stepStart(), shown], ["step/end 5", "turn/end 6"]],
    ["not yet claimed", [receipt, turnStart()], ["turn/end 2"]],
  ])("%s: enters the history once, or stays in the inbox", (_, entries, repair) => {
    expect(shortly(entries)).toEqual(repair);
    const whole = [...numbered(entries), ...repairEvents(numbered(entries), () => 99)];
    expect(violations(whole)).toEqual([]);
    const seen = whole.filter((event) => event.type === "user/message").length;
    expect(seen + pendingPrompts(whole).length).toBe(1);
  });
});

describe("an approval that was open when the process was lost (spec §1.8)", () => {
  const ask: Entry = ["approval/asked", { id: "a1", toolName: "t", callId: "a" }];
  const decide: Entry = ["approval/decided", { id: "a1", outcome: "allow-once" }];

  it("is decided as interrupted before its call gets a result", () => {
    expect(shortly([turnStart(), stepStart(), asked("a"), call("a"), ask])).toEqual([
      "approval/decided 5",
      "TOOL_OUTCOME_UNKNOWN a <- 3",
      "step/end 7",
      "turn/end 8",
    ]);
    expect(shortly([turnStart(), stepStart(), asked("a"), call("a"), ask, decide])).toEqual([
      "TOOL_OUTCOME_UNKNOWN a <- 3",
      "step/end 7",
      "turn/end 8",
    ]);
  });
});
