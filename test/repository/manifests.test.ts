import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packages, readManifest, root } from "./packages.test-support.ts";

const version = "0.2.0";

/** JSON Schemas that lie beside lib, each an entry of its own. */
const publishedSchemas: Readonly<Record<string, readonly string[]>> = {
  protocol: ["schema.json"],
  runtime: ["config.schema.json", "script.schema.json"],
};

const names = new Set(packages.map(({ manifest }) => manifest.name));

describe("The version", () => {
  it("is one for the repository, all packages and the specification", () => {
    const all = [".", "spec", ...packages.map(({ folder }) => `packages/${folder}`)];
    expect(all.map((folder) => [folder, readManifest(folder).version])).toEqual(all.map((folder) => [folder, version]));
  });

  it("is the one that the Python package has", () => {
    expect(readFileSync(join(root, "python", "pyproject.toml"), "utf8")).toContain(`version = "${version}"`);
  });

  it("is the one in the lock file", () => {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    expect(packages.map(({ folder }) => lock.packages[`packages/${folder}`]?.version)).toEqual(
      packages.map(() => version),
    );
  });
});

describe.each(packages.map((entry) => [entry.manifest.name, entry] as const))("The manifest of %s", (_, entry) => {
  const { folder, path, manifest } = entry;
  const schemas = publishedSchemas[folder] ?? [];

  it("says what everyone asks first: what it is, its licence, that it is public", () => {
    expect(manifest.description).toMatch(/^[A-Z].*\.$/);
    expect(manifest.license).toBe("MIT");
    expect(manifest.publishConfig).toEqual({ access: "public" });
    expect(manifest.private).toBeUndefined();
    expect(manifest.engines).toEqual({ node: ">=20.19" });
  });

  it("names its true folder", () => {
    expect(manifest.repository?.directory).toBe(`packages/${folder}`);
  });

  it("leads to lib as a module, types first", () => {
    expect(manifest.type).toBe("module");
    expect(manifest.main).toBe("lib/index.js");
    expect(manifest.types).toBe("lib/types/index.d.ts");
    const entries: [string, unknown][] = [
      [
        ".",
        [
          ["types", "./lib/types/index.d.ts"],
          ["default", "./lib/index.js"],
        ],
      ],
      [
        "./invariant",
        [
          ["types", "./lib/types/invariant.d.ts"],
          ["default", "./lib/invariant.js"],
        ],
      ],
      ...schemas.map((file): [string, unknown] => [`./${file}`, `./${file}`]),
      ["./package.json", "./package.json"],
    ];
    const found = Object.entries(manifest.exports ?? {}).map(([subpath, target]) => [
      subpath,
      typeof target === "string" ? target : Object.entries(target),
    ]);
    expect(found).toEqual(entries);
  });

  it("publishes what is built and what is read, and not the compiler's own record", () => {
    const commands = manifest.bin === undefined ? [] : ["bin"];
    const files = ["lib", "!lib/.tsbuildinfo", ...commands, ...schemas, "README.md", "README.zh.md", "LICENSE"];
    expect(manifest.files?.toSorted()).toEqual(files.toSorted());
    const missing = files.filter((file) => !/lib/.test(file) && !existsSync(join(path, file)));
    expect(missing).toEqual([]);
  });

  it("asks for this release of every package of the project", () => {
    const internal = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(([name]) =>
      names.has(name),
    );
    expect(internal.filter(([, range]) => range !== version)).toEqual([]);
  });

  it("has no dependencies outside the project, unless it is the runtime", () => {
    if (folder === "runtime") return;
    const external = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
      (name) => !names.has(name),
    );
    expect(external).toEqual([]);
  });

  it("has committed launchers for its commands, which import lib and can be run before it exists", () => {
    for (const command of Object.values(manifest.bin ?? {})) {
      const file = join(path, command);
      expect(readFileSync(file, "utf8")).toMatch(/^#!\/usr\/bin\/env node\nimport "\.\.\/lib\/[\w-]+\.js";\n$/);
      expect(statSync(file).mode & 0o777).toBe(0o755);
    }
  });
});

describe("READMEs", () => {
  it.each(packages.map(({ folder, path }) => [folder, path] as const))(
    "of %s exist in both languages, and the first line of each leads to the other",
    (_, path) => {
      expect(firstLine(join(path, "README.md"))).toContain("](README.zh.md)");
      expect(firstLine(join(path, "README.zh.md"))).toContain("](README.md)");
    },
  );

  function firstLine(file: string): string {
    return existsSync(file) ? (readFileSync(file, "utf8").split("\n", 1)[0] ?? "") : `no ${file}`;
  }
});

describe("The manifest of the protocol package", () => {
  it("asks for the vocabulary packages as peers, and for cordis only where it is used", () => {
    const { manifest } = packages.find(({ folder }) => folder === "protocol") ?? {};
    expect(manifest?.dependencies).toBeUndefined();
    expect(manifest?.peerDependencies).toEqual({
      "@buckeyestudio/toh-invariants": version,
      "@buckeyestudio/toh-llm": version,
      "@buckeyestudio/toh-session": version,
      "@buckeyestudio/toh-subagent": version,
      "@buckeyestudio/cordis": "^4.0.1",
    });
    expect(manifest?.peerDependenciesMeta).toEqual({ "@buckeyestudio/cordis": { optional: true } });
  });
});

describe("The packages that declare protocol as a dependency", () => {
  it("declare the packages its types come from as well", () => {
    const needed = ["toh-invariants", "toh-llm", "toh-session", "toh-subagent"].map((name) => `@buckeyestudio/${name}`);
    for (const { manifest } of packages) {
      const dependencies = Object.keys(manifest.dependencies ?? {});
      if (!dependencies.includes("@buckeyestudio/toh-sdk-protocol")) continue;
      expect([manifest.name, needed.filter((name) => !dependencies.includes(name))]).toEqual([manifest.name, []]);
    }
  });
});
