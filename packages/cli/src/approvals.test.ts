import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Approvals } from "./approvals.ts";
import { folderWith, scripted, startAtTerminal, toh } from "./process.test-support.ts";

const WRITE = { toolCalls: [{ name: "write_file", arguments: { path: "new.txt", content: "made" } }] };

/** What a terminal showed, in lines. */
function lines(shown: string): string[] {
  return shown.replaceAll("\r\n", "\n").split("\n");
}

/** Whoever is asked at a terminal of this process. */
function desk(terminals: { stdin?: boolean; stderr?: boolean } = {}): {
  ask: (title: string, signal?: AbortSignal) => Promise<unknown>;
  type: (text: string) => void;
  says: (text: string) => Promise<void>;
  shown: () => string;
  approvals: Approvals;
} {
  const { stdin: isTyped = true, stderr: isSeen = true } = terminals;
  const stdin = Object.assign(new PassThrough(), { isTTY: isTyped });
  const stderr = Object.assign(new PassThrough(), { isTTY: isSeen });
  let shown = "";
  stderr.setEncoding("utf8").on("data", (text: string) => (shown += text));
  const env = { NO_COLOR: "1" };
  const terminal = { stdin, stdout: new PassThrough(), stderr, env, signals: new EventEmitter() };
  const approvals = new Approvals({ approve: "ask" }, terminal);
  const ask = async (title: string, signal = new AbortController().signal): Promise<unknown> =>
    approvals.handler?.(
      {
        approvalId: title,
        sessionId: "s",
        turn: 1,
        callId: "c",
        tool: "t",
        title,
        subject: { arguments: {} },
        options: [
          { id: "1", kind: "allow-once", label: "Allow once" },
          { id: "3", kind: "deny", label: "Deny" },
        ],
      },
      { signal },
    );
  const says = async (text: string): Promise<void> => {
    await expect.poll(() => shown, { interval: 2 }).toContain(text);
  };
  return { ask, type: (text) => stdin.write(text), says, shown: () => shown, approvals };
}

describe("Approvals", () => {
  it("puts one question at a time, in order, and none that has been withdrawn meanwhile", async () => {
    const { ask, type, says, shown, approvals } = desk();
    const withdrawn = new AbortController();
    const answers = [ask("first"), ask("second", withdrawn.signal), ask("third")];
    await says("? first");
    withdrawn.abort();
    type("n no\n");
    await says("? third");
    type("y\n");
    expect(await Promise.all(answers)).toEqual([{ optionId: "3", note: "no" }, undefined, { optionId: "1" }]);
    expect(shown()).not.toContain("second");
    approvals.close();
  });

  it("takes nothing for an answer that was typed before the question", async () => {
    const { ask, type, says, shown, approvals } = desk();
    type("y\n");
    const answer = ask("first");
    await says("why not): ");
    type("n\n");
    expect(await answer).toEqual({ optionId: "3" });
    expect(shown().split("why not): ")).toHaveLength(2);
    approvals.close();
  });

  it.each([{ stdin: false }, { stderr: false }])("asks nobody where nobody could see or answer it: %j", (terminals) => {
    expect(desk(terminals).approvals.handler).toBe(undefined);
  });
});

describe("without a terminal", () => {
  it("denies what would be asked, waits for nothing, and says once what would allow it", async () => {
    const { argv, cwd } = scripted(WRITE, WRITE, { text: "done" });
    const { code, stdout, stderr } = await toh([...argv, "hi"], { cwd });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
    expect(stdout).toContain("→ failed: ");
    expect(stderr).toBe(
      "toh: write_file was denied: without a terminal nobody can be asked. Allow what would be asked with --yes, or always " +
        'with a rule under tools.rules in toh.config.json: {"tool":"write_file","verdict":"allow"}\n',
    );
  });

  it("allows it with --yes", async () => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    expect(await toh([...argv, "--yes", "hi"], { cwd })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(cwd, "new.txt"), "utf8")).toBe("made");
  });

  it("allows what the rules of --config allow", async () => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    const rules = [{ tool: "write_file", verdict: "allow" }];
    const config = join(folderWith({ "my.json": JSON.stringify({ tools: { rules } }) }), "my.json");
    expect(await toh([...argv, "--config", config, "hi"], { cwd })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(cwd, "new.txt"), "utf8")).toBe("made");
  });

  it("does not allow with --yes what the rules deny", async () => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    const rules = [{ tool: "write_file", verdict: "deny" }];
    const config = join(folderWith({ "my.json": JSON.stringify({ tools: { rules } }) }), "my.json");
    expect(await toh([...argv, "--yes", "--config", config, "hi"], { cwd })).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
  });
});

