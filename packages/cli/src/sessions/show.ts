import type { StoredSession } from "@buckeyestudio/toh-session";
import { ExitCode } from "../exit-code.ts";
import { jsonLine } from "../json.ts";
import type { ShowCommand } from "./command-line.ts";
import { findSession } from "./find.ts";
import { summaryOf } from "./list.ts";
import { Outline, type TurnOutline } from "./outline.ts";
import type { Bench } from "./sessions.ts";
import { ageOf, cutTo, inLine, momentOf, plural, sizeOf, visibleId } from "./text.ts";
import { SessionTree } from "./tree.ts";

/** Of damages told one by one. */
const MAX_PROBLEMS = 20;
const TEXT_COLUMNS = 100;
const LEAST_TEXT_COLUMNS = 40;

export async function show(command: ShowCommand, bench: Bench): Promise<number> {
  const { store, out, terminal, now } = bench;
  const all = await store.list();
  const session = findSession(all, command.id);
  const { outline, problems } = await readThrough(bench, session);
  const below = new SessionTree(all).below(session);
  const file = store.fileOf(session);
  const shown: Shown = { session, file, outline, problems, below };
  if (command.json) await out.write(`${jsonLine(detailsOf(shown))}\n`);
  else await out.write(`${sessionLines(shown, { now: now(), columns: terminal.stdout.columns }).join("\n")}\n`);
  return ExitCode.done;
}

export interface Shown {
  readonly session: StoredSession;
  readonly file: string;
  readonly outline: Outline;
  /** Where it is damaged. */
  readonly problems: readonly string[];
  /** Its subagents' sessions, and theirs. */
  readonly below: readonly StoredSession[];
}

/** Takes all that can be read, past what cannot; says where the log is damaged. */
async function readThrough(bench: Bench, session: StoredSession): Promise<Pick<Shown, "outline" | "problems">> {
  const { store, interruption } = bench;
  const outline = new Outline();
  try {
    for await (const event of store.read(session)) {
      interruption.signal.throwIfAborted();
      outline.take(event);
    }
    return { outline, problems: [] };
  } catch (error) {
    if (!(error instanceof Error && "kind" in error && error.kind === "damaged")) throw error;
    return readLines(bench, session, error.message);
  }
}

/** `first`: what keeps it from being opened. */
async function readLines(
  { store, interruption }: Bench,
  session: StoredSession,
  first: string,
): Promise<Pick<Shown, "outline" | "problems">> {
  const outline = new Outline();
  const file = store.fileOf(session);
  const found: string[] = [];
  let nextSeq = 0;
  for await (const line of store.lines(session)) {
    interruption.signal.throwIfAborted();
    if ("fault" in line) {
      if (!line.isTorn) found.push(`${file}:${line.line} ${line.fault}`);
      // The header's has no number.
      if (line.line > 1) nextSeq += 1;
    } else if ("event" in line) {
      const { seq } = line.event;
      if (seq !== nextSeq) found.push(`${file}:${line.line} holds event ${seq}, expected ${nextSeq}`);
      nextSeq = seq + 1;
      outline.take(line.event);
    }
  }
  const [same] = found;
  const place = /^.*:\d+ /.exec(first)?.[0] ?? first;
  const problems = same?.startsWith(place) === true ? [first, ...found.slice(1)] : [first, ...found];
  const more = problems.length - MAX_PROBLEMS;
  return {
    outline,
    problems: more <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), `and at ${plural(more, "more line")}`],
  };
}

/** For people. `columns`: the width of the terminal; undefined where there is none. */
export function sessionLines(
  { session, file, outline, problems, below }: Shown,
  { now, columns }: { now: number; columns: number | undefined },
): string[] {
  const { id, header, bytes, updatedAt } = session;
  const shownId = visibleId(id);
  const width = Math.max(LEAST_TEXT_COLUMNS, (columns ?? TEXT_COLUMNS) - 4);
  const title = outline.title ?? session.title;
  const facts: [name: string, value: string | undefined][] = [
    ["title", title === undefined ? undefined : inLine(title)],
    ["state", stateOf(outline, problems)],
    ["folder", header?.cwd === undefined ? undefined : inLine(header.cwd)],
    ["model", outline.model === undefined ? undefined : inLine(outline.model)],
    ["created", header === undefined ? undefined : momentOf(header.createdAt)],
    ["last activity", header === undefined ? undefined : `${momentOf(updatedAt)} (${ageOf(updatedAt, now)})`],
    ["log", `${inLine(file)} (${sizeOf(bytes)}, ${plural(outline.events, "event")})`],
    ["parent", header?.parentSession === undefined ? undefined : visibleId(header.parentSession)],
    ["subagents", below.length === 0 ? undefined : below.map((each) => visibleId(each.id)).join(" ")],
  ];
  return [
    shownId,
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(14)} ${value}`])),
    ...problems.map((problem) => `  ${"damaged".padEnd(14)} ${inLine(problem)}`),
    ...(problems.length === 0
      ? []
      : [`  ${"".padEnd(14)} a new session from what is whole: toh sessions salvage ${shownId}`]),
    ...outline.turns.flatMap((turn) => ["", ...turnLines(turn, width)]),
    ...outline.waiting.flatMap((text) => ["", "waiting", `  > ${cutTo(inLine(text), width)}`]),
  ];
}

function stateOf({ openTurn, waiting }: Outline, problems: readonly string[]): string {
  if (problems.length > 0) return "damaged: it cannot be opened";
  const turn =
    openTurn === undefined
      ? "no turn is open"
      : `turn ${openTurn.turn} is open: it runs, or its process was lost, and then the next prompt closes it`;
  return waiting.length === 0 ? turn : `${turn}; ${plural(waiting.length, "prompt")} waiting`;
}

function turnLines(turn: TurnOutline, width: number): string[] {
  const { endedAt, endSeq, startedAt, end, error, toolCalls, inputTokens, outputTokens } = turn;
  const seconds = endedAt === undefined ? undefined : `${(Math.max(0, endedAt - startedAt) / 1000).toFixed(1)} s`;
  const failure = error === undefined ? "" : ` (${cutTo(inLine(`${error.code}: ${error.message}`), width)})`;
  const facts = [
    momentOf(startedAt),
    `${inLine(end ?? "open")}${failure}`,
    plural(toolCalls, "tool call"),
    `${inputTokens} tokens in, ${outputTokens} out`,
    ...(seconds === undefined ? [] : [seconds]),
    ...(endSeq === undefined ? [] : [`ends at event ${endSeq}`]),
  ];
  return [
    `turn ${turn.turn} · ${facts.join(" · ")}`,
    ...(turn.prompt === "" ? [] : [`  > ${cutTo(inLine(turn.prompt), width)}`]),
    ...(turn.answer === "" ? [] : [`  ${cutTo(inLine(turn.answer), width)}`]),
  ];
}

function detailsOf({ session, file, outline, problems, below }: Shown): object {
  return {
    ...summaryOf(session, file),
    title: outline.title ?? session.title ?? null,
    turns: outline.turns.map(({ endedAt, endSeq, end, error, ...turn }) => ({
      ...turn,
      endedAt: endedAt ?? null,
      endSeq: endSeq ?? null,
      end: end ?? null,
      error: error ?? null,
    })),
    events: outline.events,
    model: outline.model ?? null,
    state: problems.length > 0 ? "damaged" : outline.openTurn === undefined ? "idle" : "open",
    waiting: outline.waiting,
    subagents: below.map(({ id }) => id),
    problems,
  };
}
