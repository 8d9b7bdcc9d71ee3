import { describe, expect, it } from "vitest";
import { expectNoProcessLeft, request, RuntimeProcess } from "./runtime-process.test-support.ts";
import { scriptedFolder } from "./scripts.test-support.ts";
import { eventOf, eventType, isReceipt, isResponse, pick } from "./wire.test-support.ts";

const folder = scriptedFolder();
const initialize = (id: number, more: object = {}): object => request.initialize(id, folder.path, "script.json", more);
const SERVER_INFO = { name: "theopen-harness-sdk-runtime", version: "0.0.1" };

async function opened(): Promise<RuntimeProcess> {
  const runtime = new RuntimeProcess();
  runtime.send(initialize(1));
  expect(await runtime.response(1)).toEqual({ jsonrpc: "2.0", id: 1, result: { serverInfo: SERVER_INFO } });
  return runtime;
}

async function close(runtime: RuntimeProcess): Promise<void> {
  runtime.send(request.shutdown("close"));
  expect(await runtime.end()).toEqual({ code: 0, signal: null });
}

const answers = (runtime: RuntimeProcess): unknown[] => runtime.frames.filter(isResponse).map(({ id }) => id);

describe("initialize is a gate (spec §0.5.1)", () => {
  expectNoProcessLeft();

  it("before it every request is refused with its own id, unknown methods too, and it is accepted all the same", async () => {
    const runtime = new RuntimeProcess();
    runtime.send(request.prompt("early-7", "s", "hello"), { id: 0, method: "session/unknown" });
    expect(await runtime.response("early-7")).toMatchObject({ error: { code: -32600 } });
    expect(await runtime.response(0)).toMatchObject({ error: { code: -32600 } });
    runtime.send(initialize(1));
    expect(await runtime.response(1)).toHaveProperty("result");
    await close(runtime);
    expect(runtime.frames.some((frame) => frame["method"] !== undefined)).toBe(false);
  });

  it("what is read behind a running one waits, and is handled behind it in its order, with its route", async () => {
    const runtime = new RuntimeProcess();
    runtime.send(
      initialize(1, { maxTokens: 64 }),
      request.prompt(2, "s", "hello"),
      { id: 3, method: "no/such" },
      request.prompt(4, "t", "hello"),
    );
    await Promise.all([runtime.status("s", "idle"), runtime.status("t", "idle")]);
    expect(runtime.frames[0]?.["id"]).toBe(1);
    expect(answers(runtime)).toHaveLength(4);
    // Handled in their order; a refusal is ready sooner than a receipt.
    const receipts = runtime.frames.filter(isReceipt);
    expect(receipts.map((frame) => pick(frame, "params", "sessionId"))).toEqual(["s", "t"]);
    const headers = runtime.frames.filter((frame) => eventType(frame) === "request/header");
    expect(headers.map((frame) => pick(eventOf(frame), "data", "header", "config", "maxTokens"))).toEqual([64, 64]);
    await close(runtime);
  });

  it("a failed one fails what waits behind it, changes nothing and may be tried again", async () => {
    const runtime = new RuntimeProcess();
    runtime.send(request.initialize(1, folder.path, "missing.json"), request.prompt(2, "s", "hello"), {
      id: 3,
      method: "no/such",
    });
    expect(await runtime.response(1)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("model") },
    });
    expect(await runtime.response(2)).toMatchObject({ error: { code: -32600 } });
    expect(await runtime.response(3)).toMatchObject({ error: { code: -32600 } });
    runtime.send(initialize(4), request.prompt(5, "s", "hello"));
    await runtime.status("s", "idle");
    expect(answers(runtime)).toEqual([1, 2, 3, 4, 5]);
    await close(runtime);
  });

  it("a second one is refused, and the route stays", async () => {
    const runtime = await opened();
    expect(await runtime.request(2, "initialize", { cwd: "/", provider: "offline", model: "x" })).toMatchObject({
      error: { code: -32600 },
    });
    runtime.send(request.prompt(3, "s", "hello"));
    await runtime.status("s", "idle");
    const header = await runtime.frame((frame) => eventType(frame) === "request/header", "the header");
    expect(pick(eventOf(header), "data", "header", "config", "provider")).toBe("scripted");
    await close(runtime);
  });

  it("shutdown never waits: before it, and behind a running one, it is answered, and both are", async () => {
    const early = new RuntimeProcess();
    await close(early);
    const running = new RuntimeProcess();
    running.send(initialize(1), request.shutdown(2));
    expect(await running.end()).toEqual({ code: 0, signal: null });
    expect(answers(running)).toEqual([1, 2]);
  });
});

