import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { peer } from "./peer.test-support.ts";
import { folderWith, scripted, toh } from "./process.test-support.ts";
import { Home, turnEvents } from "./sessions/home.test-support.ts";

const OLD = `serve(0, { "session/prompt": (request) => { begin(request, "hi"); end(request.params.sessionId, { kind: "completed" }); } });`;

describe("toh models", () => {
  it("lists the models that the runtime knows, in a table and as JSON", async () => {
    const env = { TOH_PROVIDER: "deepseek-official", TOH_MODEL: "some-model", DEEPSEEK_API_KEY: "k" };
    const { code, stdout, stderr } = await toh(["models"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^PROVIDER +MODEL +READY/);
    expect(stdout).toMatch(/\ndeepseek-official +some-model +yes\n/);
    expect(stdout).toMatch(/\noffline +offline +yes/);
    const json = await toh(["models", "--json", "--provider", "deepseek-official"], { env });
    expect(JSON.parse(json.stdout)).toEqual([
      expect.objectContaining({ provider: "deepseek-official", model: "some-model", ready: true }),
    ]);
  });

  it("says where there is none, and which provider there is not", async () => {
    expect(await toh(["models", "--provider", "openai-compatible"])).toMatchObject({
      code: 0,
      stdout: "no model is known by name: give one with --model, as its provider calls it\n",
    });
    expect(await toh(["models", "--provider", "nobody"])).toEqual({
      code: 2,
      stdout: "",
      stderr: 'toh: no adapter registered for provider "nobody": see `toh models`\n',
    });
  });

  it("takes the runtime's configuration", async () => {
    const config = join(folderWith({ "c.json": '{"provider": "openai-compatible", "model": "mine"}' }), "c.json");
    const { stdout } = await toh(["models", "--json", "--config", config, "--provider", "openai-compatible"]);
    expect(JSON.parse(stdout)).toMatchObject([{ provider: "openai-compatible", model: "mine" }]);
  });

  it("lets nothing from the runtime drive the terminal", async () => {
    const path = peer(`
      const models = [{ provider: "p", model: "m\\u001b[2J", title: "t\\u202e", contextWindow: 9, ready: false }];
      serve(1, {
        initialize: (request) =>
          answer(request, {
            serverInfo, protocolVersion: 1, capabilities: { models: {} }, runtimeId: "r",
            limits: { maxFrameBytes: 1048576, maxInFlightRequests: 16 }, route: { provider: "p", model: "m" },
          }),
        "model/list": (request) => answer(request, { models }),
      });
    `);
    expect((await toh(["models", "--runtime", path])).stdout).toBe(
      "PROVIDER  MODEL  READY   READS  TITLE\np         m [2J  no key      9  t\n",
    );
  });

  it("says that a runtime of version 0 cannot", async () => {
    expect(await toh(["models", "--runtime", peer(OLD)])).toEqual({
      code: 1,
      stdout: "",
      stderr: "toh: this runtime cannot list models: it does not know how\n",
    });
  });
});

describe("toh sessions fork", () => {
  it("makes a session that begins as a copy, up to the last turn or an earlier one, and goes on by itself", async () => {
    const home = new Home();
    await home.add("origin", { events: [...turnEvents(1), ...turnEvents(2, { seq: 8, prompt: "more" })] });
    const at = ["--data-dir", home.folder];
    const whole = await toh(["sessions", "fork", "orig", "--json", ...at]);
    expect(JSON.parse(whole.stdout)).toEqual({ from: "origin", sessionId: expect.any(String), lastSeq: 15 });
    const { code, stdout, stderr } = await toh(["sessions", "fork", "origin", "--at", "7", ...at]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [, id = ""] = /^new session (\S+): origin up to event 7\n$/.exec(stdout) ?? [];
    expect(await home.ids()).toEqual(expect.arrayContaining(["origin", id]));
    expect(await home.ids()).toHaveLength(3);
    const { argv, cwd } = scripted({ text: "I go on." });
    expect(await toh([...argv, ...at, "--session", id, "and?"], { cwd })).toMatchObject({ code: 0 });
    const turns = async (session: string): Promise<unknown> =>
      JSON.parse((await home.toh(["show", session, "--json"])).stdout);
    expect(await turns(id)).toMatchObject({ turns: [{ prompt: "hello", endSeq: 7 }, { prompt: "and?" }] });
    expect(await turns("origin")).toMatchObject({ turns: [{ prompt: "hello" }, { prompt: "more" }] });
  });

  it("refuses what is not there, and what has no turn that has ended", async () => {
    const home = new Home();
    await home.add("empty");
    const at = ["--data-dir", home.folder];
    expect(await toh(["sessions", "fork", "nobody", ...at])).toMatchObject({
      code: 2,
      stderr: "toh: there is no session nobody: see `toh sessions list --all`\n",
    });
    expect(await toh(["sessions", "fork", "empty", ...at])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "toh: the runtime refused: session empty has no finished turn to fork from\n",
    });
    await home.add("full", { events: turnEvents(1) });
    expect(await toh(["sessions", "fork", "full", "--at", "6", ...at])).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "toh: no turn of the session ends at event 6: `toh sessions show` tells the event at which each turn ends\n",
    });
    expect(await home.ids()).toEqual(["empty", "full"]);
  });

  it("says that a runtime of version 0 cannot", async () => {
    const home = new Home();
    await home.add("s", { events: turnEvents(1) });
    const env = { TOH_RUNTIME: peer(`process.argv.length = 2; ${OLD}`), TOH_HOME: home.folder };
    expect(await toh(["sessions", "fork", "s"], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: "toh: this runtime cannot fork sessions: it does not know how\n",
    });
  });
});

describe("toh run", () => {
  it("talks to the server at --base-url, before the one that the environment names", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = (delta: object, finish_reason: string | null): string =>
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.end(`${chunk({ role: "assistant", content: "hello there" }, null)}${chunk({}, "stop")}data: [DONE]\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { code, stdout, stderr } = await toh(
      ["run", "--base-url", `http://127.0.0.1:${port}/v1`, "--model", "m", "hi"],
      { env: { TOH_BASE_URL: "http://127.0.0.1:1/nowhere" } },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^hello there\n1 turn · /);
    expect(asked).toEqual(["POST /v1/chat/completions"]);
  });

  it.each([
    ["toh.config.json", []],
    ["other.json", ["--config", "other.json"]],
  ])("is answered by who %s names, where nothing else does", async (name, argv) => {
    const rules = [{ when: "*", turns: [{ text: "as configured" }] }];
    const cwd = folderWith({
      "script.json": JSON.stringify({ rules }),
      [name]: JSON.stringify({ provider: "scripted", model: "script.json" }),
    });
    expect(await toh(["run", ...argv, "hi"], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^as configured\n/),
      stderr: "",
    });
  });

  it("ends with 2 where the configuration that is named is not there, or is none", async () => {
    const cwd = folderWith({ "bad.json": "{" });
    const missing = await toh(["run", "--config", "nowhere.json", "hi"], { cwd });
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toMatch(/^toh: .*nowhere\.json cannot be read: .*\n$/);
    expect(await toh(["run", "--config", "bad.json", "hi"], { cwd })).toMatchObject({ code: 2, stdout: "" });
  });

  it("works as before with a runtime of version 0", async () => {
    expect(await toh(["run", "--deny", "--runtime", peer(OLD), "--provider", "p", "--model", "m", "hi"])).toMatchObject(
      {
        code: 0,
        stdout: expect.stringMatching(/^hi\n1 turn · /),
        stderr: "",
      },
    );
  });
});
