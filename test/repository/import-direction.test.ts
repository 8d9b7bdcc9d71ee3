import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Package, packages, publishedSources, type Reference, references } from "./packages.test-support.ts";

/**
 * Which packages a folder's sources may name: at run time, and beyond those for their types alone. Nobody but server,
 * client and cli loads protocol; llm, session and subagent do not know of it.
 */
const allowed: Readonly<Record<string, { runtime: readonly string[]; types: readonly string[] }>> = {
  llm: { runtime: [], types: [] },
  session: { runtime: ["llm"], types: [] },
  subagent: { runtime: ["llm", "session"], types: [] },
  invariants: { runtime: [], types: [] },
  protocol: { runtime: [], types: ["llm", "session", "subagent"] },
  server: { runtime: ["protocol"], types: ["llm", "session", "subagent"] },
  client: { runtime: ["protocol"], types: ["llm", "session", "subagent"] },
  runtime: { runtime: ["llm", "session", "subagent", "invariants", "server"], types: ["protocol"] },
  cli: { runtime: ["client", "runtime", "protocol"], types: ["llm", "session", "subagent", "server"] },
};

/** Folders whose sources load nothing from outside the project, so that installing them brings nothing else. */
const withoutDependencies = ["llm", "protocol", "session", "subagent", "invariants", "server", "client", "cli"];

/** What a reference breaks, in words; nothing when it breaks no rule. */
function fault(from: Package, file: string, { specifier, kind }: Reference): string | undefined {
  if (specifier === undefined) return "names a module that cannot be read off the source";
  if (specifier.startsWith("node:")) return undefined;
  if (specifier.startsWith(".")) {
    const target = join(from.path, "src", file, "..", specifier);
    return target.startsWith(join(from.path, "src/")) ? undefined : `leaves its package: ${specifier}`;
  }
  const to = packages.find(({ manifest }) => specifier === manifest.name || specifier.startsWith(`${manifest.name}/`));
  if (to === undefined) {
    return withoutDependencies.includes(from.folder) && kind === "runtime" ? `loads ${specifier}` : undefined;
  }
  if (![to.manifest.name, `${to.manifest.name}/invariant`].includes(specifier)) return `imports deeply: ${specifier}`;
  const { runtime = [], types = [] } = allowed[from.folder] ?? {};
  if (runtime.includes(to.folder)) return undefined;
  if (kind === "types" && types.includes(to.folder)) return undefined;
  if (kind === "types" && file === "invariant.ts" && to.folder === "invariants") return undefined;
  return kind === "types" ? `takes types of ${to.folder}` : `loads ${to.folder}`;
}

function faults(from: Package): string[] {
  return publishedSources(from.path).flatMap((file) => {
    const source = readFileSync(join(from.path, "src", file), "utf8");
    return references(source, file.endsWith(".js") ? "js" : "ts").flatMap((reference) => {
      const found = fault(from, file, reference);
      return found === undefined ? [] : [`${file} ${found}`];
    });
  });
}

describe("The direction of imports", () => {
  it("is decided for every package", () => {
    expect(packages.map(({ folder }) => folder)).toEqual(Object.keys(allowed).toSorted());
  });

  it.each(packages.map((from) => [from.folder, from] as const))("is kept by every source of %s", (_, from) => {
    expect(faults(from)).toEqual([]);
  });

  it.each(packages.map((from) => [from.folder, from] as const))(
    "leads %s only to packages that its manifest brings along",
    (_, from) => {
      const brought = { ...from.manifest.dependencies, ...from.manifest.peerDependencies };
      const named = publishedSources(from.path)
        .flatMap((file) =>
          references(readFileSync(join(from.path, "src", file), "utf8"), file.endsWith(".js") ? "js" : "ts"),
        )
        .map(({ specifier }) => /^(@[^/]+\/)?[^./@][^/]*/.exec(specifier ?? "")?.[0] ?? "")
        .filter((name) => name !== "" && !name.startsWith("node:") && name !== from.manifest.name);
      expect([...new Set(named)].filter((name) => brought[name] === undefined)).toEqual([]);
    },
  );
});

describe("references", () => {
  it.each<[string, Reference[]]>([
    ['import { a } from "x";', [{ specifier: "x", kind: "runtime" }]],
    ['import "x";', [{ specifier: "x", kind: "runtime" }]],
    ['import type { A } from "x";', [{ specifier: "x", kind: "types" }]],
    ['import { type A } from "x";', [{ specifier: "x", kind: "runtime" }]],
    ['export { a } from "x";', [{ specifier: "x", kind: "runtime" }]],
    ['export type { A } from "x";', [{ specifier: "x", kind: "types" }]],
    ['export * from "x";', [{ specifier: "x", kind: "runtime" }]],
    ['const a = await import("x");', [{ specifier: "x", kind: "runtime" }]],
    ["const a = await import(name);", [{ specifier: undefined, kind: "runtime" }]],
    ['let a: import("x").A;', [{ specifier: "x", kind: "types" }]],
    ['declare module "x" { interface A {} }', [{ specifier: "x", kind: "types" }]],
    ['const a = require("x");', [{ specifier: "x", kind: "runtime" }]],
    ["export const a = 1;", []],
    ['// import { a } from "x";\nconst text = `import("y")`;', []],
  ])("reads %s", (source, expected) => {
    expect(references(source)).toEqual(expected);
  });
});

describe("A fault", () => {
  const session = packages.find(({ folder }) => folder === "session");
  const client = packages.find(({ folder }) => folder === "client");
  if (session === undefined || client === undefined) throw new Error("the packages of this table are gone");

  it.each<[Package, string, string, string | undefined]>([
    [
      session,
      "log.ts",
      'import type { JsonRpcTransportPeer } from "@buckeyestudio/toh-sdk-protocol";',
      "takes types of protocol",
    ],
    [session, "log.ts", 'import { content } from "@buckeyestudio/toh-llm";', undefined],
    [
      session,
      "log.ts",
      'import { content } from "../../llm/src/index.ts";',
      "leaves its package: ../../llm/src/index.ts",
    ],
    [
      session,
      "log.ts",
      'import type { InvariantRegistry } from "@buckeyestudio/toh-invariants";',
      "takes types of invariants",
    ],
    [session, "invariant.ts", 'import type { InvariantRegistry } from "@buckeyestudio/toh-invariants";', undefined],
    [session, "invariant.ts", 'import { InvariantRegistry } from "@buckeyestudio/toh-invariants";', "loads invariants"],
    [client, "client.ts", 'import type { SessionEvent } from "@buckeyestudio/toh-session";', undefined],
    [client, "client.ts", 'const { log } = await import("@buckeyestudio/toh-session");', "loads session"],
    [
      client,
      "client.ts",
      'import "@buckeyestudio/toh-sdk-protocol/lib/frame.js";',
      "imports deeply: @buckeyestudio/toh-sdk-protocol/lib/frame.js",
    ],
    [client, "client.ts", 'import { execa } from "execa";', "loads execa"],
    [client, "client.ts", "await import(name);", "names a module that cannot be read off the source"],
  ])("is found in %o %s: %s", (from, file, source, expected) => {
    expect(references(source).map((reference) => fault(from, file, reference))).toEqual([expected]);
  });
});
