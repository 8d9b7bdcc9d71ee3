// Writes every file that is made from the schemas in spec/. With --check it writes nothing and fails on a difference.
// With --into FOLDER it does so below another folder than the repository.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { check: { type: "boolean", default: false }, into: { type: "string" } } });
const { check, into = root } = values;

// Node 20 reads no TypeScript, so the schemas and the generator are compiled first: without a type check, which is for
// `npm run types`, so that this takes a second.
const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const compiled = spawnSync(process.execPath, [compiler, "-p", join(root, "spec")], { stdio: "inherit" });
if (compiled.status !== 0) process.exit(1);

const { generate } = await import(new URL("../spec/lib/generate/main.js", import.meta.url).href);
const stale = [];
for (const [path, text] of await generate(new URL("..", import.meta.url))) {
  if (readOrUndefined(join(into, path)) === text) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(join(into, path)), { recursive: true });
  writeFileSync(join(into, path), text);
}

if (stale.length === 0) console.log("generated files are up to date");
else if (check) console.error(`stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join("\n")}`);
else console.log(`written:\n${stale.map((path) => `  ${path}`).join("\n")}`);
process.exitCode = check && stale.length > 0 ? 1 : 0;

/** The text of a file, or undefined when there is none yet. */
function readOrUndefined(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
