import { toh } from "./toh.ts";

// A reader that left (`toh help | head -1`) is no failure; a run notices by itself.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

process.exitCode = await toh(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signals: process,
});
