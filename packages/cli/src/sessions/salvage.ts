import type { Salvage } from "@buckeyestudio/toh-runtime";
import type { StoredSession } from "@buckeyestudio/toh-session";
import { ExitCode } from "../exit-code.ts";
import { jsonLine } from "../json.ts";
import type { SalvageCommand } from "./command-line.ts";
import { findSession } from "./find.ts";
import type { Bench } from "./sessions.ts";
import { cutTo, inLine, plural, visibleId } from "./text.ts";

const PROMPT_COLUMNS = 200;

export async function salvage(command: SalvageCommand, { store, out, interruption }: Bench): Promise<number> {
  const session = findSession(await store.list(), command.id);
  const result = await store.salvage(session, interruption.signal);
  const file = store.fileOf(session);
  if (command.json)
    await out.write(`${jsonLine({ from: session.id, file, ...result, sessionId: result.sessionId ?? null })}\n`);
  else await out.write(`${salvageReport(session, file, result).join("\n")}\n`);
  return ExitCode.done;
}

export function salvageReport({ id }: StoredSession, file: string, result: Salvage): string[] {
  const { sessionId, kept, added, dropped, missing, waiting } = result;
  const where = inLine(file);
  if (sessionId === undefined) {
    const torn = dropped.length === 0 ? "" : "; its last line is torn, and will be cut off when it is next opened";
    return [`${visibleId(id)} is whole: there is nothing to salvage${torn}`];
  }
  const made = added === 0 ? "" : `, and ${plural(added, "event")} made up to join them`;
  return [
    `new session ${sessionId}: ${plural(kept, "event")} of ${visibleId(id)}${made}`,
    ...dropped.map(({ line, reason }) => `dropped ${where}:${line} ${inLine(reason)}`),
    ...(missing === 0 ? [] : [`missing ${plural(missing, "event")}: the file has no line of them`]),
    ...waiting.map((text) => `not run: ${cutTo(inLine(text), PROMPT_COLUMNS)}`),
    `the damaged session is as it was; to go on: toh run --session ${sessionId} "prompt"`,
  ];
}
