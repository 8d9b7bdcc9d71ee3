import type { ApprovalDecision, ApprovalQuestion } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { RuntimeHostOptions } from "./index.ts";
import { Bench, folder } from "./runtime.test-support.ts";
import { results } from "./tools/tools.test-support.ts";

const write = (path: string) => ({ name: "write_file", arguments: { path, content: "x" } });

/** A bench whose peer answers questions, and what it was asked. */
async function asked(
  calls: readonly { name: string; arguments: Record<string, unknown> }[],
  answer: (question: ApprovalQuestion, signal: AbortSignal) => Promise<ApprovalDecision>,
  options: RuntimeHostOptions = {},
): Promise<{ bench: Bench; questions: ApprovalQuestion[]; cwd: string }> {
  const cwd = await folder({ ".env": "A=1" });
  const turns = [...calls.map((call) => ({ toolCalls: [call] })), { text: "done" }];
  const bench = await new Bench({ go: turns }, options).open(cwd);
  const questions: ApprovalQuestion[] = [];
  bench.host.connect({
    emit: () => undefined,
    decide: (question, { signal }) => {
      questions.push(question);
      return answer(question, signal);
    },
  });
  return { bench, questions, cwd };
}

const choose = (optionId: string, note?: string) => async (): Promise<ApprovalDecision> => ({
  type: "selected",
  optionId,
  ...(note === undefined ? {} : { note }),
});

const tools = (bench: Bench): string[] => bench.story().filter((line) => /tool|approval/.test(line));

describe("a call that has to be asked for (spec §1.8)", () => {
  it("is told, asked, decided and run in this order", async () => {
    const { bench, questions, cwd } = await asked([write("a/b.txt")], choose("allow-once"));
    await bench.run("go");
    expect(tools(bench)).toEqual([
      "s tool/call write_file",
      "s approval/asked",
      "s approval/decided",
      "s tool/result [created a/b.txt: 1 bytes]",
    ]);
    expect(questions).toEqual([
      {
        approvalId: expect.any(String),
        sessionId: "s",
        turn: 1,
        callId: "call_1",
        tool: "write_file",
        title: "write_file a/b.txt",
        subject: { arguments: { path: "a/b.txt", content: "x" }, paths: ["a/b.txt"] },
        options: [
          { id: "allow-once", kind: "allow-once", label: "Allow once" },
          { id: "allow-session", kind: "allow-session", label: "Allow write_file until the session is closed" },
          { id: "deny", kind: "deny", label: "Deny" },
        ],
      },
    ]);
    const events = bench.facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));
    const id = questions[0]?.approvalId;
    expect(events.find(({ type }) => type === "approval/asked")?.data).toEqual({
      id,
      toolName: "write_file",
      callId: "call_1",
      reason: "default",
    });
    expect(events.find(({ type }) => type === "approval/decided")?.data).toEqual({ id, outcome: "allow-once" });
    expect(await readdir(cwd)).toEqual([".env", "a"]);
  });

  it.each<[string, () => Promise<ApprovalDecision>, string]>([
    ["denied", choose("deny"), "DENIED Error: write_file was denied"],
    ["denied with a note", choose("deny", "not there"), "DENIED Error: write_file was denied: not there"],
    ["answered with an option that was not offered", choose("other"), "DENIED Error: write_file was denied"],
    [
      "withdrawn",
      async () => ({ type: "cancelled" }),
      "DENIED Error: write_file was not allowed: the question was withdrawn",
    ],
    [
      "not answered, since the peer failed",
      async () => Promise.reject(new Error("gone")),
      "DENIED Error: write_file was denied",
    ],
  ])("does not run when it is %s, and the turn goes on", async (_, answer, result) => {
    const { bench, cwd } = await asked([write("a")], answer);
    await bench.run("go");
    expect(results(bench)).toEqual([result]);
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"completed"}');
    expect(await readdir(cwd)).toEqual([".env"]);
  });

  it("is asked once a session where that was chosen: for the tool, and not for what a rule singles out", async () => {
    const calls = [write("a"), write("b"), write(".env"), write(".env"), write(".env2")];
    const { bench, questions } = await asked(calls, choose("allow-session"));
    await bench.run("go");
    expect(questions.map(({ title }) => title)).toEqual(["write_file a", "write_file .env", "write_file .env2"]);
    expect(questions[1]?.options[1]?.label).toBe("Allow write_file for .env until the session is closed");
    expect(results(bench)).toHaveLength(5);
  });

  it("of the shell is covered for the session by the very same command alone", async () => {
    const shell = (command: string) => ({ name: "shell", arguments: { command } });
    const { bench, questions, cwd } = await asked(
      [shell("true"), shell("true"), shell("true; true")],
      choose("allow-session"),
    );
    await bench.run("go");
    expect(questions.map(({ title }) => title)).toEqual(["shell: true", "shell: true; true"]);
    expect(questions[0]?.subject).toEqual({ arguments: { command: "true" }, command: "true", cwd });
  });

  it("is cancelled when the turn ends while the question is open", async () => {
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    const { bench } = await asked([write("a")], (_question, signal) => {
      open();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await bench.prompt("go");
    await isOpen;
    await bench.host.dispose(new AbortController().signal);
    expect(tools(bench)).toEqual([
      "s tool/call write_file",
      "s approval/asked",
      "s approval/decided",
      "s tool/result ABORTED_BEFORE_DISPATCH Error: the call was aborted",
    ]);
    const decided = bench.facts.find((fact) => fact.kind === "event" && fact.event.type === "approval/decided");
    expect(decided).toMatchObject({ event: { data: { outcome: "cancelled" } } });
  });

  it("is told as what the turn waits for, and withdrawn from the others once one has answered", async () => {
    const { bench } = await asked([write("a")], choose("allow-once"));
    let withdrawn = (): void => undefined;
    const isWithdrawn = new Promise<void>((resolve) => (withdrawn = resolve));
    bench.host.connect({
      emit: () => undefined,
      decide: (_question, { signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            withdrawn();
            reject(signal.reason);
          }),
        ),
    });
    await bench.run("go");
    await isWithdrawn;
    expect(results(bench)).toEqual(["[created a: 1 bytes]"]);
    const waits = bench.facts.flatMap((fact) => (fact.kind === "status" ? [fact.waitingOn] : []));
    expect(waits).toEqual([undefined, ["approval"], undefined, undefined]);
  });

  it("shows people one line without control characters", async () => {
    const { bench, questions } = await asked([write("a\u001b[2J\nb\u202e")], choose("deny"));
    await bench.run("go");
    expect(questions[0]?.title).toBe("write_file a [2J b");
  });
});

