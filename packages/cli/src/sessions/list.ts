import type { StoredSession } from "@buckeyestudio/toh-session";
import { ExitCode } from "../exit-code.ts";
import { jsonLine } from "../json.ts";
import type { ListCommand } from "./command-line.ts";
import type { Bench } from "./sessions.ts";
import { ageOf, columnsOf, cutTo, inLine, plural, sizeOf, table, visibleId } from "./text.ts";
import { SessionTree } from "./tree.ts";

const HEAD = ["ID", "TURNS", "LAST ACTIVITY", "SIZE", "TITLE"];
const ID_COLUMNS = 60;
const LEAST_TITLE_COLUMNS = 20;
const TITLE_COLUMNS = 60;

export async function list(command: ListCommand, bench: Bench): Promise<number> {
  const { store, out, terminal, now } = bench;
  const all = await store.list();
  const tree = new SessionTree(all);
  const chosen = command.all ? all : all.filter((session) => tree.parentOf(session) === undefined);
  const shown = chosen.slice(0, command.limit);
  if (command.json) {
    await out.write(
      `[${shown.map((session) => `\n  ${jsonLine(summaryOf(session, store.fileOf(session)))}`).join(",")}\n]\n`,
    );
    return ExitCode.done;
  }
  if (chosen.length === 0) {
    await out.write(
      all.length === 0 ? "There are no sessions.\n" : "There are none but subagents' sessions: see --all.\n",
    );
    return ExitCode.done;
  }
  for (const line of listTable(shown, { tree, now: now(), columns: terminal.stdout.columns }))
    await out.write(`${line}\n`);
  const problems = shown.filter(({ problem }) => problem !== undefined);
  if (problems.length > 0) await out.write("\n");
  for (const session of problems) await out.write(`${problemLine(session)}\n`);
  if (shown.length < chosen.length) await out.write(`\n${chosen.length - shown.length} more\n`);
  return ExitCode.done;
}

/** `columns`: the width of the terminal; undefined where there is none. */
export function listTable(
  sessions: readonly StoredSession[],
  { tree, now, columns }: { tree: SessionTree; now: number; columns: number | undefined },
): string[] {
  const rows = sessions.map((session) => [
    (tree.parentOf(session) === undefined ? "" : "↳ ") + cutTo(visibleId(session.id), ID_COLUMNS),
    session.header === undefined ? "?" : String(session.turns),
    session.header === undefined ? "?" : ageOf(session.updatedAt, now),
    sizeOf(session.bytes),
  ]);
  const [before = ""] = table(HEAD, rows, ["TURNS", "SIZE"]);
  const room = columns === undefined ? TITLE_COLUMNS : Math.max(LEAST_TITLE_COLUMNS, columns - columnsOf(before) + 5);
  return table(
    HEAD,
    rows.map((row, index) => [...row, titleOf(sessions[index], room)]),
    ["TURNS", "SIZE"],
  );
}

function titleOf(session: StoredSession | undefined, columns: number): string {
  if (session?.problem !== undefined) return "cannot be opened";
  return cutTo(inLine(session?.title ?? ""), columns);
}

/** With file and line, and what to do about it. */
export function problemLine({ id, problem = "" }: StoredSession): string {
  return `${inLine(problem)}; toh sessions salvage ${visibleId(id)}`;
}

/** What `--json` says of a session in a list. Times are milliseconds since 1970. */
export function summaryOf(session: StoredSession, file: string): object {
  const { id, header, title, turns, updatedAt, bytes, lastSeq, problem } = session;
  return {
    sessionId: id,
    title: title ?? null,
    turns,
    createdAt: header?.createdAt ?? null,
    updatedAt: header === undefined ? null : updatedAt,
    bytes,
    lastSeq,
    cwd: header?.cwd ?? null,
    parentSessionId: header?.parentSession ?? null,
    file,
    problem: problem ?? null,
  };
}

export function countOf(sessions: readonly StoredSession[]): string {
  const bytes = sessions.reduce((sum, each) => sum + each.bytes, 0);
  return `${plural(sessions.length, "session")}, ${sizeOf(bytes)}`;
}
