import type { Findings, Match } from "./offline-plan.ts";

const MAX_QUOTES = 8;
// Characters of a line in the list of matches; the excerpts have it whole.
const MAX_QUOTED = 140;

/** The answer in words: what this is, what was found where, and how to use a model. It claims no understanding. */
export function composeAnswer(findings: Findings): string {
  const { words, fileCount, matches, excerpts, delegated, problems } = findings;
  const parts: string[] = [];
  const isChild = words.length === 0 && excerpts.length > 0;
  if (isChild) return excerpts.map(({ file, text }) => quote(file, text)).join("\n\n");
  parts.push(
    "This is `offline`: no language model, a small program that searches the folder for the words of the prompt.",
  );
  if (fileCount !== undefined) parts.push(`The folder has ${count(fileCount, "file")}.`);
  if (words.length === 0) {
    parts.push("The prompt has no word that is worth a search.");
  } else if (matches.length === 0) {
    parts.push(`No line has ${words.map((word) => `"${word}"`).join(", ")}.`);
  } else {
    const shown = matches.slice(0, MAX_QUOTES);
    const files = new Set(matches.map((match) => match.file)).size;
    parts.push(
      `${count(matches.length, "line")} in ${count(files, "file")} hold ${words.map((word) => `"${word}"`).join(" or ")}; ` +
        `those with most of the words:\n${shown.map(line).join("\n")}`,
    );
  }
  for (const { file, text } of excerpts) parts.push(quote(file, text));
  if (delegated !== undefined) parts.push(`A subagent read this:\n${delegated}`);
  for (const problem of problems) parts.push(`A tool failed: ${problem}`);
  parts.push(HOW_TO_USE_A_MODEL);
  return parts.join("\n\n");
}

const HOW_TO_USE_A_MODEL =
  'For answers of a model: DEEPSEEK_API_KEY=... toh run --provider deepseek-official --model deepseek-v4-flash "prompt".';

function line({ file, line: number, text }: Match): string {
  return `  ${file}:${number}: ${text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)} …`}`;
}

function quote(file: string, text: string): string {
  return `From ${file}:\n${text
    .split("\n")
    .map((row) => `  ${row}`)
    .join("\n")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
