import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { folder } from "./runtime.test-support.ts";

const KEY = "sk-known-0123456789abcdefghij";
const bin = fileURLToPath(new URL("../bin/toh-runtime.js", import.meta.url));

it("a key stands in no frame, no line on stderr and no log, whatever tools bring to light", async () => {
  const calls = [
    { name: "shell", arguments: { command: "env; cat leaked.txt /proc/$PPID/environ; sh leaked.txt" } },
    { name: "read_file", arguments: { path: "leaked.txt" } },
    { name: "search_files", arguments: { text: "sk-known" } },
    { name: "edit_file", arguments: { path: "leaked.txt", old: "none", new: "other" } },
    { name: "subagent", arguments: { description: "d", prompt: "child" } },
  ];
  const rules = [
    { when: "go", turns: [...calls.map((call) => ({ toolCalls: [call] })), { text: "done" }] },
    { when: "child", turns: [{ toolCalls: [calls[0]] }, { text: "done" }] },
  ];
  const cwd = await folder({
    "leaked.txt": `export KEY=${KEY}\n`,
    "script.json": JSON.stringify({ rules }),
    "toh.config.json": JSON.stringify({
      providers: { mine: { apiKeyEnv: "UNUSUAL_NAME" } },
      tools: { rules: [{ tool: "*", verdict: "allow" }] },
    }),
  });
  const dataDir = await folder();
  const child = spawn(process.execPath, [bin, "--cwd", cwd, "--data-dir", dataDir], {
    env: { ...process.env, UNUSUAL_NAME: KEY, TOH_LOG: "debug" },
  });
  let told = "";
  child.stderr.on("data", (chunk) => (told += String(chunk)));
  const send = (id: number, method: string, params: object): boolean =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  send(1, "initialize", { cwd, provider: "scripted", model: "script.json" });
  send(2, "session/prompt", { sessionId: "s", contentBlocks: [{ type: "text", text: "go" }] });
  for await (const line of createInterface({ input: child.stdout })) {
    told += line;
    if (/"sessionId":"s","status":"idle"/.test(line)) child.stdin.end();
  }
  if (child.exitCode === null) await once(child, "exit");
  expect(told.match(/\[redacted UNUSUAL_NAME\]/g)?.length).toBeGreaterThanOrEqual(4);
  expect(told).not.toContain(KEY);
  const logs = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    logs.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
  );
  expect(texts.join("")).toContain("[redacted UNUSUAL_NAME]");
  expect(texts.join("")).not.toContain(KEY);
});
