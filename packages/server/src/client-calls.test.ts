import { describe, expect, it } from "vitest";
import type { ApprovalDecision, ApprovalQuestion, ClientToolCall, ClientToolOutcome } from "./index.ts";
import { FakeSessionHost, SessionWire } from "./session-wire.test-support.ts";

const QUESTION: ApprovalQuestion = {
  approvalId: "a-1",
  sessionId: "s",
  turn: 1,
  callId: "c",
  tool: "shell",
  title: "Run ls",
  subject: { arguments: { command: "ls" }, command: "ls", cwd: "/w" },
  options: [
    { id: "yes", kind: "allow-once", label: "Allow once" },
    { id: "no", kind: "deny", label: "Deny" },
  ],
};
const CALL: ClientToolCall = { sessionId: "s", turn: 1, step: 2, callId: "c", name: "add", arguments: { a: 1 } };

interface Asked {
  readonly id: string;
  readonly method: string;
  readonly params: unknown;
}

async function hearCall(wire: SessionWire): Promise<Asked> {
  const [line = ""] = await wire.hear(1);
  return JSON.parse(line);
}

class Client {
  readonly wire: SessionWire = new SessionWire();
  readonly controller: AbortController = new AbortController();

  async agree(params = ',"capabilities":{"approvals":{}}'): Promise<this> {
    await this.wire.agree(params);
    return this;
  }

  decide(): Promise<ApprovalDecision> {
    const { decide } = this.wire.host.peer;
    if (decide === undefined) throw new Error("nobody can be asked");
    return decide(QUESTION, { signal: this.controller.signal });
  }

  callTool(): Promise<ClientToolOutcome> {
    const { callTool } = this.wire.host.peer;
    if (callTool === undefined) throw new Error("there are no tools");
    return callTool(CALL, { signal: this.controller.signal });
  }

  answer(id: string, answer: string): void {
    this.wire.say(`{"jsonrpc":"2.0","id":"${id}",${answer}}`);
  }
}

describe("approval/request (spec §1.8)", () => {
  it("asks the client, and gives what it chose", async () => {
    const client = await new Client().agree();
    const deciding = client.decide();
    const { id, method, params } = await hearCall(client.wire);
    expect({ method, params }).toEqual({ method: "approval/request", params: QUESTION });
    client.answer(id, '"result":{"outcome":{"type":"selected","optionId":"no","note":"not here","_more":1}}');
    expect(await deciding).toEqual({ type: "selected", optionId: "no", note: "not here" });
  });

  it("gives a question back that nobody answered", async () => {
    const client = await new Client().agree();
    const deciding = client.decide();
    client.answer((await hearCall(client.wire)).id, '"result":{"outcome":{"type":"cancelled"}}');
    expect(await deciding).toEqual({ type: "cancelled" });
  });

  it.each([
    ['"result":{"outcome":{"type":"selected","optionId":"maybe"}}', "answered with an option that was not offered"],
    ['"result":{"outcome":{"type":"postponed"}}', "answered with an unknown outcome"],
    ['"result":{"outcome":{"type":"selected"}}', "answered wrongly: result.outcome.optionId is missing"],
    ['"result":{}', "answered wrongly: result.outcome is missing"],
    ['"result":null', "answered wrongly: result must be an object, got null"],
    ['"error":{"code":-32603,"message":"the terminal is gone"}', "the terminal is gone"],
  ])("gives no leave for %s", async (answer, message) => {
    const client = await new Client().agree();
    const deciding = client.decide();
    client.answer((await hearCall(client.wire)).id, answer);
    await expect(deciding).rejects.toThrow(message);
  });

  it("is withdrawn by $/cancelRequest, and a late answer is ignored", async () => {
    const client = await new Client().agree();
    const deciding = client.decide();
    const { id } = await hearCall(client.wire);
    client.controller.abort("answered elsewhere");
    await expect(deciding).rejects.toThrow("answered elsewhere");
    expect(await client.wire.hear(1)).toEqual([
      `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"${id}","reason":"answered elsewhere"}}`,
    ]);
    client.answer(id, '"result":{"outcome":{"type":"selected","optionId":"yes"}}');
    expect(await client.wire.ask('{"id":1,"method":"session/get","params":{"sessionId":"s"}}')).toContain('"id":1');
  });

  it("is not even sent where it was withdrawn before", async () => {
    const client = await new Client().agree();
    client.controller.abort(new Error("too late"));
    await expect(client.decide()).rejects.toThrow("too late");
    expect(await client.wire.ask('{"id":1,"method":"session/get","params":{"sessionId":"s"}}')).toContain('"id":1');
  });

  it("gives no leave when the client is lost", async () => {
    const client = await new Client().agree();
    const deciding = client.decide();
    await hearCall(client.wire);
    client.wire.toServer.end();
    await expect(deciding).rejects.toThrow("JSON-RPC input closed");
  });

  it("gives no leave when the question is larger than the client can take", async () => {
    const client = await new Client().agree(',"capabilities":{"approvals":{}},"limits":{"maxFrameBytes":65536}');
    const { decide } = client.wire.host.peer;
    const question = { ...QUESTION, title: "x".repeat(70_000) };
    await expect(decide?.(question, { signal: client.controller.signal })).rejects.toMatchObject({
      kind: "frame-too-large",
    });
  });

  it.each([
    ["before the handshake", undefined, {}],
    ["a client of version 1 that did not say so", "", { approvals: {} }],
    ["where the host asks nobody", ',"capabilities":{"approvals":{}}', {}],
  ])("is for nobody: %s", async (_, params, capabilities) => {
    const wire = new SessionWire({ host: new FakeSessionHost(capabilities) });
    if (params !== undefined) await wire.agree(params);
    expect(wire.host.peer.decide).toBeUndefined();
  });

  it("is never for a client of version 0", async () => {
    const wire = new SessionWire();
    await wire.ask(
      '{"id":0,"method":"initialize","params":{"cwd":"/w","provider":"p","model":"m","capabilities":{"approvals":{}}}}',
    );
    expect(wire.host.peer.decide).toBeUndefined();
    expect(wire.host.peer.callTool).toBeUndefined();
  });
});

