import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { peer } from "./peer.test-support.ts";
import { folderWith, scripted, start, startAtTerminal, toh } from "./process.test-support.ts";

const CANCELLING = "\ncancelling the turn; once more to end the runtime\n";
const ENDING = "\nending the runtime; once more to kill it\n";

describe("Ctrl-C once", () => {
  it("cancels the turn, says so, and ends with 130 and with nothing left running", async () => {
    const { argv, cwd } = scripted({ text: "thinking", hang: true });
    const { child, ended, says } = start([...argv, "hi"], { cwd });
    await says("thinking");
    process.kill(-(child.pid ?? 0), "SIGINT");
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^thinking\n1 turn · 0 tool calls · .*\n$/);
    expect(stderr).toBe(`${CANCELLING}toh: the turn was cancelled\n`);
  });

  it("leaves a session that goes on, with what had been said", async () => {
    const { cwd } = scripted();
    const home = folderWith({});
    const rules = [
      { when: "first", turns: [{ text: "thinking", hang: true }] },
      { when: "*", turns: [{ text: "here I am" }] },
    ];
    const model = join(folderWith({ "rules.json": JSON.stringify({ rules }) }), "rules.json");
    const argv = ["run", "--provider", "scripted", "--model", model, "--data-dir", home, "--session", "s"];
    const { child, ended, says } = start([...argv, "first"], { cwd });
    await says("thinking");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    expect(await toh([...argv, "second"], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^here I am\n/),
    });
    const shown = await toh(["sessions", "show", "s", "--data-dir", home, "--json"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      turns: [
        { prompt: "first", answer: "thinking", end: "aborted" },
        { prompt: "second", answer: "here I am", end: "completed" },
      ],
    });
  });

  it("ends a command that runs, with all that it started", async () => {
    const { argv, cwd } = scripted({
      toolCalls: [{ name: "shell", arguments: { command: "sleep 1000 & touch up; wait" } }],
    });
    const { child, ended } = start([...argv, "--yes", "hi"], { cwd });
    await expect.poll(() => existsSync(join(cwd, "up")), { timeout: 10_000, interval: 5 }).toBe(true);
    child.kill("SIGINT");
    // `ended` makes sure that no process is left.
    expect(await ended).toMatchObject({ code: 130, stderr: `${CANCELLING}toh: the turn was cancelled\n` });
  });

  it("cancels at a terminal, by its key", async () => {
    const { argv, cwd } = scripted({ text: "thinking", hang: true });
    const { child, ended, says } = startAtTerminal([...argv, "hi"], { cwd });
    await says("thinking");
    child.stdin.write("\x03");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout.replaceAll("\r\n", "\n")).toContain(CANCELLING);
    expect(stdout).toContain("to go on: toh run --session session-");
    expect(stdout).toContain("toh: the turn was cancelled");
  });

  it("cancels a prompt that has not been taken yet", async () => {
    const path = peer(`
      let prompt;
      serve(1, {
        "session/prompt": (request) => { prompt = request; process.kill(process.ppid, "SIGINT"); },
        "session/cancel": (request) => {
          const { clientMessageId, scope } = request.params;
          const isIts = clientMessageId !== undefined && clientMessageId === prompt.params.clientMessageId;
          answer(request, { outcome: isIts ? "remembered" : "nothing", cancelled: [], kept: [] });
          if (scope === "all") refuse(prompt, -32800, "cancelled");
        },
      });
    `);
    expect(await toh(["run", "--runtime", path, "--provider", "p", "--model", "m", "hi"])).toMatchObject({
      code: 130,
      stdout: "",
      stderr: `${CANCELLING}toh: the prompt was cancelled before its turn began\n`,
    });
  });

  it("comes too late for a turn that completes: that is what it ends with", async () => {
    const path = peer(`
      let sessionId;
      serve(1, {
        "session/prompt": (request) => {
          sessionId = request.params.sessionId;
          begin(request, "done");
          process.kill(process.ppid, "SIGINT");
        },
        "session/cancel": (request) => {
          if (request.params.scope !== "all") end(sessionId, { kind: "completed" });
          answer(request, { outcome: "finished", cancelled: [], kept: [] });
        },
      });
    `);
    expect(await toh(["run", "--runtime", path, "--provider", "p", "--model", "m", "hi"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^done\n1 turn · /),
      stderr: CANCELLING,
    });
  });

  it("says what is in the way of cancelling", async () => {
    const path = peer(`
      let sessionId;
      serve(1, {
        "session/prompt": (request) => {
          sessionId = request.params.sessionId;
          begin(request, "thinking");
          process.kill(process.ppid, "SIGINT");
        },
        "session/cancel": (request) => {
          refuse(request, -32017, "storage-failed");
          setImmediate(end, sessionId, { kind: "completed" });
        },
      });
    `);
    expect(await toh(["run", "--runtime", path, "--provider", "p", "--model", "m", "hi"])).toMatchObject({
      code: 0,
      stderr: `${CANCELLING}toh: the turn cannot be cancelled: the runtime refused: storage-failed; once more to end the runtime\n`,
    });
  });
});

describe("Ctrl-C twice", () => {
  it("ends the runtime without waiting for the turn, and ends with 130", async () => {
    const { argv, cwd } = scripted({
      toolCalls: [{ name: "shell", arguments: { command: "trap '' TERM; touch up; sleep 1000" } }],
    });
    const { child, ended, says } = start([...argv, "--yes", "hi"], { cwd });
    await expect.poll(() => existsSync(join(cwd, "up")), { timeout: 10_000, interval: 5 }).toBe(true);
    child.kill("SIGINT");
    await says("cancelling the turn");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stderr: CANCELLING + ENDING });
  });

  const DEAF = `
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1e6);
    serve(1, { "session/prompt": (request) => begin(request, "thinking"), shutdown: () => {} });
  `;

  it("kills one that does not end within two seconds", async () => {
    const { child, ended, says } = start(["run", "--runtime", peer(DEAF), "--provider", "p", "--model", "m", "hi"]);
    await says("thinking");
    child.kill("SIGINT");
    await says("cancelling the turn");
    const startedAt = performance.now();
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stdout: "thinking\n" });
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });

  it("and a third time kills it at once", async () => {
    const { child, ended, says } = start(["run", "--runtime", peer(DEAF), "--provider", "p", "--model", "m", "hi"]);
    await says("thinking");
    child.kill("SIGINT");
    await says("cancelling the turn");
    child.kill("SIGINT");
    await says("once more to kill it");
    const startedAt = performance.now();
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});

describe("with a runtime of version 0", () => {
  const OLD = `serve(0, { "session/prompt": (request) => begin(request, Object.keys(request.params).join()) });`;

  it("Ctrl-C ends the runtime, and the prompt has nothing that it does not know", async () => {
    const { child, ended, says } = start(["run", "--yes", "--runtime", peer(OLD), "hi"]);
    await says("sessionId,contentBlocks");
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(130);
    expect(stdout).toBe("sessionId,contentBlocks\n");
    expect(stderr).toMatch(/^note: .*\n\nending the runtime; once more to kill it\n$/);
  });

  it("kills a deaf one at once on the second Ctrl-C", async () => {
    const path = peer(`
      process.on("SIGTERM", () => {});
      setInterval(() => {}, 1e6);
      serve(0, { "session/prompt": (request) => begin(request, "thinking"), shutdown: () => {} });
    `);
    const { child, ended, says } = start(["run", "--runtime", path, "hi"]);
    await says("thinking");
    child.kill("SIGINT");
    await says("once more to kill it");
    const startedAt = performance.now();
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});
