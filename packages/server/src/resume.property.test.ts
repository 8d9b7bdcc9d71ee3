import { array, assert, asyncProperty, constantFrom, integer, nat } from "fast-check";
import { describe, expect, it } from "vitest";
import type { HostFact } from "./index.ts";
import { event, SessionWire } from "./session-wire.test-support.ts";

/**
 * A log that grows while it is replayed. What happens next is the test's choice: the log grows, what was logged is told
 * (later than it was logged, as where a disk is waited for), or the replay reads on.
 */
class GrowingLog {
  readonly wire: SessionWire = new SessionWire();
  #logged: number;
  #told: number;

  constructor(logged: number, told: number) {
    this.#logged = logged;
    this.#told = Math.min(told, logged);
  }

  get head(): number {
    return this.#logged;
  }

  append(): void {
    this.#logged++;
  }

  tell(): void {
    if (this.#told >= this.#logged) return;
    void this.wire.host.peer.emit(this.fact(++this.#told));
  }

  tellAll(): void {
    while (this.#told < this.#logged) this.tell();
  }

  fact(seq: number): Extract<HostFact, { kind: "event" }> {
    return { kind: "event", sessionId: "s", event: event(seq) };
  }
}

const step = constantFrom("append", "tell", "read", "turn");

describe("session/resume while the session lives (spec §1.6)", () => {
  it("gives each event behind afterSeq once, in order and without a gap, whatever happens meanwhile", async () => {
    await assert(
      asyncProperty(
        nat(8),
        nat(8),
        integer({ min: -1, max: 8 }),
        array(step, { maxLength: 30 }),
        array(step, { maxLength: 10 }),
        async (logged, told, after, during, behind) => {
          const log = new GrowingLog(logged, told);
          const afterSeq = Math.min(after, logged);
          await log.wire.agree();
          log.wire.host.answers.resume = async (_, { replay }) => {
            let read = afterSeq;
            for (const each of during) {
              if (each === "append") log.append();
              else if (each === "tell") log.tell();
              else if (each === "turn") await new Promise(setImmediate);
              else if (read < log.head) void replay(log.fact(++read));
            }
            while (read < log.head) void replay(log.fact(++read));
            return { lastSeq: log.head, status: "running", pending: { prompts: [], approvals: [] } };
          };
          log.wire.say(`{"id":1,"method":"session/resume","params":{"sessionId":"s","afterSeq":${afterSeq}}}`);
          const { seqs, before, lastSeq } = await hearResume(log, behind);
          expect(seqs.slice(0, before)).toEqual(range(afterSeq + 1, lastSeq));
          expect(seqs.slice(before)).toEqual(range(lastSeq + 1, log.head));
        },
      ),
      { numRuns: 200 },
    );
  });
});

interface Heard {
  readonly seqs: number[];
  /** How many of them stood before the answer. */
  before: number | undefined;
  lastSeq: number;
}

async function hearResume(log: GrowingLog, behind: readonly string[]): Promise<Heard> {
  const heard: Heard = { seqs: [], before: undefined, lastSeq: -1 };
  const take = async (): Promise<void> => {
    const [line = ""] = await log.wire.hear(1);
    const frame: { result?: { lastSeq: number }; params?: { event: { seq: number } } } = JSON.parse(line);
    if (frame.params !== undefined) heard.seqs.push(frame.params.event.seq);
    if (frame.result !== undefined) Object.assign(heard, { before: heard.seqs.length, lastSeq: frame.result.lastSeq });
  };
  while (heard.before === undefined) await take();
  for (const each of behind) {
    if (each === "append") log.append();
    else if (each === "tell") log.tell();
    else await new Promise(setImmediate);
  }
  log.append();
  log.tellAll();
  while (heard.seqs.at(-1) !== log.head) await take();
  return heard;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
