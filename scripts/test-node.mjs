// @ts-check
// npm run test:node: the whole suite on the other Node versions that are supported, each fetched by npx on first use.
import { counted, finish, readClosingLine, sum } from "./counts.mjs";
import { runNpm } from "./run.mjs";
import { ensureInstalled, main } from "./setup.mjs";

const versions = ["22", "24"];

await main(async () => {
  await ensureInstalled();
  const results = [];
  for (const version of versions) {
    process.stdout.write(`\n== Node ${version}\n`);
    const args = [
      "exec",
      "--yes",
      `--package=node@${version}`,
      "--",
      "node",
      "scripts/test.mjs",
      ...process.argv.slice(2),
    ];
    const ended = await runNpm(args, { output: "both" });
    results.push(counted(readClosingLine(ended.stdout), ended.code));
  }
  finish(sum(...results));
});
