import { describe, expect, it } from "vitest";
import { isInstalled } from "../../scripts/install.mjs";
import { temporaryFolder, writeFiles } from "./temporary-folder.test-support.ts";

const tool = { version: "1.0.0", integrity: "sha512-aaaa" };
const otherPlatform = { version: "1.0.0", integrity: "sha512-bbbb", optional: true };

describe("The dependencies", () => {
  it("are missing where nothing was installed", () => {
    expect(isInstalled(folderWith({}))).toBe(false);
  });

  it("are there when npm's own record agrees with the lock file, whoever ran npm", () => {
    expect(isInstalled(folderWith({ "node_modules/tool": tool }))).toBe(true);
  });

  it.each([
    ["lacks a package", {}],
    ["has another version", { "node_modules/tool": { ...tool, version: "1.0.1" } }],
    ["has other contents", { "node_modules/tool": { ...tool, integrity: "sha512-cccc" } }],
  ])("are stale when that record %s", (_, installed) => {
    const folder = folderWith({});
    writeFiles(folder, { "node_modules/.package-lock.json": JSON.stringify({ packages: installed }) });
    expect(isInstalled(folder)).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      "the lock file changes",
      { "package-lock.json": lockFile({ "node_modules/tool": { ...tool, version: "2.0.0" } }) },
    ],
    ["a workspace asks for something else", { "packages/a/package.json": manifest({ dependencies: { tool: "2" } }) }],
    ["a package joins", { "packages/b/package.json": manifest({ name: "b" }) }],
    ["npm's settings change", { ".npmrc": "omit=optional\n" }],
  ])("are stale once %s", (_, change) => {
    const folder = folderWith({ "node_modules/tool": tool });
    expect(isInstalled(folder)).toBe(true);
    writeFiles(folder, change);
    expect(isInstalled(folder)).toBe(false);
  });

  it("are not made stale by a script or a description", () => {
    const folder = folderWith({ "node_modules/tool": tool });
    expect(isInstalled(folder)).toBe(true);
    writeFiles(folder, { "packages/a/package.json": manifest({ description: "new", scripts: { test: "new" } }) });
    expect(isInstalled(folder)).toBe(true);
  });
});

function folderWith(installed: Readonly<Record<string, object>>): string {
  return temporaryFolder({
    "package.json": manifest({ workspaces: ["packages/*"] }),
    "packages/a/package.json": manifest({}),
    "package-lock.json": lockFile({ "node_modules/tool": tool, "node_modules/other-platform": otherPlatform }),
    ...(Object.keys(installed).length === 0
      ? {}
      : { "node_modules/.package-lock.json": JSON.stringify({ packages: installed }) }),
  });
}

function lockFile(packages: Readonly<Record<string, object>>): string {
  return JSON.stringify({ packages: { "": { workspaces: ["packages/*"] }, "packages/a": {}, ...packages } });
}

function manifest(members: object): string {
  return JSON.stringify({ name: "a", version: "1.0.0", ...members });
}
