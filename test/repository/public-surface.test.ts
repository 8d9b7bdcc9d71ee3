import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportedNames, packages } from "./packages.test-support.ts";
import { publicSurface } from "./public-surface.test-support.ts";

describe("The public surface", () => {
  it("is decided for every package", () => {
    expect(Object.keys(publicSurface).toSorted()).toEqual(packages.map(({ manifest }) => manifest.name).toSorted());
  });

  it.each(packages.map(({ manifest, path }) => [manifest.name, path] as const))(
    "of %s is what its index.ts names, one by one",
    (name, path) => {
      const { values, types } = exportedNames(readFileSync(join(path, "src", "index.ts"), "utf8"));
      const decided = publicSurface[name];
      expect({ values, types }).toEqual({ values: sorted(decided?.values), types: sorted(decided?.types) });
    },
  );

  it.each(packages.map(({ manifest }) => manifest.name))("of %s is what an import brings", async (name) => {
    const module: object = await import(name);
    expect(Object.keys(module).toSorted()).toEqual(sorted(publicSurface[name]?.values));
  });

  it.each(packages.map(({ manifest }) => manifest.name))("of %s/invariant is what a plugin has", async (name) => {
    const module: object = await import(`${name}/invariant`);
    expect(Object.keys(module).toSorted()).toEqual(["apply", "inject", "name"]);
  });
});

describe("exportedNames", () => {
  it.each([
    ['export { a, type B, c as d } from "./x.ts";', ["a", "d"], ["B"]],
    ['export type { A } from "./x.ts";', [], ["A"]],
    ["export const a = 1, b = 2;", ["a", "b"], []],
    ["export class A {} export function f() {}", ["A", "f"], []],
    ["export interface A {} export type B = 1;", [], ["A", "B"]],
  ])("reads %s", (source, values, types) => {
    expect(exportedNames(source)).toEqual({ values, types });
  });

  it.each(['export * from "./x.ts";', 'export * as x from "./x.ts";', "export default 1;"])("refuses %s", (source) => {
    expect(() => exportedNames(source)).toThrow("a public surface lists its names");
  });
});

function sorted(names: readonly string[] = []): readonly string[] {
  return names.toSorted();
}
