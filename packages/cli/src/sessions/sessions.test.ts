import { EventEmitter, once } from "node:events";
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { folderWith, scripted, start, toh } from "../process.test-support.ts";
import { toh as inThisProcess } from "../toh.ts";
import { damage, Home, turnEvents } from "./home.test-support.ts";

describe("toh sessions list", () => {
  it("says so where there is none, and makes nothing", async () => {
    const home = new Home();
    expect(await home.toh(["list"])).toEqual({ code: 0, stdout: "There are no sessions.\n", stderr: "" });
    expect(await home.toh(["list", "--json"])).toEqual({ code: 0, stdout: "[\n]\n", stderr: "" });
    expect(existsSync(join(home.folder, "sessions"))).toBe(false);
  });

  it("shows the latest first, and the sessions of subagents with --all alone", async () => {
    const home = new Home();
    await home.add("older", { events: turnEvents(1, { time: 1000 }) });
    await home.add("newer", { events: turnEvents(1, { time: 9000 }) });
    await home.add("child", { header: { parentSession: "older" } });
    await home.add("orphan", { header: { parentSession: "gone" } });
    const ids = (text: string): string[] => Array.from(text.matchAll(/^(?:↳ )?(\w+) /gm), ([, id = ""]) => id).slice(1);
    expect(ids((await home.toh(["list"])).stdout)).toEqual(["newer", "older", "orphan"]);
    expect(ids((await home.toh(["list", "--all"])).stdout)).toEqual(["newer", "older", "child", "orphan"]);
    expect((await home.toh(["list", "--limit", "1"])).stdout).toMatch(/^ID .*\nnewer .*\n\n2 more\n$/);
  });

  it("gives programs an array of all that it knows", async () => {
    const home = new Home();
    const file = await home.add("s", { header: { cwd: "/w" }, events: turnEvents(1, { time: 9000 }) });
    const { stdout } = await home.toh(["list", "--json"]);
    expect(JSON.parse(stdout)).toEqual([
      {
        sessionId: "s",
        title: null,
        turns: 1,
        createdAt: 1000,
        updatedAt: 10_500,
        bytes: statSync(file).size,
        lastSeq: 7,
        cwd: "/w",
        parentSessionId: null,
        file,
        problem: null,
      },
    ]);
  });

  it("names file and line of what cannot be opened", async () => {
    const home = new Home();
    const file = await home.add("s", { events: turnEvents(1) });
    damage(file, 9);
    const { code, stdout } = await home.toh(["list"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\ns .* cannot be opened\n\n/);
    expect(stdout).toContain(`\n${file}:9 is no JSON; toh sessions salvage s\n`);
  });

  it("looks where --data-dir says, else where toh.config.json of this folder says, as a runtime there would", async () => {
    const home = new Home();
    await home.add("s");
    const elsewhere = { env: { TOH_HOME: folderWith({}) } };
    expect((await toh(["sessions", "list", "--data-dir", home.folder], elsewhere)).stdout).toContain("\ns ");
    const cwd = folderWith({ "toh.config.json": JSON.stringify({ dataDir: home.folder }) });
    expect((await toh(["sessions", "list"], { cwd, env: { TOH_HOME: "" } })).stdout).toContain("\ns ");
    expect((await toh(["sessions", "list"], { cwd, ...elsewhere })).stdout).toBe("There are no sessions.\n");
    const broken = folderWith({ "toh.config.json": "{" });
    expect(await toh(["sessions", "list"], { cwd: broken, env: { TOH_HOME: "" } })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^toh: toh\.config\.json is not JSON: line 1/),
    });
  });
});

