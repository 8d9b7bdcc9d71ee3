import { readdirSync, readFileSync } from "node:fs";
import type { SessionEvent } from "./event.ts";

const folder = new URL("../../../spec/fixtures/transcripts/", import.meta.url);

/** Names of the recorded transcripts. */
export const transcripts: readonly string[] = readdirSync(folder).filter((file) => file.endsWith(".ndjson"));

interface TranscriptLine {
  readonly dir: string;
  readonly frame?: {
    readonly method?: string;
    readonly params?: { readonly sessionId: string; readonly event: SessionEvent };
  };
}

/** The events that a runtime sent in a recorded transcript, by session, in the order they came. */
export function recordedEvents(file: string): Map<string, SessionEvent[]> {
  const sessions = new Map<string, SessionEvent[]>();
  for (const text of readFileSync(new URL(file, folder), "utf8").split("\n")) {
    if (text === "") continue;
    const line: TranscriptLine = JSON.parse(text);
    const params = line.dir === "s2c" && line.frame?.method === "session.event" ? line.frame.params : undefined;
    if (params === undefined) continue;
    const events = sessions.get(params.sessionId) ?? [];
    events.push(params.event);
    sessions.set(params.sessionId, events);
  }
  return sessions;
}
