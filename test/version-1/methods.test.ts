import { ClientRequestMethod, loadValidators } from "@buckeyestudio/toh-sdk-protocol";
import { describe, expect, it } from "vitest";
import { type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { folder, runtimeHost } from "./host.test-support.ts";
import { offering, RULES, type Scene, scene } from "./scene.test-support.ts";
import { promptParams, WireClient } from "./wire-client.test-support.ts";

interface Case {
  readonly method: string;
  /** Params that are in order. */
  readonly params: (scene: Scene) => object | Promise<object>;
  readonly result: object;
  /** What an unknown session is answered: the kind of error, or a result. */
  readonly unknown?: string | object;
}

const NOTHING_PENDING = { prompts: [], approvals: [] };
const USAGE = [{ provider: "scripted", model: "script.json", calls: 1, inputTokens: 3, outputTokens: 2 }];

const DOT = { mediaType: "image/gif", data: "R0lGODdhAwACAIEAAMgAAAAAAAAAAAAAACwAAAAAAwACAAAIBgABCBwYEAA7" };

const CASES: readonly Case[] = [
  {
    method: "session/prompt",
    params: () => promptParams("s", "again"),
    result: { messageId: expect.any(String), mode: "queue", position: 0 },
    unknown: { messageId: expect.any(String), mode: "queue", position: 0 },
  },
  {
    method: "session/cancel",
    params: () => ({ sessionId: "s" }),
    result: { outcome: "nothing", cancelled: [], kept: [] },
    unknown: { outcome: "nothing", cancelled: [], kept: [] },
  },
  {
    method: "session/open",
    params: () => ({ sessionId: "s", metadata: { a: 1 } }),
    result: { sessionId: "s", created: false },
    unknown: { sessionId: "no such", created: true },
  },
  {
    method: "session/resume",
    params: () => ({ sessionId: "s", afterSeq: -1 }),
    result: { lastSeq: expect.any(Number), status: "idle", pending: NOTHING_PENDING },
    unknown: "session-unknown",
  },
  {
    method: "session/events",
    params: () => ({ sessionId: "s", afterSeq: 0, limit: 2, waitMs: 1 }),
    result: { events: [{ seq: 1 }, { seq: 2 }], lastSeq: expect.any(Number) },
    unknown: "session-unknown",
  },
  {
    method: "session/close",
    params: () => ({ sessionId: "s", mode: "drain" }),
    result: { cancelled: [] },
    unknown: { cancelled: [] },
  },
  {
    method: "session/fork",
    params: () => ({ sessionId: "s" }),
    result: { sessionId: expect.any(String), lastSeq: expect.any(Number) },
    unknown: "session-unknown",
  },
  {
    method: "session/list",
    params: () => ({ limit: 1 }),
    result: { sessions: [{ sessionId: "s", status: "idle", children: [], usage: USAGE, treeUsage: USAGE }] },
  },
  {
    method: "session/get",
    params: () => ({ sessionId: "s" }),
    result: { sessionId: "s", title: "hi", provider: "scripted", model: "script.json", pending: NOTHING_PENDING },
    unknown: "session-unknown",
  },
  {
    method: "session/update",
    params: () => ({ sessionId: "s", title: "t" }),
    result: {},
    unknown: "session-unknown",
  },
  { method: "session/delete", params: () => ({ sessionId: "s" }), result: {}, unknown: {} },
  {
    method: "approval/answer",
    params: async ({ client }) => {
      client.onRequest = () => undefined;
      await client.prompt("asks", "write");
      const asked = await client.told("approval/request", { sessionId: "asks" });
      return { approvalId: pick(asked, "params", "approvalId"), outcome: { type: "selected", optionId: "deny" } };
    },
    result: {},
  },
  { method: "model/list", params: () => ({ provider: "offline" }), result: { models: expect.any(Array) } },
  {
    method: "attachment/put",
    params: () => DOT,
    result: { attachment: { mediaType: "image/gif", width: 3, height: 2 } },
  },
  {
    method: "attachment/get",
    params: async ({ client }) => ({
      attachmentId: pick(await client.result("attachment/put", DOT), "attachment", "attachmentId"),
    }),
    result: { data: DOT.data },
  },
];

const methods = CASES.map(({ method }) => method);
const withApprovals = { initialize: { capabilities: { approvals: {} } } };

const errorOf = (frame: JsonObject): object => ({
  code: pick(frame, "error", "code"),
  kind: pick(frame, "error", "data", "kind"),
  retryable: pick(frame, "error", "data", "retryable"),
});

describe("the methods of version 1, over the wire", () => {
  it("are all looked at here", () => {
    const known: string[] = Object.values(ClientRequestMethod);
    expect([...methods, "initialize", "shutdown"].sort()).toEqual(known.sort());
  });

  it("initialize tells the version, what is offered, the limits, the route and the process (spec §1.1)", async () => {
    const cwd = await folder(RULES);
    const client = new WireClient(runtimeHost(), { runtimeId: "r-1" });
    expect(await client.initialize(cwd)).toEqual({
      serverInfo: { name: "theopen-harness-sdk-runtime", version: "0.0.1" },
      protocolVersion: 1,
      capabilities: { steer: {}, approvals: {}, tools: {}, fork: {}, models: {}, attachments: {} },
      limits: { maxFrameBytes: 33_554_432, maxInFlightRequests: 1024 },
      route: { provider: "scripted", model: "script.json" },
      runtimeId: "r-1",
    });
  });

  it("shutdown answers when all has ended, and the closing events stand before it (spec §0.6)", async () => {
    const { client } = await scene();
    await client.prompt("s", "hang");
    await client.event("s", "assistant/chunk");
    expect(await client.result("shutdown")).toEqual({});
    const ended = client.events("s").findLast(({ type }) => type === "turn/end");
    expect(pick(ended, "data", "reason")).toEqual({ kind: "aborted", reason: { kind: "disposed" } });
    expect(client.frames.at(-1)).toMatchObject({ result: {} });
    expect(client.frames.at(-2)).toMatchObject({ method: "session.status", params: { status: "idle" } });
  });

  it.each(CASES)("$method succeeds, with a result of its schema", async ({ method, params, result }) => {
    const begun = await scene(withApprovals);
    const answer = await begun.client.result(method, await params(begun));
    expect(answer).toMatchObject(result);
    const validators = await loadValidators();
    expect(validators.client.checkResult(method, answer)).toBeUndefined();
    await begun.client.result("session/close", { sessionId: "asks", mode: "cancel" });
  });

  it.each(CASES.filter(({ unknown }) => unknown !== undefined))(
    "$method of an unknown session is answered with $unknown",
    async ({ method, params, unknown }) => {
      const begun = await scene();
      const answer = await begun.client.request(method, { ...(await params(begun)), sessionId: "no such" });
      if (typeof unknown === "string")
        expect(errorOf(answer)).toEqual({ code: -32010, kind: unknown, retryable: false });
      else expect(answer["result"]).toEqual(unknown);
    },
  );

  it.each(methods)("%s before initialize is refused as -32600", async (method) => {
    const client = new WireClient(runtimeHost());
    expect(pick(await client.request(method, {}), "error", "code")).toBe(-32600);
  });

  it.each(methods)("%s behind shutdown answers shutting-down", async (method) => {
    const { client } = await scene();
    const end = client.post("shutdown");
    const answer = await client.request(method, { sessionId: "s" });
    expect(errorOf(answer)).toEqual({ code: -32015, kind: "shutting-down", retryable: true });
    await client.response(end);
    expect(errorOf(await client.request(method, { sessionId: "s" }))).toMatchObject({ kind: "shutting-down" });
  });

  it("a second initialize is refused as invalid-request, and so is an id that is in flight", async () => {
    const { client } = await scene();
    expect(errorOf(await client.request("initialize", { cwd: "/", protocolVersion: 1 }))).toEqual({
      code: -32600,
      kind: "invalid-request",
      retryable: false,
    });
    const wait = { id: 0, method: "session/events", params: { sessionId: "s", afterSeq: 1000, waitMs: 60_000 } };
    client.send(wait, wait);
    expect(errorOf(await client.response(0))).toMatchObject({ code: -32600, kind: "invalid-request" });
    client.send({ method: "$/cancelRequest", params: { id: 0 } });
    await client.until(() => client.frames.filter(({ id }) => id === 0).length === 2, "both answers");
  });

  it("a method that is not defined is unknown in version 1 too", async () => {
    const { client } = await scene();
    const answer = { code: -32601, kind: "method-not-found", retryable: false };
    expect(errorOf(await client.request("session/unknown", {}))).toEqual(answer);
    expect(errorOf(await client.request("toString", {}))).toEqual(answer);
  });

  it.each([
    ["attachment/put", DOT],
    ["attachment/get", { attachmentId: "sha256:00" }],
    ["session/fork", { sessionId: "s" }],
    ["model/list", {}],
  ] as const)("%s answers not-agreed where it is not offered", async (method, params) => {
    const client = new WireClient(offering(runtimeHost(), {}));
    await client.initialize(await folder(RULES));
    expect(errorOf(await client.request(method, params))).toEqual({
      code: -32012,
      kind: "not-agreed",
      retryable: false,
    });
  });

  it.each([
    ["approval/answer", { approvalId: "a", outcome: { type: "cancelled" } }],
    ["session/prompt", promptParams("s", "hi", { mode: "steer" })],
    ["session/open", { tools: [{ name: "t", description: "", inputSchema: {} }] }],
  ] as const)("%s answers not-agreed where its feature is not offered", async (method, params) => {
    const client = new WireClient(offering(runtimeHost(), {}));
    await client.initialize(await folder(RULES));
    expect(errorOf(await client.request(method, params))).toMatchObject({ kind: "not-agreed" });
  });
});
