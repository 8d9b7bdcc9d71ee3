import { ClientRequestMethod } from "@buckeyestudio/toh-sdk-protocol";
import { describe, expect, it } from "vitest";
import { HostError, type HostErrorKind } from "./index.ts";
import { FakeSessionHost, PICTURE, SessionWire } from "./session-wire.test-support.ts";
import { Wire } from "./wire.test-support.ts";

const request = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const TEXT = '[{"type":"text","text":"hi"}]';
const INFO =
  '"sessionId":"s","cwd":"/w","provider":"p","model":"m","createdAt":1,"updatedAt":2,"status":"idle","lastSeq":4,' +
  '"children":[],"usage":[],"treeUsage":[]';
const PENDING = '"pending":{"prompts":[],"approvals":[]}';

/** A method, params that are right, what the host is asked, and the result. */
const methods: readonly (readonly [
  method: string,
  params: string,
  asked: readonly [string, object],
  result: string,
])[] = [
  [
    "session/prompt",
    `{"sessionId":"s","contentBlocks":${TEXT},"clientMessageId":"c","mode":"steer","expectTurn":2,"deadlineMs":5}`,
    [
      "submit",
      {
        sessionId: "s",
        contentBlocks: [{ type: "text", text: "hi" }],
        clientMessageId: "c",
        mode: "steer",
        expectTurn: 2,
        deadlineMs: 5,
      },
    ],
    '{"messageId":"m-1","mode":"queue","position":0}',
  ],
  [
    "session/cancel",
    '{"sessionId":"s","scope":"all","reason":"enough"}',
    ["cancel", { sessionId: "s", scope: "all", reason: "enough" }],
    '{"outcome":"nothing","cancelled":[],"kept":[]}',
  ],
  ["session/open", "{}", ["open", {}], '{"sessionId":"minted","created":true}'],
  [
    "session/open",
    '{"sessionId":"s","cwd":"/x","metadata":{"a":[1]}}',
    ["open", { sessionId: "s", cwd: "/x", metadata: { a: [1] } }],
    '{"sessionId":"s","created":true}',
  ],
  [
    "session/resume",
    '{"sessionId":"s","afterSeq":-1}',
    ["resume", { sessionId: "s", afterSeq: -1 }],
    `{"lastSeq":4,"status":"idle",${PENDING}}`,
  ],
  [
    "session/events",
    '{"sessionId":"s","afterSeq":-1,"limit":3}',
    ["events", { sessionId: "s", afterSeq: -1, limit: 3 }],
    '{"events":[],"lastSeq":4}',
  ],
  [
    "session/close",
    '{"sessionId":"s","mode":"drain"}',
    ["close", { sessionId: "s", mode: "drain" }],
    '{"cancelled":[]}',
  ],
  [
    "session/fork",
    '{"sessionId":"s","atSeq":3}',
    ["fork", { sessionId: "s", atSeq: 3 }],
    '{"sessionId":"f","lastSeq":4}',
  ],
  ["session/list", "{}", ["list", { limit: 50 }], `{"sessions":[{${INFO}}]}`],
  ["session/list", '{"cursor":"x","limit":500}', ["list", { cursor: "x", limit: 500 }], `{"sessions":[{${INFO}}]}`],
  ["session/get", '{"sessionId":"s"}', ["get", { sessionId: "s" }], `{${INFO},${PENDING}}`],
  ["session/update", '{"sessionId":"s","title":"t"}', ["update", { sessionId: "s", title: "t" }], "{}"],
  ["session/delete", '{"sessionId":"s"}', ["delete", { sessionId: "s" }], "{}"],
  [
    "approval/answer",
    '{"approvalId":"a","outcome":{"type":"selected","optionId":"yes"}}',
    ["answerApproval", { approvalId: "a", outcome: { type: "selected", optionId: "yes" } }],
    "{}",
  ],
  [
    "approval/answer",
    '{"approvalId":"a","outcome":{"type":"postponed"}}',
    ["answerApproval", { approvalId: "a", outcome: { type: "cancelled" } }],
    "{}",
  ],
  [
    "model/list",
    '{"provider":"p"}',
    ["models", { provider: "p" }],
    '{"models":[{"provider":"p","model":"m","ready":true}]}',
  ],
  [
    "attachment/put",
    '{"mediaType":"image/png","data":"AA==","name":"a.png"}',
    ["putAttachment", { mediaType: "image/png", data: "AA==", name: "a.png" }],
    JSON.stringify({ attachment: PICTURE }),
  ],
  [
    "attachment/get",
    '{"attachmentId":"sha256:00"}',
    ["getAttachment", { attachmentId: "sha256:00" }],
    JSON.stringify({ attachment: PICTURE, data: "AA==" }),
  ],
];
const names = [...new Set(methods.map(([method]) => method))];
const paramsOf = (method: string): string => methods.find(([name]) => name === method)?.[1] ?? "{}";
const askedAs = (method: string): string => methods.find(([name]) => name === method)?.[2][0] ?? "";

