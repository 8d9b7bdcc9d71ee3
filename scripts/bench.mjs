// @ts-check
// npm run bench: packages/protocol beside a hand-written floor and other transports. Arguments go on to
// bench/bench.mjs, as in: npm run bench -- --only W2s,W2p --rounds 4 --adapters limit,project
// npm run bench -- sessions: the log on disk. npm run bench -- model-turn: CPU of the runtime a token. What stands
// behind these words goes on to bench/sessions.mjs and bench/model-turn.mjs.
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { root, SetupError } from "./repository.mjs";
import { runNode } from "./run.mjs";
import { ensureBuilt, ensureInstalled, main } from "./setup.mjs";

const USUAL = ["--only", "W1,W2s,W2p,W3,W4,W5,W6", "--rounds", "4", "--adapters", "limit,project,dsh"];

await main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (first === "sessions" || first === "model-turn") {
    await ensureBuilt();
    const ended = await runNode(join("bench", `${first}.mjs`), rest);
    process.exitCode = ended.code;
    return;
  }
  await ensureInstalled();
  // The other transports have dependencies that the repository must not see.
  await ensureInstalled(join(root, "bench"));
  const protocol = join(root, "packages", "protocol");
  const compiled = await runNode("node_modules/typescript/bin/tsc", ["--build", protocol]);
  if (compiled.code !== 0) throw new SetupError("packages/protocol does not compile");
  await bundle(protocol);
  const args = process.argv.slice(2);
  const ended = await runNode("bench/bench.mjs", args.length > 0 ? args : USUAL, {
    cwd: join(root, "bench"),
    env: { PROJECT_TRANSPORT: join(protocol, "lib", "index.js") },
  });
  process.exitCode = ended.code;
});
