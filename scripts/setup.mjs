// @ts-check
// What a command needs before it can start: dependencies and built packages, each put in place only when it is
// missing or stale, and said in one line on stderr when it is. Two commands at once do it once.
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { buildPackages, isBuilt } from "./build-packages.mjs";
import { install, isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { requireNode, root, SetupError } from "./repository.mjs";

/** Beside node_modules, not in them: an installation begins with deleting those. */
const lockPath = join(root, ".setup.lock");

/**
 * Installs the dependencies of the repository, or of a folder in it that has a lock file of its own.
 *
 * @param {string} [folder] absolute
 */
export async function ensureInstalled(folder = root) {
  const where = folder === root ? "" : ` of ${relative(root, folder)}`;
  await ensure(
    () => isInstalled(folder),
    (share) => install(folder, share),
    `installing the dependencies${where} (npm ci)`,
  );
}

/** Builds the packages. Installs first what that needs. */
export async function ensureBuilt() {
  await ensureInstalled();
  await ensure(
    () => isBuilt(),
    () => buildPackages(),
    "building the packages (tsc --build)",
  );
}

/** Builds the packages again from nothing, each lib removed as a whole. */
export async function buildRelease() {
  await ensureInstalled();
  say("building the packages from nothing (tsc --build)");
  await withLock(lockPath, () => buildPackages({ release: true }), say);
}

/** Installs what the tests against the published client need; it has dependencies that the repository must not see. */
export async function ensureCompatInstalled() {
  const folder = join(root, "compat", "published-client");
  if (existsSync(join(folder, "package-lock.json"))) await ensureInstalled(folder);
}

/**
 * Runs a script: checks Node, and turns a {@link SetupError} into its one line on stderr and exit code 1.
 *
 * @param {() => Promise<void>} script
 * @param {() => void} [onFailure] runs after that line
 */
export async function main(script, onFailure = () => {}) {
  try {
    requireNode();
    await script();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    onFailure();
  }
}

/**
 * @param {() => boolean} isDone
 * @param {(share: (pid: number) => void) => Promise<void>} work
 * @param {string} line
 */
async function ensure(isDone, work, line) {
  if (isDone()) return;
  /** @param {(pid: number) => void} share */
  const locked = async (share) => {
    if (isDone()) return;
    say(line);
    await work(share);
  };
  await withLock(lockPath, locked, say);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line} …\n`);
}
