// @ts-check
// The repository as the scripts see it: where it is, which workspaces it has, which Node and Python it wants.
// Read before anything is installed and by any Node that understands modules, so: old built-ins only.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The oldest Node that the packages and their tools support: `engines.node` of the root manifest. */
const oldestNode = [20, 19];

/** The oldest Python that the Python package supports. */
const oldestPython = [3, 10];

/**
 * Raised for what the person at the keyboard can put right. Its message is the one line they see; no stack follows.
 */
export class SetupError extends Error {}

/**
 * @param {string} path
 * @returns {any}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/**
 * Names under `packages/` that hold a manifest, sorted.
 *
 * @param {string} [folder] the repository
 */
export function packageFolders(folder = root) {
  const packages = join(folder, "packages");
  if (!existsSync(packages)) return [];
  return readdirSync(packages)
    .filter((name) => existsSync(join(packages, name, "package.json")))
    .sort();
}

/**
 * Throws a {@link SetupError} when `version` is older than {@link oldestNode}.
 *
 * @param {string} [version]
 */
export function requireNode(version = process.versions.node) {
  if (!isAtLeast(version, oldestNode)) {
    throw new SetupError(`Node ${oldestNode.join(".")} or newer is needed; this is Node ${version}`);
  }
}

/**
 * The command of a Python that is new enough: `PYTHON` of the environment, else `python3`. Throws a
 * {@link SetupError} when there is none: the Python tests are part of the suite and are never skipped.
 */
export function requirePython() {
  const command = process.env["PYTHON"] || "python3";
  const wanted = `Python ${oldestPython.join(".")} or newer is needed for the tests`;
  const asked = spawnSync(command, ["-c", "import platform; print(platform.python_version())"], { encoding: "utf8" });
  if (asked.error !== undefined) throw new SetupError(`${wanted}; ${command} was not found`);
  const version = asked.stdout.trim();
  if (asked.status !== 0 || version === "") throw new SetupError(`${wanted}; ${command} does not run`);
  if (!isAtLeast(version, oldestPython)) throw new SetupError(`${wanted}; ${command} is ${version}`);
  return command;
}

/**
 * @param {string} version
 * @param {number[]} oldest major, minor
 */
function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
