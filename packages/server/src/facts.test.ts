import { describe, expect, it } from "vitest";
import type { HostFact } from "./index.ts";
import { event, SessionWire } from "./session-wire.test-support.ts";

const notification = (method: string, params: object): string => JSON.stringify({ jsonrpc: "2.0", method, params });
const progress = { sessionId: "s", turn: 1, callId: "c", message: "half way", progress: 1, total: 2 };
const finished: HostFact = {
  kind: "child-finished",
  provider: "spawn",
  agentId: "c",
  parentSessionId: "s",
  childSessionId: "c",
  stopReason: "completed",
  lastAssistantMessage: [{ type: "text", text: "bye" }],
};
const all: readonly HostFact[] = [
  { kind: "status", sessionId: "s", status: "running" },
  { kind: "event", sessionId: "s", event: event(1) },
  { kind: "status", sessionId: "s", status: "running", waitingOn: ["approval", "tool"] },
  { kind: "tool-progress", ...progress },
  { kind: "status", sessionId: "s", status: "running", waitingOn: [] },
  { kind: "child-started", parentSessionId: "s", childSessionId: "c" },
  finished,
  { kind: "gap", sessionId: "s", from: 2, to: 5 },
  { kind: "status", sessionId: "s", status: "idle" },
];
const running = notification("session.status", { sessionId: "s", status: "running" });
const idle = notification("session.status", { sessionId: "s", status: "idle" });
const told = notification("session.event", { sessionId: "s", event: event(1) });
const started = notification("subagent.started", { parentSessionId: "s", childSessionId: "c" });
const ended = (lastAssistantMessage?: object): string =>
  notification("subagent.finished", {
    provider: "spawn",
    agentId: "c",
    parentSessionId: "s",
    childSessionId: "c",
    status: "ok",
    stopReason: "completed",
    lastAssistantMessage,
  });

function emit(wire: SessionWire, facts: readonly HostFact[]): void {
  for (const fact of facts) void wire.host.peer.emit(fact);
}

describe("notifications of version 1 (spec §1.6, §1.7)", () => {
  it("are those of version 0, and tell what a session waits for, of progress and of gaps", async () => {
    const wire = new SessionWire();
    await wire.agree();
    emit(wire, all);
    expect(await wire.hear(9)).toEqual([
      running,
      told,
      notification("session.status", { sessionId: "s", status: "running", waitingOn: ["approval", "tool"] }),
      notification("tool.progress", progress),
      running,
      started,
      ended([{ type: "text", text: "bye" }]),
      notification("session.gap", { sessionId: "s", from: 2, to: 5 }),
      idle,
    ]);
  });

  it("are to version 0 as they ever were: nothing is new, and no status comes twice", async () => {
    const wire = new SessionWire();
    await wire.initialize();
    emit(wire, all);
    expect(await wire.hear(5)).toEqual([running, told, started, ended([{ type: "text", text: "bye" }]), idle]);
  });

  it("leave out the methods and the event types that the client does not want", async () => {
    const wire = new SessionWire();
    await wire.agree(
      ',"capabilities":{"notifications":{"exclude":["session.status","tool.progress","no.such"],"excludeEvents":["turn/start"]}}',
    );
    emit(wire, all);
    expect(await wire.hear(3)).toEqual([
      started,
      ended([{ type: "text", text: "bye" }]),
      notification("session.gap", { sessionId: "s", from: 2, to: 5 }),
    ]);
  });

  it("leave out all events, and those of a replay too", async () => {
    const wire = new SessionWire();
    await wire.agree(',"capabilities":{"notifications":{"exclude":["session.event"]}}');
    wire.host.answers.resume = async (_, { replay }) => {
      void replay({ kind: "event", sessionId: "s", event: event(0) });
      return { lastSeq: 0, status: "idle", pending: { prompts: [], approvals: [] } };
    };
    emit(wire, [{ kind: "event", sessionId: "s", event: event(1) }]);
    expect(await wire.ask('{"id":1,"method":"session/resume","params":{"sessionId":"s","afterSeq":-1}}')).toContain(
      '"id":1,"result"',
    );
  });

  it("tell of a gap in the place of an event that the client cannot take, and shorten what they can (spec §1.9)", async () => {
    const wire = new SessionWire();
    await wire.agree(',"limits":{"maxFrameBytes":65536}');
    const large = "x".repeat(70_000);
    emit(wire, [
      { kind: "event", sessionId: "s", event: Object.assign(event(3), { pad: large }) },
      { kind: "event", sessionId: "s", event: event(1) },
      { kind: "tool-progress", ...progress, message: large },
      { ...finished, lastAssistantMessage: [{ type: "text", text: large }] },
    ]);
    expect(await wire.hear(3)).toEqual([
      notification("session.gap", { sessionId: "s", from: 3, to: 3 }),
      told,
      ended(),
    ]);
  });

  it("of progress are dropped while the client reads slowly (spec §1.7)", async () => {
    const wire = new SessionWire();
    await wire.agree();
    const large: HostFact = { kind: "event", sessionId: "s".repeat(300_000), event: event(1) };
    const slow = wire.host.peer.emit(large);
    expect(slow).toBeInstanceOf(Promise);
    expect(wire.host.peer.emit({ kind: "tool-progress", ...progress })).toBeUndefined();
    await wire.hear(1);
    await slow;
    emit(wire, [
      { kind: "status", sessionId: "s", status: "idle" },
      { kind: "tool-progress", ...progress },
    ]);
    expect(await wire.hear(2)).toEqual([idle, notification("tool.progress", progress)]);
  });
});

describe("tool.progress from the client (spec §1.7)", () => {
  it("reaches the host where it is right, and is ignored where it is not", async () => {
    const wire = new SessionWire();
    await wire.agree();
    wire.say(
      '{"method":"tool.progress","params":{"sessionId":"s","turn":1,"callId":"c","progress":1,"total":2}}',
      '{"method":"tool.progress","params":{"sessionId":"s","turn":1}}',
      '{"method":"tool.other","params":{}}',
      '{"method":"session.event","params":{}}',
    );
    await wire.ask('{"id":1,"method":"session/get","params":{"sessionId":"s"}}');
    expect(wire.host.asked).toEqual([
      ["toolProgress", { sessionId: "s", turn: 1, callId: "c", progress: 1, total: 2 }],
      ["get", { sessionId: "s" }],
    ]);
  });

  it("is nothing to a connection of version 0", async () => {
    const wire = new SessionWire();
    await wire.initialize();
    wire.host.asked.length = 0;
    wire.say('{"method":"tool.progress","params":{"sessionId":"s","turn":1,"callId":"c"}}');
    await wire.ask('{"id":1,"method":"no/such"}');
    expect(wire.host.asked).toEqual([]);
  });
});
