import { readFileSync } from "node:fs";
import {
  CapabilityError,
  FrameTooLargeError,
  JsonRpcResponseError,
  SdkProtocolError,
} from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HarnessClient } from "./client.ts";
import type { HarnessClientOptions } from "./client.ts";
import { fakeRuntime, fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import { isRecord } from "./notification.ts";

const CWD = { cwd: "/w" };
const CLIENT_INFO = { name: "@buckeyestudio/toh-sdk-client", version: "0.2.0" };
let before: ReturnType<typeof held>;
let clients: HarnessClient[] = [];

function open(options: HarnessClientOptions): HarnessClient {
  const client = new HarnessClient({ disposeEofGraceMs: 300, disposeGraceMs: 300, ...options });
  clients.push(client);
  return client;
}

async function shaken(options: HarnessClientOptions): Promise<HarnessClient> {
  const client = open(options);
  await client.initialize(CWD);
  return client;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

async function framesGot(client: HarnessClient): Promise<Record<string, unknown>[]> {
  const lines: unknown = await client.request("got");
  return Array.isArray(lines) ? lines.filter(isRecord) : [];
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await expectNothingLeft(before);
});

describe("HarnessClient: the handshake of version 1 (spec §1.1)", () => {
  it("asks for version 1, says who it is, and tells what was agreed", async () => {
    const client = open(fakeRuntimeV1("serve()"));
    expect(client.agreed).toBeUndefined();
    expect(await client.initialize(CWD)).toEqual({ serverInfo: { name: "fake", version: "1" } });
    expect(client.agreed).toEqual({
      version: 1,
      serverInfo: { name: "fake", version: "1" },
      capabilities: { steer: {}, approvals: {}, tools: {}, fork: {}, models: {}, attachments: {} },
      limits: { maxFrameBytes: 1_048_576, maxInFlightRequests: 16 },
      route: { provider: "p", model: "m" },
      runtimeId: "r1",
    });
    expect(await client.request("got")).toMatchObject([
      { method: "initialize", params: { cwd: "/w", protocolVersion: 1, clientInfo: CLIENT_INFO } },
    ]);
  });

  it("sends what else it is given, and that it takes approvals where it has a handler for them", async () => {
    const client = open(fakeRuntimeV1("serve()"));
    client.onApprovalRequest(() => ({ outcome: { type: "cancelled" } }));
    const params = {
      ...CWD,
      clientInfo: { name: "mine", version: "9" },
      capabilities: { notifications: { excludeEvents: ["assistant/chunk"] } },
      tools: [{ name: "t", description: "", inputSchema: {} }],
      limits: { maxFrameBytes: 65_536 },
    };
    await client.initialize(params);
    expect(await client.request("got")).toMatchObject([
      { params: { ...params, capabilities: { approvals: {}, ...params.capabilities } } },
    ]);
  });

  it("says who its options say it is", async () => {
    const clientInfo = { name: "mine", version: "9", title: "Mine" };
    const client = await shaken(fakeRuntimeV1("serve()", { clientInfo }));
    expect(await client.request("got")).toMatchObject([{ params: { clientInfo } }]);
  });

  it("takes a result without protocolVersion as version 0", async () => {
    const client = await shaken(fakeRuntime("serve()"));
    expect(client.agreed).toEqual({
      version: 0,
      serverInfo: { name: "fake", version: "0" },
      capabilities: {},
      limits: undefined,
      route: undefined,
      runtimeId: undefined,
    });
  });

  it("sends what version 0 knows, and no more, where version 0 is asked for", async () => {
    const client = open(fakeRuntimeV1("serve()", { protocolVersion: 0 }));
    await client.initialize({ ...CWD, provider: "p", model: "m", maxTokens: 5, clientInfo: CLIENT_INFO });
    expect(client.agreed).toMatchObject({ version: 0, capabilities: {} });
    expect(await client.request("got")).toMatchObject([
      { params: { cwd: "/w", provider: "p", model: "m", maxTokens: 5 } },
    ]);
    expect(await client.request("got")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ params: { cwd: "/w", provider: "p", model: "m", maxTokens: 5 } }),
      ]),
    );
  });

  it("refuses a runtime that is older than minProtocolVersion", async () => {
    const client = open(fakeRuntime("serve()"));
    const error = await failure(client.initialize({ ...CWD, minProtocolVersion: 1 }));
    expect(error).toBeInstanceOf(CapabilityError);
    expect(error).toMatchObject({ capability: "protocolVersion 1" });
  });

  it.each([
    ["a version that was not asked for", "{ ...hello, protocolVersion: 2 }", "result.protocolVersion"],
    ["a version that is no number", "{ ...hello, protocolVersion: '1' }", "result.protocolVersion"],
    ["no limits", "{ ...hello, limits: undefined }", "result.limits"],
    ["a route without model", "{ ...hello, route: { provider: 'p' } }", "result.route.model"],
    ["no runtimeId", "{ ...hello, runtimeId: undefined }", "result.runtimeId"],
    ["no serverInfo", "{ ...hello, serverInfo: undefined }", "result.serverInfo"],
  ])("refuses a result with %s", async (_, result, field) => {
    const error = await failure(shaken(fakeRuntimeV1(`serve({ initialize: (r) => answer(r, ${result}) })`)));
    expect(error).toBeInstanceOf(SdkProtocolError);
    expect(error).toMatchObject({ method: "initialize", field });
  });

  it("keeps what the runtime says of a version that does not suit it", async () => {
    const client = open(
      fakeRuntimeV1(`serve({ initialize: (r) => say({ id: r.id, error: { code: -32022, message: "no",
        data: { kind: "unsupported-version", retryable: false, requested: 1, supported: [0] } } }) })`),
    );
    expect(await failure(client.initialize(CWD))).toMatchObject({
      kind: "unsupported-version",
      code: -32_022,
      data: { requested: 1, supported: [0] },
    });
  });

  it("refuses a version that it does not speak, before anything is sent", async () => {
    const client = open(fakeRuntimeV1("serve()"));
    expect(await failure(client.initialize({ ...CWD, protocolVersion: 2 }))).toBeInstanceOf(RangeError);
    expect(client.pid).toBeUndefined();
  });

  it("says the version of its own package", () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(manifest).toMatchObject(CLIENT_INFO);
  });
});