describe("the methods of version 1 (spec §1.4 to §1.12)", () => {
  it("are all in the table of this test", () => {
    const tested = [...names, "initialize", "shutdown"].sort();
    expect(tested).toEqual(Object.values(ClientRequestMethod).sort());
  });

  it.each(methods)("answers %s %s with what the host gives", async (method, params, asked, result) => {
    const wire = new SessionWire();
    await wire.agree();
    expect(await wire.ask(request(method, params))).toBe(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
    expect(wire.host.asked).toEqual([asked]);
  });

  it.each(names)("refuses %s before initialize, with -32600", async (method) => {
    const wire = new SessionWire();
    expect(await wire.ask(request(method, paramsOf(method)))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"initialize must succeed before any other request"}}',
    );
    expect(wire.host.asked).toEqual([]);
  });

  it.each(names)("refuses %s after shutdown, with -32015", async (method) => {
    const wire = new SessionWire();
    await wire.agree();
    await wire.ask('{"jsonrpc":"2.0","id":9,"method":"shutdown"}');
    expect(await wire.ask(request(method, paramsOf(method)))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32015,"message":"SDK server is shutting down","data":{"kind":"shutting-down","retryable":true}}}',
    );
    expect(wire.host.asked).toEqual([]);
  });

  it.each(names.filter((method) => method !== "session/prompt"))(
    "does not know %s on a connection of version 0, whatever the host can do",
    async (method) => {
      const wire = new SessionWire();
      await wire.initialize();
      expect(await wire.ask(request(method, paramsOf(method)))).toBe(
        `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found: ${method}"}}`,
      );
    },
  );

  it("answers a method that nobody knows with -32601 and its kind", async () => {
    const wire = new SessionWire();
    await wire.agree();
    for (const method of ["no/such", "_private/one", "constructor", "__proto__"]) {
      expect(await wire.ask(request(method, "{}"))).toBe(
        `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found: ${method}","data":{"kind":"method-not-found","retryable":false}}}`,
      );
    }
  });

  it.each([
    ["session/fork", '{"sessionId":"s"}'],
    ["approval/answer", '{"approvalId":"a","outcome":{"type":"cancelled"}}'],
    ["model/list", "{}"],
    ["attachment/put", '{"mediaType":"image/png","data":"AA=="}'],
    ["attachment/get", '{"attachmentId":"a"}'],
    ["session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"mode":"steer"}`],
    ["session/open", '{"tools":[]}'],
  ])("refuses %s %s with -32012 where the host does not offer it", async (method, params) => {
    const wire = new SessionWire({ host: new FakeSessionHost({}) });
    await wire.agree();
    expect(JSON.parse(await wire.ask(request(method, params)))).toMatchObject({
      error: { code: -32012, data: { kind: "not-agreed", retryable: false } },
    });
    expect(wire.host.asked).toEqual([]);
  });
});

