// @ts-check
// npm run lint: the rules, then the format. Both are looked at, also when one has faults.
import { runNode } from "./run.mjs";
import { ensureInstalled, main } from "./setup.mjs";

await main(async () => {
  await ensureInstalled();
  const rules = await runNode("node_modules/oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]);
  const format = await runNode("node_modules/oxfmt/bin/oxfmt", ["--check"]);
  process.exitCode = rules.code === 0 && format.code === 0 ? 0 : 1;
});
