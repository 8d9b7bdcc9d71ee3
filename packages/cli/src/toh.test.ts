import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { folderWith, scripted, start, toh } from "./process.test-support.ts";
import { toh as inThisProcess } from "./toh.ts";

/** The path of a runtime that is this Node script. */
function runtime(body: string): string {
  return join(folderWith({ "runtime.cjs": body }), "runtime.cjs");
}

describe("toh", () => {
  it.each([[[]], [["help"]], [["run", "--help"]]])("%j prints the help and ends with 0", async (argv) => {
    const { code, stdout, stderr } = await toh(argv);
    expect(stdout).toContain("toh run [options] [prompt]");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("prints its version", async () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(await toh(["--version"])).toEqual({
      code: 0,
      stdout: `${JSON.stringify(manifest).replace(/.*"version":"([^"]+)".*/, "$1")}\n`,
      stderr: "",
    });
  });

  it.each([
    [["help", "fly"], "toh: unknown command fly: see `toh help`\n"],
    [
      ["run", "--provider", "openai-compatible", "--model", "m", "hi"],
      "toh: openai-compatible needs the address of its server: add --base-url URL or set TOH_BASE_URL, for example http://127.0.0.1:11434/v1\n",
    ],
    [["fly"], 'toh: unknown command fly: to run a prompt: toh run "fly"\n'],
    [["run", "--nope"], "toh: unknown option '--nope': see `toh help`\n"],
    [["run"], 'toh: the prompt on stdin is empty: say what to do: toh run "…"\n'],
  ])("ends %j with 2 and one line that says what to do", async (argv, stderr) => {
    expect(await toh(argv)).toEqual({ code: 2, stdout: "", stderr });
  });
});

describe("toh run", () => {
  it("shows text, a line for each tool call, and a last line with the counts", async () => {
    const { argv, cwd } = scripted(
      {
        text: "I read.",
        toolCalls: [{ name: "read_file", arguments: { path: "a.txt" } }],
        usage: { inputTokens: 10, outputTokens: 3 },
      },
      { text: "It says one, two.", usage: { inputTokens: 20, cacheReadTokens: 5, outputTokens: 4 } },
    );
    const { code, stdout, stderr } = await toh([...argv, "read a.txt"], { cwd });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "I read.",
      expect.stringMatching(/^• read_file\(path: "a\.txt"\) → /),
      "It says one, two.",
      expect.stringMatching(/^1 turn · 1 tool call · 35 tokens in, 7 out · [0-9]+\.[0-9] s$/),
      "",
    ]);
  });

  it("answers without any configuration, and says on stderr that this is no model and how to use one", async () => {
    const { code, stdout, stderr } = await toh(["run", "What is in notes.txt?"], {
      cwd: folderWith({ "notes.txt": "remember the milk\n" }),
    });
    expect(code).toBe(0);
    expect(stdout).toContain("notes.txt");
    expect(stdout).toMatch(/\n1 turn · [1-9][0-9]* tool calls? · 0 tokens in, 0 out · [0-9.]+ s\n$/);
    expect(stderr).toMatch(
      /^note: no provider is configured, so `offline` answers: .* no model\..*--provider deepseek-official .*\n$/,
    );
  });

  it("reads the prompt from stdin", async () => {
    const { argv, cwd } = scripted({ text: "hello" });
    expect(await toh(argv, { cwd, stdin: "from a pipe\n" })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^hello\n/),
    });
  });

  it("takes its provider and model from the environment", async () => {
    const { cwd } = scripted({ text: "hello" });
    const env = { TOH_PROVIDER: "scripted", TOH_MODEL: "script.json" };
    expect(await toh(["run", "hi"], { cwd, env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^hello\n/),
      stderr: "",
    });
  });

  it("prints each notification as a line of JSON, and nothing else, with --json", async () => {
    const { argv, cwd } = scripted({ text: "hello" });
    const { code, stdout } = await toh([...argv, "--json", "hi"], { cwd });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    const parsed = lines.map((line): unknown => JSON.parse(line));
    expect(parsed[0]).toMatchObject({ method: "session.event", params: { event: { type: "agent/inbox/spliced" } } });
    expect(parsed.at(-1)).toMatchObject({ method: "session.status", params: { status: "idle" } });
    expect(stdout.endsWith("\n")).toBe(true);
  });

  it("ends with 1 and one line when the turn fails", async () => {
    const { argv, cwd } = scripted({ text: "half", error: { code: "AUTH", message: "the key is wrong", status: 401 } });
    const { code, stdout, stderr } = await toh([...argv, "hi"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^half\n1 turn · /);
    expect(stderr).toBe(
      "toh: the turn failed (AUTH: the key is wrong): set the provider's key in the environment of the runtime\n",
    );
  });

  it("ends with 1 when the answer was cut", async () => {
    const { argv, cwd } = scripted({ text: "half", maxTokens: true });
    expect(await toh([...argv, "hi"], { cwd })).toMatchObject({
      code: 1,
      stderr: "toh: the answer was cut at the token limit: raise --max-tokens\n",
    });
  });

  it("ends with 2 when the runtime does not know the provider", async () => {
    const { code, stderr } = await toh(["run", "--provider", "nobody", "--model", "m", "hi"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^toh: the runtime refused the handshake: .*nobody.*: choose another --provider or --model, or see `toh help`\n$/,
    );
  });

  it.each([
    [
      "cannot be started",
      "/no/such/runtime",
      /^toh: the runtime could not be started: .*\/no\/such\/runtime ENOENT: check --runtime and --cwd\n$/,
    ],
    [
      "exits at once",
      "false",
      /^toh: the runtime exited before it answered initialize \(exit code 1\) and wrote nothing to stderr: check --runtime\n$/,
    ],
    ["is no command", "run 'open", /^toh: the command of the runtime has an open ': run 'open: for example .*\n$/],
  ])("says in one line that the runtime %s", async (_what, command, line) => {
    const { code, stdout, stderr } = await toh(["run", "--runtime", command, "hi"]);
    expect(stderr).toMatch(line);
    expect(code).toBe(stderr.includes("open '") ? 2 : 3);
    expect(stdout).toBe("");
  });

  it("ends with 3 when the runtime dies in mid turn, and gives its last words", async () => {
    const path = runtime(
      `process.stdin.once("data", () => { console.error("a stack\\nout of memory"); process.exit(7) })`,
    );
    expect(await toh(["run", "--runtime", path, "hi"])).toEqual({
      code: 3,
      stdout: "",
      stderr:
        "toh: the runtime exited before it answered initialize (exit code 7): out of memory; TOH_LOG=debug shows all that it wrote\n",
    });
  });

  it("shows a stack trace, and what the runtime wrote to stderr, with TOH_LOG=debug alone", async () => {
    const path = runtime(`console.error("first words"); process.exit(7)`);
    const { stderr } = await toh(["run", "--runtime", path, "hi"], { env: { TOH_LOG: "debug" } });
    expect(stderr).toContain("first words");
    expect(stderr).toMatch(/\n {4}at /);
  });

  it("ends with 130 on Ctrl-C while it still waits for the prompt", async () => {
    const signals = new EventEmitter();
    const stdin = new PassThrough();
    const output = new PassThrough();
    stdin.write("half a prompt");
    const code = inThisProcess(["run"], { stdin, stdout: output, stderr: output, env: {}, signals });
    await expect.poll(() => stdin.readableLength, { interval: 5 }).toBe(0);
    signals.emit("SIGINT");
    expect(await code).toBe(130);
    expect(output.readableLength).toBe(0);
    expect(signals.eventNames()).toEqual([]);
  });

  it("asks a person who gave no prompt for one, and waits for nothing", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const code = await inThisProcess(["run"], {
      stdin,
      stdout: output,
      stderr: output,
      env: {},
      signals: new EventEmitter(),
    });
    expect(code).toBe(2);
    expect(String(output.read())).toBe('toh: there is no prompt: say what to do: toh run "…", or pipe it in\n');
  });

  it("ends with 143 on SIGTERM, in the same order", async () => {
    const { argv, cwd } = scripted({ text: "thinking", hang: true });
    const { child, ended, says } = start([...argv, "hi"], { cwd });
    await says("thinking");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 143 });
  });

  it("leaves nothing running when it is killed outright", async () => {
    const { argv, cwd } = scripted({ text: "thinking", hang: true });
    const { child, ended, says } = start([...argv, "hi"], { cwd });
    await says("thinking");
    child.kill("SIGKILL");
    expect(await ended).toMatchObject({ code: null });
  });

  it("ends quietly when the reader of its stdout leaves", async () => {
    const { argv, cwd } = scripted({ text: "word ", repeat: 100_000, deltaMs: 1 });
    const { child, ended, says } = start([...argv, "hi"], { cwd });
    await says("word");
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });
});
