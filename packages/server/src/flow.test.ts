import { describe, expect, it, vi } from "vitest";
import { event, SessionWire } from "./session-wire.test-support.ts";

const get = (id: number): string => `{"id":${id},"method":"session/get","params":{"sessionId":"s"}}`;
const overloaded = (id: number, most: number): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":-32016,"message":"${most} requests are in flight already","data":{"kind":"overloaded","retryable":true}}}`;

describe("maxInFlightRequests (spec §1.10)", () => {
  it("bounds the requests that are worked on: the next is refused, and has its turn later", async () => {
    const wire = new SessionWire({ maxInFlightRequests: 2 });
    await wire.agree();
    const answer = await wire.host.answers.get({ sessionId: "s" });
    const settle: (() => void)[] = [];
    wire.host.answers.get = () => new Promise((resolve) => settle.push(() => resolve(answer)));
    wire.say(get(1), get(2));
    expect(await wire.ask(get(3))).toBe(overloaded(3, 2));
    expect(wire.host.asked).toHaveLength(2);
    settle[0]?.();
    expect(await wire.hear(1)).toMatchObject([expect.stringContaining('"id":1,"result"')]);
    wire.say(get(4));
    await vi.waitUntil(() => settle.length === 3);
    settle[1]?.();
    settle[2]?.();
    expect(await wire.hear(2)).toHaveLength(2);
  });

  it("does not hold shutdown, nor a cancel, nor an answer of the client", async () => {
    const wire = new SessionWire({ maxInFlightRequests: 1 });
    await wire.agree(',"capabilities":{"approvals":{}}');
    wire.host.answers.submit = (_, { signal }) =>
      new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    wire.say(
      '{"id":1,"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}',
    );
    expect(await wire.ask(get(2))).toBe(overloaded(2, 1));
    const deciding = wire.host.peer.decide?.(
      {
        approvalId: "a",
        sessionId: "s",
        turn: 1,
        callId: "c",
        tool: "t",
        title: "t",
        subject: { arguments: {} },
        options: [],
      },
      { signal: new AbortController().signal },
    );
    const [asked = ""] = await wire.hear(1);
    wire.say(`{"id":"${/"id":"(\w+)"/.exec(asked)?.[1]}","result":{"outcome":{"type":"cancelled"}}}`);
    expect(await deciding).toEqual({ type: "cancelled" });
    wire.say('{"id":3,"method":"shutdown"}', '{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.hear(2)).toEqual([
      expect.stringContaining('"id":1,"error":{"code":-32800'),
      '{"jsonrpc":"2.0","id":3,"result":{}}',
    ]);
  });

  it("bounds no client of version 0", async () => {
    const wire = new SessionWire({ maxInFlightRequests: 1 });
    await wire.initialize();
    const prompt =
      '"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}';
    wire.say(`{"id":1,${prompt}`, `{"id":2,${prompt}`);
    expect((await wire.hear(2)).join()).not.toContain("error");
  });

  it("counts answers that nobody reads, then stops reading, and goes on when they are read", async () => {
    const wire = new SessionWire({ maxInFlightRequests: 4 });
    await wire.agree();
    // The client reads nothing, and one event fills what may wait.
    const slow = wire.host.peer.emit({ kind: "event", sessionId: "s".repeat(400_000), event: event(1) });
    let id = 0;
    let isFull = false;
    while (!isFull) {
      isFull = !wire.toServer.write(`${get(++id)}\n`);
      await new Promise(setImmediate);
      if (wire.toServer.isPaused()) break;
    }
    expect(wire.toServer.isPaused()).toBe(true);
    expect(wire.host.asked).toHaveLength(4);
    wire.say(get(1000));
    await wire.hear(1);
    await slow;
    const rest = (await wire.hear(id + 1)).join("\n");
    expect(rest.match(/"result"/g)).toHaveLength(5);
    expect(rest.match(/-32016/g)).toHaveLength(id - 4);
    expect(rest).toContain('"id":1000,"result"');
  });
});

describe("shutdown in version 1 (spec §0.6)", () => {
  it("lets the closing events out before its answer, and nothing behind it", async () => {
    const wire = new SessionWire();
    await wire.agree();
    const { peer } = wire.host;
    wire.host.dispose = async () => {
      void peer.emit({ kind: "event", sessionId: "s", event: event(1) });
      await Promise.resolve();
      void peer.emit({ kind: "status", sessionId: "s", status: "idle" });
    };
    wire.say('{"id":1,"method":"shutdown"}', '{"id":2,"method":"shutdown"}');
    const lines = await wire.hear(4);
    expect(lines.map((line) => /"method":"(.*?)"|"id":\d/.exec(line)?.[0])).toEqual([
      '"method":"session.event"',
      '"method":"session.status"',
      '"id":1',
      '"id":2',
    ]);
    expect(wire.host.peers).toEqual([]);
  });

  it("lets out what a resume still keeps back", async () => {
    const wire = new SessionWire();
    await wire.agree();
    const { peer } = wire.host;
    const asked = new Promise<() => void>((resolve) => {
      wire.host.answers.resume = () =>
        new Promise((answer) =>
          resolve(() => answer({ lastSeq: 0, status: "running", pending: { prompts: [], approvals: [] } })),
        );
    });
    wire.say('{"id":1,"method":"session/resume","params":{"sessionId":"s","afterSeq":0}}');
    const settle = await asked;
    wire.host.dispose = async () => {
      void peer.emit({ kind: "event", sessionId: "s", event: event(1) });
      settle();
    };
    wire.say('{"id":2,"method":"shutdown"}');
    const lines = await wire.hear(3);
    expect(lines.map((line) => /"method":"(.*?)"|"id":\d/.exec(line)?.[0])).toEqual([
      '"id":1',
      '"method":"session.event"',
      '"id":2',
    ]);
  });

  it("does not wait for calls that wait for an event", async () => {
    const wire = new SessionWire();
    await wire.agree();
    const asked = new Promise<void>((reached) => {
      wire.host.answers.events = async (_, { signal }) => {
        const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        reached();
        await aborted;
        throw new DOMException("The operation was aborted", "AbortError");
      };
    });
    wire.say('{"id":1,"method":"session/events","params":{"sessionId":"s","afterSeq":0,"waitMs":600000}}');
    await asked;
    wire.say('{"id":2,"method":"shutdown"}');
    expect(await wire.hear(2)).toEqual([
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32015,"message":"SDK server is shutting down","data":{"kind":"shutting-down","retryable":true}}}',
      '{"jsonrpc":"2.0","id":2,"result":{}}',
    ]);
  });

  it("refuses a handshake that comes behind it, in the words of the version that is asked for", async () => {
    const wire = new SessionWire();
    wire.say(
      '{"id":1,"method":"shutdown"}',
      '{"id":2,"method":"initialize","params":{"cwd":"/w","protocolVersion":1}}',
    );
    expect((await wire.hear(2)).sort()).toEqual([
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32015,"message":"SDK server is shutting down","data":{"kind":"shutting-down","retryable":true}}}',
    ]);
    expect(wire.host.asked).toEqual([]);
  });

  it("tells with its kind that the deadline cut it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const wire = new SessionWire({ shutdownTimeoutMs: 250 });
      await wire.agree();
      const asked = new Promise<void>((resolve) => {
        wire.host.dispose = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      wire.say('{"id":1,"method":"shutdown"}');
      await asked;
      await vi.advanceTimersByTimeAsync(250);
      expect(await wire.hear(1)).toEqual([
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"shutdown was cut after 250 ms: the host did not end its work","data":{"kind":"internal","retryable":false}}}',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});