describe("toh sessions show", () => {
  it("shows what it is, in which state, and its turns in short", async () => {
    const home = new Home();
    const events = [...turnEvents(1), ...turnEvents(2, { seq: 8, time: 90_000, prompt: "and\nnow?" }).slice(0, 7)];
    const file = await home.add("session-1", { header: { cwd: "/w", parentSession: "p" }, events });
    await home.add("sub", { header: { parentSession: "session-1" } });
    const { code, stdout } = await home.toh(["show", "sess"]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "session-1",
      "  state          turn 2 is open: it runs, or its process was lost, and then the next prompt closes it",
      "  folder         /w",
      "  created        1970-01-01 00:00:01 UTC",
      expect.stringMatching(/^ {2}last activity {2}1970-01-01 00:01:30 UTC \(\d+ d ago\)$/),
      `  log            ${file} (${(statSync(file).size / 1000).toFixed(1)} kB, 15 events)`,
      "  parent         p",
      "  subagents      sub",
      "",
      "turn 1 · 1970-01-01 00:00:05 UTC · completed · 0 tool calls · 15 tokens in, 3 out · 1.5 s · ends at event 7",
      "  > hello",
      "  hi",
      "",
      "turn 2 · 1970-01-01 00:01:30 UTC · open · 0 tool calls · 15 tokens in, 3 out",
      "  > and now?",
      "  hi",
      "",
    ]);
  });

  it("shows what stands before a damage and behind it, with file and line, and what to do", async () => {
    const home = new Home();
    const file = await home.add("s", { events: [...turnEvents(1), ...turnEvents(2, { seq: 8 })] });
    damage(file, 5);
    const { code, stdout } = await home.toh(["show", "s"]);
    expect(code).toBe(0);
    expect(stdout).toContain("  state          damaged: it cannot be opened\n");
    expect(stdout).toContain(`  damaged        ${file}:5 is no JSON\n`);
    expect(stdout).toContain("toh sessions salvage s\n");
    expect(stdout).toContain("\nturn 2 ");
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, ["{}", ...lines.slice(1, 9), ...lines.slice(11)].join("\n"));
    const twice = await home.toh(["show", "s-"]);
    expect(twice.stdout).toContain(`  damaged        ${file}:1 is no header\n`);
    expect(twice.stdout).toContain(`  damaged        ${file}:5 is no JSON\n`);
    expect(twice.stdout).toContain(`  damaged        ${file}:10 holds event 10, expected 8\n`);
    expect(twice.stdout.match(/ damaged {2}/g)).toHaveLength(3);
  });

  it("gives programs whole prompts and answers", async () => {
    const home = new Home();
    const prompt = `${"long ".repeat(100)}\u009b31m`;
    await home.add("s", { events: [...turnEvents(1, { prompt }), ...turnEvents(2, { seq: 8 }).slice(0, 1)] });
    const { stdout } = await home.toh(["show", "s", "--json"]);
    expect(stdout).not.toMatch(/[\u007f-\u009f]/);
    expect(JSON.parse(stdout)).toMatchObject({
      sessionId: "s",
      state: "idle",
      events: 9,
      waiting: ["hello"],
      subagents: [],
      problems: [],
      turns: [{ turn: 1, prompt, answer: "hi", end: "completed", error: null, inputTokens: 15, outputTokens: 3 }],
    });
  });

  it("lets nothing through that a terminal obeys", async () => {
    const home = new Home();
    const text = "\u001b[2J\u009b1m\u0007x";
    await home.add("s", { header: { cwd: `/w/${text}` }, events: turnEvents(1, { prompt: text, answer: text }) });
    for (const argv of [["list"], ["show", "s"], ["export", "s"]]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share a folder
      expect((await home.toh(argv)).stdout).not.toMatch(/[^\P{Cc}\n]/u);
    }
  });
});

