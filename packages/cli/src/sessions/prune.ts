import type { StoredSession } from "@buckeyestudio/toh-session";
import { ExitCode } from "../exit-code.ts";
import { jsonLine } from "../json.ts";
import type { PruneCommand } from "./command-line.ts";
import { confirm } from "./confirm.ts";
import { removeAll, withSubagents } from "./delete.ts";
import { countOf, listTable } from "./list.ts";
import type { Bench } from "./sessions.ts";
import { inLine, plural, visibleId } from "./text.ts";
import { SessionTree } from "./tree.ts";

export async function prune(command: PruneCommand, bench: Bench): Promise<number> {
  const { store, out, terminal, interruption, now } = bench;
  const all = await store.list();
  const tree = new SessionTree(all);
  const { old, unsure } = chooseOld(all, tree, now() - command.olderThanMs);
  for (const { id, problem = "" } of unsure) {
    terminal.stderr.write(`toh: ${visibleId(id)} stays, since its age cannot be told: ${inLine(problem)}\n`);
  }
  const doomed = withSubagents(old, tree);
  if (command.dryRun) {
    if (command.json) await out.write(`${jsonLine({ wouldDelete: doomed.map(({ id }) => id) })}\n`);
    else if (doomed.length === 0) await out.write("Nothing is that old.\n");
    else {
      const lines = listTable(doomed, { tree, now: now(), columns: terminal.stdout.columns });
      await out.write(`${lines.join("\n")}\n\nwould delete ${countOf(doomed)}\n`);
    }
    return ExitCode.done;
  }
  if (doomed.length === 0) {
    await out.write(command.json ? `${jsonLine({ deleted: [], kept: [] })}\n` : "Nothing is that old.\n");
    return ExitCode.done;
  }
  const below = doomed.length - old.length;
  const question = `Delete ${countOf(doomed)}${below === 0 ? "" : ` (${plural(below, "subagent's")} among them)`}?`;
  if (!command.yes && !(await confirm(question, terminal, interruption))) {
    terminal.stderr.write("toh: nothing was deleted\n");
    return ExitCode.failed;
  }
  return removeAll(old, tree, command.json, bench);
}

/**
 * The sessions, subagents' left out, that neither themselves nor below have had any activity since `time`. `unsure`: those
 * of which that cannot be told, since a log cannot be read.
 */
export function chooseOld(
  sessions: readonly StoredSession[],
  tree: SessionTree,
  time: number,
): { old: StoredSession[]; unsure: StoredSession[] } {
  const old: StoredSession[] = [];
  const unsure: StoredSession[] = [];
  for (const session of sessions) {
    if (tree.parentOf(session) !== undefined) continue;
    const whole = [session, ...tree.below(session)];
    if (whole.some(({ problem, updatedAt }) => problem === undefined && updatedAt >= time)) continue;
    const damaged = whole.filter(({ problem }) => problem !== undefined);
    if (damaged.length === 0) old.push(session);
    else unsure.push(...damaged);
  }
  return { old, unsure };
}
