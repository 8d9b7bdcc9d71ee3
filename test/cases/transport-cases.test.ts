import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Expectation, TransportCase } from "./case.test-support.ts";
import { expandExpectation, expandRuns } from "./expand.test-support.ts";
import { difference } from "./match.test-support.ts";
import { type Outcome, play, type Settled } from "./play.test-support.ts";

const cases: TransportCase[] = JSON.parse(
  readFileSync(new URL("../../spec/fixtures/cases/transport-open.json", import.meta.url), "utf8"),
);

/**
 * Where a case prefers one of several outcomes and the specification decides, the outcome that it decides. All other
 * cases have to end as they prefer; no alternative is tolerated.
 */
const DECIDED = new Map<string, { section: string; expect: Expectation }>([
  // Frames are handled in wire order, at once; a promise continues later. Nothing is promised of a response that stands
  // before a notification.
  ["T-125", { section: "spec §0.2", expect: { events: ["n:update", "r:0"] } }],
]);

describe("the byte-level cases of JsonRpcLineTransport (spec §0.1, §0.2)", () => {
  it("are all here", () => {
    expect(cases).toHaveLength(103);
    expect(new Set(cases.map((each) => each.id)).size).toBe(103);
  });

  it.each(cases.map((each): [string, string, TransportCase] => [each.id, each.title, each]))(
    "%s: %s",
    async (id, _title, testCase) => {
      const warnings: string[] = [];
      const onWarning = (warning: Error): number => warnings.push(warning.name);
      process.on("warning", onWarning);
      try {
        for (const run of expandRuns(testCase)) {
          const outcome = await play(testCase, run);
          const wanted = { ...testCase.expect, ...DECIDED.get(id)?.expect };
          expect({ run: run.label, faults: faults(wanted, outcome) }).toEqual({ run: run.label, faults: [] });
          expect(outcome.tookMs).toBeLessThan(testCase.budget_ms ?? 3000);
        }
      } finally {
        process.off("warning", onWarning);
      }
      expect(warnings).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});

describe("the matcher of the cases", () => {
  it.each<[unknown, unknown]>([
    [1, 2],
    [1, "1"],
    [null, undefined],
    [{ a: 1 }, {}],
    [{}, { a: 1 }],
    [[1, 2], [1]],
    [[1], { 0: 1 }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    [{ $any: "string" }, 1],
    [{ $oneOf: [1, 2] }, 3],
    [{ error: { code: 1 } }, { error: { code: 2, data: 1 } }],
  ])("tells %j from %j", (wanted, got) => {
    expect(difference(wanted, got)).toBeTypeOf("string");
  });

  it.each<[unknown, unknown]>([
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [{ $any: "integer" }, 7],
    [{ $oneOf: [null, {}] }, {}],
    [{ error: { code: 1 } }, { error: { code: 1, data: 2 } }],
  ])("takes %j for %j", (wanted, got) => {
    expect(difference(wanted, got)).toBeUndefined();
  });
});

function faults(wanted: Expectation, outcome: Outcome): string[] {
  const found = [...outcome.problems];
  const compare = (name: string, want: unknown, got: unknown): void => {
    if (want === undefined) return;
    const fault = difference(expandExpectation(want), got);
    if (fault !== undefined) found.push(`${name} ${fault}`);
  };
  compare("requests", wanted.requests, outcome.requests);
  compare("notifications", wanted.notifications, outcome.notifications);
  compare("events", wanted.events, outcome.events);
  compare("input_destroyed", wanted.input_destroyed, outcome.inputDestroyed);
  const responses = expandExpectation(wanted.responses_written);
  if (Array.isArray(responses)) {
    const isStrict = wanted.responses_order === "strict";
    compare(
      "responses",
      isStrict ? responses : byId(responses),
      isStrict ? outcome.responses : byId(outcome.responses),
    );
  }
  for (const [k, want] of (wanted.outgoing ?? []).entries()) {
    const fault = settlementFault(want, outcome.outgoing[k] ?? "pending");
    if (fault !== undefined) found.push(`outgoing[${k}] ${fault}`);
  }
  return found;
}

function settlementFault(want: unknown, got: Settled): string | undefined {
  if (want === "pending" || got === "pending") return want === got ? undefined : `is ${JSON.stringify(got)}`;
  if (want === "settled") return undefined;
  if (typeof want !== "object" || want === null) return "has an expectation that is not known";
  if ("resolved" in want) return difference(want, got);
  if (!("rejected" in got)) return `is ${JSON.stringify(got)}`;
  const { rejected = {} }: { rejected?: { message_contains?: string; code?: number } } = want;
  if (!got.rejected.message.includes(rejected.message_contains ?? "")) return `says ${got.rejected.message}`;
  return rejected.code === undefined || rejected.code === got.rejected.code ? undefined : `has ${got.rejected.code}`;
}

/** Answers to different requests may come in any order; those to one id keep theirs. */
function byId(frames: readonly unknown[]): unknown[] {
  const key = (frame: unknown): string =>
    typeof frame === "object" && frame !== null && "id" in frame ? JSON.stringify(frame.id) : "";
  return [...frames].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
