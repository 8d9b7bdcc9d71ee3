import { describe, expect, it } from "vitest";
import { JsonRpcResponseError } from "./errors.ts";
import { TestBench, turn } from "./streams.test-support.ts";

/** Streams that agreed to version 1. */
function agreed(maxFrameBytes?: number, options = {}): TestBench {
  const bench = new TestBench(options);
  bench.transport.agree({ version: 1, maxFrameBytes });
  return bench;
}

describe("$/cancelRequest from the peer (spec §1.3)", () => {
  const cancel = (id: string, more = ""): string => `{"method":"$/cancelRequest","params":{"id":${id}${more}}}`;

  it.each([
    ["version 1", 1],
    ["no version yet", undefined],
  ])("aborts the signal of the handler, with %s", async (_, version) => {
    const bench = new TestBench();
    if (version !== undefined) bench.transport.agree({ version });
    bench.transport.onRequest((_method, _params, { signal }) => {
      return new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await bench.receive(`{"id":0,"method":"m"}`, `{"id":"0","method":"m"}`, cancel("0", `,"reason":"enough"`));
    expect(bench.output.frames).toEqual([
      {
        jsonrpc: "2.0",
        id: 0,
        error: { code: -32800, message: "enough", data: { kind: "cancelled", retryable: false } },
      },
    ]);
  });

  it("aborts a signal that is asked for only afterwards", async () => {
    const bench = agreed();
    bench.transport.onRequest(async (_method, _params, context) => {
      await turn();
      context.signal.throwIfAborted();
    });
    await bench.receive(`{"id":1,"method":"m"}`, cancel("1"));
    await turn();
    expect(bench.output.frames).toMatchObject([{ id: 1, error: { code: -32800 } }]);
  });

  it("is answered -32800 for an AbortError, and with the result where the work is done", async () => {
    const bench = agreed();
    bench.transport.onRequest(async (method, _params, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      if (method === "done") return "done";
      throw method === "fails" ? new Error("broken") : new DOMException("aborted", "AbortError");
    });
    await bench.receive(
      ...["done", "fails", "stops"].flatMap((method, id) => [`{"id":${id},"method":"${method}"}`, cancel(String(id))]),
    );
    expect(bench.output.frames).toMatchObject([
      { id: 0, result: "done" },
      { id: 1, error: { code: -32603, message: "broken", data: { kind: "internal", retryable: false } } },
      { id: 2, error: { code: -32800 } },
    ]);
  });

  it("cancels no initialize, and nothing of an id that is unknown or answered", async () => {
    const bench = agreed();
    const aborted: string[] = [];
    bench.transport.onRequest(async (method, _params, { signal }) => {
      signal.addEventListener("abort", () => aborted.push(method));
      if (method === "answered") return 1;
      return new Promise(() => undefined);
    });
    await bench.receive(
      `{"id":1,"method":"initialize"}`,
      `{"id":2,"method":"answered"}`,
      `{"id":"3","method":"other"}`,
    );
    await bench.receive(cancel("1"), cancel("2"), cancel("3"), cancel("null"), `{"method":"$/cancelRequest"}`);
    await bench.receive(`{"id":2,"method":"answered"}`);
    expect(aborted).toEqual([]);
    expect(bench.output.frames).toMatchObject([
      { id: 2, result: 1 },
      { id: 2, result: 1 },
    ]);
  });

  it("is a notification like others on a connection of version 0", async () => {
    const bench = new TestBench();
    bench.transport.agree({ version: 0 });
    const seen: string[] = [];
    let isAborted = false;
    bench.transport.onNotification((method) => void seen.push(method));
    bench.transport.onRequest((_method, _params, { signal }) => {
      signal.addEventListener("abort", () => (isAborted = true));
      return new Promise(() => undefined);
    });
    await bench.receive(`{"id":1,"method":"m"}`, cancel("1"), `{"method":"$/other"}`);
    expect({ seen, isAborted }).toEqual({ seen: ["$/cancelRequest", "$/other"], isAborted: false });
  });

  it("reaches no handler, nor does any other notification of the transport's own (spec §1.1)", async () => {
    const bench = agreed();
    const seen: string[] = [];
    bench.transport.onNotification((method) => void seen.push(method));
    await bench.receive(
      cancel("1"),
      `{"method":"$/frameDropped","params":{"bytes":1}}`,
      `{"method":"$/new"}`,
      `{"method":"$"}`,
    );
    expect(seen).toEqual(["$"]);
    expect(bench.output.writes).toEqual([]);
  });
});

describe("a call that is given up (spec §1.3)", () => {
  it.each<[string, unknown, string]>([
    ["a text", "enough", `,"reason":"enough"`],
    ["an error", new Error("private"), ""],
    ["nothing", undefined, ""],
  ])("tells the peer so, with the reason where it is %s", async (_, reason, member) => {
    const bench = agreed();
    const controller = new AbortController();
    const call = bench.transport.request("m", {}, controller.signal);
    await turn();
    const id = JSON.stringify(bench.output.frames[0]?.["id"]);
    controller.abort(reason);
    await expect(call).rejects.toThrow();
    await turn();
    expect(bench.output.text.split("\n")[1]).toBe(
      `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}${member}}}`,
    );
    await bench.receive(`{"id":${id},"error":{"code":-32800,"message":"late"}}`);
  });

  it.each([undefined, 0])("tells nobody where the version is %s", async (version) => {
    const bench = new TestBench();
    if (version !== undefined) bench.transport.agree({ version });
    const controller = new AbortController();
    const call = bench.transport.request("m", {}, controller.signal);
    controller.abort();
    await expect(call).rejects.toThrow();
    await turn();
    expect(bench.output.frames).toHaveLength(1);
  });

  it("tells nothing of one that was answered, or never sent", async () => {
    const bench = agreed();
    const controller = new AbortController();
    const call = bench.transport.request("m", {}, controller.signal);
    await turn();
    await bench.receive(`{"id":${JSON.stringify(bench.output.frames[0]?.["id"])},"result":1}`);
    expect(await call).toBe(1);
    controller.abort();
    await expect(bench.transport.request("m", {}, controller.signal)).rejects.toThrow();
    await turn();
    expect(bench.output.frames).toHaveLength(1);
  });
});

describe("errors of a connection of version 1 (spec §1.2)", () => {
  it("have data, whoever made them", async () => {
    const bench = agreed(undefined, { maxFrameBytes: 60 });
    await bench.receive(`{"id":1,"method":"none"}`);
    bench.transport.onRequest((method) => {
      if (method === "code") throw new JsonRpcResponseError(-32602, "bad");
      if (method === "odd") throw new JsonRpcResponseError(7, "odd");
      if (method === "own") throw new JsonRpcResponseError(7, "own", { kind: "mine" });
      throw new Error("inner");
    });
    await bench.receive(
      ...["code", "odd", "own", "x"].map((method, index) => `{"id":${index + 2},"method":"${method}"}`),
      `{"id":6,"method":"long","params":{"a":"${"x".repeat(60)}"}}`,
    );
    expect(bench.output.frames.map(({ error }) => error)).toEqual([
      { code: -32601, message: "method not found: none", data: { kind: "method-not-found", retryable: false } },
      { code: -32602, message: "bad", data: { kind: "invalid-params", retryable: false } },
      { code: 7, message: "odd", data: { kind: "internal", retryable: false } },
      { code: 7, message: "own", data: { kind: "mine" } },
      { code: -32603, message: "inner", data: { kind: "internal", retryable: false } },
      { code: -32011, message: "frame is longer than 60 bytes", data: { kind: "frame-too-large", retryable: false } },
    ]);
  });

  it("refuse an id that is in flight, and know text from number", async () => {
    const bench = agreed();
    bench.transport.onRequest((method) => (method === "long" ? new Promise(() => undefined) : 1));
    await bench.receive(
      `{"id":1,"method":"long"}`,
      `{"id":1,"method":"m"}`,
      `{"id":"1","method":"m"}`,
      `{"id":2,"method":"m"}`,
    );
    await bench.receive(`{"id":2,"method":"m"}`);
    expect(bench.output.frames).toMatchObject([
      { id: 1, error: { code: -32600, data: { kind: "invalid-request", retryable: false } } },
      { id: "1", result: 1 },
      { id: 2, result: 1 },
      { id: 2, result: 1 },
    ]);
  });
});

describe("frames that the peer cannot take (spec §1.9)", () => {
  const most = 200;
  const params = { text: "é".repeat(100) };

  it("are refused before they are written: calls and notifications", async () => {
    const bench = agreed(most);
    await expect(bench.transport.request("m", params)).rejects.toMatchObject({ kind: "frame-too-large", method: "m" });
    expect(() => bench.transport.notify("m", params)).toThrow("frame is longer than 200 bytes");
    expect(bench.transport.notify("m", { text: "é".repeat(70) })).toBe(true);
    await turn();
    expect(bench.output.frames).toHaveLength(1);
  });

  it("are answers too, which become an error", async () => {
    const bench = agreed(most);
    bench.transport.onRequest((method) => {
      if (method === "fails") throw new JsonRpcResponseError(-32018, "x".repeat(300));
      return params;
    });
    await bench.receive(`{"id":1,"method":"m"}`, `{"id":2,"method":"fails"}`);
    expect(bench.output.frames).toMatchObject([
      { id: 1, error: { code: -32011, data: { kind: "frame-too-large", retryable: false } } },
      { id: 2, error: { code: -32011, data: { kind: "frame-too-large", retryable: false } } },
    ]);
  });

  it("do not exist for version 0, nor where nothing was agreed", async () => {
    for (const version of [undefined, 0]) {
      const bench = new TestBench();
      if (version !== undefined) bench.transport.agree({ version });
      bench.transport.notify("m", { text: "x".repeat(100_000) });
      await turn();
      expect(bench.output.frames).toHaveLength(1);
    }
  });

  it("and that we cannot take: the sender of a notification is told", async () => {
    const bench = agreed(undefined, { maxFrameBytes: 40 });
    const line = `{"method":"m","params":{"a":"${"x".repeat(40)}"}}`;
    await bench.receive(line);
    expect(bench.output.frames).toEqual([
      { jsonrpc: "2.0", method: "$/frameDropped", params: { bytes: line.length, method: "m" } },
    ]);
  });

  it("are told to nobody of version 0", async () => {
    const bench = new TestBench({ maxFrameBytes: 40 });
    bench.transport.agree({ version: 0 });
    await bench.receive(`{"method":"m","params":{"a":"${"x".repeat(40)}"}}`);
    expect(bench.output.writes).toEqual([]);
  });

  it("are bounded by the limit that the transport tells", () => {
    expect(new TestBench().transport.maxFrameBytes).toBe(33_554_432);
    expect(new TestBench({ maxFrameBytes: 40 }).transport.maxFrameBytes).toBe(40);
  });
});

describe("a peer that asks and reads no answer (spec §1.10)", () => {
  it("is read no further until it does", async () => {
    const bench = agreed();
    const seen: string[] = [];
    bench.transport.onNotification((method) => void seen.push(method));
    bench.output.hold = true;
    bench.transport.notify("m", { text: "x".repeat(300_000) });
    await turn();
    bench.transport.pauseUntilDrained();
    bench.transport.pauseUntilDrained();
    await bench.receive(`{"method":"later"}`);
    expect(seen).toEqual([]);
    bench.output.releaseAll();
    await turn();
    await turn();
    expect(seen).toEqual(["later"]);
  });

  it("is read on where nothing waits, and not at all once the transport is closed", async () => {
    const bench = agreed();
    bench.transport.pauseUntilDrained();
    await turn();
    expect(bench.input.isPaused()).toBe(false);
    bench.transport.close();
    bench.transport.pauseUntilDrained();
    expect(bench.listeners()).toEqual([]);
  });
});
