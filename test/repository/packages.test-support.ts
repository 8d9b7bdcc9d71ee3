import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The members of a package's manifest that the tests look at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly license?: string;
  readonly description?: string;
  readonly main?: string;
  readonly types?: string;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  readonly publishConfig?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A folder under packages/ and its manifest. */
export interface Package {
  readonly folder: string;
  readonly path: string;
  readonly manifest: Manifest;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

/** Every package that is published, by folder. */
export const packages: readonly Package[] = readdirSync(join(root, "packages"))
  .filter((folder) => existsSync(join(root, "packages", folder, "package.json")))
  .toSorted()
  .map((folder) => ({
    folder,
    path: join(root, "packages", folder),
    manifest: readManifest(join("packages", folder)),
  }));

/** The sources of a package that are published, relative to its src: neither tests nor what helps them. */
export function publishedSources(path: string): string[] {
  return readdirSync(join(path, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|js)$/.test(file) && !/\.(test|test-support)\.ts$/.test(file))
    .toSorted();
}

/** One place where a module names another. */
export interface Reference {
  /** What stands between the quotes; `undefined` where it is computed. */
  readonly specifier: string | undefined;
  /** `types` leaves nothing behind in the script that the compiler writes; `runtime` loads the other module. */
  readonly kind: "types" | "runtime";
}

/**
 * Every module that `source` names: imports, re-exports, `import()` as expression and as type, module augmentation,
 * and `require`. Only `import type` and `export type` are types alone: `import { type X }` still loads the module,
 * since the compiler keeps the statement (verbatimModuleSyntax).
 */
export function references(source: string, lang: "ts" | "js" = "ts"): Reference[] {
  const found: Reference[] = [];
  visit(parseAst(source, { lang }), (node) => {
    const reference = referenceOf(node);
    if (reference !== undefined) found.push(reference);
  });
  return found;
}

type SyntaxNode = Readonly<Record<string, unknown>>;

function referenceOf(node: SyntaxNode): Reference | undefined {
  const specifier = isNode(node["source"]) ? literal(node["source"]) : undefined;
  switch (node["type"]) {
    case "ImportDeclaration":
      return { specifier, kind: node["importKind"] === "type" ? "types" : "runtime" };
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      if (!isNode(node["source"])) return undefined;
      return { specifier, kind: node["exportKind"] === "type" ? "types" : "runtime" };
    case "ImportExpression":
      return { specifier, kind: "runtime" };
    case "TSImportType":
      return { specifier, kind: "types" };
    case "TSModuleDeclaration":
      return isNode(node["id"]) && literal(node["id"]) !== undefined
        ? { specifier: literal(node["id"]), kind: "types" }
        : undefined;
    case "CallExpression":
      if (!isNode(node["callee"]) || node["callee"]["name"] !== "require") return undefined;
      return {
        specifier: Array.isArray(node["arguments"]) ? literal(node["arguments"][0]) : undefined,
        kind: "runtime",
      };
    default:
      return undefined;
  }
}

function literal(node: unknown): string | undefined {
  return isNode(node) && node["type"] === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined;
}

function visit(value: unknown, look: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, look);
  } else if (isNode(value)) {
    look(value);
    for (const member of Object.values(value)) visit(member, look);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The names that a module exports, sorted. */
export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** What an index.ts exports. Throws on `export *` and on a default export: a public surface lists its names. */
export function exportedNames(source: string): ExportedNames {
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of parseAst(source, { lang: "ts" }).body as readonly unknown[]) {
    if (!isNode(statement)) continue;
    if (statement["type"] === "ExportAllDeclaration" || statement["type"] === "ExportDefaultDeclaration") {
      throw new Error(`a public surface lists its names; found ${statement["type"]}`);
    }
    if (statement["type"] !== "ExportNamedDeclaration") continue;
    for (const specifier of Array.isArray(statement["specifiers"]) ? statement["specifiers"] : []) {
      const isType = statement["exportKind"] === "type" || specifier.exportKind === "type";
      (isType ? types : values).push(specifier.exported.name);
    }
    if (isNode(statement["declaration"])) {
      const { names, isType } = declaredNames(statement["declaration"]);
      (isType ? types : values).push(...names);
    }
  }
  return { values: values.toSorted(), types: types.toSorted() };
}

function declaredNames(declaration: SyntaxNode): { names: string[]; isType: boolean } {
  const isType = declaration["type"] === "TSInterfaceDeclaration" || declaration["type"] === "TSTypeAliasDeclaration";
  const declarators = Array.isArray(declaration["declarations"]) ? declaration["declarations"] : [declaration];
  return { names: declarators.map((declarator: { id: { name: string } }) => declarator.id.name), isType };
}
