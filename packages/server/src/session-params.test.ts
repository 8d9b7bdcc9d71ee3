import { describe, expect, it } from "vitest";
import { SessionWire } from "./session-wire.test-support.ts";

const request = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const TEXT = '[{"type":"text","text":"hi"}]';

describe("params of version 1 (spec §0.5, §1.4 to §1.12)", () => {
  const bad: readonly (readonly [method: string, params: string, path: string])[] = [
    ["session/prompt", `{"contentBlocks":${TEXT}}`, "sessionId"],
    ["session/prompt", `{"sessionId":"","contentBlocks":${TEXT}}`, "sessionId"],
    ["session/prompt", `{"sessionId":"${"é".repeat(257)}","contentBlocks":${TEXT}}`, "sessionId"],
    ["session/prompt", String.raw`{"sessionId":"a\u0085","contentBlocks":${TEXT}}`, "sessionId"],
    ["session/prompt", '{"sessionId":"s","contentBlocks":[]}', "contentBlocks"],
    ["session/prompt", '{"sessionId":"s","contentBlocks":[{"type":"text"}]}', "contentBlocks[0].text"],
    [
      "session/prompt",
      '{"sessionId":"s","contentBlocks":[{"type":"tool-call","id":"t","name":"n","arguments":"{}"}]}',
      "contentBlocks[0].type",
    ],
    ["session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"clientMessageId":""}`, "clientMessageId"],
    [
      "session/prompt",
      String.raw`{"sessionId":"s","contentBlocks":${TEXT},"clientMessageId":"a\n"}`,
      "clientMessageId",
    ],
    [
      "session/prompt",
      `{"sessionId":"s","contentBlocks":${TEXT},"clientMessageId":"${"x".repeat(513)}"}`,
      "clientMessageId",
    ],
    ["session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"mode":"now"}`, "mode"],
    ["session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"expectTurn":0}`, "expectTurn"],
    ["session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"deadlineMs":0}`, "deadlineMs"],
    ["session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"deadlineMs":1.5}`, "deadlineMs"],
    ["session/cancel", "{}", "sessionId"],
    ["session/cancel", '{"sessionId":"s","scope":"some"}', "scope"],
    ["session/cancel", '{"sessionId":"s","scope":"all","messageId":"m"}', "scope"],
    ["session/cancel", '{"sessionId":"s","clientMessageId":"c","messageId":"m"}', "clientMessageId"],
    ["session/cancel", '{"sessionId":"s","reason":7}', "reason"],
    ["session/open", '{"sessionId":""}', "sessionId"],
    ["session/open", '{"cwd":"sub"}', "cwd"],
    ["session/open", '{"systemPrompt":7}', "systemPrompt"],
    ["session/open", '{"tools":[{"name":""}]}', "tools[0].description"],
    ["session/open", '{"metadata":[]}', "metadata"],
    ["session/resume", "{}", "sessionId"],
    ["session/resume", '{"sessionId":"s","afterSeq":-2}', "afterSeq"],
    ["session/resume", '{"sessionId":"s","afterSeq":"1"}', "afterSeq"],
    ["session/events", '{"sessionId":"s"}', "afterSeq"],
    ["session/events", '{"sessionId":"s","afterSeq":0,"limit":0}', "limit"],
    ["session/events", '{"sessionId":"s","afterSeq":0,"waitMs":-1}', "waitMs"],
    ["session/close", '{"sessionId":"s"}', "mode"],
    ["session/close", '{"sessionId":"s","mode":"kill"}', "mode"],
    ["session/close", '{"sessionId":"s","mode":"drain","timeoutMs":0}', "timeoutMs"],
    ["session/fork", '{"sessionId":"s","atSeq":-1}', "atSeq"],
    ["session/list", '{"limit":501}', "limit"],
    ["session/list", '{"limit":0}', "limit"],
    ["session/list", '{"cursor":1}', "cursor"],
    ["session/get", '{"sessionId":7}', "sessionId"],
    ["session/update", '{"sessionId":"s","title":7}', "title"],
    ["session/update", '{"sessionId":"s","maxTokens":0}', "maxTokens"],
    ["session/delete", "[]", "sessionId"],
    ["approval/answer", '{"approvalId":"a"}', "outcome"],
    ["approval/answer", '{"approvalId":"a","outcome":{"type":"selected"}}', "outcome.optionId"],
    ["model/list", '{"provider":7}', "provider"],
    ["attachment/put", '{"mediaType":"image/bmp","data":""}', "mediaType"],
    ["attachment/put", '{"mediaType":"image/png"}', "data"],
    ["attachment/get", "{}", "attachmentId"],
  ];

  it.each(bad)("of %s are refused: %s names %s, and the host hears nothing", async (method, params, path) => {
    const wire = new SessionWire();
    await wire.agree();
    const answer: unknown = JSON.parse(await wire.ask(request(method, params)));
    expect(answer).toMatchObject({
      error: { code: -32602, data: { kind: "invalid-params", retryable: false, issues: [{ path: `params.${path}` }] } },
    });
    expect(wire.host.asked).toEqual([]);
  });

  it("are told once more in the message", async () => {
    const wire = new SessionWire();
    await wire.agree();
    expect(await wire.ask(request("session/get", "{}"))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"session/get params.sessionId is missing","data":{"kind":"invalid-params","retryable":false,' +
        '"issues":[{"path":"params.sessionId","message":"is missing"}]}}}',
    );
  });

  it("may have members that nobody knows", async () => {
    const wire = new SessionWire();
    await wire.agree();
    expect(await wire.ask(request("session/get", '{"sessionId":"s","_mine":1,"other":{}}'))).toContain('"result"');
  });

  it("hold durations of any length, and the host gets those that a timer can keep", async () => {
    const wire = new SessionWire();
    await wire.agree();
    await wire.ask(request("session/prompt", `{"sessionId":"s","contentBlocks":${TEXT},"deadlineMs":2147483648}`));
    await wire.ask(request("session/events", '{"sessionId":"s","afterSeq":0,"waitMs":9007199254740991}'));
    await wire.ask(request("session/close", '{"sessionId":"s","mode":"drain","timeoutMs":3000000000}'));
    await wire.ask(
      request("session/open", '{"tools":[{"name":"t","description":"","inputSchema":{},"timeoutMs":1e10}]}'),
    );
    expect(wire.host.asked).toMatchObject([
      ["submit", { deadlineMs: 2_147_483_647 }],
      ["events", { waitMs: 2_147_483_647 }],
      ["close", { timeoutMs: 2_147_483_647 }],
      ["open", { tools: [{ timeoutMs: 2_147_483_647 }] }],
    ]);
  });
});
