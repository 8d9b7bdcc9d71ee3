import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "./packages.test-support.ts";
import { temporaryFolder } from "./temporary-folder.test-support.ts";

describe("npm start", () => {
  it("asks this repository its own question, answers with file and line, and ends with 0", () => {
    const { status, stdout } = spawnSync(process.execPath, ["scripts/start.mjs"], { cwd: root, encoding: "utf8" });
    expect(stdout).toMatch(/packages\/\w+\/src\/[\w-]+\.ts:\d+: /);
    expect(lastLine(stdout)).toMatch(/^1 turn · \d+ tool calls · .* · [\d.]+ s$/);
    expect(status).toBe(0);
  });

  it("asks what it was given", () => {
    const args = ["scripts/start.mjs", "Where is a heron?"];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect(stdout).toContain("heron");
    expect(status).toBe(0);
  });

  it("keeps the exit code of toh", () => {
    const { status } = spawnSync(process.execPath, ["scripts/start.mjs", "--no-such-option"], { cwd: root });
    expect(status).toBe(2);
  });

  it("hands a signal on once, and ends as toh ends", async () => {
    const folder = temporaryFolder({
      "rules.json": JSON.stringify({ rules: [{ when: "*", turns: [{ text: "Still here.\n", hang: true }] }] }),
    });
    const args = ["scripts/start.mjs", "--provider", "scripted", "--model", `${folder}/rules.json`, "wait"];
    const start = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void start.kill("SIGKILL"));
    await once(start.stdout, "data");
    start.kill("SIGINT");
    start.kill("SIGINT");
    await expect(once(start, "exit")).resolves.toEqual([130, null]);
  });
});

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}
