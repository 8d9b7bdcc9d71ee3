import type { ToolAnswer } from "./offline.ts";
import type { ScriptedCall } from "./script.ts";

/** A line that holds words of the question. */
export interface Match {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Which words of the question it holds. */
  readonly words: ReadonlySet<string>;
}

export interface Findings {
  readonly kind: "answer";
  readonly question: string;
  readonly words: readonly string[];
  /** Files that the folder has; undefined when they could not be listed. */
  readonly fileCount: number | undefined;
  /** Best first. */
  readonly matches: readonly Match[];
  /** What the file that was read has around its best match, each line with its number. */
  readonly excerpts: readonly { readonly file: string; readonly text: string }[];
  readonly delegated: string | undefined;
  readonly problems: readonly string[];
}

export type Plan = { readonly kind: "calls"; readonly calls: readonly ScriptedCall[] } | Findings;

const MAX_WORDS = 4;
const CONTEXT_LINES = 4;
// What a child is asked: it reads that place and looks for nothing else.
const ASSIGNMENT = /^Read (.+) from line (\d+) and quote it\.$/;

/** What the agent does next, decided from the question and what its tools have answered so far. */
export function planStep(question: string, results: readonly ToolAnswer[], tools: readonly string[]): Plan {
  const assignment = ASSIGNMENT.exec(question);
  if (assignment !== null) return planAssignment(question, assignment, results, tools);
  const words = searchWords(question);
  const matches = ranked(results.filter((result) => result.name === "search_files"));
  if (results.length === 0) {
    const calls: ScriptedCall[] = tools.includes("list_files") ? [{ name: "list_files", arguments: {} }] : [];
    if (tools.includes("search_files"))
      calls.push(...words.map((text) => ({ name: "search_files", arguments: { text, maxMatches: 200 } })));
    if (calls.length > 0) return { kind: "calls", calls };
  }
  const hasRead = results.some((result) => result.name === "read_file" || result.name === "subagent");
  const [best, ...others] = matches;
  if (!hasRead && best !== undefined && tools.includes("read_file")) {
    const calls: ScriptedCall[] = [readCall(best)];
    const next = others.find((match) => match.file !== best.file);
    if (next !== undefined && tools.includes("subagent")) {
      const prompt = `Read ${next.file} from line ${firstLine(next)} and quote it.`;
      calls.push({ name: "subagent", arguments: { description: `read ${next.file}`, prompt } });
    }
    return { kind: "calls", calls };
  }
  return findings(question, words, matches, results);
}

function planAssignment(
  question: string,
  [, file, line]: RegExpExecArray,
  results: readonly ToolAnswer[],
  tools: readonly string[],
): Plan {
  if (results.length === 0 && file !== undefined && tools.includes("read_file")) {
    const args = { path: file, startLine: Number(line), lineCount: 2 * CONTEXT_LINES + 1 };
    return { kind: "calls", calls: [{ name: "read_file", arguments: args }] };
  }
  return findings(question, [], [], results);
}

function findings(
  question: string,
  words: readonly string[],
  matches: readonly Match[],
  results: readonly ToolAnswer[],
): Findings {
  const good = results.filter((result) => !result.isError);
  const list = good.find((result) => result.name === "list_files");
  return {
    kind: "answer",
    question,
    words,
    fileCount: list === undefined ? undefined : countFiles(list.text),
    matches,
    excerpts: good
      .filter(({ name }) => name === "read_file")
      .map(({ args, text }) => ({ file: String(args["path"]), text })),
    delegated: good.find((result) => result.name === "subagent")?.text,
    problems: results.filter((result) => result.isError).map(({ name, text }) => `${name}: ${text}`),
  };
}

/** The words of a question that are worth searching: the longest first, common ones left out. */
export function searchWords(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*[\p{L}\p{N}_$]|\p{L}/gu) ?? [];
  const kept = [...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 3 && !COMMON.has(word),
  );
  return kept.sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
}

const COMMON: ReadonlySet<string> = new Set(
  "about after also before does each every from have into many more most much only other over same some such than that their them then there these they this what when where which while with would your".split(
    " ",
  ),
);

/** Every matching line once, those with the rarest words first; among equals the order of the search. */
function ranked(searches: readonly ToolAnswer[]): Match[] {
  const found = new Map<string, { file: string; line: number; text: string; words: Set<string>; score: number }>();
  for (const { args, text, isError } of searches) {
    if (isError) continue;
    const hits = text.split("\n").flatMap((row) => {
      const groups = MATCH.exec(row)?.groups;
      return groups === undefined ? [] : [groups];
    });
    for (const { file = "", line = "", content = "" } of hits) {
      const match = found.get(`${file}:${line}`) ?? {
        file,
        line: Number(line),
        text: content,
        words: new Set<string>(),
        score: 0,
      };
      match.words.add(String(args["text"]));
      match.score += 1 / Math.log2(1 + hits.length);
      found.set(`${file}:${line}`, match);
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}

const MATCH = /^(?<file>.+?):(?<line>\d+): (?<content>.*)$/;

function readCall(match: Match): ScriptedCall {
  return {
    name: "read_file",
    arguments: { path: match.file, startLine: firstLine(match), lineCount: 2 * CONTEXT_LINES + 1 },
  };
}

function firstLine({ line }: Match): number {
  return Math.max(1, line - CONTEXT_LINES);
}

/** What stands in a list for files that are not shown. */
const LEFT_OUT = /^\[\d+ files? left out/;

function countFiles(list: string): number {
  const lines = list.split("\n").filter((line) => line !== "[no files]" && !LEFT_OUT.test(line));
  const more = /^\[(\d+) more (?:files|lines were cut)\]$/.exec(lines.at(-1) ?? "");
  return more === null ? lines.length : lines.length - 1 + Number(more[1]);
}
