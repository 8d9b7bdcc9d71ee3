import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Bench, folder } from "../runtime.test-support.ts";
import { Secrets } from "../secrets.ts";
import { CappedOutput } from "./output.ts";
import { call, everything, results } from "./tools.test-support.ts";

const limited = (tools: object): typeof everything => ({ tools: { ...everything.tools, ...tools } });

describe("shell", () => {
  it.each([
    ["echo one", "one\n[exit code: 0]"],
    ["true", "[no output]\n[exit code: 0]"],
    ["echo out; echo err >&2; exit 3", "out\nerr\n[exit code: 3]"],
    ["cat", "[no output]\n[exit code: 0]"],
    ["kill -9 $$", "[no output]\n[ended by SIGKILL]"],
    ["printf 'h\\303\\251ron'", "héron\n[exit code: 0]"],
    ["no-such-program-here 2>/dev/null", "[no output]\n[exit code: 127]"],
  ])("runs %j", async (command, result) => {
    expect(await call(await folder(), "shell", { command })).toBe(result);
  });

  it("runs in the working folder, or in one inside it", async () => {
    const cwd = await folder();
    await mkdir(join(cwd, "in side"));
    expect(await call(cwd, "shell", { command: "pwd" })).toBe(`${cwd}\n[exit code: 0]`);
    expect(await call(cwd, "shell", { command: "pwd", cwd: "in side" })).toBe(
      `${join(cwd, "in side")}\n[exit code: 0]`,
    );
    expect(await call(cwd, "shell", { command: "pwd", cwd: ".." })).toBe(
      "Error: .. is outside the working folder; name a path inside it",
    );
    expect(await call(cwd, "shell", { command: "a\0b" })).toBe("Error: a command cannot hold a NUL character");
  });

  it("keeps the beginning and the end of what is too much", async () => {
    const text = await call(
      await folder(),
      "shell",
      { command: "echo begin; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo end" },
      limited({ maxOutputBytes: 2048 }),
    );
    expect(text).toMatch(/^begin\nx+\n\[… 4999\d{4} bytes were cut here …\]\nx+\nend\n\[exit code: 0\]$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  });

  it("takes what a command prints in memory that does not grow with it", () => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const before = process.memoryUsage().arrayBuffers;
    const output = new CappedOutput(2048, new Secrets({}));
    // Nothing but the output makes buffers here, so no collection has to come first.
    for (let count = 0; count < 1000; count++) output.add(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
    expect(output.text()).toContain("bytes were cut here");
  });

  it("ends with its time limit, and gives back what was printed until then", async () => {
    const cwd = await folder();
    expect(await call(cwd, "shell", { command: "echo begun; sleep 600", timeoutMs: 300 })).toBe(
      "TIMEOUT Error: the call took longer than 300 ms; the command and all that it had started was ended\nbegun\n",
    );
    expect(await call(cwd, "shell", { command: "sleep 600", timeoutMs: 9999 }, limited({ timeoutMs: 100 }))).toMatch(
      /^TIMEOUT Error: the call took longer than 100 ms/,
    );
  });

  it.each([
    ["in its group", "sleep 600 & echo $! > pid"],
    ["in its group, deaf to SIGTERM", "(trap '' TERM; sleep 600 & sleep 600; sleep 600) & echo $! > pid"],
    ["in a session of its own", "setsid sleep 600 & echo $! > pid"],
    [
      "in a session of its own, deaf and without parent",
      "(setsid sh -c 'trap \"\" TERM; echo $$ > pid; sleep 600; sleep 600' &) ; while [ ! -s pid ]; do :; done",
    ],
  ])("ends what it leaves running %s", async (_, command) => {
    const cwd = await folder();
    expect(await call(cwd, "shell", { command: `(${command}) >/dev/null 2>&1` })).toMatch(
      /^\[no output\]\n\[\d+ process(es)? left running in the background: ended\]\n\[exit code: 0\]$/,
    );
    expect(isAlive(Number(await readFile(join(cwd, "pid"), "utf8")))).toBe(false);
  });

  it("is ended with its whole process tree when the turn is, grandchildren that ignore SIGTERM included", async () => {
    const cwd = await folder();
    const command = `trap '' TERM; (trap '' TERM; setsid sh -c 'trap "" TERM; echo $$ > deep; sleep 600; sleep 600') & sleep 600 & echo $$ > top; wait`;
    const bench = await new Bench(
      { go: [{ toolCalls: [{ name: "shell", arguments: { command } }] }] },
      everything,
    ).open(cwd);
    await bench.prompt("go");
    const pids = await Promise.all(["top", "deep"].map((name) => written(join(cwd, name))));
    expect(pids.map(isAlive)).toEqual([true, true]);
    await bench.host.dispose(new AbortController().signal);
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(results(bench)).toEqual(["ABORTED Error: the call was aborted"]);
    expect(processesIn(cwd)).toEqual([]);
  });

  it("gives a command no keys, and takes them out of what it prints, also where the cut would split one", async () => {
    const key = "sk-0123456789abcdef0123456789abcdef";
    vi.stubEnv("TEST_API_KEY", key);
    vi.stubEnv("TEAM_VARIABLE", "team-0123456789");
    vi.stubEnv("SOME_TOKEN", "token-0123456789");
    try {
      const cwd = await folder({ key, many: `${key} `.repeat(1000) });
      const options = {
        ...limited({ maxOutputBytes: 1024 }),
        providerOptions: { mine: { apiKeyEnv: "TEAM_VARIABLE" } },
      };
      const shown = await call(cwd, "shell", { command: "env" }, { ...options, ...everything });
      expect(shown).toContain("PATH=");
      expect(shown).not.toMatch(/TEST_API_KEY|TEAM_VARIABLE|SOME_TOKEN/);
      expect(await call(cwd, "shell", { command: "cat key" }, options)).toBe("[redacted TEST_API_KEY]\n[exit code: 0]");
      expect(await call(cwd, "read_file", { path: "key" }, options)).toBe("1: [redacted TEST_API_KEY]");
      for (let shift = 0; shift < key.length; shift++) {
        const text = await call(cwd, "shell", { command: `printf %${shift}s ''; cat many` }, options);
        expect(text.replaceAll(/\[redacted TEST_API_KEY\]/g, "")).not.toMatch(/sk-0|cdef|0123|89ab/);
      }
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

async function written(path: string): Promise<number> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.endsWith("\n")) return Number(text);
    await new Promise(setImmediate);
  }
}

/** A process that has ended and that nobody has asked about is dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

function processesIn(cwd: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        isAlive(Number(pid)) &&
        readFileSync(`/proc/${pid}/environ`, "latin1").includes(`PWD=${cwd}\0`)
      );
    } catch {
      return false;
    }
  });
}
