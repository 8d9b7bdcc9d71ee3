import { readFileSync } from "node:fs";
import type { Exit, Run } from "./normal-form.test-support.ts";
import { isObject, type JsonObject, pick } from "./wire.test-support.ts";

/** A line of a recorded transcript. */
export type Entry =
  | { readonly from: "server"; readonly t: number; readonly frame: JsonObject }
  | { readonly from: "client"; readonly t: number; readonly frame: JsonObject }
  | { readonly from: "client"; readonly t: number; readonly end: "eof" | NodeJS.Signals };

export interface Recording {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly exit: Exit;
}

/** Reads a transcript of `spec/fixtures/transcripts/`. */
export function readRecording(name: string): Recording {
  const path = new URL(`../../spec/fixtures/transcripts/${name}.ndjson`, import.meta.url);
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const records = lines.map((line): unknown => JSON.parse(line));
  const last = records.pop();
  if (pick(last, "event") !== "exit") throw new Error(`${name}: the last line is no exit`);
  const exit = { code: numberOrNull(pick(last, "code")), signal: textOrNull(pick(last, "signal")) };
  return { name, entries: records.map(readEntry), exit };
}

/** The recording as a run that can be compared. */
export function runOf({ entries, exit }: Recording): Run {
  return {
    requests: entries.flatMap((entry) => (entry.from === "client" && "frame" in entry ? [entry.frame] : [])),
    frames: entries.flatMap((entry) => (entry.from === "server" ? [entry.frame] : [])),
    exit,
  };
}

function readEntry(record: unknown): Entry {
  const t = Number(pick(record, "t"));
  const frame = pick(record, "frame");
  const from = pick(record, "dir") === "c2s" ? "client" : "server";
  if (isObject(frame)) return from === "client" ? { from, t, frame } : { from, t, frame };
  if (pick(record, "event") === "eof") return { from: "client", t, end: "eof" };
  const signal = pick(record, "signal");
  if (signal === "SIGTERM" || signal === "SIGINT") return { from: "client", t, end: signal };
  throw new Error(`a line that the gate does not play: ${JSON.stringify(record)}`);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
