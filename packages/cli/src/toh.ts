import { readFileSync } from "node:fs";
import { parseCommandLine } from "./command-line.ts";
import { explain } from "./failure.ts";
import { Interrupted, listenForInterruption } from "./interruption.ts";
import type { Terminal } from "./terminal.ts";
import type { HelpTopic } from "./sessions/command-line.ts";
import { HELP } from "./usage.ts";

/**
 * The command `toh`: carries out `argv` (without the program) and resolves with the exit code, which it leaves to the
 * caller to use. By then no process that it started is left.
 */
export async function toh(argv: readonly string[], terminal: Terminal): Promise<number> {
  const interruption = listenForInterruption(terminal);
  try {
    const command = parseCommandLine(argv, terminal.env);
    if (command.kind === "help") return print(terminal, await help(command.topic));
    if (command.kind === "version") return print(terminal, `${version()}\n`);
    // Only what a command needs is loaded for it.
    if (command.kind === "sessions") {
      const { sessions } = await import("./sessions/sessions.ts");
      return await sessions(command, terminal, interruption);
    }
    if (command.kind === "models") {
      const { models } = await import("./models.ts");
      return await models(command, terminal, interruption);
    }
    const { run } = await import("./run.ts");
    return await run(command, terminal, interruption);
  } catch (error) {
    const { line, exitCode } = explain(error);
    if (!(error instanceof Interrupted)) terminal.stderr.write(`toh: ${line}\n`);
    if (terminal.env["TOH_LOG"] === "debug" && error instanceof Error) terminal.stderr.write(`${error.stack}\n`);
    return exitCode;
  } finally {
    interruption.stopListening();
  }
}

async function help(topic: HelpTopic | undefined): Promise<string> {
  return topic === undefined ? HELP : (await import("./sessions/help.ts")).SESSIONS_HELP[topic];
}

function print(terminal: Terminal, text: string): number {
  terminal.stdout.write(text);
  return 0;
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const named = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return named ? String(manifest.version) : "unknown";
}
