import type { Provider, StreamChunk } from "@buckeyestudio/toh-llm";
import { describe, expect, it } from "vitest";
import { chunk, compatible, modelServer, open, request, send } from "./model-server.test-support.ts";
import { type Clock, withTimeLimits } from "./time-limits.ts";

/** A clock that stands still until it is told how much time passes. */
class StillClock implements Clock {
  readonly #timers: Set<{ readonly at: number; readonly ring: () => void }> = new Set();
  #now = 0;

  now(): number {
    return this.#now;
  }

  start(ms: number, ring: () => void): () => void {
    const timer = { at: this.#now + ms, ring };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      if (this.#timers.delete(timer)) timer.ring();
    }
  }

  get running(): number {
    return this.#timers.size;
  }
}

const LIMITS = { idleMs: 1000, totalMs: 5000 };
const partial = chunk({ content: "partial" });

function timeout(message: string): StreamChunk {
  return { type: "finish", reason: { kind: "error", failure: { code: "TIMEOUT", message } } };
}

function stream(model: Provider, signal: AbortSignal = new AbortController().signal): AsyncIterator<StreamChunk> {
  return model.stream(request("hi"), { signal })[Symbol.asyncIterator]();
}

describe("time limits of a model call", () => {
  it("end it with TIMEOUT when the server only keeps the connection alive, and close the connection", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, partial);
    });
    const clock = new StillClock();
    const chunks = stream(
      withTimeLimits(await compatible(server.url, { idleTimeoutMs: 0, totalTimeoutMs: 0 }), LIMITS, clock),
    );
    await chunks.next();
    await chunks.next();
    const { response, closed } = await server.exchange(0);
    const next = chunks.next();
    for (let beat = 0; beat < 3; beat++) {
      await new Promise((resolve) => response.write(": keep-alive\n\n", resolve));
      clock.pass(400);
    }
    expect(await next).toEqual({ done: false, value: timeout("the model sent nothing for 1 s (idle time-out)") });
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    await closed;
    expect(clock.running).toBe(0);
  });

  it("end it when the headers do not come", async () => {
    const server = await modelServer(() => undefined);
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(await compatible(server.url), LIMITS, clock));
    const next = chunks.next();
    const { closed } = await server.exchange(0);
    clock.pass(1000);
    expect(await next).toMatchObject({ value: { reason: { failure: { code: "TIMEOUT" } } } });
    await closed;
    await chunks.return?.();
    expect(clock.running).toBe(0);
  });

  it("begin anew with each piece, and end a lively call when it takes too long as a whole", async () => {
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(endless(), LIMITS, clock));
    for (let piece = 0; piece < 5; piece++) {
      expect(await chunks.next()).toMatchObject({ value: { type: "text-delta" } });
      clock.pass(900);
    }
    await chunks.next();
    clock.pass(600);
    expect(await chunks.next()).toEqual({
      done: false,
      value: timeout("the model call took longer than 5 s (total time-out)"),
    });
    await chunks.next();
    expect(clock.running).toBe(0);
  });

  it("do not count the time that the reader takes", async () => {
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(endless(), LIMITS, clock));
    await chunks.next();
    clock.pass(3000);
    expect(await chunks.next()).toMatchObject({ value: { type: "text-delta" } });
    await chunks.return?.();
  });

  it("are off with 0", async () => {
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(endless(), { idleMs: 0, totalMs: 0 }, clock));
    await chunks.next();
    expect(clock.running).toBe(0);
    await chunks.return?.();
  });

  it("end a call whose provider does not stop when it is told to", async () => {
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(deaf(), LIMITS, clock));
    const next = chunks.next();
    clock.pass(1000);
    expect(await next).toMatchObject({ value: { reason: { failure: { code: "TIMEOUT" } } } });
    expect(await chunks.next()).toMatchObject({ done: true });
  });

  it("pass on what a provider throws, and leave no timer", async () => {
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(throwing(), LIMITS, clock));
    await expect(chunks.next()).rejects.toThrow("a fault");
    expect(clock.running).toBe(0);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuse %d milliseconds", async (ms) => {
    await expect(compatible("http://127.0.0.1:1", { idleTimeoutMs: ms })).rejects.toThrow(
      "idleTimeoutMs is to be a number of milliseconds, or 0 for no limit",
    );
  });
});

describe("an abort", () => {
  it("before the call sends no request", async () => {
    const server = await modelServer(() => undefined);
    const model = await compatible(server.url);
    expect(await stream(model, AbortSignal.abort(new Error("stop"))).next()).toEqual({ done: true, value: undefined });
    expect(server.exchanges).toEqual([]);
  });

  it("before the headers closes the connection and ends the stream without a finish", async () => {
    const server = await modelServer(() => undefined);
    const stop = new AbortController();
    const clock = new StillClock();
    const next = stream(withTimeLimits(await compatible(server.url), LIMITS, clock), stop.signal).next();
    const { closed } = await server.exchange(0);
    stop.abort(new Error("stop"));
    expect(await next).toEqual({ done: true, value: undefined });
    await closed;
    expect(clock.running).toBe(0);
  });

  it("in the middle closes the connection and ends the stream without a finish", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, partial);
    });
    const stop = new AbortController();
    const clock = new StillClock();
    const chunks = stream(withTimeLimits(await compatible(server.url), LIMITS, clock), stop.signal);
    await chunks.next();
    await chunks.next();
    const next = chunks.next();
    stop.abort(new Error("stop"));
    expect(await next).toEqual({ done: true, value: undefined });
    await (
      await server.exchange(0)
    ).closed;
    expect(clock.running).toBe(0);
  });

  it("of a reader that leaves closes the connection", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, partial);
    });
    for await (const piece of (await compatible(server.url)).stream(request("hi"), {
      signal: new AbortController().signal,
    }))
      if (piece.type === "text-delta") break;
    await (
      await server.exchange(0)
    ).closed;
  });

  it("leaves no listener on a signal that lives on", async () => {
    const server = await modelServer((exchange) => {
      open(exchange);
      send(exchange, partial, chunk({}, "stop"), "[DONE]");
      exchange.response.end();
    });
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const model = await compatible(server.url);
    for await (const piece of model.stream(request("hi"), { signal })) expect(piece.type).not.toBe("");
    expect(listeners).toBe(0);
  });
});

function endless(): Provider {
  return source(async function* () {
    for (;;) yield { type: "text-delta", index: 0, text: "x" };
  });
}

function deaf(): Provider {
  return source(async function* () {
    await new Promise(() => undefined);
    yield { type: "text-delta", index: 0, text: "never" };
  });
}

function throwing(): Provider {
  // oxlint-disable-next-line require-yield
  return source(async function* () {
    throw new Error("a fault");
  });
}

function source(run: () => AsyncGenerator<StreamChunk>): Provider {
  return { id: "source", describe: () => ({}), stream: run };
}
