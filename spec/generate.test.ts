import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generate } from "./generate/main.ts";

const root = new URL("..", import.meta.url);
const files = await generate(root);
const validators = [...files].filter(([path]) => path.endsWith(".js"));

describe("the generated files", () => {
  it.each([...files])("%s is what the schemas give today", (path, text) => {
    expect(readFileSync(new URL(path, root), "utf8") === text, "run `npm run generate`").toBe(true);
  });

  it("come out the same each time", async () => {
    expect([...(await generate(root))]).toEqual([...files]);
  });

  it("say in the first lines that no hand wrote them", () => {
    const first = [...files].map(([path, text]) => [path, text.slice(0, 200).includes("Generated from the schemas")]);
    expect(first).toEqual([...files.keys()].map((path) => [path, true]));
  });
});

describe("the generated checks", () => {
  it.each(validators)("%s stands alone: it loads nothing and makes no code", (_, text) => {
    expect(text).not.toMatch(/\brequire\(|\bimport\b|\beval\(|\bFunction\(/);
  });

  it.each(validators.filter(([path]) => path.startsWith("packages/")))("%s is smaller than 256 kB", (_, text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024);
  });

  it("have what a server needs in a module of its own, smaller than 80 kB", () => {
    const requests = files.get("packages/protocol/src/generated/requests-open.js") ?? "";
    expect(Buffer.byteLength(requests)).toBeLessThan(80 * 1024);
    expect(requests).toContain("session/prompt");
    expect(requests).not.toContain("assistant/chunk");
  });

  it.each(validators)("%s works where code may not be made from strings", (path) => {
    const url = new URL(path, root).href;
    // The logs and a client have events to check, a server has requests.
    const program = `const { events, paramsV1 } = await import(${JSON.stringify(url)});
      const check = (events ?? paramsV1).get(events ? "turn/start" : "session/get");
      const good = events ? { type: "turn/start", seq: 0, time: 0, data: { turn: 1 } } : { sessionId: "s" };
      const bad = events ? { ...good, data: { turn: "1" } } : { sessionId: 1 };
      console.log(check(good), check(bad), check.errors[0].instancePath);
      try { new Function("return 1"); } catch (error) { console.log(error.name); }`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--disallow-code-generation-from-strings", "--input-type=module", "-e", program],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^true false \/(data\/turn|sessionId)\nEvalError\n$/);
  });
});

describe("npm run generate", () => {
  const script = fileURLToPath(new URL("scripts/generate.mjs", root));
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });

  it("with --check exits with 0 when no file is stale", () => {
    const { status, stdout } = run("--check");
    expect(stdout).toBe("generated files are up to date\n");
    expect(status).toBe(0);
  });

  it("with --check writes nothing, lists what is stale and exits with 1", async () => {
    const folder = await mkdtemp(join(tmpdir(), "generate-"));
    try {
      expect(run("--into", folder).status).toBe(0);
      await appendFile(join(folder, "packages/session/src/event.ts"), "// a hand\n");
      await rm(join(folder, "packages/protocol/schema.json"));
      const { status, stderr } = run("--check", "--into", folder);
      expect(stderr).toContain("\n  packages/session/src/event.ts\n  packages/protocol/schema.json\n");
      expect(status).toBe(1);
      expect(await readFile(join(folder, "packages/session/src/event.ts"), "utf8")).toMatch(/\/\/ a hand\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
