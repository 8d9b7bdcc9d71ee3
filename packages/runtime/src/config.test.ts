import { writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hostOptions, readConfig } from "./config.ts";
import { folder } from "./runtime.test-support.ts";

async function reading(text: string): Promise<unknown> {
  const file = join(await folder({ "c.json": text }), "c.json");
  return readConfig(file).catch((error: unknown) =>
    error instanceof Error ? error.message.replace(file, "c.json") : error,
  );
}

describe("toh.config.json", () => {
  it("may say all that the schema knows", async () => {
    const config = {
      $schema: "./node_modules/@buckeyestudio/toh-runtime/config.schema.json",
      provider: "openai",
      model: "m",
      maxTokens: 1,
      dataDir: "sessions",
      durability: "os",
      providers: { openai: { baseUrl: "http://h/v1", apiKeyEnv: "MY_KEY", idleTimeoutMs: 0, totalTimeoutMs: 5 } },
      tools: {
        rules: [
          { tool: "shell", command: "npm *", verdict: "allow" },
          { tool: "write_*", path: "src/**", verdict: "deny" },
        ],
        timeoutMs: 1000,
        approvalTimeoutMs: 60_000,
        maxOutputBytes: 2048,
        passEnv: ["NPM_TOKEN"],
      },
      limits: { maxSteps: 1, maxDepth: 0, maxChildren: 0, maxTurnMs: 1, maxTurnTokens: 1 },
    };
    expect(await reading(`\uFEFF${JSON.stringify(config)}`)).toEqual(config);
    expect(await reading("{}")).toEqual({});
  });

  it.each([
    ["", "c.json is not JSON: line 1, column 1: Unexpected end of JSON input"],
    ['{\n  "model": }', "c.json is not JSON: line 2, column 13: Unexpected token '}'"],
    ["[]", "c.json: the top must be object"],
    ['{"modle": "m"}', 'c.json: the top has no member "modle"'],
    ['{"maxTokens": 0}', "c.json: /maxTokens must be >= 1"],
    ['{"tools": {"rules": [{"tool": "shell"}]}}', 'c.json: /tools/rules/0 lacks the member "verdict"'],
    [
      '{"tools": {"rules": [{"tool": "shell", "verdict": "yes"}]}}',
      'c.json: /tools/rules/0/verdict must be one of ["allow","ask","deny"]',
    ],
    [
      '{"tools": {"rules": [{"tool": "a*b", "verdict": "ask"}]}}',
      'c.json: /tools/rules/0/tool must match pattern "^[^*]*\\*?$"',
    ],
    [
      '{"providers": {"openai": {"apiKeyEnv": "sk-0123456789"}}}',
      'c.json: /providers/openai/apiKeyEnv must match pattern "^[A-Za-z_][A-Za-z0-9_]*$"',
    ],
    ['{"providers": {"openai": {"apiKey": "sk-0123456789"}}}', 'c.json: /providers/openai has no member "apiKey"'],
  ])("%j is refused: %s", async (text, message) => {
    expect(await reading(text)).toBe(message);
  });

  it("gives way to the environment", () => {
    const providers = { openai: { baseUrl: "http://file/", apiKeyEnv: "K" }, mine: { baseUrl: "http://mine/" } };
    expect(hostOptions({ providers }, {})).toEqual({ providerOptions: providers });
    expect(hostOptions({ providers }, { OPENAI_BASE_URL: "http://env/" })).toEqual({
      providerOptions: { openai: { apiKeyEnv: "K" }, mine: { baseUrl: "http://mine/" } },
    });
    expect(hostOptions({ limits: { maxSteps: 3 }, tools: { timeoutMs: 5 } }, {})).toEqual({
      maxSteps: 3,
      tools: { timeoutMs: 5 },
      providerOptions: {},
    });
  });
});

describe("toh-runtime", () => {
  const bin = fileURLToPath(new URL("../bin/toh-runtime.js", import.meta.url));
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [bin, "--ephemeral", ...args], { encoding: "utf8", input: "" });

  it("ends with 2 and a line that says what is wrong with its configuration", async () => {
    const cwd = await folder({ "toh.config.json": '{"tools": {"timeoutMs": "1"}}', "good.json": "{}" });
    expect(run("--cwd", cwd)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: "toh-runtime: toh.config.json: /tools/timeoutMs must be integer\n",
    });
    expect(run("--cwd", cwd, "--config", "good.json")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(run("--cwd", cwd, "--config", "none.json")).toMatchObject({
      status: 2,
      stderr: "toh-runtime: none.json cannot be read: ENOENT: no such file or directory\n",
    });
    await writeFile(join(cwd, "toh.config.json"), "{}");
    expect(run("--cwd", cwd)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});
