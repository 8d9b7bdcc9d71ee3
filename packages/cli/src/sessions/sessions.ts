import { openSessionStore, type SessionStore } from "@buckeyestudio/toh-runtime";
import { ExitCode } from "../exit-code.ts";
import type { Interruption } from "../interruption.ts";
import { Output, ReaderLeft } from "../output.ts";
import type { Terminal } from "../terminal.ts";
import type { SessionsCommand } from "./command-line.ts";

/** What every command about sessions works with. */
export interface Bench {
  readonly store: SessionStore;
  readonly out: Output;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly now: () => number;
}

/** Carries out a command about stored sessions and resolves with the exit code; throws when it cannot be carried out. */
export async function sessions(
  command: SessionsCommand,
  terminal: Terminal,
  interruption: Interruption,
): Promise<number> {
  const out = new Output(terminal, interruption);
  try {
    const store = await openSessionStore({ dataDir: command.dataDir, env: terminal.env });
    return await carryOut(command, { store, out, terminal, interruption, now: Date.now });
  } catch (error) {
    if (error instanceof ReaderLeft) return ExitCode.done;
    throw error;
  } finally {
    out.close();
  }
}

async function carryOut(command: SessionsCommand, bench: Bench): Promise<number> {
  switch (command.action) {
    case "list":
      return (await import("./list.ts")).list(command, bench);
    case "show":
      return (await import("./show.ts")).show(command, bench);
    case "export":
      return (await import("./export.ts")).exportLog(command, bench);
    case "fork":
      return (await import("./fork.ts")).fork(command, bench);
    case "delete":
      return (await import("./delete.ts")).deleteSessions(command, bench);
    case "prune":
      return (await import("./prune.ts")).prune(command, bench);
    case "salvage":
      break;
  }
  return (await import("./salvage.ts")).salvage(command, bench);
}
