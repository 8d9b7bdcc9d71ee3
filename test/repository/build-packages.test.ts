import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildPackages, isBuilt } from "../../scripts/build-packages.mjs";
import { temporaryFolder, writeFiles } from "./temporary-folder.test-support.ts";

describe("The packages", () => {
  it("are stale until they have been built, and then until a source changes", async () => {
    const folder = repository();
    expect(isBuilt(folder)).toBe(false);
    await buildPackages({ folder });
    expect(isBuilt(folder)).toBe(true);
    writeFiles(folder, { "packages/a/src/index.ts": "export const answer = 43;\n" });
    expect(isBuilt(folder)).toBe(false);
    await buildPackages({ folder });
    expect(readFileSync(join(folder, "packages/a/lib/index.js"), "utf8")).toContain("43");
  });

  it("are not made stale by a test", async () => {
    const folder = repository();
    await buildPackages({ folder });
    writeFiles(folder, { "packages/a/src/index.test.ts": "// new\n", "packages/a/src/x.test-support.ts": "// new\n" });
    expect(isBuilt(folder)).toBe(true);
  });

  it.each(["packages/a/lib", "packages/a/lib/index.js", "packages/a/lib/types/other.d.ts", "packages/a/lib/generated"])(
    "are built again when %s is gone, although the compiler's record says that all is there",
    async (gone) => {
      const folder = repository();
      await buildPackages({ folder });
      rmSync(join(folder, gone), { recursive: true });
      expect(isBuilt(folder)).toBe(false);
      await buildPackages({ folder });
      expect(isBuilt(folder)).toBe(true);
      expect(existsSync(join(folder, gone))).toBe(true);
    },
  );

  it("keep nothing of a source that was deleted", async () => {
    const folder = repository();
    await buildPackages({ folder });
    rmSync(join(folder, "packages/a/src/other.ts"));
    await buildPackages({ folder });
    expect(existsSync(join(folder, "packages/a/lib/other.js"))).toBe(false);
    expect(existsSync(join(folder, "packages/a/lib/types/other.d.ts"))).toBe(false);
  });

  it("carry generated scripts along as they stand, their declarations among the types", async () => {
    const folder = repository();
    await buildPackages({ folder });
    const lib = join(folder, "packages/a/lib");
    expect(readFileSync(join(lib, "generated/check.js"), "utf8")).toBe("export const check = () => true;\n");
    expect(existsSync(join(lib, "types/generated/check.d.ts"))).toBe(true);
  });

  it("stay stale when they do not compile, although the compiler wrote its output", async () => {
    const folder = repository();
    writeFiles(folder, { "packages/a/src/index.ts": 'export const answer: number = "42";\n' });
    await expect(buildPackages({ folder })).rejects.toThrow("the packages do not compile");
    expect(isBuilt(folder)).toBe(false);
  });

  it("are built from nothing for a release: whatever else lay in lib is gone", async () => {
    const folder = repository();
    writeFiles(folder, { "packages/a/lib/.tsbuildinfo": "{}", "packages/a/lib/old/file.txt": "old" });
    await buildPackages({ folder, release: true });
    expect(existsSync(join(folder, "packages/a/lib/index.js"))).toBe(true);
    expect(existsSync(join(folder, "packages/a/lib/old"))).toBe(false);
  });
});

/** The smallest repository that can be built: one package, with a generated script. */
function repository(): string {
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    composite: true,
    types: [],
    rootDir: "src",
    outDir: "lib",
    declarationDir: "lib/types",
    tsBuildInfoFile: "lib/.tsbuildinfo",
  };
  const exclude = ["src/**/*.test.ts", "src/**/*.test-support.ts"];
  return temporaryFolder({
    "tsconfig.build.json": JSON.stringify({ files: [], references: [{ path: "packages/a" }] }),
    "packages/a/package.json": JSON.stringify({ name: "a", type: "module" }),
    "packages/a/tsconfig.json": JSON.stringify({ compilerOptions, include: ["src/**/*.ts"], exclude }),
    "packages/a/src/index.ts": "export const answer = 42;\n",
    "packages/a/src/other.ts": "export const other = 1;\n",
    "packages/a/src/generated/check.js": "export const check = () => true;\n",
    "packages/a/src/generated/check.d.ts": "export declare const check: () => boolean;\n",
  });
}
