// @ts-check
// Dependencies: installed from the lock file when they are missing, or are not those of the lock file any more.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFolders, readJson, SetupError } from "./repository.mjs";
import { runNpm } from "./run.mjs";

/** Whether `folder`'s node_modules are those of its lock file and manifests. */
export function isInstalled(/** @type {string} */ folder) {
  const stamp = stampPath(folder);
  if (existsSync(stamp)) return readFileSync(stamp, "utf8") === installKey(folder);
  // Somebody ran npm by hand: npm's own record says whether there is anything left to do.
  if (!matchesOwnRecord(folder)) return false;
  writeStamp(folder);
  return true;
}

/**
 * `npm ci` in `folder`, quietly; what npm said is in the error when it failed.
 *
 * @param {string} folder
 * @param {(pid: number) => void} [onStart] hears npm's process id
 */
export async function install(folder, onStart = () => {}) {
  // NODE_ENV=production would leave the tools out; scripts of dependencies are not needed by any of them.
  const ended = await runNpm(
    ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: folder,
      output: "capture",
      onStart,
    },
  );
  if (ended.code !== 0) {
    const said = `${ended.stdout}${ended.stderr}`.trim();
    throw new SetupError(`npm ci failed with exit code ${ended.code} in ${folder}\n${said}`);
  }
  writeStamp(folder);
}

/** @param {string} folder */
function writeStamp(folder) {
  mkdirSync(dirname(stampPath(folder)), { recursive: true });
  writeFileSync(stampPath(folder), installKey(folder));
}

/** In node_modules, so that it goes when they go. */
function stampPath(/** @type {string} */ folder) {
  return join(folder, "node_modules", ".setup", "installed");
}

/**
 * A hash of all that decides what `npm ci` installs: the lock file, npm's settings, the platform (some tools are
 * binaries) and, of each manifest, the members that npm reads. Editing a script installs nothing anew.
 *
 * @param {string} folder
 */
function installKey(folder) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of ["package-lock.json", ".npmrc"]) {
    if (existsSync(join(folder, name))) hash.update(readFileSync(join(folder, name)));
  }
  const workspaces = packageFolders(folder).map((name) => join("packages", name));
  for (const name of [".", ...workspaces, "spec"]) {
    const path = join(folder, name, "package.json");
    if (!existsSync(path)) continue;
    const manifest = readJson(path);
    hash.update(JSON.stringify([name, ...manifestMembers.map((member) => manifest[member] ?? null)]));
  }
  return hash.digest("hex");
}

const manifestMembers = [
  "name",
  "version",
  "workspaces",
  "bin",
  "engines",
  "overrides",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
];

/**
 * Whether npm's record of what it installed agrees with the lock file. Packages for other platforms are optional
 * there and absent here.
 *
 * @param {string} folder
 */
function matchesOwnRecord(folder) {
  const record = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  for (const [path, wanted] of Object.entries(readJson(join(folder, "package-lock.json")).packages)) {
    if (!path.includes("node_modules/")) continue;
    const found = installed[path];
    if (
      found === undefined ? !wanted.optional : found.version !== wanted.version || found.integrity !== wanted.integrity
    )
      return false;
  }
  return true;
}
