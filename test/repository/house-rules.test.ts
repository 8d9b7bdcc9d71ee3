import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packages, root } from "./packages.test-support.ts";

const tests = /(\.test|\.test-support)\.ts$|(^|\/)test_\w+\.py$/;
const sources = /\.(ts|mjs|py)$/;
const folders = [
  ...packages.map(({ folder }) => `packages/${folder}/src`),
  "python",
  "spec",
  "test",
  "scripts",
  "examples",
];

/** Places that break a rule, as `file:line text`. */
function breaches(files: RegExp, rule: RegExp): string[] {
  return folders.flatMap(filesIn).flatMap((file) => {
    if (!files.test(file)) return [];
    return readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (rule.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []));
  });
}

function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return (
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file}`)
      .filter((file) => !/node_modules|\/lib\/|\/generated\//.test(file))
      // These two write the rules, and a skipped test for another runner, into strings.
      .filter((file) => !/^test\/repository\/(house-rules|commands)\.test\.ts$/.test(file))
  );
}

describe("The rules of the house", () => {
  it.each<[string, RegExp, RegExp]>([
    [
      "no test is left out, and none keeps the others out",
      tests,
      /\b(it|test|describe)(\.\w+)*\.(only|skip|todo|skipIf|runIf)\b|unittest\.skip\(|skipTest\(/,
    ],
    [
      "no test waits for time to pass",
      tests,
      /new Promise\b.*\bsetTimeout\(|\bsetTimeout as\b|await setTimeout\(|\btime\.sleep\(|\basyncio\.sleep\((?!0\))/,
    ],
    [
      "nothing is cast past the compiler",
      sources,
      /\bas\s+unknown\s+as\b|@ts-(ignore|nocheck|expect-error)|# type: ignore(?!\[)/,
    ],
  ])("%s", (_, files, rule) => {
    expect(breaches(files, rule)).toEqual([]);
  });
});
