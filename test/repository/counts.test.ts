import { describe, expect, it } from "vitest";
import { counted, fromVitest, readClosingLine, sum } from "../../scripts/counts.mjs";

describe("The closing line", () => {
  it.each([
    ["12 passed, 0 failed\n", { passed: 12, failed: 0 }],
    ["a line before\n3 passed, 4 failed\n", { passed: 3, failed: 4 }],
    ["3 passed, 4 failed\r\n\n", { passed: 3, failed: 4 }],
    ["3 passed, 4 failed\na line after\n", undefined],
    ["Tests 3 passed, 4 failed\n", undefined],
    ["", undefined],
  ])("of %j is read as %j: alone on its line, and the last", (output, counts) => {
    expect(readClosingLine(output)).toEqual(counts);
  });

  it("sums up what its parts counted", () => {
    expect(sum({ passed: 3, failed: 0 }, { passed: 4, failed: 1 }, { passed: 0, failed: 0 })).toEqual({
      passed: 7,
      failed: 1,
    });
  });
});

describe("A command", () => {
  it.each([
    ["that says nothing counts as failed, whatever its exit code", undefined, 0, { passed: 0, failed: 1 }],
    [
      "that fails although all its tests passed counts as failed",
      { passed: 9, failed: 0 },
      1,
      { passed: 9, failed: 1 },
    ],
    ["that fails for its failed tests counts those", { passed: 9, failed: 2 }, 1, { passed: 9, failed: 2 }],
    ["that succeeds counts what passed", { passed: 9, failed: 0 }, 0, { passed: 9, failed: 0 }],
  ])("%s", (_, reported, code, expected) => {
    expect(counted(reported, code)).toEqual(expected);
  });
});

describe("Vitest's report", () => {
  const loaded = { status: "passed", assertionResults: [{ status: "passed" }] };

  it("counts a file that does not load as a failure", () => {
    const broken = { status: "failed", assertionResults: [] };
    expect(fromVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [loaded, broken] })).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it("counts a failed test once, not again for its file", () => {
    const failing = { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] };
    expect(fromVitest({ numPassedTests: 2, numFailedTests: 1, testResults: [loaded, failing] })).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it("counts a file whose tests passed and whose teardown failed as a failure", () => {
    const failing = { status: "failed", assertionResults: [{ status: "passed" }] };
    expect(fromVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [failing] })).toEqual({
      passed: 1,
      failed: 1,
    });
  });
});
