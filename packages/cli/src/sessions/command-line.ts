import { count, given, readOptions } from "../options.ts";
import { closest, UsageError } from "../usage.ts";

const ACTIONS = ["list", "show", "export", "fork", "delete", "prune", "salvage"] as const;
type Action = (typeof ACTIONS)[number];

interface Common {
  readonly kind: "sessions";
  /** Undefined: where the runtime would keep them. */
  readonly dataDir: string | undefined;
}

export type ListCommand = Common & {
  readonly action: "list";
  readonly json: boolean;
  /** Subagents too. */
  readonly all: boolean;
  readonly limit: number | undefined;
};
export type ShowCommand = Common & { readonly action: "show"; readonly json: boolean; readonly id: string };
export type ExportCommand = Common & {
  readonly action: "export";
  readonly id: string;
  /** Undefined: to stdout. */
  readonly output: string | undefined;
  readonly force: boolean;
};
export type ForkCommand = Common & {
  readonly action: "fork";
  readonly json: boolean;
  readonly id: string;
  /** Undefined: up to the end of the last turn. */
  readonly atSeq: number | undefined;
};
export type DeleteCommand = Common & {
  readonly action: "delete";
  readonly json: boolean;
  /** At least one. */
  readonly ids: readonly string[];
  readonly yes: boolean;
};
export type PruneCommand = Common & {
  readonly action: "prune";
  readonly json: boolean;
  readonly olderThanMs: number;
  readonly dryRun: boolean;
  readonly yes: boolean;
};
export type SalvageCommand = Common & { readonly action: "salvage"; readonly json: boolean; readonly id: string };

export type SessionsCommand =
  | ListCommand
  | ShowCommand
  | ExportCommand
  | ForkCommand
  | DeleteCommand
  | PruneCommand
  | SalvageCommand;

/** What `toh help` can tell more of. */
export type HelpTopic = "sessions" | Action;

const COMMON = { "data-dir": { type: "string" }, help: { type: "boolean", short: "h" } } as const;
const JSON_TOO = { ...COMMON, json: { type: "boolean" } } as const;
const LIST = { ...JSON_TOO, all: { type: "boolean", short: "a" }, limit: { type: "string" } } as const;
const EXPORT = { ...COMMON, output: { type: "string", short: "o" }, force: { type: "boolean" } } as const;
const FORK = { ...JSON_TOO, at: { type: "string" } } as const;
const DELETE = { ...JSON_TOO, yes: { type: "boolean", short: "y" } } as const;
const PRUNE = { ...DELETE, "older-than": { type: "string" }, "dry-run": { type: "boolean" } } as const;

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 24 * 3_600_000, w: 7 * 24 * 3_600_000 };

/**
 * Reads the arguments behind `toh sessions`.
 *
 * @throws UsageError
 */
export function parseSessions(argv: readonly string[]): SessionsCommand | { kind: "help"; topic: HelpTopic } {
  const [action, ...rest] = argv;
  if (action === undefined || action === "--help" || action === "-h") return { kind: "help", topic: "sessions" };
  if (action === "help") return { kind: "help", topic: topicOf(rest[0]) };
  if (!isAction(action)) throw unknownAction(action);
  return parseAction(action, rest);
}

/** @throws UsageError for a name that is no action. */
export function topicOf(action: string | undefined): HelpTopic {
  if (action === undefined) return "sessions";
  if (!isAction(action)) throw unknownAction(action);
  return action;
}

function parseAction(action: Action, argv: readonly string[]): SessionsCommand | { kind: "help"; topic: HelpTopic } {
  const seeHelp = `see \`toh sessions ${action} --help\``;
  const help = { kind: "help", topic: action } as const;
  const common = (dataDir: string | undefined) =>
    ({ kind: "sessions", dataDir: given("--data-dir", dataDir, seeHelp) }) as const;
  switch (action) {
    case "list": {
      const { values, positionals } = readOptions(argv, LIST, seeHelp);
      if (values.help === true) return help;
      none(positionals, action);
      const limit = count("--limit", values.limit, 20);
      return { ...common(values["data-dir"]), action, json: values.json === true, all: values.all === true, limit };
    }
    case "show":
    case "salvage": {
      const { values, positionals } = readOptions(argv, JSON_TOO, seeHelp);
      if (values.help === true) return help;
      return { ...common(values["data-dir"]), action, json: values.json === true, id: one(positionals, action) };
    }
    case "export": {
      const { values, positionals } = readOptions(argv, EXPORT, seeHelp);
      if (values.help === true) return help;
      const output = given("--output", values.output, seeHelp);
      const id = one(positionals, action);
      return { ...common(values["data-dir"]), action, id, output, force: values.force === true };
    }
    case "fork": {
      const { values, positionals } = readOptions(argv, FORK, seeHelp);
      if (values.help === true) return help;
      const atSeq = count("--at", values.at, 42);
      const id = one(positionals, action);
      return { ...common(values["data-dir"]), action, json: values.json === true, id, atSeq };
    }
    case "delete": {
      const { values, positionals } = readOptions(argv, DELETE, seeHelp);
      if (values.help === true) return help;
      const [id, ...more] = positionals;
      if (more.length === 0) one(positionals, action);
      if (id === "" || more.includes(""))
        throw new UsageError("the id of a session is empty", "see `toh sessions list`");
      const [json, yes] = [values.json === true, values.yes === true];
      return { ...common(values["data-dir"]), action, json, ids: positionals, yes };
    }
    case "prune":
      break;
  }
  const { values, positionals } = readOptions(argv, PRUNE, seeHelp);
  if (values.help === true) return help;
  none(positionals, action);
  const [json, dryRun, yes] = [values.json === true, values["dry-run"] === true, values.yes === true];
  const olderThanMs = age(values["older-than"]);
  return { ...common(values["data-dir"]), action, json, olderThanMs, dryRun, yes };
}

function isAction(name: string): name is Action {
  return ACTIONS.some((action) => action === name);
}

function unknownAction(name: string): UsageError {
  const seeHelp = "see `toh sessions --help`";
  if (name.startsWith("-")) return new UsageError(`unknown option ${name}`, seeHelp);
  const meant = closest(name, ACTIONS);
  const hint = meant === undefined ? seeHelp : `did you mean \`toh sessions ${meant}\`?`;
  return new UsageError(`unknown command sessions ${name}`, hint);
}

function one(positionals: readonly string[], action: Action): string {
  const [id] = positionals;
  if (id === undefined || id === "")
    throw new UsageError("no session is named", `give its id: toh sessions ${action} ID`);
  if (positionals.length === 1) return id;
  throw new UsageError(`one session is expected, got ${positionals.length}`, `toh sessions ${action} ID`);
}

function none(positionals: readonly string[], action: Action): void {
  const [first] = positionals;
  if (first === undefined) return;
  throw new UsageError(`sessions ${action} takes no arguments, got ${first}`, `see \`toh sessions ${action} --help\``);
}

function age(text: string | undefined): number {
  const example = "for example --older-than 30d";
  if (text === undefined) throw new UsageError("--older-than is missing", example);
  const [, number = "", unit = ""] = /^([0-9]{1,6})([a-z])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? 0);
  if (ms > 0) return ms;
  throw new UsageError(`--older-than is a number of hours, days or weeks (12h, 30d, 2w), got ${text}`, example);
}