describe("tool/call (spec §1.7)", () => {
  it("has the client run its tool, and gives what came of it", async () => {
    const client = await new Client().agree("");
    const calling = client.callTool();
    const { id, method, params } = await hearCall(client.wire);
    expect({ method, params }).toEqual({ method: "tool/call", params: CALL });
    client.answer(id, '"result":{"content":[{"type":"text","text":"2"}],"isError":false}');
    expect(await calling).toEqual({ content: [{ type: "text", text: "2" }], isError: false });
  });

  it.each([
    ['"result":{"content":"2"}', "result.content must be an array"],
    ['"result":{"content":[{"type":"text"}]}', "result.content[0].text is missing"],
    ['"result":{"content":[],"isError":"no"}', "result.isError must be a boolean"],
    ['"result":{}', "result.content is missing"],
    ['"error":{"code":-32603,"message":"no such number"}', "no such number"],
  ])("rejects for %s", async (answer, message) => {
    const client = await new Client().agree("");
    const calling = client.callTool();
    client.answer((await hearCall(client.wire)).id, answer);
    await expect(calling).rejects.toThrow(message);
  });

  it("is withdrawn by $/cancelRequest", async () => {
    const client = await new Client().agree("");
    const calling = client.callTool();
    const { id } = await hearCall(client.wire);
    client.controller.abort(new Error("the turn was cancelled"));
    await expect(calling).rejects.toThrow("the turn was cancelled");
    expect(await client.wire.hear(1)).toEqual([`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"${id}"}}`]);
  });

  it("rejects when the client is lost", async () => {
    const client = await new Client().agree("");
    const calling = client.callTool();
    await hearCall(client.wire);
    client.wire.transport.close();
    await expect(calling).rejects.toThrow("JSON-RPC transport closed");
  });

  it("is for nobody where the host calls none", async () => {
    const wire = new SessionWire({ host: new FakeSessionHost({}) });
    await wire.agree(',"tools":[]');
    expect(wire.host.peer.callTool).toBeUndefined();
  });
});