describe("where nobody can be asked", () => {
  it.each([
    [write("a b.txt"), '{"tool":"write_file","path":"/a\\\\ b.txt","verdict":"allow"}'],
    [{ name: "shell", arguments: { command: "npm test" } }, '{"tool":"shell","command":"npm test","verdict":"allow"}'],
    [{ name: "shell", arguments: { command: "a | b" } }, '{"tool":"shell","verdict":"allow"}'],
    [{ name: "read_file", arguments: { path: ".env" } }, '{"tool":"read_file","path":"/.env","verdict":"allow"}'],
  ])("%j is denied, and the result names the rule that would allow it", async (call, rule) => {
    const bench = await new Bench({ go: [{ toolCalls: [call] }, { text: "done" }] }).open(
      await folder({ ".env": "A=1" }),
    );
    await bench.run("go");
    expect(results(bench)).toEqual([
      `DENIED Error: ${call.name} has to be asked for and nobody can be asked; this rule in toh.config.json would allow it: {"tools": {"rules": [${rule}]}}`,
    ]);
    const decided = bench.facts.find((fact) => fact.kind === "event" && fact.event.type === "approval/decided");
    expect(decided).toMatchObject({ event: { data: { outcome: "deny", reason: "nobody can be asked" } } });
    const suggested = new Bench(
      { go: [{ toolCalls: [call] }, { text: "done" }] },
      { tools: { rules: [JSON.parse(rule)] } },
    );
    await (await suggested.open(await folder({ ".env": "A=1" }))).run("go");
    expect(results(suggested)[0]).not.toContain("DENIED");
  });

  it("a call that a rule denies is denied without a question", async () => {
    const options: RuntimeHostOptions = { tools: { rules: [{ tool: "read_file", verdict: "deny" }] } };
    const { bench, questions } = await asked(
      [{ name: "read_file", arguments: { path: ".env" } }],
      choose("allow-once"),
      options,
    );
    await bench.run("go");
    expect(questions).toEqual([]);
    expect(results(bench)).toEqual(["DENIED Error: toh.config.json does not allow read_file here (tools.rules[0])"]);
  });
});

describe("what may only be read when asked for", () => {
  it("is left out of lists and searches, which say so", async () => {
    const { bench } = await asked(
      [
        { name: "list_files", arguments: {} },
        { name: "search_files", arguments: { text: "A=" } },
        { name: "search_files", arguments: { text: "A=", path: ".env" } },
      ],
      choose("allow-once"),
    );
    await bench.run("go");
    const note = "[1 file left out: to be named one by one, since reading them is asked for first]";
    expect(results(bench)).toEqual([`[no files]\n${note}`, `[no matches]\n${note}`, ".env:1: A=1"]);
  });
});