describe("toh sessions export", () => {
  it("writes the log as it is, to stdout or to a file for this user alone", async () => {
    const home = new Home();
    const file = await home.add("s", { events: turnEvents(1) });
    expect(await home.toh(["export", "s"])).toEqual({ code: 0, stdout: readFileSync(file, "utf8"), stderr: "" });
    const output = join(folderWith({}), "log.jsonl");
    expect(await home.toh(["export", "s", "-o", output])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(output)).toEqual(readFileSync(file));
    expect(statSync(output).mode & 0o777).toBe(0o600);
  });

  it("overwrites a file with --force alone, and what a link leads to rather than the link", async () => {
    const home = new Home();
    const file = await home.add("s", { events: turnEvents(1) });
    const folder = folderWith({ "there.jsonl": "mine" });
    const [there, link] = [join(folder, "there.jsonl"), join(folder, "link.jsonl")];
    symlinkSync(there, link);
    expect(await home.toh(["export", "s", "-o", link])).toMatchObject({
      code: 2,
      stderr: `toh: ${link} is there already: give another --output, or --force to replace it\n`,
    });
    expect(readFileSync(there, "utf8")).toBe("mine");
    expect(await home.toh(["export", "s", "-o", link, "--force"])).toMatchObject({ code: 0 });
    expect(readFileSync(there)).toEqual(readFileSync(file));
    expect(readFileSync(link)).toEqual(readFileSync(file));
  });

  it("writes what stands before a damage to stdout, and no part of it to a file", async () => {
    const home = new Home();
    const file = await home.add("s", { events: turnEvents(1) });
    damage(file, 4);
    const { code, stdout, stderr } = await home.toh(["export", "s"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `toh: ${file}:4 is no JSON\n` });
    expect(stdout.split("\n")).toHaveLength(4);
    const folder = folderWith({ "there.jsonl": "mine" });
    for (const name of ["new.jsonl", "there.jsonl"]) {
      // oxlint-disable-next-line no-await-in-loop -- two cases
      expect(await home.toh(["export", "s", "-o", join(folder, name), "--force"])).toMatchObject({ code: 1 });
    }
    expect(existsSync(join(folder, "new.jsonl"))).toBe(false);
    expect(readFileSync(join(folder, "there.jsonl"), "utf8")).toBe("mine");
  });

  it("says in one line that a file cannot be written", async () => {
    const home = new Home();
    await home.add("s");
    expect(await home.toh(["export", "s", "-o", "/no/such/folder/x"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^toh: cannot write \/no\/such\/folder\/x: ENOENT.*\n$/),
    });
  });

  it("ends with 130 on Ctrl-C, while nobody reads what it writes", async () => {
    const home = new Home();
    await home.add("s", { events: turnEvents(1, { answer: "word ".repeat(100_000) }) });
    const [signals, stdout] = [new EventEmitter(), new PassThrough()];
    const env = { TOH_HOME: home.folder };
    const [stdin, stderr] = [new PassThrough(), new PassThrough()];
    const code = inThisProcess(["sessions", "export", "s"], { stdin, stdout, stderr, env, signals });
    await once(stdout, "readable");
    signals.emit("SIGINT");
    expect(await code).toBe(130);
    expect(stderr.read()).toBe(null);
  });

  it("ends quietly when the reader of its stdout leaves", async () => {
    const home = new Home();
    const events = turnEvents(1, { answer: "word ".repeat(1_000_000) });
    await home.add("s", { events });
    const { child, ended, says } = start(["sessions", "export", "s"], { env: { TOH_HOME: home.folder } });
    await says("word");
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("toh sessions delete", () => {
  it("deletes a session with those of its subagents, and no other", async () => {
    const home = new Home();
    for (const [id, parent] of [["a"], ["b", "a"], ["c", "b"], ["other"]]) {
      // oxlint-disable-next-line no-await-in-loop -- parents first
      await home.add(id ?? "", { header: parent === undefined ? {} : { parentSession: parent } });
    }
    const { code, stdout } = await home.toh(["delete", "a"]);
    expect({ code, ids: await home.ids() }).toEqual({ code: 0, ids: ["other"] });
    expect(stdout).toMatch(/^deleted a\ndeleted b\ndeleted c\n3 sessions, \d+ B\n$/);
  });

  it.each<[string, number, string[]]>([
    ["y\n", 0, []],
    ["Yes\n", 0, []],
    ["n\n", 1, ["s", "sub"]],
    ["\n", 1, ["s", "sub"]],
    ["yellow\n", 1, ["s", "sub"]],
  ])("asks at a terminal, and takes %j for an answer", async (typed, code, left) => {
    const home = new Home();
    await home.add("s");
    await home.add("sub", { header: { parentSession: "s" } });
    const ended = await home.toh(["delete", "s"], typed);
    expect(ended.stderr).toMatch(/^Delete s and 1 subagent's session\? \[y\/N\] /);
    expect({ code: ended.code, left: await home.ids() }).toEqual({ code, left });
  });

  it("ends with 130 when the question is answered with Ctrl-C, and deletes nothing", async () => {
    const home = new Home();
    await home.add("s");
    const [signals, stderr] = [new EventEmitter(), new PassThrough()];
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const env = { TOH_HOME: home.folder };
    const code = inThisProcess(["sessions", "delete", "s"], { stdin, stdout: new PassThrough(), stderr, env, signals });
    await once(stderr, "readable");
    signals.emit("SIGINT");
    expect(await code).toBe(130);
    expect(await home.ids()).toEqual(["s"]);
  });

  it("asks nothing with --yes", async () => {
    const home = new Home();
    await home.add("s");
    expect(await home.toh(["delete", "s", "--yes"], "")).toEqual({ code: 0, stdout: "deleted s\n", stderr: "" });
  });

  it("refuses what a process has open, says which, and leaves its subagents", async () => {
    const home = new Home();
    const { argv, cwd } = scripted({ text: "thinking", hang: true });
    const env = { TOH_HOME: home.folder };
    const { child, ended, says } = start([...argv, "--session", "busy", "hi"], { cwd, env });
    await says("thinking");
    await home.add("sub", { header: { parentSession: "busy" } });
    await home.add("idle");
    const refused = await home.toh(["delete", "busy", "idle", "--json"]);
    child.kill("SIGINT");
    await ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^toh: busy was not deleted: .* process \d+ .*; it is free once that has ended$/m);
    expect(refused.stderr).toMatch(/^toh: sub was not deleted: its parent stays$/m);
    expect(JSON.parse(refused.stdout)).toEqual({
      deleted: ["idle"],
      kept: [
        { sessionId: "busy", reason: expect.stringContaining("process") },
        { sessionId: "sub", reason: "its parent stays" },
      ],
    });
    expect(await home.ids()).toEqual(["busy", "sub"]);
    expect(await home.toh(["delete", "busy"])).toMatchObject({ code: 0 });
  });

  it("deletes nothing where one of several ids is wrong", async () => {
    const home = new Home();
    await home.add("s");
    expect(await home.toh(["delete", "s", "nothing"])).toMatchObject({ code: 2 });
    expect(await home.ids()).toEqual(["s"]);
  });
});

describe("toh sessions prune", () => {
  it("lists what it would delete, and deletes it", async () => {
    const home = new Home();
    await home.add("old", { events: turnEvents(1) });
    await home.add("its", { header: { parentSession: "old" } });
    await home.add("new", { events: turnEvents(1, { time: Date.now() }) });
    const argv = ["prune", "--older-than", "1d"];
    const { stdout } = await home.toh([...argv, "--dry-run"]);
    expect(stdout).toMatch(/^ID .*\nold .*\n↳ its .*\n\nwould delete 2 sessions, .*\n$/);
    expect(JSON.parse((await home.toh([...argv, "--dry-run", "--json"])).stdout)).toEqual({
      wouldDelete: ["old", "its"],
    });
    expect(await home.ids()).toEqual(["its", "new", "old"]);
    expect(await home.toh(argv, "n\n")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Delete 2 sessions, .*\?/),
    });
    expect(await home.toh(argv)).toMatchObject({ code: 0, stderr: "" });
    expect(await home.ids()).toEqual(["new"]);
    expect(await home.toh(argv)).toEqual({ code: 0, stdout: "Nothing is that old.\n", stderr: "" });
  });

  it("leaves what cannot be opened, and says so", async () => {
    const home = new Home();
    const file = await home.add("s", { events: turnEvents(1) });
    writeFileSync(file, "{}\n");
    const { code, stderr } = await home.toh(["prune", "--older-than", "1h", "--yes"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^toh: s-[0-9a-f]{32} stays, since its age cannot be told: .*:1 is no header\n$/);
    expect(existsSync(file)).toBe(true);
  });
});

describe("toh sessions salvage", () => {
  it("names the new session and every line that it does not have, and leaves the damaged one as it was", async () => {
    const home = new Home();
    const file = await home.add("s", { events: [...turnEvents(1), ...turnEvents(2, { seq: 8 })] });
    damage(file, 7);
    damage(file, 12, "\u001b[2J");
    const before = readFileSync(file);
    const { code, stdout } = await home.toh(["salvage", "s"]);
    const [, id = ""] = /^new session (session-[0-9a-f]{32}): 14 events of s/.exec(stdout) ?? [];
    expect(code).toBe(0);
    expect(stdout).toContain(`\ndropped ${file}:7 is no JSON\ndropped ${file}:12 is no JSON\n`);
    expect(stdout).toContain(`to go on: toh run --session ${id} "prompt"\n`);
    expect(readFileSync(file)).toEqual(before);
    const opened = await home.store.open(id);
    expect(opened.events.filter(({ type }) => type === "turn/end")).toHaveLength(2);
    await opened.writer.close();
  });

  it("tells programs the same", async () => {
    const home = new Home();
    const file = await home.add("s", { events: [...turnEvents(1), ...turnEvents(2, { seq: 8 }).slice(0, 1)] });
    expect(JSON.parse((await home.toh(["salvage", "s", "--json"])).stdout)).toMatchObject({
      from: "s",
      sessionId: null,
    });
    damage(file, 7);
    expect(JSON.parse((await home.toh(["salvage", "s", "--json"])).stdout)).toEqual({
      from: "s",
      file,
      sessionId: expect.stringMatching(/^session-/),
      kept: 8,
      added: 1,
      dropped: [{ line: 7, reason: "is no JSON" }],
      missing: 0,
      waiting: ["hello"],
    });
  });

  it("says so where there is nothing to do, and writes nothing", async () => {
    const home = new Home();
    await home.add("s", { events: turnEvents(1) });
    expect(await home.toh(["salvage", "s"])).toEqual({
      code: 0,
      stdout: "s is whole: there is nothing to salvage\n",
      stderr: "",
    });
    expect(await home.ids()).toEqual(["s"]);
  });

  it("makes a session that a runtime goes on with", async () => {
    const home = new Home();
    const { argv, cwd } = scripted({ text: "well" });
    const env = { TOH_HOME: home.folder };
    await toh([...argv, "--session", "s", "one"], { cwd, env });
    const file = home.store.pathOf("s");
    damage(
      file,
      readFileSync(file, "utf8")
        .split("\n")
        .findIndex((line) => line.includes('"text-delta"')) + 1,
    );
    const refused = await toh([...argv, "--session", "s", "two"], { cwd, env });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file}:`) });
    const { sessionId }: { sessionId: string } = JSON.parse((await home.toh(["salvage", "s", "--json"])).stdout);
    expect(await toh([...argv, "--session", sessionId, "two"], { cwd, env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^well\n1 turn /),
    });
    expect(await home.store.list()).toMatchObject([{ id: sessionId, turns: 2 }, { id: "s" }]);
  });
});

describe("toh run and its session", () => {
  it("goes on with the session that it is given, in the data folder that it is given", async () => {
    const home = new Home();
    const { argv, cwd } = scripted({ text: "well" });
    const run = (prompt: string) => toh([...argv, "--data-dir", home.folder, "--session", "notes", prompt], { cwd });
    expect((await run("one")).stdout).toMatch(/^well\n1 turn /);
    expect((await run("two")).stdout).toMatch(/^well\n1 turn /);
    expect(await home.store.list()).toMatchObject([{ id: "notes", turns: 2 }]);
  });

  it("tells a person at a terminal how to go on", async () => {
    const home = new Home();
    const { cwd } = scripted({ text: "well" });
    const route = ["--cwd", cwd, "--provider", "scripted", "--model", join(cwd, "script.json")];
    const stderr = Object.assign(new PassThrough(), { isTTY: true });
    const code = await inThisProcess(["run", ...route, "--data-dir", home.folder, "--session", "my notes", "hi"], {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr,
      env: { NO_COLOR: "1" },
      signals: new EventEmitter(),
    });
    expect(code).toBe(0);
    expect(String(stderr.read())).toBe(`to go on: toh run --data-dir ${home.folder} --session 'my notes' "prompt"\n`);
  });

  it("keeps nothing with --ephemeral", async () => {
    const home = new Home();
    const { argv, cwd } = scripted({ text: "first" });
    expect(await toh([...argv, "--ephemeral", "one"], { cwd, env: { TOH_HOME: home.folder } })).toMatchObject({
      code: 0,
    });
    expect(await home.ids()).toEqual([]);
  });

  it("passes both on to a runtime that it is given, behind that one's own arguments", async () => {
    const cwd = folderWith({
      "runtime.cjs": `process.stderr.write(JSON.stringify(process.argv.slice(2)) + "\\n"); process.exit(7);`,
    });
    const runtime = ["--runtime", "node runtime.cjs --own"];
    expect((await toh(["run", ...runtime, "--data-dir", "here", "hi"], { cwd })).stderr).toContain(
      `["--own","--data-dir",${JSON.stringify(join(cwd, "here"))}]`,
    );
    expect((await toh(["run", ...runtime, "--ephemeral", "hi"], { cwd })).stderr).toContain('["--own","--ephemeral"]');
  });
});

describe("toh sessions --help", () => {
  it.each(["list", "show", "export", "delete", "prune", "salvage"])("explains %s", async (action) => {
    const home = new Home();
    expect((await home.toh(["--help"])).stdout).toContain(`  toh sessions ${action} `);
    const { code, stdout, stderr } = await home.toh([action, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^toh sessions ${action} - `));
    expect(stdout).toContain("--data-dir DIR");
  });
});
