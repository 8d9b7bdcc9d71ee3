import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { relative, resolve } from "node:path";
import { JsonRpcResponseError, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RuntimeNotFoundError } from "./errors.ts";
import { fakeRuntime } from "./fake-runtime.test-support.ts";
import { findRuntime } from "./find-runtime.ts";
import { Harness } from "./harness.ts";
import { DeepSeekHarness } from "./index.ts";
import { expectNothingLeft, held, untilGone } from "./left-over.test-support.ts";

// Answers `params` with those of the handshake.
const REMEMBERS =
  "let params; serve({ initialize: (r) => { params = r.params; defaults.initialize(r) }, params: (r) => answer(r, params) })";

let before: ReturnType<typeof held>;
beforeEach(() => {
  before = held();
});
afterEach(() => expectNothingLeft(before));

function setEnv(name: string, value: string): void {
  const old = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (old === undefined) delete process.env[name];
    else process.env[name] = old;
  });
}

describe("Harness", () => {
  it("sends its defaults where nothing is said, and no maxTokens", async () => {
    await using harness = new Harness({ launch: fakeRuntime(REMEMBERS) });
    await harness.start();
    expect(await harness.client.request("params")).toEqual({
      cwd: process.cwd(),
      provider: "deepseek-official",
      model: "deepseek-v4-flash",
      protocolVersion: 1,
      clientInfo: { name: "@buckeyestudio/toh-sdk-client", version: "0.2.0" },
    });
  });

  it("sends what it was given, the folder as an absolute path", async () => {
    const cwd = relative(process.cwd(), tmpdir());
    await using harness = new Harness({
      launch: fakeRuntime(REMEMBERS),
      cwd,
      provider: "p",
      model: "m",
      maxTokens: 9,
      protocolVersion: 0,
    });
    await harness.start();
    expect(await harness.client.request("params")).toEqual({
      cwd: resolve(cwd),
      provider: "p",
      model: "m",
      maxTokens: 9,
    });
  });

  it("takes the folder of launch where it has none of its own", async () => {
    const cwd = realpathSync(tmpdir());
    await using harness = new Harness({ launch: fakeRuntime(REMEMBERS, { cwd }) });
    await harness.start();
    expect(await harness.client.request("params")).toMatchObject({ cwd });
  });

  it("shakes hands once, whoever asks", async () => {
    await using harness = new Harness({
      launch: fakeRuntime(`let n = 0; serve({
        initialize: (r) => { n++; defaults.initialize(r) },
        "session/prompt": (r) => turn(r, "handshakes: " + n),
      })`),
    });
    const [a, b] = await Promise.all([harness.run("a"), harness.session().run("b"), harness.start()]);
    expect([a.finalResponse, b.finalResponse]).toEqual(["handshakes: 1", "handshakes: 1"]);
  });

  it("sends a prompt behind the handshake, though nobody awaited that (P-021)", async () => {
    await using harness = new Harness({
      launch: fakeRuntime(`const seen = []; serve({
        initialize: (r) => { seen.push(r.method); setTimeout(defaults.initialize, 100, r) },
        "session/prompt": (r) => { seen.push(r.method); turn(r, seen.join()) },
      })`),
    });
    const starting = harness.start();
    expect((await harness.run("hi")).finalResponse).toBe("initialize,session/prompt");
    await starting;
  });

  it("ends a runtime that refuses the handshake, and starts another with the next call (P-015)", async () => {
    setEnv("TOH_TEST_REFUSE", "1");
    await using harness = new Harness({
      launch: fakeRuntime(`serve({
        initialize: (r) => process.env.TOH_TEST_REFUSE
          ? say({ id: r.id, error: { code: -32603, message: "no licence" } })
          : defaults.initialize(r),
        "session/prompt": (r) => turn(r, "hello"),
      })`),
    });
    const { client } = harness;
    const error: unknown = await harness.run("hi").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JsonRpcResponseError);
    expect(error).toMatchObject({ code: -32603, message: "no licence" });
    await untilGone(client.pid ?? 0);
    delete process.env["TOH_TEST_REFUSE"];
    expect((await harness.run("hi")).finalResponse).toBe("hello");
    expect(harness.client).not.toBe(client);
  });

  it("mints an id for a session that has none, and sends nothing for it", () => {
    const harness = new Harness({ launch: { command: "/no/such/runtime" } });
    expect(harness.session().id).toMatch(/^session-[0-9a-f]{32}$/);
    expect(harness.session().id).not.toBe(harness.session().id);
    expect(harness.session("mine")).toMatchObject({ id: "mine", harness });
    expect(harness.client.pid).toBeUndefined();
  });

  it("is closed for good", async () => {
    const harness = new Harness({ launch: fakeRuntime("serve()") });
    await harness.start();
    const closing = harness.close();
    expect(harness.close()).toBe(closing);
    await closing;
    await expect(harness.start()).rejects.toBeInstanceOf(TransportClosedError);
    await expect(harness.run("hi")).rejects.toBeInstanceOf(TransportClosedError);
  });

  it("closes in the middle of a handshake", async () => {
    const harness = new Harness({ launch: fakeRuntime("serve({ initialize: () => {} })") });
    const starting = harness.start().catch((error: unknown) => error);
    await harness.close();
    expect(await starting).toBeInstanceOf(TransportClosedError);
  });

  it("has its own time-outs and env before those of launch", async () => {
    const launch = fakeRuntime("serve({ slow: () => {}, env: (r) => answer(r, process.env.WHO) })", {
      requestTimeoutMs: 60_000,
      env: { WHO: "launch" },
    });
    await using harness = new Harness({ launch, requestTimeoutMs: 500, env: { WHO: "harness" } });
    expect(await harness.client.request("env")).toBe("harness");
    await expect(harness.client.request("slow")).rejects.toMatchObject({ timeoutMs: 500 });
  });

  it("takes the command of a runtime as text", async () => {
    await using harness = new Harness({
      launch: `"${process.execPath}" -e 'process.stdin.once("data", (d) => console.log(JSON.stringify({ id: JSON.parse(d).id, result: { serverInfo: { name: "n", version: "v" } } })))'`,
    });
    await harness.start();
  });

  it("keeps its old name", () => {
    expect(DeepSeekHarness).toBe(Harness);
  });
});

