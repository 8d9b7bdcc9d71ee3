// @ts-check
// All that has to hold before a change is taken, one step after the other; a step that fails does not keep the later
// ones from running. The tests and the package checks count one by one, every other step as one check.
import { closingLine, counted, finish, readClosingLine, sum } from "./counts.mjs";
import { runNode, runNpm } from "./run.mjs";
import { main } from "./setup.mjs";

/** @typedef {import("./run.mjs").Ended} Ended */
/** @typedef {{ title: string, counts: boolean, start: () => Promise<Ended> }} Step */

/** @type {Step[]} */
const steps = [
  { title: "npm test", counts: true, start: () => runNpm(["test"], { output: "both" }) },
  { title: "lint", counts: false, start: () => runNpm(["run", "lint"]) },
  { title: "types", counts: false, start: () => runNpm(["run", "types"]) },
  { title: "generated files are fresh", counts: false, start: () => runNode("scripts/generate.mjs", ["--check"]) },
  {
    title: "nothing unused, nothing undeclared",
    counts: false,
    start: () => runNode("node_modules/knip/bin/knip.js", ["--no-config-hints"]),
  },
  { title: "packages", counts: true, start: () => runNode("scripts/check-packages.mjs", [], { output: "both" }) },
];

await main(
  async () => {
    const lines = [];
    const results = [];
    for (const { title, counts, start } of steps) {
      process.stdout.write(`\n== ${title}\n`);
      const startedAt = performance.now();
      const ended = await start();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const own = counts ? readClosingLine(ended.stdout) : { passed: ended.code === 0 ? 1 : 0, failed: 0 };
      const result = counted(own, ended.code);
      results.push(result);
      lines.push(`${result.failed === 0 ? "ok   " : "FAIL "} ${title}: ${closingLine(result)} (${seconds} s)`);
    }
    process.stdout.write(`\n${lines.join("\n")}\n\n`);
    finish(sum(...results));
  },
  () => finish({ passed: 0, failed: 1 }),
);
