import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { peer } from "./peer.test-support.ts";
import { folderWith, scripted, toh } from "./process.test-support.ts";

/** A runtime of this version that begins a turn and then does `end`. */
function cutShort(version: 0 | 1, end: string): string {
  return peer(
    `process.argv.length = 2; serve(${version}, { "session/prompt": (request) => { begin(request, "half"); ${end} } });`,
  );
}

describe("toh run and where its session is kept", () => {
  it("says how to go on when the runtime is lost in the middle of a turn, and ends with 3", async () => {
    const { code, stdout, stderr } = await toh(["run", "--session", "s", "hi"], {
      env: { TOH_RUNTIME: cutShort(1, `process.kill(process.pid, "SIGKILL");`) },
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: "half\n",
      stderr: expect.stringMatching(
        /\ntoh: the runtime exited \(SIGKILL\) and wrote nothing to stderr: the session is kept, to go on: toh run --session s "prompt"\n$/,
      ),
    });
  });

  it.each([
    ["version 0", 0, []],
    ["an ephemeral session", 1, ["--ephemeral"]],
  ] as const)("promises nothing of the kind with %s", async (_what, version, argv) => {
    const { code, stderr } = await toh(["run", ...argv, "hi"], {
      env: { TOH_RUNTIME: cutShort(version, `process.kill(process.pid, "SIGKILL");`) },
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/and wrote nothing to stderr: check --runtime\n$/);
  });

  it("says why a turn broke off without an end, where the runtime's log tells it", async () => {
    const stopped = `console.error(JSON.stringify({ event: "session.stopped", sessionId, error: "no space left" }));`;
    const idle = `notify("session.status", { sessionId, status: "idle" });`;
    const run = async (end: string): Promise<unknown> =>
      toh(["run", "--session", "s", "--provider", "p", "--model", "m", "hi"], {
        env: { TOH_RUNTIME: cutShort(1, `const { sessionId } = request.params; ${end}`) },
      });
    expect(await run(stopped + idle)).toMatchObject({
      code: 1,
      stderr:
        "toh: the turn broke off, since the session cannot be kept: no space left: make room, or give another --data-dir\n",
    });
    expect(await run(idle)).toMatchObject({
      code: 1,
      stderr: "toh: the session went idle before its turn had ended; TOH_LOG=debug shows more\n",
    });
  });

  it("says what to do where a session cannot be begun, or cannot be opened", async () => {
    const { argv, cwd } = scripted({ text: "hello" }, { text: "again" });
    const noFolder = join(folderWith({ file: "" }), "file");
    expect(await toh([...argv, "--data-dir", noFolder, "hi"], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^toh: the runtime refused: .*: give another --data-dir, or --ephemeral to keep nothing\n$/,
      ),
    });
    const home = folderWith({});
    const at = ["--data-dir", home, "--session", "s"];
    expect(await toh([...argv, ...at, "hi"], { cwd })).toMatchObject({ code: 0 });
    const { stdout } = await toh(["sessions", "show", "s", "--json", "--data-dir", home]);
    const file = /"file":"([^"]*)"/.exec(stdout)?.[1] ?? "";
    writeFileSync(file, "no JSON\n", { flag: "a" });
    expect(await toh([...argv, ...at, "hi"], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^toh: the runtime refused: .* is no JSON: `toh sessions show` tells whether it is damaged, and what to do then\n$/,
      ),
    });
  });
});
