import { describe, expect, it } from "vitest";
import { HostError, type HostFact, type Resumed } from "./index.ts";
import { event, SessionWire } from "./session-wire.test-support.ts";

const resume = (afterSeq: number | undefined, id = 1, sessionId = "s"): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "session/resume", params: { sessionId, afterSeq } });
const fact = (seq: number, sessionId = "s"): Extract<HostFact, { kind: "event" }> => ({
  kind: "event",
  sessionId,
  event: event(seq),
});
const resumed = (lastSeq: number, status: "running" | "idle" = "running"): Resumed => ({
  lastSeq,
  status,
  pending: { prompts: [], approvals: [] },
});

/** What a line is, in short: `s5` an event, `s running` a status, `=1` an answer. */
function short(line: string): string {
  const frame: { id?: number; error?: { code: number }; method?: string; params?: Record<string, never> } =
    JSON.parse(line);
  if (frame.error !== undefined) return `!${frame.id} ${frame.error.code}`;
  const { sessionId, event: told, status, from, to, parentSessionId, approvalId } = frame.params ?? {};
  if (frame.method === undefined) return `=${frame.id}`;
  if (frame.method === "session.event") return `${sessionId}${Reflect.get(told ?? {}, "seq")}`;
  if (frame.method === "session.status") return `${sessionId} ${status}`;
  if (frame.method === "session.gap") return `${sessionId} gap ${from}-${to}`;
  if (frame.method === "approval/request") return `asked ${approvalId}`;
  return `${frame.method} ${parentSessionId ?? sessionId}`;
}

/** A resume that stands still where the test wants it to. */
class Resuming {
  readonly wire: SessionWire = new SessionWire();
  replay: (told: HostFact) => void | Promise<void> = () => undefined;
  answer: (result: Resumed) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  /** Shakes hands, asks, and comes back when the host has been asked. */
  async begin(afterSeq?: number): Promise<this> {
    await this.wire.agree(',"capabilities":{"approvals":{}}');
    const asked = new Promise<void>((resolve) => {
      this.wire.host.answers.resume = (_, { replay }) => {
        this.replay = (told) => (told.kind === "event" || told.kind === "gap" ? replay(told) : undefined);
        resolve();
        return new Promise((settle, reject) => {
          this.answer = settle;
          this.fail = reject;
        });
      };
    });
    this.wire.say(resume(afterSeq));
    await asked;
    return this;
  }

  emit(told: HostFact): void | Promise<void> {
    return this.wire.host.peer.emit(told);
  }

  async hear(count: number): Promise<string[]> {
    return (await this.wire.hear(count)).map(short);
  }
}

