import { describe, expect, it } from "vitest";
import { HostError } from "./index.ts";
import { event, FakeSessionHost, SessionWire } from "./session-wire.test-support.ts";

const QUESTION = {
  approvalId: "a",
  sessionId: "s",
  turn: 1,
  callId: "c",
  tool: "shell",
  title: "Run ls",
  subject: { arguments: {} },
  options: [{ id: "yes", kind: "allow-once", label: "Allow once" }],
} as const;

describe("two servers over one host (spec §1.8)", () => {
  it("answer an approval from elsewhere: the question is withdrawn, and a later answer is told the decision", async () => {
    const host = new FakeSessionHost();
    const asked = new SessionWire({ host });
    const other = new SessionWire({ host });
    await asked.agree(',"capabilities":{"approvals":{}}');
    await other.agree();
    const [peer, otherPeer] = host.peers;
    expect(otherPeer?.decide).toBeUndefined();

    const open = new AbortController();
    const deciding = peer?.decide?.(QUESTION, { signal: open.signal });
    const [question = ""] = await asked.hear(1);
    const id = /"id":"(\w+)"/.exec(question)?.[1];
    host.answers.answerApproval = async () => {
      if (open.signal.aborted)
        throw new HostError("approval-resolved", "it was answered", { facts: { outcome: "allow-once" } });
      open.abort();
    };
    const answer =
      '{"id":1,"method":"approval/answer","params":{"approvalId":"a","outcome":{"type":"selected","optionId":"yes"}}}';
    expect(await other.ask(answer)).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    await expect(deciding).rejects.toThrow();
    expect(await asked.hear(1)).toEqual([`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"${id}"}}`]);
    expect(await other.ask(answer)).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32014,"message":"it was answered","data":{"kind":"approval-resolved","retryable":false,"outcome":"allow-once"}}}',
    );
  });

  it("speak each its own version, and each peer is told in its own", async () => {
    const host = new FakeSessionHost();
    const old = new SessionWire({ host });
    const young = new SessionWire({ host });
    await old.initialize();
    await young.agree();
    for (const peer of host.peers) {
      void peer.emit({ kind: "status", sessionId: "s", status: "running", waitingOn: ["tool"] });
      void peer.emit({ kind: "event", sessionId: "s", event: event(0) });
    }
    expect((await young.hear(2))[0]).toContain('"waitingOn":["tool"]');
    expect((await old.hear(1))[0]).toContain('"method":"session.event"');
  });

  it("end one by one: a client that is gone takes its connection with it, and the host goes on", async () => {
    const host = new FakeSessionHost();
    let isDisposed = false;
    host.dispose = async () => {
      isDisposed = true;
    };
    const gone = new SessionWire({ host });
    const stays = new SessionWire({ host });
    await gone.agree();
    await stays.agree();
    const [peer] = host.peers;
    await gone.server.close();
    await gone.server[Symbol.asyncDispose]();
    expect(host.peers).toHaveLength(1);
    expect(isDisposed).toBe(false);
    void peer?.emit({ kind: "status", sessionId: "s", status: "idle" });
    expect(await gone.ask('{"id":1,"method":"model/list"}')).toContain('"id":1');
    expect(await stays.ask('{"id":1,"method":"model/list"}')).toContain('"id":1,"result"');
  });
});