describe("the runtime that Harness finds", () => {
  it("is the command in TOH_RUNTIME", async () => {
    setEnv("TOH_RUNTIME", "my-runtime --flag");
    expect(new Harness().client.options).toMatchObject({ command: "my-runtime", args: ["--flag"] });
  });

  it("is not that of TOH_RUNTIME where launch is given", () => {
    setEnv("TOH_RUNTIME", "my-runtime");
    expect(new Harness({ launch: { command: "other" } }).client.options.command).toBe("other");
  });

  it("is else the installed package, run with this Node", () => {
    expect(findRuntime({})).toEqual({
      command: process.execPath,
      args: [expect.stringMatching(/[/\\]bin[/\\]toh-runtime\.js$/)],
    });
    expect(findRuntime({ TOH_RUNTIME: " " })).toEqual(findRuntime({}));
  });

  it("is refused where TOH_RUNTIME is no command", () => {
    expect(() => findRuntime({ TOH_RUNTIME: "run 'open" })).toThrow(RuntimeNotFoundError);
  });

  it("is looked for in places that the error lists", () => {
    expect(() => findRuntime({}, "/some/program.js", "file:///nowhere/client.js")).toThrow(
      [
        "no runtime found: run `npm install @buckeyestudio/toh-runtime`, set TOH_RUNTIME, or give the option launch. Looked for",
        "  environment variable TOH_RUNTIME: not set",
        "  package @buckeyestudio/toh-runtime, from file:///nowhere/client.js: Cannot find module '@buckeyestudio/toh-runtime/package.json'",
        "  package @buckeyestudio/toh-runtime, from /some/program.js: Cannot find module '@buckeyestudio/toh-runtime/package.json'",
      ].join("\n"),
    );
  });
});