describe("session/resume (spec §1.6)", () => {
  it("sends the replay, then the answer, then what is live, each event once", async () => {
    const bench = await new Resuming().begin(1);
    void bench.replay(fact(2));
    void bench.emit(fact(3)); // logged before the replay came there
    void bench.emit({ kind: "status", sessionId: "s", status: "running" });
    void bench.replay(fact(3));
    void bench.replay(fact(4)); // logged, and told a little later
    bench.answer(resumed(4));
    void bench.emit(fact(4));
    void bench.emit(fact(5));
    expect(await bench.hear(4)).toEqual(["s2", "s3", "s4", "=1"]);
    void bench.emit(fact(6));
    expect(await bench.hear(2)).toEqual(["s5", "s6"]);
  });

  it("drops what the replay had, also where the host tells it after the answer", async () => {
    const bench = await new Resuming().begin(-1);
    void bench.replay(fact(0));
    void bench.replay(fact(1));
    bench.answer(resumed(1));
    expect(await bench.hear(3)).toEqual(["s0", "s1", "=1"]);
    for (const seq of [0, 1, 2, 3]) void bench.emit(fact(seq));
    expect(await bench.hear(2)).toEqual(["s2", "s3"]);
  });

  it("leaves other sessions alone", async () => {
    const bench = await new Resuming().begin(-1);
    void bench.emit(fact(9, "other"));
    void bench.emit(fact(0));
    expect(bench.emit(fact(10, "other"))).toBeUndefined();
    expect(await bench.hear(2)).toEqual(["other9", "other10"]);
    bench.answer(resumed(-1));
    expect(await bench.hear(2)).toEqual(["=1", "s0"]);
  });

  it("asks the producer of that session to wait, until what was kept has been written", async () => {
    const bench = await new Resuming().begin(-1);
    const order: string[] = [];
    const waiting = Promise.resolve(bench.emit(fact(3))).then(() => order.push("goes on"));
    bench.answer(resumed(2));
    await bench.hear(1);
    await waiting;
    expect(order).toEqual(["goes on"]);
    expect(await bench.hear(1)).toEqual(["s3"]);
    expect(bench.emit(fact(4))).toBeUndefined();
  });

  it("without afterSeq replays nothing and loses nothing, and what is kept stays in its order", async () => {
    const bench = await new Resuming().begin();
    void bench.emit(fact(3));
    void bench.emit({ kind: "status", sessionId: "s", status: "running" });
    void bench.emit(fact(4));
    void bench.emit({ kind: "status", sessionId: "s", status: "idle" });
    void bench.emit(fact(5));
    bench.answer(resumed(4));
    expect(await bench.hear(6)).toEqual(["s3", "s running", "s4", "=1", "s idle", "s5"]);
  });

  it("tells that nothing is waited for any more, where the client was told of it", async () => {
    const bench = await new Resuming().begin(0);
    bench.answer(resumed(0));
    void bench.emit({ kind: "status", sessionId: "s", status: "running", waitingOn: ["tool"] });
    expect(await bench.hear(2)).toEqual(["=1", "s running"]);
    bench.wire.host.answers.resume = async () => {
      void bench.emit({ kind: "status", sessionId: "s", status: "running" });
      return resumed(0);
    };
    bench.wire.say(resume(0, 2));
    expect(await bench.hear(2)).toEqual(["=2", "s running"]);
  });

  it("sends no status of its own, and of those that changed meanwhile only what is new", async () => {
    const bench = await new Resuming().begin(0);
    void bench.emit({ kind: "status", sessionId: "s", status: "running" });
    void bench.emit(fact(1));
    void bench.emit({ kind: "status", sessionId: "s", status: "idle" });
    void bench.replay(fact(1));
    bench.answer(resumed(1, "idle"));
    expect(await bench.hear(2)).toEqual(["s1", "=1"]);
    void bench.emit({ kind: "status", sessionId: "s", status: "running" });
    void bench.emit(fact(2));
    expect(await bench.hear(2)).toEqual(["s running", "s2"]);
  });

  it("tells a status that changed behind what it answered", async () => {
    const bench = await new Resuming().begin(0);
    void bench.emit(fact(1));
    void bench.emit({ kind: "status", sessionId: "s", status: "idle" });
    void bench.replay(fact(1));
    bench.answer(resumed(1, "running"));
    expect(await bench.hear(3)).toEqual(["s1", "=1", "s idle"]);
  });

  it("keeps every status that stands behind a live event", async () => {
    const bench = await new Resuming().begin(0);
    void bench.emit({ kind: "status", sessionId: "s", status: "running" });
    void bench.emit(fact(1));
    void bench.emit({ kind: "status", sessionId: "s", status: "idle" });
    bench.answer(resumed(0, "idle"));
    expect(await bench.hear(4)).toEqual(["=1", "s running", "s1", "s idle"]);
  });

  it("tells of stretches that the log has no more", async () => {
    const bench = await new Resuming().begin(-1);
    void bench.replay({ kind: "gap", sessionId: "s", from: 0, to: 6 });
    void bench.replay(fact(7));
    bench.answer(resumed(7));
    expect(await bench.hear(3)).toEqual(["s gap 0-6", "s7", "=1"]);
  });

  it("does not keep lineage back: a child's events come behind its start", async () => {
    const bench = await new Resuming().begin(-1);
    void bench.emit(fact(4));
    void bench.emit({ kind: "child-started", parentSessionId: "s", childSessionId: "c" });
    void bench.emit(fact(0, "c"));
    expect(await bench.hear(2)).toEqual(["subagent.started s", "c0"]);
    bench.answer(resumed(3));
    expect(await bench.hear(2)).toEqual(["=1", "s4"]);
  });

  it("that fails lets live facts go on, without what had been replayed", async () => {
    const bench = await new Resuming().begin(-1);
    void bench.emit(fact(5));
    void bench.replay(fact(0));
    void bench.replay(fact(1));
    void bench.emit(fact(1));
    bench.fail(new HostError("storage-failed", "the disk is gone"));
    expect(await bench.hear(4)).toEqual(["s0", "s1", "!1 -32017", "s5"]);
    void bench.replay(fact(2));
    void bench.emit(fact(6));
    expect(await bench.hear(1)).toEqual(["s6"]);
  });

  it("waits for one of the same session that is running, and not for another's", async () => {
    const bench = await new Resuming().begin(-1);
    const { wire } = bench;
    const first = bench.answer;
    wire.host.answers.resume = async ({ sessionId }, { replay }) => {
      if (sessionId === "s") void replay(fact(3));
      return resumed(3);
    };
    wire.say(resume(2, 2), resume(2, 3, "t"));
    expect(await bench.hear(1)).toEqual(["=3"]);
    expect(wire.host.asked).toHaveLength(2);
    void bench.emit(fact(3));
    first(resumed(2));
    expect(await bench.hear(3)).toEqual(["=1", "s3", "s3"]);
    expect(await bench.hear(1)).toEqual(["=2"]);
  });

  it("that was given up while it waited is not begun", async () => {
    const bench = await new Resuming().begin(-1);
    bench.wire.say(resume(2, 2), '{"method":"$/cancelRequest","params":{"id":2}}');
    bench.answer(resumed(-1));
    expect(await bench.hear(2)).toEqual(["=1", "!2 -32800"]);
    expect(bench.wire.host.asked).toHaveLength(1);
  });

  it("asks for leave only behind the events that tell of it", async () => {
    const bench = await new Resuming().begin(-1);
    void bench.emit(fact(3));
    const asked = bench.wire.host.peer.decide?.(
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
    void asked?.catch(() => undefined); // nobody answers it
    bench.answer(resumed(2));
    expect(await bench.hear(3)).toEqual(["=1", "s3", "asked a"]);
  });

  it("keeps a receipt before the answer to its prompt", async () => {
    const bench = await new Resuming().begin(-1);
    bench.wire.host.answers.submit = async () => {
      void bench.emit(fact(3));
      return { messageId: "m", mode: "queue", position: 0 };
    };
    bench.wire.say(
      '{"id":2,"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}',
      '{"id":3,"method":"session/get","params":{"sessionId":"s"}}',
    );
    expect(await bench.hear(1)).toEqual(["=3"]);
    bench.answer(resumed(2));
    expect(await bench.hear(3)).toEqual(["=1", "s3", "=2"]);
  });

  it("begins anew where the session was deleted meanwhile", async () => {
    const bench = await new Resuming().begin(-1);
    bench.answer(resumed(7));
    await bench.hear(1);
    bench.wire.say('{"id":2,"method":"session/delete","params":{"sessionId":"s"}}');
    await bench.hear(1);
    void bench.emit(fact(0));
    expect(await bench.hear(1)).toEqual(["s0"]);
  });

  it("does not outlive its connection", async () => {
    const bench = await new Resuming().begin(-1);
    const waits = bench.emit(fact(9));
    bench.wire.transport.close();
    expect(bench.replay(fact(0))).toBeUndefined();
    bench.answer(resumed(8));
    await waits;
  });
});