describe("params are checked, before anything happens (spec §0.5.2 to §0.5.4)", () => {
  expectNoProcessLeft();

  it.each<[what: string, params: object, text: string]>([
    ["no cwd", { cwd: undefined }, "initialize cwd"],
    ["an empty cwd", { cwd: "" }, "initialize cwd"],
    ["a number as cwd", { cwd: 7 }, "initialize cwd"],
    ["no provider", { provider: undefined }, "initialize provider"],
    ["null as provider", { provider: null }, "initialize provider"],
    ["a provider that is not there", { provider: "nobody" }, 'no adapter registered for provider "nobody"'],
    ["no model", { model: undefined }, "initialize model"],
    ["an empty model", { model: "" }, "initialize model"],
    ["a model that the adapter refuses", { model: "missing.json" }, "initialize model"],
    ...[null, 0, -1, 1.5, "64", 2 ** 53, true].map((maxTokens): [string, object, string] => [
      `maxTokens ${JSON.stringify(maxTokens)}`,
      { maxTokens },
      "initialize maxTokens must be a positive safe integer",
    ]),
  ])("initialize with %s", async (_, change, text) => {
    const runtime = new RuntimeProcess();
    const params = { cwd: folder.path, provider: "scripted", model: "script.json", ...change };
    const refused = await runtime.request(1, "initialize", params);
    expect(refused).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: expect.stringContaining(text) } });
    // It changed nothing: the gate is closed, and opens to a good one.
    runtime.send(request.prompt(2, "s", "hello"), initialize(3, { maxTokens: 1 }));
    expect(await runtime.response(2)).toMatchObject({ error: { code: -32600 } });
    expect(await runtime.response(3)).toHaveProperty("result");
    await close(runtime);
  });

  const text = [{ type: "text", text: "hello" }];
  const image = { attachmentId: "sha256:00", mediaType: "image/png", bytes: 1, width: 1, height: 1 };
  const badBlocks: readonly (readonly [block: unknown, member: string])[] = [
    ["hello", ""],
    [null, ""],
    [[], ""],
    [{}, ".type"],
    [{ type: 7 }, ".type"],
    [{ type: "text" }, ".text"],
    [{ type: "text", text: 7 }, ".text"],
    [{ type: "image" }, ".attachment"],
    [{ type: "image", attachment: { ...image, attachmentId: "" } }, ".attachment.attachmentId"],
    [{ type: "image", attachment: { ...image, mediaType: "image/bmp" } }, ".attachment.mediaType"],
    [{ type: "image", attachment: { ...image, bytes: -1 } }, ".attachment.bytes"],
    [{ type: "image", attachment: { ...image, width: "1" } }, ".attachment.width"],
    [{ type: "image", attachment: { ...image, height: 1.5 } }, ".attachment.height"],
    [{ type: "image", attachment: { ...image, name: 7 } }, ".attachment.name"],
    [{ type: "reasoning", text: "x" }, ".type"],
    [{ type: "tool-call", id: "1", name: "x", arguments: "{}" }, ".type"],
    [{ type: "tool-result", toolCallId: "1", content: [] }, ".type"],
  ];
  const id = "session/prompt sessionId";
  const blocks = "session/prompt contentBlocks";

  it("session/prompt names the member that is wrong, and no session comes of it", async () => {
    const wrong: readonly (readonly [params: unknown, text: string])[] = [
      [{ contentBlocks: text }, id],
      [[], id],
      ...[7, null, "", "a\nb", "a\u0000", "a\u007f", "a\u009f", "a\ud83d", "é".repeat(257), "x".repeat(513)].map(
        (sessionId) => [{ sessionId, contentBlocks: text }, id] as const,
      ),
      ...[undefined, null, "hello", {}, []].map(
        (contentBlocks) => [{ sessionId: "s", contentBlocks }, blocks] as const,
      ),
      ...badBlocks.map(
        ([block, member]) => [{ sessionId: "s", contentBlocks: [...text, block] }, `${blocks}[1]${member}`] as const,
      ),
    ];
    const runtime = await opened();
    for (const [at, [params, named]] of wrong.entries()) {
      runtime.send({ id: at + 10, method: "session/prompt", params });
      expect(await runtime.response(at + 10), JSON.stringify(params)).toEqual({
        jsonrpc: "2.0",
        id: at + 10,
        error: { code: -32602, message: expect.stringContaining(named) },
      });
    }
    expect(runtime.frames).toHaveLength(wrong.length + 1);
    await close(runtime);
  });

  it("good ids are data, compared byte for byte; blocks of types we do not know, and other members, pass untouched", async () => {
    const ids = ["../escape", "A", "a", "x".repeat(512), "é", "e\u0301", " s ", "会话"];
    const runtime = await opened();
    const contentBlocks = [
      { type: "text", text: "hello", extra: { a: [1] } },
      { type: "hologram", depth: 3 },
      { type: "image", attachment: image },
    ];
    for (const [at, sessionId] of ids.entries()) {
      runtime.send({ id: at + 10, method: "session/prompt", params: { sessionId, contentBlocks, other: 1 } });
    }
    await Promise.all(ids.map((sessionId) => runtime.status(sessionId, "idle")));
    const first = runtime.frames.filter((frame) => pick(eventOf(frame), "seq") === 0);
    expect(first.map((frame) => pick(frame, "params", "sessionId"))).toEqual(ids);
    for (const frame of first) expect(pick(eventOf(frame), "data", "inserted", 0, "content")).toEqual(contentBlocks);
    await close(runtime);
  });
});

