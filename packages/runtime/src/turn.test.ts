import { describe, expect, it } from "vitest";
import { Bench, folder } from "./runtime.test-support.ts";

const failure = (code: string, more: object = {}): { error: { message: string; code: string } } => ({
  error: { message: code.toLowerCase(), code, ...more },
});

describe("a turn (spec §0.4)", () => {
  it("tells receipt, running, start, claim, step, message, answer, ends and idle in this order", async () => {
    const bench = await new Bench({ hi: [{ text: "Hello you." }] }).open();
    await bench.run("hi");
    expect(bench.story()).toEqual([
      "s receipt",
      "s running",
      "s turn/start",
      "s claim",
      "s step/start",
      "s user/message",
      "s assistant/message Hello you.",
      "s step/end",
      'turn/end {"kind":"completed"}'.replace(/^/, "s "),
      "s idle",
    ]);
  });

  it("numbers the events of a session without a gap, and cites the chunks of the answer", async () => {
    const bench = await new Bench({ hi: [{ text: "a b" }], more: [{ text: "c" }] }).open();
    await bench.run("hi");
    await bench.run("more");
    const events = bench.facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
    const message = events.find((event) => event.type === "assistant/message");
    const chunks = events.filter((event) => event.type === "assistant/chunk" && event.data.turn === 1);
    expect(message?.sourceEventSeqs).toEqual(chunks.map((event) => event.seq));
    expect(events.filter((event) => event.type === "session/title")).toHaveLength(1);
    expect(events.filter((event) => event.type === "request/header")).toHaveLength(1);
  });

  it("runs queued prompts one after the other, without an idle between", async () => {
    const bench = await new Bench({ "*": [{ text: "x" }] }).open();
    const first = await bench.prompt("one");
    const second = await bench.prompt("two");
    expect(first.messageId).not.toBe(second.messageId);
    await bench.until((fact) => fact.kind === "status" && fact.status === "idle");
    expect(bench.story().filter((line) => /running|idle|start$|receipt|claim|turn\/end/.test(line))).toEqual([
      "s receipt",
      "s running",
      "s turn/start",
      "s claim",
      "s receipt",
      "s step/start",
      's turn/end {"kind":"completed"}',
      "s turn/start",
      "s claim",
      "s step/start",
      's turn/end {"kind":"completed"}',
      "s idle",
    ]);
  });

  it("drops tool calls of an answer that hit the ceiling, and says max-tokens to the end of the turn", async () => {
    const bench = await new Bench({
      cut: [{ text: "half", toolCalls: [{ name: "list_files", arguments: '{"pa' }], maxTokens: true }],
    }).open();
    await bench.run("cut");
    expect(bench.story().slice(-5)).toEqual([
      "s user/message",
      "s assistant/message half",
      "s step/end",
      's turn/end {"kind":"max-tokens"}',
      "s idle",
    ]);
  });

  it("ends with the failure of a model that is not worth a retry, and the session goes on", async () => {
    const bench = await new Bench({
      bad: [failure("INVALID_REQUEST", { status: 400 })],
      good: [{ text: "fine" }],
    }).open();
    await bench.run("bad");
    expect(bench.story().slice(-4)).toEqual([
      "s user/message",
      "s step/end",
      's turn/end {"kind":"error","error":{"message":"invalid_request","code":"INVALID_REQUEST","status":400}}',
      "s idle",
    ]);
    await bench.run("good");
    expect(bench.story().slice(-4)).toEqual([
      "s assistant/message fine",
      "s step/end",
      's turn/end {"kind":"completed"}',
      "s idle",
    ]);
  });

  it("retries what may pass, inside the step, and cites only the attempt that answered", async () => {
    const delays: number[] = [];
    const bench = await new Bench(
      { again: [failure("SERVER"), failure("RATE_LIMIT", { providerRetryAfterMs: 1000 }), { text: "ok" }] },
      { sleep: async (ms) => void delays.push(ms) },
    ).open();
    await bench.run("again");
    expect(bench.story().filter((line) => !/receipt|claim/.test(line))).toEqual([
      "s running",
      "s turn/start",
      "s step/start",
      "s user/message",
      "s llm/retry",
      "s llm/retry-started",
      "s llm/retry",
      "s llm/retry-started",
      "s assistant/message ok",
      "s step/end",
      's turn/end {"kind":"completed"}',
      "s idle",
    ]);
    expect(delays[0]).toBeGreaterThanOrEqual(450);
    expect(delays[0]).toBeLessThanOrEqual(550);
    expect(delays[1]).toBe(1000);
    const events = bench.facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));
    const message = events.find((event) => event.type === "assistant/message");
    const lastRetry = events.findLast((event) => event.type === "llm/retry-started");
    expect(message?.sourceEventSeqs?.every((seq) => seq > (lastRetry?.seq ?? Infinity))).toBe(true);
  });

  it("gives up after the policy's retries, with the last failure", async () => {
    const bench = await new Bench(
      { "*": [failure("SERVER"), failure("SERVER"), failure("TIMEOUT")] },
      { retry: { maxRetries: 2, codes: ["SERVER", "TIMEOUT"], baseMs: 1, maxMs: 10, jitter: 0 } },
    ).open();
    await bench.run("x");
    expect(bench.story().filter((line) => line.includes("llm/retry"))).toHaveLength(4);
    expect(bench.story().at(-2)).toBe('s turn/end {"kind":"error","error":{"message":"timeout","code":"TIMEOUT"}}');
  });

  it("ends with STEP_LIMIT where the model asks for tools without end", async () => {
    const call = { toolCalls: [{ name: "list_files", arguments: {} }] };
    const bench = await new Bench({ loop: [call, call, call] }, { maxSteps: 2 }).open(await folder());
    await bench.run("loop");
    expect(bench.story().at(-2)).toBe(
      's turn/end {"kind":"error","error":{"code":"STEP_LIMIT","message":"the turn took 2 steps and was not done"}}',
    );
  });

  it("keeps the text of an answer that is cut by the end of the runtime, and starts no other turn", async () => {
    const bench = await new Bench({ long: [{ text: "begun", hang: true }], next: [{ text: "never" }] }).open();
    await bench.prompt("long");
    await bench.prompt("next");
    await bench.until(
      (fact) =>
        fact.kind === "event" && fact.event.type === "assistant/chunk" && fact.event.data.chunk.type === "text-delta",
    );
    await bench.host.dispose(new AbortController().signal);
    expect(bench.story().slice(-4)).toEqual([
      "s assistant/message interrupted begun",
      "s step/end",
      's turn/end {"kind":"aborted","reason":{"kind":"disposed"}}',
      "s idle",
    ]);
    await expect(bench.prompt("late")).rejects.toMatchObject({ kind: "shutting-down" });
  });
});

describe("flow (spec §1.10)", () => {
  it("pulls no chunk from the model while a peer asks to wait, and loses nothing afterwards", async () => {
    const bench = await new Bench({ go: [{ text: "one two three four" }] }).open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const deltas: string[] = [];
    const slow = bench.host.connect({
      emit: (fact) => {
        if (fact.kind !== "event" || fact.event.type !== "assistant/chunk") return undefined;
        if (fact.event.data.chunk.type === "text-delta") deltas.push(fact.event.data.chunk.text);
        return held;
      },
    });
    await bench.prompt("go");
    await bench.until((fact) => fact.kind === "event" && fact.event.type === "assistant/chunk");
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(bench.provider.chunksTaken).toBe(1);
    release();
    await bench.until((fact) => fact.kind === "status" && fact.status === "idle");
    expect(deltas.join("")).toBe("one two three four");
    await slow.end();
  });

  it("still ends a turn whose peer never reads", async () => {
    const bench = await new Bench({ go: [{ text: "a b c" }] }).open();
    bench.host.connect({ emit: () => new Promise(() => undefined) });
    await bench.prompt("go");
    await bench.host.dispose(new AbortController().signal);
    expect(bench.story().at(-1)).toBe("s idle");
  });
});
