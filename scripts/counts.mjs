// @ts-check
// How many checks passed and how many failed, from the reports of the tools, and the line that says so.

/** @typedef {{ passed: number, failed: number }} Counts */

/** @type {Counts} */
export const nothing = { passed: 0, failed: 0 };

/**
 * @param {...Counts} parts
 * @returns {Counts}
 */
export function sum(...parts) {
  return parts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), nothing);
}

/** @param {Counts} counts */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * The counts in the last line of what a command printed; nothing when that is no closing line.
 *
 * @param {string} output
 * @returns {Counts | undefined}
 */
export function readClosingLine(output) {
  const match = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) };
}

/**
 * What counts when a command has ended: an exit code that contradicts its own report is a failure of its own, and so
 * is a report that never came.
 *
 * @param {Counts | undefined} reported
 * @param {number} code the exit code
 * @returns {Counts}
 */
export function counted(reported, code) {
  if (reported === undefined) return { passed: 0, failed: 1 };
  if (code !== 0 && reported.failed === 0) return { passed: reported.passed, failed: 1 };
  return reported;
}

/**
 * Vitest's JSON report. A file that fails outside its tests, such as one that does not load, counts as one failure.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Counts}
 */
export function fromVitest(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/**
 * Ends a script: the closing line last, and the exit code that goes with it. Having run nothing is a failure.
 *
 * @param {Counts} counts
 */
export function finish(counts) {
  process.stdout.write(`${closingLine(counts)}\n`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}
