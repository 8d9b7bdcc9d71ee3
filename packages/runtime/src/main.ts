import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type EndCause, serve } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { Durability, EventStore } from "@buckeyestudio/toh-session";
import type { Attachments } from "./attachments.ts";
import { ConfigError, hostOptions, readConfig, type RuntimeConfig } from "./config.ts";
import { readCommandLine, type ServeCommand, USAGE } from "./command-line.ts";
import { jsonLines, messageOf } from "./diagnostics.ts";
import { takeStdout } from "./frame-output.ts";
import { RuntimeHost } from "./host.ts";

// The executable toh-runtime: standard input and output carry frames, everything for people goes to standard error.

const commandLine = readCommandLine(process.argv.slice(2));
switch (commandLine.kind) {
  case "help":
    process.stdout.write(USAGE);
    break;
  case "version":
    process.stdout.write(`${version()}\n`);
    break;
  case "usage-error":
    process.stderr.write(`toh-runtime: ${commandLine.message}\nRun toh-runtime --help for the options.\n`);
    process.exitCode = 2;
    break;
  case "serve":
    await run(commandLine);
}

async function run(command: ServeCommand): Promise<void> {
  const { cwd } = command;
  const output = takeStdout(process.stdout, process.stderr);
  const diagnostics = jsonLines(
    process.env["TOH_LOG"] === "debug" ? "debug" : "warn",
    (line) => void process.stderr.write(line),
  );
  if (cwd !== undefined) {
    try {
      process.chdir(cwd);
    } catch (error) {
      process.stderr.write(`toh-runtime: --cwd ${cwd}: ${messageOf(error)}\n`);
      process.exit(2);
    }
  }
  const config = await configuration(command.config);
  const serving = serve({
    input: process.stdin,
    output,
    host: new RuntimeHost({
      ...hostOptions(config, process.env),
      diagnostics,
      openStore: () => openStore(command, config),
      openAttachments: () => openAttachments(command, config),
    }),
    diagnostics,
    maxTokensAsSuccess: true, // as in the recorded composition: a child that was cut has said something (spec §0.7.19)
  });
  const seen = new Set<EndCause>();
  const onSignal = (signal: "SIGTERM" | "SIGINT", code: number): void => {
    // The second of a kind means it: no teardown, no waiting (spec §0.6).
    if (seen.has(signal)) process.exit(code);
    seen.add(signal);
    serving.end(signal);
  };
  process.on("SIGTERM", () => onSignal("SIGTERM", 1));
  process.on("SIGINT", () => onSignal("SIGINT", 130));
  process.on("unhandledRejection", (reason) => diagnostics.warn("stray.rejection", { error: messageOf(reason) }));
  process.on("uncaughtException", (error) => {
    diagnostics.warn("uncaught.exception", { error: messageOf(error), stack: error.stack });
    serving.end("fault");
  });
  process.stderr.on("error", () => undefined); // nobody reads what is for people: that is no reason to end
  process.exit(await serving.exitCode);
}

async function configuration(file: string | undefined): Promise<RuntimeConfig> {
  try {
    return await readConfig(file);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`toh-runtime: ${error.message}\n`);
    return process.exit(2);
  }
}

async function openStore(command: ServeCommand, config: RuntimeConfig): Promise<EventStore> {
  const [{ FileStore, MemoryStore }, kept] = await Promise.all([
    import("@buckeyestudio/toh-session"),
    whereKept(command, config),
  ]);
  return kept === undefined ? new MemoryStore() : new FileStore(kept);
}

async function openAttachments(command: ServeCommand, config: RuntimeConfig): Promise<Attachments> {
  const [module, kept] = await Promise.all([import("./attachments.ts"), whereKept(command, config)]);
  return module.openAttachments(kept);
}

/** undefined: nothing is kept. */
async function whereKept(
  { ephemeral, dataDir, durability }: ServeCommand,
  config: RuntimeConfig,
): Promise<{ dataFolder: string; durability: Durability } | undefined> {
  if (ephemeral) return undefined;
  // A flag wins over the environment, and that over the file.
  const named = dataDir ?? ((process.env["TOH_HOME"] ?? "") === "" ? config.dataDir : undefined);
  const { dataFolder } = await import("./data-folder.ts");
  return {
    dataFolder: named === undefined ? dataFolder(process.env) : resolve(named),
    durability: durability ?? config.durability ?? "sync",
  };
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
