import type { ApprovalHandler } from "@buckeyestudio/toh-sdk-client";
import { cutTo, visible } from "./sessions/text.ts";

export type ApprovalRequest = Parameters<ApprovalHandler>[0];
type Choice = ApprovalRequest["options"][number];

const COLUMNS = 200;
const COMMAND_COLUMNS = 2000;
const MAX_COMMAND_LINES = 40;
const MAX_PATHS = 20;
const MAX_ARGUMENTS = 10;
const NAME_COLUMNS = 9;

/** The keys that choose, with the kind of option that each means. */
const KEYS = { y: "allow-once", a: "allow-session", n: "deny" } as const;

/**
 * What is asked, with the choices, in lines for a terminal. Nothing in it drives the terminal, and nothing is hidden: what
 * cannot be seen is shown as `\u{…}`, and what is left out is counted.
 *
 * @param asker whose call it is, where it is a subagent's.
 */
export function approvalLines(request: ApprovalRequest, asker: string | undefined): [title: string, ...string[]] {
  const { title, subject, options } = request;
  const by = asker === undefined ? "" : ` (${cutTo(oneLine(asker), COLUMNS)})`;
  const { command, cwd, paths = [] } = subject;
  return [
    `? ${cutTo(oneLine(title), COLUMNS)}${by}`,
    ...(command === undefined ? [] : named("command", commandLines(command))),
    ...(cwd === undefined ? [] : named("in", [cutTo(oneLine(cwd), COMMAND_COLUMNS)])),
    ...named(
      "path",
      counted(
        paths.map((path) => cutTo(oneLine(path), COMMAND_COLUMNS)),
        MAX_PATHS,
        "path",
      ),
    ),
    ...argumentLines(subject),
    ...choices(options).map(([key, { label }]) => `  ${key}  ${cutTo(oneLine(label), COLUMNS)}`),
  ];
}

/** Asks for the key. */
export function choicePrompt({ options }: ApprovalRequest): string {
  const keys = choices(options).map(([key]) => key);
  const hint = keys.includes("n") ? " (n and a few words: why not)" : "";
  return `${keys.join(", ")}${hint}: `;
}

/** What a typed line chooses, with the note behind it; `undefined` where it chooses nothing that is offered. */
export function readChoice(
  line: string,
  { options }: ApprovalRequest,
): { optionId: string; note?: string } | undefined {
  const [, word = "", rest = ""] = /^\s*(y|yes|a|always|n|no)(?:[\s,:;]+(.*))?$/isu.exec(line) ?? [];
  const [, option] = choices(options).find(([key]) => word.toLowerCase().startsWith(key)) ?? [];
  const note = rest.trim();
  return option && { optionId: option.id, ...(note !== "" && { note }) };
}

/** The option of a kind, where it is offered. */
export function optionOf({ options }: ApprovalRequest, kind: Choice["kind"]): Choice | undefined {
  return options.find((option) => option.kind === kind);
}

/** Kinds that are not known here are not offered: nobody could say what they cover. */
function choices(options: readonly Choice[]): [key: string, option: Choice][] {
  return Object.entries(KEYS).flatMap(([key, kind]): [string, Choice][] => {
    const option = options.find((each) => each.kind === kind);
    return option === undefined ? [] : [[key, option]];
  });
}

function commandLines(command: string): string[] {
  const lines = command.split("\n").map((line) => cutWithCount(visible(line)));
  return counted(lines, MAX_COMMAND_LINES, "line");
}

function cutWithCount(line: string): string {
  const cut = cutTo(line, COMMAND_COLUMNS);
  return cut === line ? line : `${cut} [${line.length - cut.length + 1} more characters are not shown]`;
}

function counted(lines: readonly string[], most: number, noun: string): string[] {
  const more = lines.length - most;
  if (more <= 0) return [...lines];
  return [...lines.slice(0, most), `[${more} more ${noun}${more === 1 ? " is" : "s are"} not shown]`];
}

/** The arguments that command and paths do not tell already. */
function argumentLines({ arguments: args, command, paths = [] }: ApprovalRequest["subject"]): string[] {
  const told = new Set<unknown>([command, ...paths]);
  const lines = Object.entries(args)
    .filter(([, value]) => !told.has(value))
    .flatMap(([name, value]) => named(cutTo(oneLine(name), 40), [argumentText(value)]));
  return counted(lines, MAX_ARGUMENTS, "argument").map((line) => (line.startsWith("[") ? `  ${line}` : line));
}

function argumentText(value: unknown): string {
  const json = visible(JSON.stringify(value));
  const cut = cutTo(json, COLUMNS);
  return cut === json ? json : `${cut} [${json.length} characters]`;
}

function named(name: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? name : "").padEnd(NAME_COLUMNS - 1)} ${line}`);
}

function oneLine(text: string): string {
  return visible(text.replaceAll(/[\r\n\t]+/g, " ")).trim();
}
