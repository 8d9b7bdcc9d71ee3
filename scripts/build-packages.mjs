// @ts-check
// The packages' lib folders: what belongs in them, whether they are up to date, and how they are built.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { bundle } from "./bundle.mjs";
import { packageFolders, root, SetupError } from "./repository.mjs";
import { runNode } from "./run.mjs";

/** Packages whose index is one script: what a client and a runtime load first. */
const BUNDLED = ["protocol", "server"];

/**
 * Whether every package's lib is whole and was built from the sources as they are now.
 *
 * @param {string} [folder] the repository
 */
export function isBuilt(folder = root) {
  const stamp = stampPath(folder);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== buildKey(folder)) return false;
  return packageFolders(folder).every((name) => missingOutputs(join(folder, "packages", name)).length === 0);
}

/**
 * Builds all packages: the compiler, then the generated scripts beside its output. Throws a {@link SetupError} when
 * the compiler finds a fault, though it writes its output even then.
 *
 * @param {{ release?: boolean, folder?: string }} [options] `release`: from nothing, each lib removed as a whole first
 */
export async function buildPackages({ release = false, folder = root } = {}) {
  const packages = packageFolders(folder).map((name) => join(folder, "packages", name));
  rmSync(stampPath(folder), { force: true });
  // Before the compiler reads the sources: what changes while it runs is then stale for the next command.
  const key = buildKey(folder);
  for (const path of packages) {
    if (release) rmSync(join(path, "lib"), { recursive: true, force: true });
    else removeWhatMisleads(path);
  }
  const ended = await runNode("node_modules/typescript/bin/tsc", ["--build", "tsconfig.build.json"], { cwd: folder });
  if (ended.code !== 0) throw new SetupError("the packages do not compile");
  for (const path of packages) copyGenerated(path);
  for (const path of packages) if (BUNDLED.includes(basename(path))) await bundle(path);
  const missing = packages.flatMap((path) => missingOutputs(path));
  if (missing.length > 0) throw new SetupError(`the build did not write ${relative(folder, missing[0] ?? "")}`);
  mkdirSync(dirname(stampPath(folder)), { recursive: true });
  writeFileSync(stampPath(folder), key);
}

/**
 * Deletes what would outlive its source: the compiler leaves the output of a deleted file where it is. And where
 * output is gone, the compiler's own record goes too, since it would believe it and write nothing.
 *
 * @param {string} path a package
 */
export function removeWhatMisleads(path) {
  const expected = new Set(expectedOutputs(path));
  const lib = join(path, "lib");
  for (const file of filesUnder(lib)) {
    if (!expected.has(file) && file !== join(lib, ".tsbuildinfo")) rmSync(file);
  }
  if (missingOutputs(path).length > 0) rmSync(join(lib, ".tsbuildinfo"), { force: true });
}

/**
 * What lib holds once it is built, absolute: a script and a declaration for each source that is published, and each
 * generated script and declaration as it stands.
 *
 * @param {string} path a package
 */
export function expectedOutputs(path) {
  const source = join(path, "src");
  return filesUnder(source).flatMap((file) => {
    const name = relative(source, file);
    if (isGenerated(name)) return [generatedOutput(path, name)];
    if (!name.endsWith(".ts") || /\.(test|test-support|d)\.ts$/.test(name)) return [];
    const stem = name.replace(/\.ts$/, "");
    return [join(path, "lib", `${stem}.js`), join(path, "lib", "types", `${stem}.d.ts`)];
  });
}

/** @param {string} path a package */
function missingOutputs(path) {
  return expectedOutputs(path).filter((file) => !existsSync(file));
}

/** @param {string} path a package */
function copyGenerated(path) {
  const source = join(path, "src");
  for (const file of filesUnder(source)) {
    const name = relative(source, file);
    if (!isGenerated(name)) continue;
    const output = generatedOutput(path, name);
    mkdirSync(dirname(output), { recursive: true });
    copyFileSync(file, output);
  }
}

/** Scripts that a generator wrote, and their declarations: the compiler neither reads nor writes these. */
function isGenerated(/** @type {string} */ name) {
  return /^generated[\\/].*(\.js|\.d\.ts)$/.test(name);
}

/**
 * @param {string} path a package
 * @param {string} name relative to its src
 */
function generatedOutput(path, name) {
  return name.endsWith(".d.ts") ? join(path, "lib", "types", name) : join(path, "lib", name);
}

/** In node_modules, so that a fresh install builds anew: the compiler may be another one. */
function stampPath(/** @type {string} */ folder) {
  return join(folder, "node_modules", ".setup", "built");
}

/**
 * A hash of all that decides what the build writes: the sources, the manifests (they say what a name leads to), the
 * compiler's settings, and the lock file for the compiler itself.
 *
 * @param {string} folder
 */
function buildKey(folder) {
  const inputs = ["package-lock.json", "tsconfig.build.json", "tsconfig.base.json"].map((name) => join(folder, name));
  for (const name of packageFolders(folder)) {
    const path = join(folder, "packages", name);
    inputs.push(join(path, "package.json"), join(path, "tsconfig.json"));
    inputs.push(...filesUnder(join(path, "src")).filter((file) => !/\.(test|test-support)\.ts$/.test(file)));
  }
  const hash = createHash("sha256");
  for (const file of inputs) {
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    hash.update(`${relative(folder, file)} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/**
 * All files under a folder, absolute, sorted; none when the folder does not exist.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    })
    .sort();
}