const INFO = {
  sessionId: "s",
  cwd: "/w",
  provider: "p",
  model: "m",
  createdAt: 1,
  updatedAt: 2,
  status: "idle",
  lastSeq: 4,
  children: [],
  usage: [{ provider: "p", model: "m", calls: 1, inputTokens: 2, outputTokens: 3 }],
  treeUsage: [],
};
const PENDING = { prompts: [{ messageId: "m2", clientMessageId: "c" }], approvals: [] };
const ATTACHMENT = { attachmentId: "sha256:00", mediaType: "image/png", bytes: 3, width: 1, height: 1 };
const signal = new AbortController().signal;

/** Every method: the call, the wire, a result, and a result that breaks the contract with the field that says so. */
const METHODS: {
  method: string;
  call: (client: HarnessClient) => Promise<unknown>;
  params: object;
  result: object;
  given?: unknown;
  broken?: object;
  field?: string;
}[] = [
  {
    method: "session/prompt",
    call: (client) =>
      client.submit("s", [{ type: "text", text: "hi" }], {
        clientMessageId: "c",
        mode: "steer",
        expectTurn: 2,
        deadlineMs: 9,
        signal,
      }),
    params: {
      sessionId: "s",
      contentBlocks: [{ type: "text", text: "hi" }],
      clientMessageId: "c",
      mode: "steer",
      expectTurn: 2,
      deadlineMs: 9,
    },
    result: { messageId: "m1", mode: "steer", position: 0, duplicate: true },
    broken: { messageId: "m1", mode: 1 },
    field: "result.mode",
  },
  {
    method: "session/prompt",
    call: (client) => client.prompt("s", [{ type: "text", text: "hi" }]),
    params: { sessionId: "s", contentBlocks: [{ type: "text", text: "hi" }] },
    result: { messageId: "m1", mode: "queue", position: 1 },
    given: "m1",
    broken: {},
    field: "result.messageId",
  },
  {
    method: "session/cancel",
    call: (client) => client.cancel({ sessionId: "s", scope: "all", reason: "enough" }),
    params: { sessionId: "s", scope: "all", reason: "enough" },
    result: { outcome: "cancelling", turn: 3, cancelled: ["m1"], kept: [] },
    broken: { outcome: "cancelling", cancelled: ["m1"] },
    field: "result.kept",
  },
  {
    method: "session/open",
    call: (client) => client.open({ sessionId: "s", cwd: "/x", systemPrompt: "be short", metadata: { a: [1] } }),
    params: { sessionId: "s", cwd: "/x", systemPrompt: "be short", metadata: { a: [1] } },
    result: { sessionId: "s", created: true },
    broken: { sessionId: "s" },
    field: "result.created",
  },
  {
    method: "session/resume",
    call: (client) => client.resume({ sessionId: "s", afterSeq: -1 }),
    params: { sessionId: "s", afterSeq: -1 },
    result: { lastSeq: 4, status: "idle", pending: PENDING },
    broken: { lastSeq: 4, status: "asleep", pending: PENDING },
    field: "result.status",
  },
  {
    method: "session/events",
    call: (client) => client.events({ sessionId: "s", afterSeq: 3, limit: 10, waitMs: 100 }),
    params: { sessionId: "s", afterSeq: 3, limit: 10, waitMs: 100 },
    result: { events: [{ type: "turn/start", seq: 4, time: 1, data: { turn: 1 } }], lastSeq: 4 },
    broken: { events: [{ type: "turn/start", seq: 4, time: 1, data: {} }], lastSeq: 4 },
    field: "result.events[0].data.turn",
  },
  {
    method: "session/close",
    call: (client) => client.closeSession({ sessionId: "s", mode: "drain", timeoutMs: 5 }),
    params: { sessionId: "s", mode: "drain", timeoutMs: 5 },
    result: { cancelled: ["m1"] },
    broken: { cancelled: [1] },
    field: "result.cancelled[0]",
  },
  {
    method: "session/fork",
    call: (client) => client.fork({ sessionId: "s", atSeq: 3 }),
    params: { sessionId: "s", atSeq: 3 },
    result: { sessionId: "s2", lastSeq: 3 },
    broken: { sessionId: "s2" },
    field: "result.lastSeq",
  },
  {
    method: "session/list",
    call: (client) => client.list({ cursor: "x", limit: 1 }),
    params: { cursor: "x", limit: 1 },
    result: { sessions: [INFO], nextCursor: "y" },
    broken: { sessions: {} },
    field: "result.sessions",
  },
  {
    method: "session/get",
    call: (client) => client.get({ sessionId: "s" }),
    params: { sessionId: "s" },
    result: { ...INFO, pending: PENDING },
    broken: INFO,
    field: "result.pending",
  },
  {
    method: "session/update",
    call: (client) => client.update({ sessionId: "s", title: "t", metadata: {} }),
    params: { sessionId: "s", title: "t", metadata: {} },
    result: {},
    given: undefined,
  },
  {
    method: "session/delete",
    call: (client) => client.delete({ sessionId: "s" }),
    params: { sessionId: "s" },
    result: {},
    given: undefined,
  },
  {
    method: "approval/answer",
    call: (client) => client.answerApproval({ approvalId: "a", outcome: { type: "selected", optionId: "yes" } }),
    params: { approvalId: "a", outcome: { type: "selected", optionId: "yes" } },
    result: {},
    given: undefined,
  },
  {
    method: "model/list",
    call: (client) => client.models({ provider: "p" }),
    params: { provider: "p" },
    result: { models: [{ provider: "p", model: "m", ready: true }] },
    broken: { models: [{ provider: "p", model: "m" }] },
    field: "result.models[0].ready",
  },
  {
    method: "attachment/put",
    call: (client) => client.putAttachment({ mediaType: "image/png", data: "AAAA", name: "dot.png" }),
    params: { mediaType: "image/png", data: "AAAA", name: "dot.png" },
    result: { attachment: ATTACHMENT },
    broken: { attachment: {} },
    field: "result.attachment.attachmentId",
  },
  {
    method: "attachment/get",
    call: (client) => client.getAttachment({ attachmentId: "sha256:00" }),
    params: { attachmentId: "sha256:00" },
    result: { attachment: ATTACHMENT, data: "AAAA" },
    broken: { attachment: ATTACHMENT },
    field: "result.data",
  },
];

