import { statSync } from "node:fs";
import { resolve } from "node:path";
import { checkSessionId } from "@buckeyestudio/toh-sdk-protocol";
import { count, given, readOptions } from "./options.ts";
import { type HelpTopic, parseSessions, type SessionsCommand, topicOf } from "./sessions/command-line.ts";
import { closest, UsageError } from "./usage.ts";

export interface RunCommand {
  kind: "run";
  /** `undefined`: to be read from stdin. */
  prompt: string | undefined;
  provider: string;
  /** `undefined`: the default of the provider, which is `deepseek-official`. */
  model: string | undefined;
  /** Nothing was configured, so that the runtime's model-less agent answers. */
  offline: boolean;
  cwd: string | undefined;
  maxTokens: number | undefined;
  /** The command of the runtime; `undefined`: the client looks for it. */
  runtime: string | undefined;
  json: boolean;
  /** Id of the session to go on with, or to begin; `undefined`: a new one. */
  session: string | undefined;
  /** Where the runtime keeps sessions, absolute; `undefined`: where it likes. */
  dataDir: string | undefined;
  /** The session is kept nowhere. */
  ephemeral: boolean;
  /** Configuration of the runtime, absolute; `undefined`: the one of this folder, where there is one. */
  config: string | undefined;
  /** Address of the server behind `openai-compatible`; `undefined`: as the environment or the configuration says. */
  baseUrl: string | undefined;
  /** What to do where the runtime asks before it acts. */
  approve: "ask" | "allow" | "deny";
}

export interface ModelsCommand {
  kind: "models";
  /** `undefined`: of all providers. */
  provider: string | undefined;
  json: boolean;
  runtime: string | undefined;
  config: string | undefined;
}

/** `topic`: undefined for that of `toh` itself. */
export type Command =
  | RunCommand
  | SessionsCommand
  | ModelsCommand
  | { kind: "help"; topic: HelpTopic | undefined }
  | { kind: "version" };