describe("at a terminal", () => {
  it("asks with title, paths, arguments and choices, behind what was said and before what comes", async () => {
    const { argv, cwd } = scripted({ text: "I write.", ...WRITE }, { text: "It is written." });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("why not): ");
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
    child.stdin.write("y\n");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(lines(stdout).slice(0, 10)).toEqual([
      "I write.",
      "? write_file new.txt",
      "  path     new.txt",
      '  content  "made"',
      "  y  Allow once",
      "  a  Allow write_file until the session is closed",
      "  n  Deny",
      "y, a, n (n and a few words: why not): y",
      '• write_file(path: "new.txt", content: "made") → [created new.txt: 4 bytes]',
      "It is written.",
    ]);
    expect(readFileSync(join(cwd, "new.txt"), "utf8")).toBe("made");
  });

  it("denies, with the note for the model", async () => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("why not): ");
    child.stdin.write("n, not here\n");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain("write_file was denied: not here");
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
  });

  it("asks once where it is allowed for the session", async () => {
    const other = { toolCalls: [{ name: "write_file", arguments: { path: "b.txt", content: "b" } }] };
    const { argv, cwd } = scripted(WRITE, other, { text: "done" });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("why not): ");
    child.stdin.write("a\n");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout.split("why not): ")).toHaveLength(2);
    expect(existsSync(join(cwd, "b.txt"))).toBe(true);
  });

  it("asks again where the answer is none, and denies at the end of the input", async () => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("why not): ");
    child.stdin.write("yess\n");
    await says("why not): yess\r\ny, a, n (n and a few words: why not): ");
    child.stdin.write("\x04");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain("no answer: denied");
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
  });

  it.each([
    ["--yes", true],
    ["--deny", false],
  ])("asks nothing with %s", async (option, isMade) => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    const { code, stdout } = await startAtTerminal([...argv, option, "hi"], { cwd }).ended;
    expect(code).toBe(0);
    expect(stdout).not.toContain("?");
    expect(existsSync(join(cwd, "new.txt"))).toBe(isMade);
  });

  it("withdraws the question when the turn is cancelled", async () => {
    const { argv, cwd } = scripted(WRITE, { text: "done" });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("why not): ");
    child.stdin.write("\x03");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toContain("cancelling the turn");
    expect(stdout).toContain("the question was withdrawn");
    expect(stdout).toContain("toh: the turn was cancelled");
    expect(existsSync(join(cwd, "new.txt"))).toBe(false);
  });

  it("shows a command whole, with what would drive the terminal made visible", async () => {
    const command = "echo one\u001b[2Jtwo\necho \u202ethree\rfour";
    const { argv, cwd } = scripted({ toolCalls: [{ name: "shell", arguments: { command } }] }, { text: "done" });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("why not): ");
    child.stdin.write("n\n");
    const { stdout } = await ended;
    expect(lines(stdout)).toEqual(
      expect.arrayContaining([
        "  command  echo one\\u{1b}[2Jtwo",
        "           echo \\u{202e}three\\u{d}four",
        expect.stringMatching(/^ {2}in {7}\//),
        "  a  Allow this very command until the session is closed",
      ]),
    );
    // oxlint-disable-next-line no-control-regex -- control characters are what this is about
    expect(stdout).not.toMatch(/[\u001b\u202e]|\r(?!\n)/);
  });

  it("holds back what others say while a question is open, and names the subagent that asks", async () => {
    const cwd = folderWith({});
    const home = folderWith({});
    const subagent = (name: string): object => ({
      name: "subagent",
      arguments: { description: name, prompt: name },
    });
    const model = join(cwd, "script.json");
    writeFileSync(
      model,
      JSON.stringify({
        rules: [
          { when: "hi", turns: [{ toolCalls: [subagent("writer"), subagent("talker")] }, { text: "all done" }] },
          { when: "writer*", turns: [WRITE, { text: "written" }] },
          { when: "talker*", turns: [{ delayMs: 300, text: "so much to\nsay about it" }] },
        ],
      }),
    );
    const argv = ["run", "--provider", "scripted", "--model", model, "--data-dir", home, "hi"];
    const { child, ended, says } = startAtTerminal(argv, { cwd });
    await says("why not): ");
    const logs = (): string =>
      readdirSync(join(home, "sessions"))
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => readFileSync(join(home, "sessions", name), "utf8"))
        .join("");
    // The other one has said all by now.
    await expect.poll(() => /"turn\/end"/.test(logs()), { timeout: 10_000, interval: 5 }).toBe(true);
    child.stdin.write("y\n");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    const shown = lines(stdout);
    const asked = shown.findIndex((line) => line.startsWith("? "));
    expect(shown[asked]).toMatch(/^\? write_file new\.txt \(subagent/);
    expect(shown[asked + 6]).toBe("y, a, n (n and a few words: why not): y");
    expect(shown.findIndex((line) => line.includes("so much to"))).toBeGreaterThan(asked + 6);
  });
});
