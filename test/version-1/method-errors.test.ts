import { FileStore } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { FaultyStore, folder, runtimeHost } from "./host.test-support.ts";
import { handshaken, RULES, scene } from "./scene.test-support.ts";
import { promptParams, WireClient } from "./wire-client.test-support.ts";

function expectError(answer: JsonObject, code: number, kind: string, more: object = {}): void {
  expect(answer["error"]).toMatchObject({ code, message: expect.any(String), data: { kind, ...more } });
}

describe("errors of a session's state", () => {
  it("session-busy: a child takes no prompt while its parent's call runs", async () => {
    const { client } = await handshaken();
    await client.prompt("s", "delegate");
    const child = String(pick(await client.told("subagent.started"), "params", "childSessionId"));
    const answer = await client.request("session/prompt", promptParams(child, "hi"));
    expectError(answer, -32013, "session-busy", { retryable: true });
  });

  it.each([
    ["session/prompt", promptParams("s", "hi")],
    ["session/open", { sessionId: "s" }],
    ["session/resume", { sessionId: "s" }],
    ["session/update", { sessionId: "s", title: "t" }],
  ])("session-closing: %s while the session is being closed", async (method, params) => {
    const { client } = await scene();
    await client.prompt("s", "hang");
    await client.event("s", "step/start", 2);
    const closing = client.post("session/close", { sessionId: "s", mode: "drain" });
    expectError(await client.request(method, params), -32013, "session-closing", { retryable: true });
    await client.request("session/cancel", { sessionId: "s" });
    await client.response(closing);
  });

  it.each([
    ["session/prompt", promptParams("s", "hi")],
    ["session/open", { sessionId: "s" }],
    ["session/resume", { sessionId: "s" }],
    ["session/update", { sessionId: "s", title: "t" }],
    ["session/delete", { sessionId: "s" }],
  ])("session-locked: %s while another process has it; reading goes on", async (method, params) => {
    const dataFolder = await folder();
    const openStore = async (): Promise<FileStore> => new FileStore({ dataFolder });
    const owner = await handshaken({ host: { openStore } });
    await owner.client.prompt("s", "hi");
    await owner.client.idle("s");
    const { client } = await handshaken({ host: { openStore } });
    expectError(await client.request(method, params), -32013, "session-locked", { retryable: true });
    const [page, told, list] = await Promise.all([
      client.result("session/events", { sessionId: "s", afterSeq: -1 }),
      client.result("session/get", { sessionId: "s" }),
      client.result("session/list", {}),
    ]);
    expect(page["events"]).toEqual(owner.client.events("s"));
    expect(told).toMatchObject({ status: "idle", lastSeq: page["lastSeq"] });
    expect(list).toMatchObject({ sessions: [{ sessionId: "s" }] });
  });

  it("turn-changed: a steer for a turn that is over, for one to come, and for none", async () => {
    const { client } = await scene();
    const steer = (expectTurn: number): Promise<JsonObject> =>
      client.request("session/prompt", promptParams("s", "x", { mode: "steer", expectTurn }));
    expectError(await steer(1), -32013, "turn-changed", { retryable: false });
    await client.prompt("s", "hang");
    await client.event("s", "step/start", 2);
    expectError(await steer(1), -32013, "turn-changed");
    expectError(await steer(3), -32013, "turn-changed");
    expect((await steer(2))["result"]).toMatchObject({ mode: "steer" });
    await client.request("session/cancel", { sessionId: "s", scope: "all" });
    await client.idle("s", 2);
  });

  it.each([
    ["session/prompt", { contentBlocks: [{ type: "text", text: "other" }], clientMessageId: "k" }, undefined],
    ["session/open", { cwd: "/elsewhere" }, undefined],
    ["session/open", { systemPrompt: "Be rude." }, undefined],
    ["session/resume", { afterSeq: 1000 }, 1],
    ["session/events", { afterSeq: 1000 }, 1],
  ] as const)("conflict: %s with %j contradicts what is stored", async (method, params, told) => {
    const { client } = await scene();
    await client.prompt("s", "hi", { clientMessageId: "k" });
    await client.idle("s", 2);
    const lastSeq = client.events("s").length - 1;
    const answer = await client.request(method, { sessionId: "s", ...params });
    expectError(answer, -32018, "conflict", { retryable: false, ...(told === undefined ? {} : { lastSeq }) });
    expect(client.events("s")).toHaveLength(lastSeq + 1);
  });

  it("session/fork: no finished turn is a conflict, an atSeq that is no turn's end bad params", async () => {
    const { client } = await scene();
    await client.result("session/open", { sessionId: "new" });
    expectError(await client.request("session/fork", { sessionId: "new" }), -32018, "conflict");
    const end = Number(pick(await client.event("s", "turn/end"), "seq"));
    for (const atSeq of [0, end - 1, end + 1]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await client.request("session/fork", { sessionId: "s", atSeq });
      expectError(answer, -32602, "invalid-params", { issues: [{ path: "params.atSeq" }] });
    }
    expect(await client.result("session/fork", { sessionId: "s", atSeq: end })).toMatchObject({});
  });
});

