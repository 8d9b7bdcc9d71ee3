import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("fixtures/transcripts/", import.meta.url);

export interface RecordedFrame {
  readonly transcript: string;
  /** Counted from 1, as an editor does. */
  readonly lineNumber: number;
  readonly dir: "c2s" | "s2c";
  readonly frame: Readonly<Record<string, unknown>>;
  /** The frame as it stands in the file, which is how it stood on the wire. */
  readonly text: string;
}

export const transcripts: readonly string[] = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));

/** The frames of one recording, in order. What is no frame (a signal, the end, a line malformed on purpose) is left out. */
export function framesOf(transcript: string): RecordedFrame[] {
  const lines = readFileSync(new URL(transcript, folder), "utf8").split("\n");
  return lines.flatMap((line, index): RecordedFrame[] => {
    const found = /^\{"dir":"(c2s|s2c)","t":[\d.]+,"frame":(.*)\}$/s.exec(line);
    if (found === null) return [];
    const [, dir, text = ""] = found;
    return [{ transcript, lineNumber: index + 1, dir: dir === "c2s" ? "c2s" : "s2c", frame: JSON.parse(text), text }];
  });
}

/** The method of each request of the client, by its id; also of the lines that were malformed on purpose and are requests. */
export function methodsById(transcript: string): Map<unknown, string> {
  const methods = new Map<unknown, string>();
  for (const line of readFileSync(new URL(transcript, folder), "utf8").split("\n")) {
    if (!line.startsWith('{"dir":"c2s"')) continue;
    const entry: { frame?: unknown; raw?: string } = JSON.parse(line);
    const frame: unknown = entry.frame ?? parsed(entry.raw);
    if (typeof frame !== "object" || frame === null || !("id" in frame) || !("method" in frame)) continue;
    if (typeof frame.method === "string") methods.set(frame.id, frame.method);
  }
  return methods;
}

function parsed(raw: string | undefined): unknown {
  try {
    return raw === undefined ? undefined : JSON.parse(raw);
  } catch {
    // A line that is no JSON: it was sent to see that nothing answers.
    return undefined;
  }
}
