import { describe, expect, it } from "vitest";
import { event, SessionWire } from "./session-wire.test-support.ts";

const request = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

describe("pages of events (spec §1.6)", () => {
  const large = (seq: number, bytes: number): ReturnType<typeof event> =>
    Object.assign(event(seq), { pad: "x".repeat(bytes) });
  const seqs = async (limits: string, sizes: readonly number[]): Promise<unknown> => {
    const wire = new SessionWire();
    await wire.agree(limits);
    const events = sizes.map((bytes, seq) => large(seq, bytes));
    wire.host.answers.events = async () => ({ events, lastSeq: sizes.length - 1 });
    const answer = await wire.ask(request("session/events", '{"sessionId":"s","afterSeq":-1}'));
    expect(answer).toMatch(/"lastSeq":\d+\}\}$/);
    return [...answer.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
  };

  it("hold as many as fit 1 MiB", async () => {
    expect(await seqs("", [600_000, 400_000, 40_000, 40_000, 1])).toEqual([0, 1, 2]);
  });

  it("hold one whatever its size", async () => {
    expect(await seqs("", [2_000_000, 1])).toEqual([0]);
  });

  it("hold no more than the client's frames can", async () => {
    expect(await seqs(',"limits":{"maxFrameBytes":65536}', [40_000, 20_000, 20_000])).toEqual([0, 1]);
  });

  it("that the client cannot take with a single event are an error", async () => {
    const wire = new SessionWire();
    await wire.agree(',"limits":{"maxFrameBytes":65536}');
    wire.host.answers.events = async () => ({ events: [large(0, 70_000)], lastSeq: 0 });
    expect(await wire.ask(request("session/events", '{"sessionId":"s","afterSeq":-1}'))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32011,"message":"the answer: frame is longer than 65536 bytes","data":{"kind":"frame-too-large","retryable":false}}}',
    );
  });
});