describe("lines and requests of every kind", () => {
  expectNoProcessLeft();

  it("a bad line is ignored and ends nothing: each request behind one is answered, and nothing else is written (P-070)", async () => {
    const runtime = await opened();
    const bad = [
      "{",
      "",
      "[]",
      "null",
      Buffer.from([0xff]),
      '{"jsonrpc":"2.0","method":"shutdown"}',
      "7",
      '"x"',
      '[{"id":1,"method":"shutdown"}]',
    ];
    for (const [at, line] of bad.entries()) {
      runtime.write(line);
      runtime.write("\n");
      expect(await runtime.request(`after ${at}`, "no/such", {})).toEqual({
        jsonrpc: "2.0",
        id: `after ${at}`,
        error: { code: -32601, message: "method not found: no/such" },
      });
    }
    runtime.write('{"jsonrpc":"2.0","id":"null","method":"session/prompt","params":null}\n');
    expect(await runtime.response("null")).toMatchObject({ error: { code: -32602 } });
    expect(runtime.frames).toHaveLength(bad.length + 2);
    await close(runtime);
  });

  it("two prompts at once in one session queue: each has one answer and a turn of its own, in their order (P-072)", async () => {
    const runtime = await opened();
    runtime.send(request.prompt(2, "s", "hello"), request.prompt(3, "s", "again"));
    await runtime.status("s", "idle");
    expect(answers(runtime)).toEqual([1, 2, 3]);
    const said = runtime.frames.filter((frame) => eventType(frame) === "assistant/message");
    expect(said.map((frame) => pick(eventOf(frame), "data", "message", "content", 0, "text"))).toEqual([
      "Hello.",
      "Again.",
    ]);
    expect(said.map((frame) => pick(eventOf(frame), "data", "turn"))).toEqual([1, 2]);
    await close(runtime);
  });
});
