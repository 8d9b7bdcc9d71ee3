import { JsonRpcResponseError } from "@buckeyestudio/toh-sdk-client";
import type { HarnessClient } from "@buckeyestudio/toh-sdk-client";
import type { ModelsCommand } from "./command-line.ts";
import { ExitCode } from "./exit-code.ts";
import type { Interruption } from "./interruption.ts";
import { jsonLine } from "./json.ts";
import { Output, ReaderLeft } from "./output.ts";
import { withRuntime } from "./runtime.ts";
import { cutTo, inLine, table } from "./sessions/text.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";

type Model = Awaited<ReturnType<HarnessClient["models"]>>["models"][number];

const CELL_COLUMNS = 60;

/** Prints the models that the runtime knows by name, and resolves with the exit code. */
export async function models(command: ModelsCommand, terminal: Terminal, interruption: Interruption): Promise<number> {
  const { provider } = command;
  const known = await withRuntime(command, "list models", terminal, interruption, (client) =>
    client.models({ ...(provider !== undefined && { provider }) }).then((result) => result.models, refused),
  );
  const out = new Output(terminal, interruption);
  try {
    await out.write(command.json ? `${jsonLine(known)}\n` : `${modelLines(known).join("\n")}\n`);
  } catch (error) {
    if (!(error instanceof ReaderLeft)) throw error;
  } finally {
    out.close();
  }
  return ExitCode.done;
}

/** For people. */
function modelLines(known: readonly Model[]): string[] {
  if (known.length === 0) return ["no model is known by name: give one with --model, as its provider calls it"];
  const rows = known.map(({ provider, model, title, contextWindow, maxOutputTokens, ready }) => [
    cell(provider),
    cell(model),
    ready ? "yes" : "no key",
    contextWindow === undefined ? "" : String(contextWindow),
    maxOutputTokens === undefined ? "" : String(maxOutputTokens),
    title === undefined || title === model ? "" : cell(title),
  ]);
  const head = ["PROVIDER", "MODEL", "READY", "READS", "WRITES", "TITLE"];
  // A column in which nobody knows anything is none.
  const shown = head.flatMap((_, column) => (rows.some((row) => row[column] !== "") ? [column] : []));
  const pick = (row: readonly string[]): string[] => shown.map((column) => row[column] ?? "");
  return table(pick(head), rows.map(pick), ["READS", "WRITES"]);
}

function cell(text: string): string {
  return cutTo(inLine(text), CELL_COLUMNS);
}

function refused(error: unknown): never {
  if (!(error instanceof JsonRpcResponseError && error.kind === "invalid-params")) throw error;
  throw new UsageError(error.message, "see `toh models`", { cause: error });
}
