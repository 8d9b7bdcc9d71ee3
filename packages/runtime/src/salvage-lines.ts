import { createReadStream } from "node:fs";
import { loadValidators, type LogValidators, type SessionEvent, type SessionHeader } from "@buckeyestudio/toh-session";

/** A line of a log, looked at by itself. `line` counts from 1. */
export type LogLine =
  | { readonly line: number; readonly header: SessionHeader }
  | { readonly line: number; readonly event: SessionEvent }
  | { readonly line: number; readonly fault: string; readonly isTorn: boolean };

const NEWLINE = 0x0a;

/** Every line of a log, damaged ones too, in their order. */
export async function* logLines(path: string): AsyncGenerator<LogLine, void, undefined> {
  const validators = await loadValidators();
  let line = 0;
  let held: Buffer[] = [];
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) continue;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const bytes =
        held.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...held, chunk.subarray(start, end)]);
      held = [];
      start = end + 1;
      yield look(bytes, ++line, validators);
    }
    if (start < chunk.length) held.push(chunk.subarray(start));
  }
  // It was never written whole, so nobody was told of it.
  if (held.length > 0) yield { line: line + 1, fault: "is torn: it has no end", isTorn: true };
}

function look(bytes: Buffer, line: number, validators: LogValidators): LogLine {
  const value = parsed(bytes);
  if (typeof value === "string") return { line, fault: value, isTorn: false };
  if (validators.isSessionEvent(value.json)) return { line, event: value.json };
  if (line === 1 && validators.isSessionHeader(value.json)) return { line, header: value.json };
  const [issue] = (line === 1 ? validators.checkHeader(value.json) : validators.checkEvent(value.json)) ?? [];
  const what = line === 1 ? "header" : "event";
  return { line, fault: `is no ${what}: ${issue?.path} ${issue?.message}`, isTorn: false };
}

function parsed(bytes: Buffer): { readonly json: unknown } | string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The one thing that a fatal decoder throws for.
    return "is no UTF-8";
  }
  try {
    return { json: JSON.parse(text) };
  } catch {
    // The parser's message quotes the line, which may be of any length and anyone's secret.
    return "is no JSON";
  }
}
