import type { StoredSession } from "@buckeyestudio/toh-session";
import { ExitCode } from "../exit-code.ts";
import { jsonLine } from "../json.ts";
import type { DeleteCommand } from "./command-line.ts";
import { confirm } from "./confirm.ts";
import { findSession } from "./find.ts";
import { countOf } from "./list.ts";
import type { Bench } from "./sessions.ts";
import { cutTo, inLine, plural, visibleId } from "./text.ts";
import { SessionTree } from "./tree.ts";

const TITLE_COLUMNS = 60;

export async function deleteSessions(command: DeleteCommand, bench: Bench): Promise<number> {
  const all = await bench.store.list();
  const named = [...new Set(command.ids.map((id) => findSession(all, id)))];
  const tree = new SessionTree(all);
  const doomed = withSubagents(named, tree);
  const below = doomed.length - named.length;
  const what = named.length === 1 && named[0] !== undefined ? nameOf(named[0]) : plural(named.length, "session");
  const question = `Delete ${what}${below === 0 ? "" : ` and ${plural(below, "subagent's session")}`}?`;
  if (!command.yes && !(await confirm(question, bench.terminal, bench.interruption))) {
    bench.terminal.stderr.write("toh: nothing was deleted\n");
    return ExitCode.failed;
  }
  return removeAll(named, tree, command.json, bench);
}

/** Those named and all below them, each once. */
export function withSubagents(named: readonly StoredSession[], tree: SessionTree): StoredSession[] {
  return [...new Set(named.flatMap((session) => [session, ...tree.below(session)]))];
}

/**
 * Deletes the sessions with all below them, and says what came of it. What is open somewhere stays, with all below it:
 * its process holds them too.
 */
export async function removeAll(
  named: readonly StoredSession[],
  tree: SessionTree,
  json: boolean,
  { store, out, terminal, interruption }: Bench,
): Promise<number> {
  const deleted = new Set<StoredSession>();
  const kept = new Map<StoredSession, string>();
  for (const root of named) {
    for (const session of [root, ...tree.below(root)]) {
      if (deleted.has(session) || kept.has(session)) continue;
      interruption.signal.throwIfAborted();
      const parent = tree.parentOf(session);
      // oxlint-disable no-await-in-loop -- a parent goes before its children, so that one that is open keeps them
      const reason = parent !== undefined && kept.has(parent) ? "its parent stays" : await remove(session);
      // oxlint-enable no-await-in-loop
      if (reason === undefined) deleted.add(session);
      else kept.set(session, reason);
    }
  }
  if (json) {
    const stay = Array.from(kept, ([{ id }, reason]) => ({ sessionId: id, reason }));
    await out.write(`${jsonLine({ deleted: Array.from(deleted, ({ id }) => id), kept: stay })}\n`);
  } else {
    for (const { id } of deleted) await out.write(`deleted ${visibleId(id)}\n`);
    if (deleted.size > 1) await out.write(`${countOf([...deleted])}\n`);
  }
  for (const [{ id }, reason] of kept)
    terminal.stderr.write(`toh: ${visibleId(id)} was not deleted: ${inLine(reason)}\n`);
  return kept.size === 0 ? ExitCode.done : ExitCode.failed;

  async function remove(session: StoredSession): Promise<string | undefined> {
    try {
      await store.delete(session);
      return undefined;
    } catch (error) {
      if (!(error instanceof Error && error.name === "StoreError")) throw error;
      return error.message;
    }
  }
}

function nameOf({ id, title }: StoredSession): string {
  const shown = cutTo(inLine(title ?? ""), TITLE_COLUMNS);
  return shown === "" ? visibleId(id) : `${visibleId(id)} (${shown})`;
}
