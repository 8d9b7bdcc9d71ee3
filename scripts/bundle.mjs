// @ts-check
// One script in place of many for the packages that every client or runtime loads before it says its first word: a
// module costs a third of a millisecond and more to load, and they have twenty each. The compiler's output stays beside
// it, for the declarations and for tests.
import { rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes `lib/index.js` of a package anew, from its sources. Generated scripts, and what is imported when it is needed,
 * stay scripts of their own.
 *
 * @param {string} path the package
 */
export async function bundle(path) {
  // Loaded here: a fresh clone runs the scripts before anything is installed.
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: { index: join(path, "src", "index.ts") },
    platform: "node",
    external: [/^node:/, /^@buckeyestudio\//, /^\.\/generated\/.*\.js$/],
    // A name that leads nowhere must fail here, not when somebody imports the package.
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  await build.write({ dir: join(path, "lib"), format: "esm", comments: false, chunkFileNames: "[name].js" });
  await build.close();
  // Else the compiler would believe that its own index.js is still there, and leave this one as the sources change.
  rmSync(join(path, "lib", ".tsbuildinfo"), { force: true });
}
