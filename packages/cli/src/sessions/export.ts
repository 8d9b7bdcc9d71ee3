import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { jsonLine } from "../json.ts";
import { UsageError } from "../usage.ts";
import type { ExportCommand } from "./command-line.ts";
import { findSession } from "./find.ts";
import type { Bench } from "./sessions.ts";

const CHUNK_CHARACTERS = 64 * 1024;

export async function exportLog(command: ExportCommand, { store, out, interruption }: Bench): Promise<number> {
  const session = findSession(await store.list(), command.id);
  const lines = async (write: (text: string) => Promise<unknown>): Promise<void> => {
    let text = session.header === undefined ? "" : `${jsonLine(session.header)}\n`;
    try {
      for await (const event of store.read(session)) {
        interruption.signal.throwIfAborted();
        text += `${jsonLine(event)}\n`;
        if (text.length < CHUNK_CHARACTERS) continue;
        await write(text);
        text = "";
      }
    } finally {
      // Also before a damage is told: what is whole up to there is out.
      if (text !== "") await write(text);
    }
  };
  const { output } = command;
  if (output === undefined) await lines((text) => out.write(text));
  else await toFile(output, command.force, lines);
  return ExitCode.done;
}

/** Nothing is left of a file that could not be written whole, and one that it was to replace is as it was. */
async function toFile(
  file: string,
  force: boolean,
  lines: (write: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const found = force ? await lookAt(file) : undefined;
  const isFile = found?.isFile() ?? true;
  // What is no file, as a pipe or a device, is neither replaced nor removed.
  const target = found !== undefined && isFile ? await realpath(file) : file;
  const path = found !== undefined && isFile ? `${target}.${randomUUID()}` : file;
  const handle = await openFile(path, isFile ? "wx" : "w", file);
  try {
    await lines((text) => handle.appendFile(text));
    await handle.close();
    if (path !== target) await rename(path, target);
  } catch (error) {
    await handle.close().catch(() => undefined); // the first error is the one to tell
    if (isFile) await rm(path, { force: true });
    const isOfTheFile = error instanceof Error && "code" in error && typeof error.code === "string";
    throw isOfTheFile ? cannotWrite(file, error) : error;
  }
}

async function lookAt(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw cannotWrite(file, error);
  }
}

async function openFile(path: string, flags: string, named: string): Promise<FileHandle> {
  try {
    return await open(path, flags, 0o600);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      throw new UsageError(`${named} is there already`, "give another --output, or --force to replace it", {
        cause: error,
      });
    }
    throw cannotWrite(named, error);
  }
}

function cannotWrite(file: string, cause: unknown): Failure {
  return new Failure(`cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