describe("HarnessClient: the methods of version 1", () => {
  it("take and give what the protocol says", async () => {
    const results = JSON.stringify(METHODS.map(({ method, result }) => [method, result]));
    const client = await shaken(
      fakeRuntimeV1(`const results = ${results};
        serve({ other: (r) => answer(r, results.splice(results.findIndex(([m]) => m === r.method), 1)[0][1]) })`),
    );
    for (const one of METHODS) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the table
      expect(await one.call(client), one.method).toEqual("given" in one ? one.given : one.result);
    }
    const got: unknown = await client.request("got");
    expect(got).toMatchObject([{ method: "initialize" }, ...METHODS.map(({ method, params }) => ({ method, params }))]);
  });

  it("check their results, and say what is wrong", async () => {
    const cases = METHODS.filter(({ broken }) => broken !== undefined);
    const results = JSON.stringify(cases.map(({ broken }) => broken));
    const client = await shaken(
      fakeRuntimeV1(`const results = ${results}; serve({ other: (r) => answer(r, results.shift()) })`),
    );
    for (const { method, call, field } of cases) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the table
      const error = await failure(call(client));
      expect(error, method).toBeInstanceOf(SdkProtocolError);
      expect(error, method).toMatchObject({ kind: "bad-message", method, field });
    }
  });

  it.each([
    ["of version 0", fakeRuntime("serve()")],
    [
      "of version 1 that can do no more than it must",
      fakeRuntimeV1("hello.capabilities = {}; serve({ other: (r) => refuse(r, -32010, 'session-unknown') })"),
    ],
  ])("that need more than a runtime %s agreed to fail before anything is written", async (which, launch) => {
    const client = await shaken(launch);
    const isOld = which === "of version 0";
    const needy = METHODS.filter(({ method, params }) => {
      const needs = /fork|approval|model|attachment/.test(method) || ("mode" in params && params.mode === "steer");
      return needs || (isOld && method !== "session/prompt");
    });
    expect(needy).toHaveLength(isOld ? METHODS.length - 1 : 6);
    for (const { method, call } of needy) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the table
      const error = await failure(call(client));
      expect(error, method).toBeInstanceOf(CapabilityError);
      expect(error, method).toMatchObject({ kind: "not-agreed" });
    }
    const tools = [{ name: "t", description: "", inputSchema: {} }];
    expect(await failure(client.open({ tools }))).toMatchObject({ capability: "tools" });
    expect(await client.request("got")).toMatchObject([{ method: "initialize" }]);
  });

  it.each(["clientMessageId", "mode", "expectTurn", "deadlineMs"])(
    "version 0 knows no %s of a prompt: it fails before anything is written",
    async (member) => {
      const client = await shaken(fakeRuntime("serve()"));
      const error = await failure(client.prompt("s", [{ type: "text", text: "hi" }], { [member]: 1 }));
      expect(error).toMatchObject({ kind: "not-agreed", capability: member });
      expect(await client.request("got")).toHaveLength(1);
    },
  );

  it("fail before the handshake, when nothing is agreed yet", async () => {
    const client = open(fakeRuntimeV1("serve()"));
    expect(await failure(client.list())).toBeInstanceOf(CapabilityError);
    expect(client.pid).toBeUndefined();
  });

  it("keep code, kind, data and retryable of an error (spec §1.2)", async () => {
    const client = await shaken(
      fakeRuntimeV1(`serve({ other: (r) => say({ id: r.id, error: { code: -32013, message: "wait",
        data: { kind: "session-busy", retryable: true, more: 1 } } }) })`),
    );
    const error = await failure(client.get({ sessionId: "s" }));
    expect(error).toBeInstanceOf(JsonRpcResponseError);
    expect(error).toMatchObject({
      kind: "session-busy",
      code: -32_013,
      message: "wait",
      retryable: true,
      data: { kind: "session-busy", retryable: true, more: 1 },
    });
  });

  it("tell the runtime when a call is given up: by its signal, or its bound (spec §1.3)", async () => {
    const client = await shaken(fakeRuntimeV1("serve({ 'session/get': () => {} })"));
    const control = new AbortController();
    const reason = new Error("changed my mind");
    const call = client.get({ sessionId: "s" }, { signal: control.signal });
    await expect.poll(() => framesGot(client)).toHaveLength(2);
    control.abort(reason);
    expect(await failure(call)).toBe(reason);
    expect(await failure(client.get({ sessionId: "s" }, { timeoutMs: 1 }))).toMatchObject({ kind: "timeout" });
    const frames = await framesGot(client);
    const [, first, cancelFirst, second, cancelSecond] = frames.filter(({ method }) => method !== "got");
    expect([first, second]).toMatchObject([{ method: "session/get" }, { method: "session/get" }]);
    expect([cancelFirst, cancelSecond]).toEqual([
      { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: first?.["id"] } },
      { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: second?.["id"] } },
    ]);
  });

  it("refuse what is larger than the runtime can take, before anything is written (spec §1.9)", async () => {
    const client = await shaken(fakeRuntimeV1("serve()"));
    const error = await failure(client.prompt("s", [{ type: "text", text: "x".repeat(1_048_576) }]));
    expect(error).toBeInstanceOf(FrameTooLargeError);
    expect(await client.request("got")).toHaveLength(1);
  });
});