describe("errors of the store: storage-failed", () => {
  it.each([
    ["session/prompt", promptParams("s", "hi"), "write"],
    ["session/prompt", promptParams("s", "hi"), "sync"],
    ["session/prompt", promptParams("new", "hi"), "create"],
    ["session/open", { sessionId: "new" }, "has"],
    ["session/open", { sessionId: "new" }, "create"],
    ["session/open", { sessionId: "s", metadata: {} }, "write"],
    ["session/resume", { sessionId: "stored" }, "open"],
    ["session/events", { sessionId: "stored", afterSeq: -1 }, "read"],
    ["session/fork", { sessionId: "stored" }, "read"],
    ["session/fork", { sessionId: "s" }, "create"],
    ["session/list", {}, "list"],
    ["session/get", { sessionId: "stored" }, "read"],
    ["session/update", { sessionId: "s", title: "t" }, "write"],
    ["session/delete", { sessionId: "s" }, "delete"],
  ] as const)("%s of %j when %s fails", async (method, params, operation) => {
    const store = new FaultyStore();
    const { client } = await scene({ host: { openStore: async () => store } });
    await client.prompt("stored", "hi");
    await client.idle("stored");
    await client.result("session/close", { sessionId: "stored", mode: "drain" });
    store.failing.add(operation);
    const answer = await client.request(method, params);
    expectError(answer, -32017, "storage-failed", { retryable: false });
    store.failing.clear();
    expect(await client.result("session/open", { sessionId: "s" })).toMatchObject({ created: false });
  });
});

describe("errors that every request may have", () => {
  const anything = { sessionId: "s", ...promptParams("s", "hi"), mode: "drain", afterSeq: -1 };

  it("frame-too-large: a request over the limit is not read, and the connection lives", async () => {
    const { client } = await scene({ wire: { transport: { maxFrameBytes: 65_536 } } });
    const answer = await client.request("session/prompt", promptParams("s", "x".repeat(70_000)));
    expectError(answer, -32011, "frame-too-large", { retryable: false });
    client.send({ id: "big", method: "session/get", params: { sessionId: "x".repeat(70_000) } });
    expectError(await client.response("big"), -32011, "frame-too-large");
    client.send({ method: "tool.progress", params: { message: "x".repeat(70_000) } });
    expect(pick(await client.told("$/frameDropped"), "params")).toEqual({
      bytes: expect.any(Number),
      method: "tool.progress",
    });
    expect(await client.result("session/get", { sessionId: "s" })).toMatchObject({ sessionId: "s" });
  });

  it("frame-too-large: an answer over the client's limit; events are a session.gap", async () => {
    const { client } = await handshaken({ initialize: { limits: { maxFrameBytes: 65_536 } } });
    await client.prompt("s", "x".repeat(100_000));
    await client.idle("s");
    expect(client.frames.some(({ method }) => method === "session.gap")).toBe(true);
    expectError(await client.request("session/events", { sessionId: "s", afterSeq: -1 }), -32011, "frame-too-large");
  });

  it("overloaded: more than maxInFlightRequests", async () => {
    const { client } = await scene({ wire: { maxInFlightRequests: 2 } });
    const { lastSeq } = await client.result("session/get", { sessionId: "s" });
    const waits = ["a", "b"].map((id) => ({
      id,
      method: "session/events",
      params: { sessionId: "s", afterSeq: lastSeq, waitMs: 2 ** 31 },
    }));
    client.send(...waits);
    for (const method of ["session/prompt", "session/close", "model/list", "session/unknown"]) {
      // oxlint-disable-next-line no-await-in-loop -- each while the two wait
      expectError(await client.request(method, anything), -32016, "overloaded", { retryable: true });
    }
    client.send({ method: "$/cancelRequest", params: { id: "a" } });
    await client.response("a");
    expect(await client.result("session/get", { sessionId: "s" })).toMatchObject({ sessionId: "s" });
    client.send({ method: "$/cancelRequest", params: { id: "b" } });
    await client.response("b");
  });

  it.each(["session/prompt", "session/open", "session/resume", "session/events", "session/close", "session/get"])(
    "cancelled, or its result: %s that was given up while it waited is answered once",
    async (method) => {
      const store = new FaultyStore();
      const { client } = await handshaken({ host: { openStore: async () => store } });
      await client.prompt("s", "hi");
      await client.idle("s");
      await client.result("session/close", { sessionId: "s", mode: "drain" });
      const before = client.events("s").length;
      let open = (): void => undefined;
      store.gate = new Promise((resolve) => (open = resolve));
      const params = method === "session/prompt" ? promptParams("s", "hi") : anything;
      client.send({ id: 0, method, params });
      client.send({ method: "$/cancelRequest", params: { id: 0, reason: "enough" } });
      open();
      const answer = await client.response(0);
      if (method === "session/prompt") expectError(answer, -32800, "cancelled", { retryable: false });
      if ("error" in answer) expect(client.events("s")).toHaveLength(before);
      await client.result("session/list", {});
      expect(client.frames.filter(({ id }) => id === 0)).toHaveLength(1);
    },
  );

  it("internal: what fails inside is told by its message alone", async () => {
    const client = new WireClient(runtimeHost({ openStore: () => Promise.reject(new Error("boom")) }));
    await client.initialize(await folder(RULES));
    expect((await client.request("session/list", {}))["error"]).toEqual({
      code: -32603,
      message: "boom",
      data: { kind: "internal", retryable: false },
    });
  });
});
