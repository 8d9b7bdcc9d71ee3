import type { JsonRpcTransportPeer } from "@buckeyestudio/toh-sdk-protocol";
import { describe, expect, it } from "vitest";
import { HarnessSdkJsonRpcServer, type HostFact } from "./index.ts";
import { FakeHost, Wire } from "./wire.test-support.ts";

const finished = (stopReason: "completed" | "max-tokens" | "error"): HostFact => ({
  kind: "child-finished",
  provider: "spawn",
  agentId: "c",
  parentSessionId: "s",
  childSessionId: "c",
  stopReason,
  lastAssistantMessage: [{ type: "text", text: "bye" }],
});

async function heard(facts: readonly HostFact[], options = {}): Promise<string[]> {
  const wire = new Wire(options);
  for (const fact of facts) void wire.host.peers[0]?.emit(fact);
  return wire.hear(facts.length);
}

describe("notifications of version 0 (spec §0.3)", () => {
  it("writes each fact of the host as its notification, in order", async () => {
    expect(
      await heard([
        { kind: "status", sessionId: "s", status: "running" },
        { kind: "event", sessionId: "s", event: { type: "turn/start", seq: 1, time: 5, data: { turn: 1 } } },
        { kind: "child-started", parentSessionId: "s", childSessionId: "c" },
        finished("completed"),
      ]),
    ).toEqual([
      '{"jsonrpc":"2.0","method":"session.status","params":{"sessionId":"s","status":"running"}}',
      '{"jsonrpc":"2.0","method":"session.event","params":{"sessionId":"s","event":{"type":"turn/start","seq":1,"time":5,"data":{"turn":1}}}}',
      '{"jsonrpc":"2.0","method":"subagent.started","params":{"parentSessionId":"s","childSessionId":"c"}}',
      '{"jsonrpc":"2.0","method":"subagent.finished","params":{"provider":"spawn","agentId":"c","parentSessionId":"s","childSessionId":"c","status":"ok","stopReason":"completed","lastAssistantMessage":[{"type":"text","text":"bye"}]}}',
    ]);
  });

  it.each([
    ["completed", false, "ok"],
    ["max-tokens", false, "error"],
    ["max-tokens", true, "ok"],
    ["error", true, "error"],
  ] as const)(
    "tells a child that ended as %s with maxTokensAsSuccess %s as %s",
    async (stopReason, maxTokensAsSuccess, status) => {
      const [line = ""] = await heard([finished(stopReason)], { maxTokensAsSuccess });
      expect(line).toContain(`"status":"${status}","stopReason":"${stopReason}"`);
    },
  );

  it("asks the host to wait while more than 256 KiB wait to be read (spec §1.10)", async () => {
    const wire = new Wire();
    const [peer] = wire.host.peers;
    const text = "x".repeat(100_000);
    const fact: HostFact = {
      kind: "event",
      sessionId: text,
      event: { type: "turn/start", seq: 1, time: 5, data: { turn: 1 } },
    };
    expect(peer?.emit(fact)).toBeUndefined();
    void peer?.emit(fact);
    void peer?.emit(fact);
    const wait = peer?.emit(fact);
    expect(wait).toBeInstanceOf(Promise);
    await wire.hear(4);
    await wait;
    expect(peer?.emit(fact)).toBeUndefined();
  });

  it("serves a transport that has no drained() too", () => {
    const host = new FakeHost();
    const sent: string[] = [];
    const transport: JsonRpcTransportPeer = {
      request: () => Promise.reject(new Error("not asked")),
      notify: (method) => {
        sent.push(method);
        return true;
      },
    };
    const server = new HarnessSdkJsonRpcServer(host, transport);
    expect(host.peers[0]?.emit({ kind: "status", sessionId: "s", status: "idle" })).toBeUndefined();
    expect(sent).toEqual(["session.status"]);
    expect(server).toBeDefined();
  });

  it("drops what happens once the client is gone, and throws nothing into the host", () => {
    const wire = new Wire();
    wire.transport.close();
    expect(wire.host.peers[0]?.emit({ kind: "status", sessionId: "s", status: "idle" })).toBeUndefined();
  });
});
