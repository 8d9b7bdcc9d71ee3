// @ts-check
// The packages as their users get them: packed, looked into, judged by publint and attw, installed into an empty
// folder and used there. Ends with the closing line; each check counts once.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, sum } from "./counts.mjs";
import { readJson, root } from "./repository.mjs";
import { runNode, runNpm, run } from "./run.mjs";
import { buildRelease, main } from "./setup.mjs";
import { packPackages, readTarball } from "./tarballs.mjs";

/** @typedef {import("./tarballs.mjs").Tarball} Tarball */

const protocol = "@buckeyestudio/toh-sdk-protocol";
const version = readJson(join(root, "package.json")).version;

/** Where the published files lie; the rest of a package folder is ours alone. */
const published = /^(package\.json|[\w.]*schema\.json|LICENSE|README(\.zh)?\.md|bin\/[\w-]+\.js|lib\/.+\.(js|d\.ts))$/;
const unpublished = /\.(test|test-support)\.|tsbuildinfo|\.map$/;

/** @type {import("./counts.mjs").Counts[]} */
const results = [];

await main(
  async () => {
    await buildRelease();
    const tarballs = await packPackages();
    for (const tarball of tarballs) await checkTarball(tarball);
    await inEmptyFolder((folder) => checkWholeSet(folder, tarballs));
    await inEmptyFolder((folder) => checkProtocolAlone(folder, tarballs));
    finish(sum(...results));
  },
  () => finish(sum(...results, { passed: 0, failed: 1 })),
);

/** @param {Tarball} tarball */
async function checkTarball({ name, folder, file }) {
  const entries = readTarball(join(root, file));
  await check(`${name}: holds what is published and nothing else`, () => {
    const strange = entries.filter(({ path }) => !published.test(path) || unpublished.test(path));
    expectEmpty(strange.map(({ path }) => path));
    expectEmpty(entries.filter(({ content }) => content.includes("sourceMappingURL")).map(({ path }) => path));
    const wanted = ["package.json", "LICENSE", "README.md", "README.zh.md", "lib/index.js", "lib/types/index.d.ts"];
    expectEmpty(wanted.filter((path) => !entries.some((entry) => entry.path === path)));
  });
  await check(`${name}: every file that its manifest names is there, every command can be run`, () => {
    const manifest = readJson(join(root, "packages", folder, "package.json"));
    const commands = Object.values(manifest.bin ?? {});
    const named = [...leaves(manifest.exports), ...commands].map((path) => path.replace(/^\.\//, ""));
    expectEmpty(named.filter((path) => !entries.some((entry) => entry.path === path)));
    expectEmpty(
      commands.filter((path) => !entries.some((entry) => entry.path === path && (entry.mode & 0o111) === 0o111)),
    );
  });
  await check(`${name}: publint has nothing to say`, () => tool("publint/src/cli.js", ["run", file, "--strict"]));
  await check(`${name}: the types are right in every way of resolving that has modules`, () =>
    tool("@arethetypeswrong/cli/dist/index.js", [
      file,
      "--profile",
      "esm-only",
      "--no-emoji",
      "--no-color",
      "--format",
      "ascii",
    ]),
  );
}

/**
 * @param {string} folder empty
 * @param {readonly Tarball[]} tarballs
 */
async function checkWholeSet(folder, tarballs) {
  const installed = await check("the whole set installs into an empty folder", () =>
    install(
      folder,
      tarballs.map(({ file }) => file),
    ),
  );
  if (!installed) return;
  await check("npx toh --version says the version", async () => {
    const { stdout } = await succeed(
      runNpm(["exec", "--no", "--", "toh", "--version"], { cwd: folder, output: "capture" }),
    );
    if (!stdout.includes(version)) throw new Error(`it said ${stdout.trim()}`);
  });
  await check("npx toh run answers there", async () => {
    writeFileSync(join(folder, "notes.txt"), "The heron stands in the reeds.\n");
    const args = ["exec", "--no", "--", "toh", "run", "Where is the heron?"];
    const { stdout } = await succeed(runNpm(args, { cwd: folder, output: "capture" }));
    if (!stdout.includes("notes.txt")) throw new Error(`it did not find the file:\n${stdout}`);
  });
  for (const { name } of tarballs) {
    await check(`${name}: both entries load where nothing but the set is installed`, () =>
      evaluate(folder, `await import("${name}"); await import("${name}/invariant");`),
    );
  }
  await check("the client has its names there", () =>
    evaluate(
      folder,
      `const { Harness, HarnessClient } = await import("@buckeyestudio/toh-sdk-client"); new Harness; HarnessClient.name;`,
    ),
  );
  await check("a program over all packages type-checks there, declarations included", () =>
    typeCheck(folder, tarballs),
  );
}

/**
 * @param {string} folder empty
 * @param {readonly Tarball[]} tarballs
 */
async function checkProtocolAlone(folder, tarballs) {
  const files = tarballs.filter(({ name }) => name === protocol).map(({ file }) => file);
  const installed = await check("the protocol package alone installs with --legacy-peer-deps", () =>
    install(folder, files, ["--legacy-peer-deps"]),
  );
  if (!installed) return;
  await check("the protocol package alone loads", () =>
    evaluate(
      folder,
      `const { JsonRpcLineTransport, JsonRpcResponseError } = await import("${protocol}"); new JsonRpcResponseError("no", -32000); JsonRpcLineTransport.name;`,
    ),
  );
}

/**
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {readonly string[]} [options]
 */
async function install(folder, files, options = []) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const paths = files.map((file) => join(root, file));
  await succeed(runNpm(["install", ...quiet, ...options, ...paths], { cwd: folder, output: "capture" }));
}

/**
 * @param {string} folder
 * @param {string} script a module's text
 */
async function evaluate(folder, script) {
  await succeed(run(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder, output: "capture" }));
}