describe("errors of the host (spec §1.2)", () => {
  const kinds: readonly (readonly [HostErrorKind, number, boolean])[] = [
    ["cancelled", -32800, false],
    ["session-unknown", -32010, false],
    ["not-agreed", -32012, false],
    ["session-busy", -32013, true],
    ["session-closing", -32013, true],
    ["session-locked", -32013, true],
    ["turn-changed", -32013, false],
    ["approval-resolved", -32014, false],
    ["shutting-down", -32015, true],
    ["overloaded", -32016, true],
    ["storage-failed", -32017, false],
    ["conflict", -32018, false],
  ];

  const failing = async (method: string, error: unknown): Promise<SessionWire> => {
    const wire = new SessionWire();
    await wire.agree();
    Object.assign(wire.host.answers, { [askedAs(method)]: () => Promise.reject(error) });
    return wire;
  };

  it.each(names)("pass through %s, by their kind", async (method) => {
    for (const [kind, code, retryable] of kinds) {
      const wire = await failing(method, new HostError(kind, "because"));
      expect(await wire.ask(request(method, paramsOf(method)))).toBe(
        `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"because","data":{"kind":"${kind}","retryable":${retryable}}}}`,
      );
    }
  });

  it("carry their facts", async () => {
    const conflict = await failing(
      "session/resume",
      new HostError("conflict", "beyond the end", { facts: { lastSeq: 4 } }),
    );
    expect(await conflict.ask(request("session/resume", '{"sessionId":"s","afterSeq":9}'))).toContain(
      '"data":{"kind":"conflict","retryable":false,"lastSeq":4}',
    );
    const resolved = await failing(
      "approval/answer",
      new HostError("approval-resolved", "decided", { facts: { outcome: "deny" } }),
    );
    expect(await resolved.ask(request("approval/answer", paramsOf("approval/answer")))).toContain(
      '"data":{"kind":"approval-resolved","retryable":false,"outcome":"deny"}',
    );
  });

  it("name the member that is wrong", async () => {
    const wire = await failing(
      "attachment/get",
      new HostError("invalid-params", "there is no such attachment", { path: "attachmentId" }),
    );
    expect(await wire.ask(request("attachment/get", '{"attachmentId":"x"}'))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"there is no such attachment","data":{"kind":"invalid-params","retryable":false,' +
        '"issues":[{"path":"params.attachmentId","message":"there is no such attachment"}]}}}',
    );
  });

  it.each(names)("that are none it meant, of %s, show the message alone", async (method) => {
    const wire = await failing(method, Object.assign(new Error("disk on fire"), { code: 7, data: { secret: 1 } }));
    expect(await wire.ask(request(method, paramsOf(method)))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"disk on fire","data":{"kind":"internal","retryable":false}}}',
    );
  });
});

describe("a connection of version 0 over a host of version 1 (spec §1.1)", () => {
  it("prompts as ever, and its receipt has no new member", async () => {
    const wire = new SessionWire();
    await wire.initialize();
    wire.host.asked.length = 0;
    const params = `{"sessionId":"s","contentBlocks":${TEXT},"clientMessageId":"c","mode":"steer"}`;
    expect(await wire.ask(request("session/prompt", params))).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"messageId":"m-1"}}',
    );
    expect(wire.host.asked).toEqual([["prompt", { sessionId: "s", contentBlocks: [{ type: "text", text: "hi" }] }]]);
  });

  it("gets no code and no data of version 1", async () => {
    for (const kind of ["conflict", "session-closing", "storage-failed", "session-locked", "overloaded"] as const) {
      const wire = new Wire();
      await wire.initialize();
      wire.host.prompt = async () => {
        throw new HostError(kind, "because", { facts: { lastSeq: 1 } });
      };
      expect(await wire.ask(request("session/prompt", `{"sessionId":"s","contentBlocks":${TEXT}}`))).toBe(
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"because"}}',
      );
    }
  });
});
