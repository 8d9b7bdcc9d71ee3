import { parseArgs } from "node:util";
import type { Durability } from "@buckeyestudio/toh-session";

export const USAGE = `Usage: toh-runtime [options]

Serves the TheOpen Harness SDK protocol on stdin and stdout: one JSON-RPC 2.0 message a line.
A client starts it and drives it; to run a prompt by hand use the command toh.

Options:
  --cwd DIR           change to DIR first
  --config FILE       read the configuration from FILE; without it from toh.config.json, where there is one
  --data-dir DIR      keep sessions below DIR
  --ephemeral         keep sessions in memory alone: they end with this process
  --durability MODE   sync: a session is on the disk before anyone hears of it (default);
                      os: the system writes when it likes, a lost machine loses seconds
  --help              print this and exit
  --version           print the version and exit

Environment:
  TOH_HOME        where sessions are kept; without it your data folder for theopen-harness
  TOH_LOG=debug   write what happens to stderr, one JSON object a line
`;

export interface ServeCommand {
  readonly kind: "serve";
  readonly cwd: string | undefined;
  /** Undefined: `toh.config.json`, where there is one. */
  readonly config: string | undefined;
  /** Undefined: as `TOH_HOME` or the system says. */
  readonly dataDir: string | undefined;
  readonly ephemeral: boolean;
  /** Undefined: as the configuration says, else `sync`. */
  readonly durability: Durability | undefined;
}

export type CommandLine =
  | ServeCommand
  | { readonly kind: "help" | "version" }
  | { readonly kind: "usage-error"; readonly message: string };

/** Reads the arguments behind the program's name. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        cwd: { type: "string" },
        config: { type: "string" },
        "data-dir": { type: "string" },
        durability: { type: "string" },
        ephemeral: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
    if (values.help === true) return { kind: "help" };
    if (values.version === true) return { kind: "version" };
    const { cwd, config, "data-dir": dataDir, ephemeral = false, durability } = values;
    if (durability !== undefined && durability !== "sync" && durability !== "os")
      throw new Error(`--durability is sync or os, not ${durability}`);
    if (config === "") throw new Error("--config names a file");
    if (dataDir === "") throw new Error("--data-dir names a folder");
    if (ephemeral && (dataDir !== undefined || durability !== undefined)) {
      throw new Error("--ephemeral keeps sessions nowhere: it goes with neither --data-dir nor --durability");
    }
    return { kind: "serve", cwd, config, dataDir, ephemeral, durability };
  } catch (error) {
    return { kind: "usage-error", message: error instanceof Error ? error.message : String(error) };
  }
}
