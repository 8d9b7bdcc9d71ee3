import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests run on the sources: each package name leads to its src/, so nothing has to be built first.
const root = fileURLToPath(new URL(".", import.meta.url));
const alias = readdirSync(`${root}packages`).flatMap((folder) => {
  const manifest: { name: string } = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, "utf8"));
  return [
    { find: new RegExp(`^${manifest.name}$`), replacement: `${root}packages/${folder}/src/index.ts` },
    { find: new RegExp(`^${manifest.name}/invariant$`), replacement: `${root}packages/${folder}/src/invariant.ts` },
  ];
});

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "spec/**/*.test.ts"],
    globalSetup: ["test/home.global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
  },
});
