import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, dirname } from "node:path";
import { parseCommand } from "./command-line.ts";
import { RuntimeNotFoundError } from "./errors.ts";
import { isRecord } from "./notification.ts";
import type { LaunchOptions } from "./runtime-process.ts";

const RUNTIME_PACKAGE = "@buckeyestudio/toh-runtime";
const RUNTIME_BIN = "toh-runtime";

/**
 * The runtime to start where no `launch` was given: the environment variable `TOH_RUNTIME` (a command, read by
 * {@link parseCommand}), else the package `@buckeyestudio/toh-runtime` as installed for this package or for the main
 * program.
 *
 * @throws RuntimeNotFoundError that says what was looked for.
 */
export function findRuntime(
  env: NodeJS.ProcessEnv = process.env,
  mainProgram: string | undefined = process.argv[1],
  thisModule: string = import.meta.url,
): LaunchOptions {
  const command = env["TOH_RUNTIME"];
  if (command !== undefined && command.trim() !== "") {
    try {
      return parseCommand(command);
    } catch (error) {
      throw new RuntimeNotFoundError(`TOH_RUNTIME is no command: ${messageOf(error)}`, { cause: error });
    }
  }
  const failures: string[] = [];
  for (const from of [thisModule, ...(mainProgram === undefined ? [] : [mainProgram])]) {
    try {
      return { command: process.execPath, args: [installedRuntime(from)] };
    } catch (error) {
      failures.push(`  package ${RUNTIME_PACKAGE}, from ${from}: ${messageOf(error)}`);
    }
  }
  throw new RuntimeNotFoundError(
    [
      `no runtime found: run \`npm install ${RUNTIME_PACKAGE}\`, set TOH_RUNTIME, or give the option launch. Looked for`,
      "  environment variable TOH_RUNTIME: not set",
      ...failures,
    ].join("\n"),
  );
}

function installedRuntime(from: string): string {
  const manifestPath = createRequire(from).resolve(`${RUNTIME_PACKAGE}/package.json`);
  const manifest: unknown = JSON.parse(readFileSync(manifestPath, "utf8"));
  const bin = isRecord(manifest) ? manifest["bin"] : undefined;
  const path = isRecord(bin) ? bin[RUNTIME_BIN] : bin;
  if (typeof path !== "string") throw new Error(`${manifestPath} names no program ${RUNTIME_BIN}`);
  return join(dirname(manifestPath), path);
}

function messageOf(error: unknown): string {
  // Node's own message goes on with a list of requiring files, a line each.
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
