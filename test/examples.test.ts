import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs an example as a reader would, and gives what it printed. */
async function run(command: string, file: string): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: join(root, "python/src"),
    PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`,
  };
  const child = spawn(command, [join(root, "examples", file)], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(code).toBe(0);
  return output;
}

describe("an example", () => {
  it("run.mjs prints the answer and how the turn ended", async () => {
    const output = await run(process.execPath, "run.mjs");
    expect(output).toContain("README.md:");
    expect(output).toMatch(/\nended: completed\n$/);
  });

  it("stream.mjs prints tool calls, a subagent and the text as they come", async () => {
    const output = await run(process.execPath, "stream.mjs");
    expect(output).toMatch(/^\[list_files {}\]\n\[search_files /);
    expect(output).toMatch(/\n\[subagent [0-9a-f-]{36}\]\n/);
    expect(output).toMatch(/\n\[completed\]\n$/);
  });

  it("scripted.mjs plays its script: a tool turn, a retry, a failure", async () => {
    expect((await run(process.execPath, "scripted.mjs")).split("\n")).toEqual([
      '{"prompt":"What is in here?","finalResponse":"A handful of examples.","finishReason":"completed","retries":0}',
      '{"prompt":"Try again","finalResponse":"This time it worked.","finishReason":"completed","retries":1}',
      '{"prompt":"Fail","finalResponse":"","finishReason":"error","retries":0}',
      "",
    ]);
  });

  it("two-sessions.mjs keeps its sessions apart", async () => {
    expect(await run(process.execPath, "two-sessions.mjs")).toBe(
      "first: A handful of examples.\nsecond: This time it worked.\n",
    );
  });

  it("cancel.mjs cuts a turn and goes on", async () => {
    expect(await run(process.execPath, "cancel.mjs")).toBe("cut: three is enough\nthe session goes on: completed\n");
  });

  it("tools.mjs runs a tool of its own and refuses one of the runtime's", async () => {
    expect(await run(process.execPath, "tools.mjs")).toBe(
      [
        "12 is larger -> The second one.",
        "asked: write_file note.txt",
        "Error: write_file was denied: not in the examples -> Not this time.",
        "",
      ].join("\n"),
    );
  });

  it("resume.mjs goes on with a session in another process", async () => {
    const lines = (await run(process.execPath, "resume.mjs")).split("\n");
    expect(lines[0]).toMatch(/^stored: (\d+) events, heard before: \1$/);
    expect(lines.slice(1)).toEqual(['"Remember this" is idle', ""]);
  });

  it("run.py does the same from Python", async () => {
    expect(await run("python3", "run.py")).toMatch(/\nended: completed\n$/);
  });
});
