// @ts-check
// npm run types: the packages, then everything together with its tests, then the Python sources. All three are looked
// at, also when one has faults.
import { SetupError } from "./repository.mjs";
import { runNode } from "./run.mjs";
import { ensureBuilt, ensureInstalled, main } from "./setup.mjs";

await main(async () => {
  await ensureInstalled();
  const compiled = await packagesCompile();
  const tests = await runNode("node_modules/typescript/bin/tsc", ["--project", "tsconfig.test.json"]);
  const python = await runNode("node_modules/pyright/index.js", ["--project", "python"]);
  process.exitCode = compiled && tests.code === 0 && python.code === 0 ? 0 : 1;
});

/** What is built already has compiled from these very sources. */
async function packagesCompile() {
  try {
    await ensureBuilt();
    return true;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}