const COMMANDS = ["run", "sessions", "models", "help"];
const SEE_HELP = "see `toh help`";
const RUN_OPTIONS = {
  provider: { type: "string" },
  model: { type: "string" },
  cwd: { type: "string" },
  "max-tokens": { type: "string" },
  runtime: { type: "string" },
  json: { type: "boolean" },
  session: { type: "string" },
  "data-dir": { type: "string" },
  ephemeral: { type: "boolean" },
  config: { type: "string" },
  "base-url": { type: "string" },
  yes: { type: "boolean", short: "y" },
  deny: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const MODELS_OPTIONS = {
  provider: { type: "string" },
  json: { type: "boolean" },
  runtime: { type: "string" },
  config: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** @throws UsageError */
export function parseCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv): Command {
  const [command, ...rest] = argv;
  if (command === undefined || command === "--help" || command === "-h") return { kind: "help", topic: undefined };
  if (command === "help") return { kind: "help", topic: helpTopic(rest) };
  if (command === "--version" || command === "-v" || command === "version") return { kind: "version" };
  if (command === "run") return parseRun(rest, env);
  if (command === "sessions") return parseSessions(rest);
  if (command === "models") return parseModels(rest);
  if (command.startsWith("-")) throw new UsageError(`unknown option ${command}`, SEE_HELP);
  const meant = closest(command, COMMANDS);
  const hint =
    meant === undefined ? `to run a prompt: toh run ${JSON.stringify(command)}` : `did you mean \`toh ${meant}\`?`;
  throw new UsageError(`unknown command ${command}`, hint);
}

/** @throws UsageError for a command that there is none of. */
function helpTopic([command, action]: readonly string[]): HelpTopic | undefined {
  if (command === "sessions") return topicOf(action);
  if (command === undefined || COMMANDS.includes(command) || command.startsWith("-")) return undefined;
  throw new UsageError(`unknown command ${command}`, SEE_HELP);
}

function parseRun(argv: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = readOptions(argv, RUN_OPTIONS, SEE_HELP);
  if (values.help === true) return { kind: "help", topic: undefined };
  if (positionals.length > 1) {
    throw new UsageError(
      `one prompt is expected, got ${positionals.length} arguments`,
      `put it in quotes: toh run ${JSON.stringify(positionals.join(" "))}`,
    );
  }
  const { yes = false, deny = false } = values;
  if (yes && deny)
    throw new UsageError("--yes and --deny exclude one another", "give one of them, or none to be asked");
  const baseUrl = httpUrl(given("--base-url", values["base-url"], SEE_HELP));
  return {
    kind: "run",
    prompt: positionals[0] === "-" ? undefined : checkPrompt(positionals[0]),
    ...route(given("--provider", values.provider, SEE_HELP), given("--model", values.model, SEE_HELP), baseUrl, env),
    cwd: folder(given("--cwd", values.cwd, SEE_HELP)),
    maxTokens: count("--max-tokens", values["max-tokens"], 4096),
    runtime: given("--runtime", values.runtime, SEE_HELP),
    json: values.json ?? false,
    ...keeping(values),
    config: absolute("--config", values.config),
    baseUrl,
    approve: yes ? "allow" : deny ? "deny" : "ask",
  };
}

function parseModels(argv: readonly string[]): Command {
  const { values, positionals } = readOptions(argv, MODELS_OPTIONS, SEE_HELP);
  if (values.help === true) return { kind: "help", topic: undefined };
  const [first] = positionals;
  if (first !== undefined) {
    throw new UsageError(
      `models takes no arguments, got ${first}`,
      "for those of a provider: toh models --provider NAME",
    );
  }
  return {
    kind: "models",
    provider: given("--provider", values.provider, SEE_HELP),
    json: values.json ?? false,
    runtime: given("--runtime", values.runtime, SEE_HELP),
    config: absolute("--config", values.config),
  };
}

/** In which session, and where that is kept. */
function keeping(values: {
  readonly session?: string;
  readonly "data-dir"?: string;
  readonly ephemeral?: boolean;
}): Pick<RunCommand, "session" | "dataDir" | "ephemeral"> {
  const { session, ephemeral = false } = values;
  const dataDir = absolute("--data-dir", values["data-dir"]);
  const fault = session === undefined ? undefined : checkSessionId(session);
  if (fault !== undefined) throw new UsageError(`the id of a session ${fault}`, "see `toh sessions list`");
  if (ephemeral && dataDir !== undefined) {
    throw new UsageError("--ephemeral keeps the session nowhere", "give --data-dir without it");
  }
  if (ephemeral && session !== undefined) {
    throw new UsageError("--ephemeral neither finds nor keeps a session", "give --session without it");
  }
  return { session, dataDir, ephemeral };
}

/** Who answers: flags before the environment; where neither says, the agent without a model. */
function route(
  providerFlag: string | undefined,
  modelFlag: string | undefined,
  baseUrl: string | undefined,
  env: NodeJS.ProcessEnv,
): Pick<RunCommand, "provider" | "model" | "offline"> {
  const named = providerFlag ?? (env["TOH_PROVIDER"] || undefined);
  const provider = named ?? (baseUrl === undefined ? undefined : "openai-compatible");
  if (baseUrl !== undefined && provider !== "openai-compatible") {
    throw new UsageError(`--base-url is not for the provider ${provider}`, "add --provider openai-compatible");
  }
  const model = modelFlag ?? (env["TOH_MODEL"] || undefined);
  if (provider === "offline") return { provider, model: model ?? "offline", offline: false };
  if (provider !== undefined) {
    if (model === undefined && provider !== "deepseek-official") {
      const what = provider === "scripted" ? "the path of its script" : "the name of a model";
      throw new UsageError(`the provider ${provider} needs a model`, `add --model with ${what}`);
    }
    return { provider, model, offline: false };
  }
  if (model !== undefined) {
    throw new UsageError(`the model ${model} needs a provider`, "add --provider NAME, or set TOH_PROVIDER");
  }
  return { provider: "offline", model: "offline", offline: true };
}

function checkPrompt(text: string | undefined): string | undefined {
  if (text !== undefined && text.trim() === "")
    throw new UsageError("the prompt is empty", 'say what to do: toh run "…"');
  return text;
}

function absolute(name: string, path: string | undefined): string | undefined {
  const text = given(name, path, SEE_HELP);
  return text === undefined ? undefined : resolve(text);
}

/** An address, which is not quoted where it is none: somebody may have put a key in it. */
function httpUrl(text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new UsageError("--base-url is no http or https URL", "for example --base-url http://127.0.0.1:11434/v1");
}

function folder(path: string | undefined): string | undefined {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(`--cwd ${path} is no folder`, "give the path of a folder that exists");
}
