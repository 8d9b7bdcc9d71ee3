import { describe, expect, it } from "vitest";
import { PROVIDERS } from "../index.ts";
import { Bench, folder } from "../runtime.test-support.ts";
import { searchWords } from "./offline-plan.ts";

async function ask(files: Record<string, string>, prompt: string): Promise<{ story: string[]; answer: string }> {
  const bench = new Bench({}, { providers: PROVIDERS });
  const cwd = await folder(files);
  await bench.connection.configure(
    { cwd, provider: "offline", model: "offline" },
    { signal: new AbortController().signal },
  );
  await bench.run(prompt);
  const story = bench.story();
  return {
    story,
    answer:
      story.findLast((line) => line.startsWith("s assistant/message"))?.slice("s assistant/message ".length) ?? "",
  };
}

describe("offline", () => {
  it("lists, searches, reads, delegates and quotes with file and line; says what it is, and how to use a model", async () => {
    const files = {
      "one.md": "intro\nThe ladder has four steps.\n",
      "two.md": "A ladder too\n",
      "three.md": "nothing\n",
    };
    const { story, answer } = await ask(files, "How many steps has the ladder?");
    expect(story.filter((line) => /tool\/call|started/.test(line))).toEqual([
      "s tool/call list_files",
      "s tool/call search_files",
      "s tool/call search_files",
      "s tool/call read_file",
      "s tool/call subagent",
      "s started child1",
      "child1 tool/call read_file",
    ]);
    expect(answer.split("\n")[0]).toBe(
      "This is `offline`: no language model, a small program that searches the folder for the words of the prompt.",
    );
    expect(answer).toContain("The folder has 3 files.");
    expect(answer).toContain("  one.md:2: The ladder has four steps.");
    expect(answer).toContain("From one.md:\n  1: intro\n  2: The ladder has four steps.");
    expect(answer).toContain("A subagent read this:\nFrom two.md:\n  1: A ladder too");
    expect(answer).toMatch(
      /\nFor answers of a model: DEEPSEEK_API_KEY=\.\.\. toh run --provider deepseek-official --model \S+ "prompt"\.$/,
    );
    expect(story.at(-2)).toBe('s turn/end {"kind":"completed"}');
  });

  it("gives the same answer to the same question", async () => {
    const files = { "a.txt": "alpha beta\n", "b.txt": "alpha\n" };
    const first = await ask(files, "where is alpha with beta");
    const second = await ask(files, "where is alpha with beta");
    expect(second.answer).toBe(first.answer);
  });

  it("says so when nothing fits, when there is nothing to search for, and when the folder cannot be read", async () => {
    expect((await ask({ "a.txt": "x" }, "zebra")).answer).toContain('No line has "zebra".');
    expect((await ask({ "a.txt": "x" }, "?")).answer).toContain("The prompt has no word that is worth a search.");
    const bench = new Bench({}, { providers: PROVIDERS });
    await bench.connection.configure(
      { cwd: "/no/such/folder", provider: "offline", model: "offline" },
      { signal: new AbortController().signal },
    );
    await bench.run("zebra");
    expect(bench.story().join("\n")).toContain(
      "A tool failed: list_files: Error: no such file or folder: /no/such/folder",
    );
  });

  it.each([
    ["Where does the transport join frames?", ["transport", "frames", "join"]],
    ["what is maxFrameBytes", ["maxframebytes"]],
    ["wie heißt die Größe", ["größe", "heißt"]],
    ["what does it do?", []],
  ])("searches %j by its longest words %j", (question, words) => {
    expect([...searchWords(question)].sort()).toEqual([...words].sort());
  });
});
