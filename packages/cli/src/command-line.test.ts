import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCommandLine } from "./command-line.ts";
import { UsageError } from "./usage.ts";

const NOTHING = {
  kind: "run",
  prompt: undefined,
  provider: "offline",
  model: "offline",
  offline: true,
  cwd: undefined,
  maxTokens: undefined,
  runtime: undefined,
  json: false,
  session: undefined,
  dataDir: undefined,
  ephemeral: false,
  config: undefined,
  baseUrl: undefined,
  approve: "ask",
};

function usageError(argv: string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    parseCommandLine(argv, env);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}: ${error.hint}`;
    throw error;
  }
  return expect.unreachable("it was to be refused");
}

describe("toh", () => {
  it.each([
    [[], undefined],
    [["help"], undefined],
    [["help", "run"], undefined],
    [["--help"], undefined],
    [["-h"], undefined],
    [["run", "--help"], undefined],
    [["run", "hi", "-h"], undefined],
    [["sessions"], "sessions"],
    [["sessions", "-h"], "sessions"],
    [["sessions", "help"], "sessions"],
    [["sessions", "help", "prune"], "prune"],
    [["help", "sessions"], "sessions"],
    [["help", "sessions", "show"], "show"],
    [["sessions", "list", "--help"], "list"],
    [["sessions", "delete", "-h"], "delete"],
  ])("%j asks for help on %s", (argv, topic) => {
    expect(parseCommandLine(argv, {})).toEqual({ kind: "help", topic });
  });

  it.each([[["--version"]], [["version"]]])("%j asks for the version", (argv) => {
    expect(parseCommandLine(argv, {})).toEqual({ kind: "version" });
  });

  it.each([
    [["rn", "hi"], "unknown command rn: did you mean `toh run`?"],
    [["session"], "unknown command session: did you mean `toh sessions`?"],
    [["hello"], 'unknown command hello: to run a prompt: toh run "hello"'],
    [["--verbose"], "unknown option --verbose: see `toh help`"],
  ])("%j is refused with a hint", (argv, text) => {
    expect(usageError(argv)).toBe(text);
  });
});

describe("toh run", () => {
  it("answers by the model-less agent where nothing is configured", () => {
    expect(parseCommandLine(["run", "hi"], {})).toEqual({ ...NOTHING, prompt: "hi" });
  });

  it.each([[["run"]], [["run", "-"]]])("%j reads the prompt from stdin", (argv) => {
    expect(parseCommandLine(argv, {})).toEqual(NOTHING);
  });

  it("takes all its options, and a prompt that begins with a dash behind --", () => {
    const options = ["--provider=p", "--model", "m", "--cwd", "/", "--max-tokens", "7", "--runtime", "r -x", "--json"];
    expect(parseCommandLine(["run", ...options, "--", "-v"], {})).toEqual({
      kind: "run",
      prompt: "-v",
      provider: "p",
      model: "m",
      offline: false,
      cwd: "/",
      maxTokens: 7,
      runtime: "r -x",
      json: true,
      session: undefined,
      dataDir: undefined,
      ephemeral: false,
      config: undefined,
      baseUrl: undefined,
      approve: "ask",
    });
  });

  it.each<[string[], string]>([
    [[], "ask"],
    [["--yes"], "allow"],
    [["-y"], "allow"],
    [["--deny"], "deny"],
  ])("with %j it is to %s for what has to be asked for", (argv, approve) => {
    expect(parseCommandLine(["run", "hi", ...argv], {})).toMatchObject({ approve });
  });

  it("takes the runtime's configuration, as an absolute path", () => {
    expect(parseCommandLine(["run", "hi", "--config", "my.json"], {})).toMatchObject({ config: resolve("my.json") });
  });

  it.each<[string[], NodeJS.ProcessEnv]>([
    [["--model", "m"], {}],
    [["--model", "m", "--provider", "openai-compatible"], { TOH_PROVIDER: "openai" }],
    [[], { TOH_PROVIDER: "openai-compatible", TOH_MODEL: "m" }],
  ])("an address is for openai-compatible, named or not: %j with %j", (argv, env) => {
    expect(parseCommandLine(["run", "hi", "--base-url", "http://127.0.0.1:1/v1", ...argv], env)).toMatchObject({
      provider: "openai-compatible",
      model: "m",
      offline: false,
      baseUrl: "http://127.0.0.1:1/v1",
    });
  });

  it("takes the session to go on with, and where it is kept as an absolute path", () => {
    expect(parseCommandLine(["run", "--session", "my notes", "--data-dir", "here", "hi"], {})).toMatchObject({
      session: "my notes",
      dataDir: resolve("here"),
      ephemeral: false,
    });
    expect(parseCommandLine(["run", "--ephemeral", "hi"], {})).toMatchObject({ session: undefined, ephemeral: true });
  });

  it.each<[string, string[], NodeJS.ProcessEnv, { provider?: string; model?: string; offline: boolean }]>([
    ["the environment", [], { TOH_PROVIDER: "p", TOH_MODEL: "m" }, { provider: "p", model: "m", offline: false }],
    [
      "flags before it",
      ["--provider", "q", "--model", "n"],
      { TOH_PROVIDER: "p", TOH_MODEL: "m" },
      { provider: "q", model: "n", offline: false },
    ],
    [
      "no empty variable",
      [],
      { TOH_PROVIDER: "", TOH_MODEL: "" },
      { provider: "offline", model: "offline", offline: true },
    ],
    [
      "offline by name, without a note",
      ["--provider", "offline"],
      {},
      { provider: "offline", model: "offline", offline: false },
    ],
    [
      "itself, not from the runtime that is given",
      ["--runtime", "r"],
      { TOH_RUNTIME: "r" },
      { provider: "offline", model: "offline", offline: true },
    ],
    [
      "the client's model for its own default provider",
      ["--provider", "deepseek-official"],
      {},
      { provider: "deepseek-official", offline: false },
    ],
  ])("takes its route from %s", (_what, argv, env, route) => {
    expect(parseCommandLine(["run", "hi", ...argv], env)).toMatchObject({
      provider: undefined,
      model: undefined,
      ...route,
    });
  });

  it.each([
    [["--provder", "x"], "unknown option '--provder': did you mean --provider?"],
    [["--xyz"], "unknown option '--xyz': see `toh help`"],
    [["--provider"], "option '--provider <value>' argument missing: see `toh help`"],
    [["--provider", " "], "--provider needs a value: see `toh help`"],
    [["--provider", "scripted"], "the provider scripted needs a model: add --model with the path of its script"],
    [["--provider", "p"], "the provider p needs a model: add --model with the name of a model"],
    [["--model", "m"], "the model m needs a provider: add --provider NAME, or set TOH_PROVIDER"],
    [
      ["--max-tokens", "-1"],
      "--max-tokens has no value, or one that begins with a dash: such a value is given as --max-tokens=VALUE",
    ],
    [["--max-tokens=-1"], "--max-tokens must be a positive whole number, got -1: for example --max-tokens 4096"],
    [["--max-tokens", "0"], "--max-tokens must be a positive whole number, got 0: for example --max-tokens 4096"],
    [["--max-tokens", "1e3"], "--max-tokens must be a positive whole number, got 1e3: for example --max-tokens 4096"],
    [
      ["--max-tokens", "99999999999999999999"],
      "--max-tokens must be a positive whole number, got 99999999999999999999: for example --max-tokens 4096",
    ],
    [["--session", ""], "the id of a session must not be empty: see `toh sessions list`"],
    [["--session", "a\u001b"], "the id of a session must not hold control characters: see `toh sessions list`"],
    [["--data-dir", ""], "--data-dir needs a value: see `toh help`"],
    [["--ephemeral", "--data-dir", "x"], "--ephemeral keeps the session nowhere: give --data-dir without it"],
    [["--ephemeral", "--session", "x"], "--ephemeral neither finds nor keeps a session: give --session without it"],
    [["--cwd", "/no/such"], "--cwd /no/such is no folder: give the path of a folder that exists"],
    [["fix", "the", "bug"], 'one prompt is expected, got 3 arguments: put it in quotes: toh run "fix the bug"'],
    [["--config", ""], "--config needs a value: see `toh help`"],
    [["--yes", "--deny"], "--yes and --deny exclude one another: give one of them, or none to be asked"],
    [
      ["--base-url", "user:secret@host"],
      "--base-url is no http or https URL: for example --base-url http://127.0.0.1:11434/v1",
    ],
    [
      ["--base-url", "http://h/v1", "--provider", "openai", "--model", "m"],
      "--base-url is not for the provider openai: add --provider openai-compatible",
    ],
    [
      ["--base-url", "http://h/v1"],
      "the provider openai-compatible needs a model: add --model with the name of a model",
    ],
    [["  "], 'the prompt is empty: say what to do: toh run "…"'],
  ])("refuses %j and says what to do", (argv, text) => {
    expect(usageError(["run", ...argv])).toBe(text);
  });
});

describe("toh models", () => {
  const ALL = { kind: "models", provider: undefined, json: false, runtime: undefined, config: undefined };

  it("reads its options", () => {
    expect(parseCommandLine(["models"], { TOH_PROVIDER: "p" })).toEqual(ALL);
    expect(
      parseCommandLine(["models", "--provider", "p", "--json", "--runtime", "r", "--config", "c.json"], {}),
    ).toEqual({ ...ALL, provider: "p", json: true, runtime: "r", config: resolve("c.json") });
    expect(parseCommandLine(["models", "--help"], {})).toEqual({ kind: "help", topic: undefined });
  });

  it("takes no arguments", () => {
    expect(usageError(["models", "openai"])).toBe(
      "models takes no arguments, got openai: for those of a provider: toh models --provider NAME",
    );
  });
});
