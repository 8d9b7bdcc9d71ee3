import { describe, expect, it } from "vitest";
import { JsonRpcLineTransport } from "@buckeyestudio/toh-sdk-protocol";
import { HarnessSdkJsonRpcServer, HostError } from "./index.ts";
import { FakeSessionHost, initialize, SessionWire } from "./session-wire.test-support.ts";
import { Lines, Wire } from "./wire.test-support.ts";

const SERVER_INFO = '"serverInfo":{"name":"theopen-harness-sdk-runtime","version":"0.0.1"}';
const VERSION_0 = `{"jsonrpc":"2.0","id":0,"result":{${SERVER_INFO}}}`;
const VERSION_1 =
  `{"jsonrpc":"2.0","id":0,"result":{${SERVER_INFO},"protocolVersion":1,` +
  '"capabilities":{"steer":{},"approvals":{},"tools":{},"fork":{},"models":{},"attachments":{}},' +
  '"limits":{"maxFrameBytes":33554432,"maxInFlightRequests":1024},"route":{"provider":"p","model":"m"},"runtimeId":"r-1"}}';
const line = (params: string): string => `{"jsonrpc":"2.0","id":0,"method":"initialize","params":${params}}`;
const refused = (code: number, message: string, data: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 0, error: { code, message, data } });

describe("the version that is spoken (spec §1.1)", () => {
  it.each([
    ['{"cwd":"/w","provider":"p","model":"m"}', VERSION_0],
    ['{"cwd":"/w","provider":"p","model":"m","protocolVersion":0}', VERSION_0],
    ['{"cwd":"/w","provider":"p","model":"m","protocolVersion":0,"minProtocolVersion":0}', VERSION_0],
    ['{"cwd":"/w","provider":"p","model":"m","capabilities":{"approvals":{}}}', VERSION_0],
    ['{"cwd":"/w","provider":"p","model":"m","protocolVersion":1}', VERSION_1],
    ['{"cwd":"/w","protocolVersion":1}', VERSION_1],
    ['{"cwd":"/w","protocolVersion":1,"minProtocolVersion":1}', VERSION_1],
    ['{"cwd":"/w","protocolVersion":7,"minProtocolVersion":0,"unknown":{"a":1}}', VERSION_1],
  ])("answers %s with the highest version at or below it", async (params, answer) => {
    expect(await new SessionWire().ask(line(params))).toBe(answer);
  });

  it.each([['{"cwd":"/w","protocolVersion":3,"minProtocolVersion":2}', 3, [0, 1]]])(
    "refuses %s with -32022 and what it speaks",
    async (params, requested, supported) => {
      const wire = new SessionWire();
      const lowest = 2;
      expect(await wire.ask(line(params))).toBe(
        refused(-32022, `no version from ${lowest} to ${requested} is spoken here`, {
          kind: "unsupported-version",
          retryable: false,
          requested,
          supported,
        }),
      );
      expect(await wire.ask(initialize(""))).toBe(VERSION_1);
    },
  );

  it("speaks version 0 alone for a host that has no more", async () => {
    const params = '{"cwd":"/w","provider":"p","model":"m","protocolVersion":1}';
    expect(await new Wire().ask(line(params))).toBe(VERSION_0);
    expect(await new Wire().ask(line(params.replace("}", ',"minProtocolVersion":1}')))).toBe(
      refused(-32022, "no version from 1 to 1 is spoken here", {
        kind: "unsupported-version",
        retryable: false,
        requested: 1,
        supported: [0],
      }),
    );
  });

  it("asks a host of version 0 for the route as version 0 does", async () => {
    expect(await new Wire().ask(line('{"cwd":"/w","protocolVersion":1}'))).toBe(
      '{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"initialize provider must be a non-empty string"}}',
    );
  });
});

