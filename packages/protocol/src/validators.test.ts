import { describe, expect, expectTypeOf, it } from "vitest";
import {
  loadRequestValidators,
  loadValidators,
  SdkProtocolError,
  type InitializeParams,
  type InitializeParamsV1,
  type SessionListResult,
  type SessionPromptResult,
  type ToolCallResult,
} from "@buckeyestudio/toh-sdk-protocol";

describe("loadValidators", () => {
  it("loads the checks once, and gives everyone the same", async () => {
    const [first, second] = await Promise.all([loadValidators(), loadValidators()]);
    expect(second).toBe(first);
  });

  it("gives guards that narrow, and issues from which an SdkProtocolError is made without a cast", async () => {
    const validators = await loadValidators();
    const read = (result: unknown): string => {
      const method = "session/prompt";
      if (!validators.isResult(method, result)) {
        const [issue] = validators.checkResult(method, result) ?? [];
        throw new SdkProtocolError(`${method}: ${issue?.path} ${issue?.message}`, { method, field: issue?.path });
      }
      expectTypeOf(result).toEqualTypeOf<SessionPromptResult>();
      return result.messageId;
    };
    expect(read(JSON.parse('{"messageId":"m1","position":0}'))).toBe("m1");
    expect(() => read(JSON.parse('{"messageId":7}'))).toThrow(
      expect.objectContaining({
        message: "session/prompt: result.messageId must be a string, got 7",
        method: "session/prompt",
        field: "result.messageId",
      }),
    );
  });

  it("tells a notification by its method, and an event in it by its type", async () => {
    const { isNotification, isNotificationMethod, isSessionEvent } = await loadValidators();
    const frame: { method: string; params: unknown } = JSON.parse(
      '{"method":"session.event","params":{"sessionId":"s","event":{"type":"turn/end","seq":4,"time":9,"data":{"turn":1,"reason":{"kind":"error","error":{"message":"no key","code":"MISSING_CREDENTIAL"}}}}}}',
    );
    const seen: string[] = [];
    if (isNotificationMethod(frame.method) && frame.method === "session.event") {
      if (isNotification(frame.method, frame.params) && isSessionEvent(frame.params.event)) {
        const { event } = frame.params;
        if (event.type === "turn/end" && event.data.reason.kind === "error") seen.push(event.data.reason.error.code);
      }
    }
    expect(seen).toEqual(["MISSING_CREDENTIAL"]);
  });
});

describe("loadRequestValidators", () => {
  it("loads what a server receives, once, and it is what loadValidators has of it", async () => {
    const requests = await loadRequestValidators();
    expect(await loadRequestValidators()).toBe(requests);
    expect((await loadValidators()).server).toBe(requests);
  });

  it("looks at an initialize as its version asks (spec §1.1.1)", async () => {
    const { isParams, version0 } = await loadRequestValidators();
    const params: unknown = JSON.parse('{"cwd":"/w","protocolVersion":1}');
    if (isParams("initialize", params)) expectTypeOf(params).toEqualTypeOf<InitializeParamsV1>();
    expect(isParams("initialize", params)).toBe(true);
    expect(version0.checkParams("initialize", params)).toEqual([{ path: "params.provider", message: "is missing" }]);
  });

  it("lets a client of version 0 have any member that version 1 has defined since (spec §1.1.1)", async () => {
    const { checkParams, version0 } = await loadRequestValidators();
    const initialize: unknown = JSON.parse(
      '{"cwd":"/w","provider":"p","model":"m","tools":7,"limits":[],"capabilities":0}',
    );
    if (version0.isParams("initialize", initialize)) expectTypeOf(initialize).toEqualTypeOf<InitializeParams>();
    expect(version0.checkParams("initialize", initialize)).toBeUndefined();
    expect(checkParams("initialize", initialize)).toEqual([
      { path: "params.capabilities", message: "must be an object, got 0" },
    ]);
    const prompt = { sessionId: "s", contentBlocks: [{ type: "text", text: "hi" }], clientMessageId: "", mode: 5 };
    expect(version0.checkParams("session/prompt", prompt)).toBeUndefined();
  });

  it("knows which requests and notifications a server may receive, and which a client may", async () => {
    const { server, client } = await loadValidators();
    expect([server.isRequestMethod("session/list"), client.isRequestMethod("session/list")]).toEqual([true, false]);
    expect([server.isRequestMethod("tool/call"), client.isRequestMethod("tool/call")]).toEqual([false, true]);
    expect([server.isRequestMethod("shutdown"), client.isRequestMethod("shutdown")]).toEqual([true, false]);
    expect([server.isRequestMethod("constructor"), server.isRequestMethod("_acme/x")]).toEqual([false, false]);
    expect([server.isNotificationMethod("session.gap"), client.isNotificationMethod("session.gap")]).toEqual([
      false,
      true,
    ]);
    expect(server.isNotificationMethod("$/cancelRequest")).toBe(true);
  });

  it("gives guards that narrow results and error data of version 1", async () => {
    const { server, client } = await loadValidators();
    const answer: unknown = JSON.parse('{"content":[]}');
    if (server.isResult("tool/call", answer)) expectTypeOf(answer).toEqualTypeOf<ToolCallResult>();
    const list: unknown = JSON.parse('{"sessions":[]}');
    if (client.isResult("session/list", list)) expectTypeOf(list).toEqualTypeOf<SessionListResult>();
    const data: unknown = JSON.parse('{"kind":"conflict","retryable":false,"lastSeq":41}');
    expect(client.isErrorData(data) && data.lastSeq).toBe(41);
    expect([server.isResult("tool/call", answer), client.isResult("session/list", list)]).toEqual([true, true]);
  });
});
