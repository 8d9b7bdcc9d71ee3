// @ts-check
// The packages as they are published: packed by npm into dist/npm/, and read back out of the file that npm wrote.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { packageFolders, readJson, root, SetupError } from "./repository.mjs";
import { runNpm } from "./run.mjs";

/**
 * @typedef {object} Tarball
 * @property {string} name the package's name
 * @property {string} folder under packages/
 * @property {string} file relative to the repository
 */

/**
 * Packs what lib holds now, all packages anew: tarballs of an earlier state do not stay beside them.
 *
 * @returns {Promise<Tarball[]>}
 */
export async function packPackages() {
  const destination = join("dist", "npm");
  rmSync(join(root, destination), { recursive: true, force: true });
  mkdirSync(join(root, destination), { recursive: true });
  const workspaces = packageFolders().map((folder) => `--workspace=packages/${folder}`);
  const args = ["pack", "--json", `--pack-destination=${destination}`, "--ignore-scripts", ...workspaces];
  const ended = await runNpm(args, { output: "capture" });
  if (ended.code !== 0) throw new SetupError(`npm pack failed with exit code ${ended.code}\n${ended.stderr.trim()}`);
  /** @type {Map<string, string>} */
  const files = new Map(packed(JSON.parse(ended.stdout)).map(({ name, filename }) => [name, filename]));
  return packageFolders().map((folder) => {
    const { name } = readJson(join(root, "packages", folder, "package.json"));
    const file = files.get(name);
    if (file === undefined) throw new SetupError(`npm pack wrote no tarball of ${name}`);
    return { name, folder, file: join(destination, file) };
  });
}

/**
 * npm 10 and 11 print a list; later ones an object by package name.
 *
 * @param {{ name: string, filename: string }[] | Record<string, { name: string, filename: string }>} report
 */
function packed(report) {
  return Array.isArray(report) ? report : Object.values(report);
}

/**
 * The files in a tarball, without the leading `package/`, with mode and content.
 *
 * @param {string} file
 * @returns {{ path: string, mode: number, content: string }[]}
 */
export function readTarball(file) {
  const bytes = gunzipSync(readFileSync(file));
  const entries = [];
  // POSIX tar: a header of 512 bytes, then the content, padded to 512; a zero header ends it.
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const field = (/** @type {number} */ start, /** @type {number} */ length) =>
      bytes.toString("utf8", at + start, at + start + length).split("\0")[0] ?? "";
    const prefix = field(345, 155);
    const path = prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`;
    const size = Number.parseInt(field(124, 12), 8);
    const content = bytes.toString("utf8", at + 512, at + 512 + size);
    entries.push({ path: path.replace(/^package\//, ""), mode: Number.parseInt(field(100, 8), 8), content });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}
