// @ts-check
// npm test: Vitest, then the Python tests, then one line with the sum of both. What stands after `npm test --` goes to
// Vitest, and then Vitest alone runs.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { counted, finish, fromVitest, nothing, sum } from "./counts.mjs";
import { readJson, requirePython, SetupError } from "./repository.mjs";
import { run, runNode } from "./run.mjs";
import { ensureBuilt, ensureCompatInstalled, ensureInstalled, main } from "./setup.mjs";

await main(test, () => finish({ passed: 0, failed: 1 }));

async function test() {
  const args = process.argv.slice(2);
  // First of all: who has no Python should not have to wait for an installation to hear of it.
  const python = requirePython();
  await ensureInstalled();
  await ensureCompatInstalled();
  const build = await buildCounts();
  const reports = mkdtempSync(join(tmpdir(), "toh-test-"));
  try {
    const vitest = await runVitest(args, join(reports, "vitest.json"));
    const unittest = args.length > 0 ? nothing : await runUnittest(python, join(reports, "unittest.json"));
    finish(sum(build, vitest, unittest));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** Packages that do not compile are one failure, and no reason to keep the tests from saying more. */
async function buildCounts() {
  try {
    await ensureBuilt();
    return nothing;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1 };
  }
}

/**
 * @param {readonly string[]} args
 * @param {string} report
 */
async function runVitest(args, report) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const ended = await runNode("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...args]);
  return counted(existsSync(report) ? fromVitest(readJson(report)) : undefined, ended.code);
}

/**
 * @param {string} python
 * @param {string} report
 */
async function runUnittest(python, report) {
  const env = { PYTHONPATH: join("python", "src"), PYTHONDONTWRITEBYTECODE: "1" };
  const ended = await run(python, [join("scripts", "run_python_tests.py"), report, "python"], { env });
  return counted(existsSync(report) ? readJson(report) : undefined, ended.code);
}