/**
 * Declarations of the packages are checked too (no skipLibCheck), as a strict user's compiler would.
 *
 * @param {string} folder
 * @param {readonly Tarball[]} tarballs
 */
async function typeCheck(folder, tarballs) {
  const lines = tarballs.map(({ name, folder: word }) => `export * as ${word} from "${name}";`);
  writeFileSync(join(folder, "program.ts"), `${lines.join("\n")}\n`);
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "esnext.disposable"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules", "@types")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  await tool("typescript/bin/tsc", ["--project", folder]);
}

/**
 * @param {string} file under node_modules
 * @param {readonly string[]} args
 */
async function tool(file, args) {
  await succeed(runNode(join("node_modules", file), args, { output: "capture" }));
}

/** @param {Promise<import("./run.mjs").Ended>} running */
async function succeed(running) {
  const ended = await running;
  if (ended.code !== 0) throw new Error(`exit code ${ended.code}\n${ended.stdout}${ended.stderr}`.trim());
  return ended;
}

/**
 * @param {string} title
 * @param {() => void | Promise<void>} body throws what is wrong
 */
async function check(title, body) {
  try {
    await body();
    process.stdout.write(`ok    ${title}\n`);
    results.push({ passed: 1, failed: 0 });
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    process.stdout.write(`FAIL  ${title}\n${said.replace(/^/gm, "      ")}\n`);
    results.push({ passed: 0, failed: 1 });
    return false;
  }
}

/** @param {readonly string[]} list */
function expectEmpty(list) {
  if (list.length > 0) throw new Error(list.join("\n"));
}

/**
 * @param {unknown} tree strings in objects in objects
 * @returns {string[]}
 */
function leaves(tree) {
  if (typeof tree === "string") return [tree];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(leaves) : [];
}

/** @param {(folder: string) => Promise<void>} work */
async function inEmptyFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "toh-packed-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
