import { isDeepStrictEqual } from "node:util";
import type { NormalForm } from "./normal-form.test-support.ts";
import { RESPONSES } from "./normal-form.test-support.ts";
import { pick } from "./wire.test-support.ts";

/** A difference from the recorded runtime that the specification wants. */
export interface PermittedDifference {
  /** Where the specification says so. */
  readonly place: string;
  readonly what: string;
  readonly fits: (difference: Difference) => boolean;
}

interface Difference {
  readonly transcript: string;
  readonly sequence: string;
  /** 0-based in its sequence. */
  readonly position: number;
  /** Undefined where one side has ended. */
  readonly expected: unknown;
  readonly got: unknown;
}

export const PERMITTED: readonly PermittedDifference[] = [
  {
    place: "spec §0.5.1",
    what: "a second initialize answers -32600 where the recorded runtime took another route",
    fits: ({ sequence, expected, got }) =>
      sequence === RESPONSES &&
      pick(expected, "id") === pick(got, "id") &&
      pick(expected, "result", "serverInfo") !== undefined &&
      pick(got, "error", "code") === -32600,
  },
];

export interface Comparison {
  /** What nothing permits, as lines to read. */
  readonly faults: readonly string[];
  /** Entries of {@link PERMITTED} that were needed. */
  readonly permitted: readonly PermittedDifference[];
}

/** Compares a run with its recording, sequence by sequence and the ends. */
export function compare(transcript: string, expected: NormalForm, got: NormalForm): Comparison {
  const differences: Difference[] = [];
  for (const sequence of new Set([...expected.sequences.keys(), ...got.sequences.keys()])) {
    const wanted = expected.sequences.get(sequence) ?? [];
    const came = got.sequences.get(sequence) ?? [];
    for (let position = 0; position < Math.max(wanted.length, came.length); position++) {
      if (isDeepStrictEqual(wanted[position], came[position])) continue;
      const difference = { transcript, sequence, position, expected: wanted[position], got: came[position] };
      differences.push(difference);
      // What follows a frame too many or too few is shifted: one line says it, a hundred hide it.
      if (!PERMITTED.some(({ fits }) => fits(difference))) break;
    }
  }
  const permitted = PERMITTED.filter(({ fits }) => differences.some(fits));
  const faults = differences.filter((difference) => !PERMITTED.some(({ fits }) => fits(difference))).map(told);
  if (!isDeepStrictEqual(expected.exit, got.exit)) {
    faults.push(`${transcript}: the end: expected ${JSON.stringify(expected.exit)}, got ${JSON.stringify(got.exit)}`);
  }
  return { faults, permitted };
}

function told({ transcript, sequence, position, expected, got }: Difference): string {
  return `${transcript}: ${sequence}: position ${position}\n  expected ${textOf(expected)}\n  got      ${textOf(got)}`;
}

function textOf(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
