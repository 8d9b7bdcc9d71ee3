import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("a plugin adds its own kinds to every open map by declaration merging on the package's name", () => {
  const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  const project = fileURLToPath(new URL("fixtures/plugin", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});