describe("params of initialize (spec §1.1)", () => {
  it.each([
    ['"protocolVersion":"1"', "protocolVersion"],
    ['"protocolVersion":1.5', "protocolVersion"],
    ['"protocolVersion":-1', "protocolVersion"],
    ['"protocolVersion":null', "protocolVersion"],
    ['"protocolVersion":1,"minProtocolVersion":"0"', "minProtocolVersion"],
    ['"protocolVersion":1,"minProtocolVersion":2', "minProtocolVersion"],
    ['"cwd":7', "cwd"],
    ['"provider":7', "provider"],
    ['"model":null', "model"],
    ['"maxTokens":0', "maxTokens"],
    ['"clientInfo":{"name":"c"}', "clientInfo.version"],
    ['"capabilities":[]', "capabilities"],
    ['"capabilities":{"approvals":true}', "capabilities.approvals"],
    ['"capabilities":{"notifications":{"exclude":"all"}}', "capabilities.notifications.exclude"],
    ['"capabilities":{"notifications":{"excludeEvents":[1]}}', "capabilities.notifications.excludeEvents[0]"],
    ['"limits":{"maxFrameBytes":65535}', "limits.maxFrameBytes"],
    ['"limits":{"maxFrameBytes":"big"}', "limits.maxFrameBytes"],
    ['"tools":[{"name":"t","description":"d"}]', "tools[0].inputSchema"],
    [
      '"tools":[{"name":"t","description":"d","inputSchema":{}},{"name":"t","description":"d","inputSchema":{}}]',
      "tools[1].name",
    ],
  ])("are refused with -32602 and the path of %s", async (member, path) => {
    const wire = new SessionWire();
    const answer: unknown = JSON.parse(await wire.ask(initialize(`,${member}`)));
    expect(answer).toMatchObject({
      error: { code: -32602, data: { kind: "invalid-params", retryable: false, issues: [{ path: `params.${path}` }] } },
    });
    expect(wire.host.asked).toEqual([]);
    expect(await wire.ask(initialize(""))).toBe(VERSION_1);
  });

  it("reach the host: an absolute folder, the route, the ceiling and the tools", async () => {
    const wire = new SessionWire();
    const tool = '{"name":"t","description":"d","inputSchema":{"type":"object"},"timeoutMs":9000000000}';
    await wire.ask(
      line(`{"cwd":"sub","provider":"q","model":"n","maxTokens":64,"protocolVersion":1,"tools":[${tool}]}`),
    );
    expect(wire.host.asked).toEqual([
      [
        "configureRoute",
        {
          cwd: `${process.cwd()}/sub`,
          provider: "q",
          model: "n",
          maxTokens: 64,
          tools: [{ name: "t", description: "d", inputSchema: { type: "object" }, timeoutMs: 2_147_483_647 }],
        },
      ],
    ]);
  });

  it("leave the route to the host where they name none, and it is told as taken", async () => {
    const wire = new SessionWire();
    wire.host.answers.configureRoute = async () => ({ provider: "offline", model: "offline" });
    expect(await wire.ask(initialize(""))).toContain('"route":{"provider":"offline","model":"offline"}');
    expect(wire.host.asked).toEqual([["configureRoute", { cwd: "/w" }]]);
  });

  it("are refused by the host with the member that it names", async () => {
    const wire = new SessionWire();
    wire.host.answers.configureRoute = async () => {
      throw new HostError("invalid-params", 'the name "shell" is taken', { path: "tools[0].name" });
    };
    expect(await wire.ask(initialize(',"tools":[{"name":"shell","description":"d","inputSchema":{}}]'))).toBe(
      refused(-32602, 'the name "shell" is taken', {
        kind: "invalid-params",
        retryable: false,
        issues: [{ path: "params.tools[0].name", message: 'the name "shell" is taken' }],
      }),
    );
  });
});

describe("what a server says of itself (spec §1.1)", () => {
  it("offers what the host has, and keeps tools from one that has none", async () => {
    const wire = new SessionWire({ host: new FakeSessionHost({ steer: { turns: 1 } }) });
    expect(await wire.ask(initialize(',"tools":[{"name":"t","description":"d","inputSchema":{}}]'))).toContain(
      '"capabilities":{"steer":{"turns":1}}',
    );
    expect(wire.host.asked).toEqual([["configureRoute", { cwd: "/w" }]]);
  });

  it("tells its own limits", async () => {
    const wire = new SessionWire({ transport: { maxFrameBytes: 70_000 }, maxInFlightRequests: 8 });
    expect(await wire.ask(initialize(""))).toContain('"limits":{"maxFrameBytes":70000,"maxInFlightRequests":8}');
  });

  it("has one id for the process, where it is given none", async () => {
    const idOf = async (): Promise<string | undefined> => {
      const lines = new Lines();
      const transport = new JsonRpcLineTransport(lines.toServer, lines.fromServer);
      const server = new HarnessSdkJsonRpcServer(new FakeSessionHost(), transport);
      transport.onRequest((method, params, context) => server.handleRequest(method, params, context));
      transport.start();
      return /"runtimeId":"(.+?)"/.exec(await lines.ask(initialize("")))?.[1];
    };
    const id = await idOf();
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(await idOf()).toBe(id);
  });
});

describe("the gate behind a handshake of version 1 (spec §0.5, §1.2)", () => {
  const GET = '{"jsonrpc":"2.0","id":1,"method":"session/get","params":{"sessionId":"s"}}';

  it("refuses what comes before it as version 0 does, since no version is agreed yet", async () => {
    expect(await new SessionWire().ask(GET)).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"initialize must succeed before any other request"}}',
    );
  });

  it("answers behind it what was read behind it, in order", async () => {
    const wire = new SessionWire();
    wire.say(initialize(""), GET, GET.replace('"id":1', '"id":2'));
    const [initialized, ...rest] = await wire.hear(3);
    expect(initialized).toBe(VERSION_1);
    expect(rest.map((answer) => answer.slice(0, 24))).toEqual(['{"jsonrpc":"2.0","id":1,', '{"jsonrpc":"2.0","id":2,']);
  });

  it("refuses a second initialize with the kind of the error", async () => {
    const wire = new SessionWire();
    await wire.agree();
    expect(await wire.ask(initialize(""))).toBe(
      refused(-32600, "initialize was answered already: a connection has one", {
        kind: "invalid-request",
        retryable: false,
      }),
    );
  });
});
