import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { JsonRpcResponseError } from "./errors.ts";
import { TestBench, TestOutput, turn } from "./streams.test-support.ts";
import { JsonRpcLineTransport } from "./transport.ts";

describe("start and close (spec §0.2)", () => {
  it("reads nothing before start, and all of it once after, however often that is called", async () => {
    const input = new PassThrough();
    const transport = new JsonRpcLineTransport(input, new TestOutput());
    const seen: string[] = [];
    transport.onNotification((method) => void seen.push(method));
    input.write(`{"method":"a"}\n`);
    await turn();
    expect(seen).toEqual([]);
    transport.start();
    transport.start();
    input.write(`{"method":"b"}\n`);
    await turn();
    expect(seen).toEqual(["a", "b"]);
    transport.close();
  });

  it("does not start after close", async () => {
    const input = new PassThrough();
    const transport = new JsonRpcLineTransport(input, new TestOutput());
    transport.close();
    transport.start();
    expect(input.listenerCount("data")).toBe(0);
    await expect(transport.request("m")).rejects.toThrow("JSON-RPC transport closed");
  });

  it("leaves the streams open and no listener on them", async () => {
    const bench = new TestBench();
    bench.transport.notify("m");
    await turn();
    bench.transport.close();
    bench.transport.close();
    expect(bench.listeners()).toEqual([]);
    expect([bench.input.destroyed, bench.output.destroyed, bench.output.writableEnded]).toEqual([false, false, false]);
  });

  it("writes what waits before it closes", () => {
    const bench = new TestBench();
    bench.transport.notify("m");
    bench.transport.close();
    expect(bench.output.text).toBe(`{"jsonrpc":"2.0","method":"m"}\n`);
  });

  it("handles nothing more once a handler has closed it", async () => {
    const bench = new TestBench();
    const seen: string[] = [];
    bench.transport.onNotification((method) => {
      seen.push(method);
      bench.transport.close();
    });
    await bench.receive(`{"method":"a"}`, `{"method":"b"}`);
    expect(seen).toEqual(["a"]);
  });

  it("can be disposed with await using", async () => {
    const bench = new TestBench();
    {
      await using transport = bench.transport;
      transport.notify("m");
    }
    expect(bench.listeners()).toEqual([]);
    expect(() => bench.transport.notify("m")).toThrow("JSON-RPC transport closed");
  });

  it("hands the streams over to a transport that follows", async () => {
    const bench = new TestBench();
    bench.transport.close();
    const next = new JsonRpcLineTransport(bench.input, bench.output);
    next.start();
    next.onRequest(() => 1);
    await bench.receive(`{"id":1,"method":"m"}`);
    expect(bench.output.frames).toEqual([{ jsonrpc: "2.0", id: 1, result: 1 }]);
    next.close();
  });
});

describe("request (spec §0.2)", () => {
  it("resolves with the result of the peer", async () => {
    const bench = new TestBench();
    const result = bench.transport.request("m", { a: 1 });
    await turn();
    const [frame] = bench.output.frames;
    expect(frame).toEqual({ jsonrpc: "2.0", id: frame?.["id"], method: "m", params: { a: 1 } });
    expect(typeof frame?.["id"]).toBe("string");
    await bench.receive(`{"jsonrpc":"2.0","id":${JSON.stringify(frame?.["id"])},"result":{"b":2}}`);
    expect(await result).toEqual({ b: 2 });
  });

  it("rejects with the error of the peer, its code and its data", async () => {
    const bench = new TestBench();
    const result = bench.transport.request("m");
    const settled = expect(result).rejects.toMatchObject({
      name: "JsonRpcResponseError",
      code: -32010,
      message: "no",
      data: { kind: "session-unknown" },
      kind: "session-unknown",
    });
    await turn();
    const id = JSON.stringify(bench.output.frames[0]?.["id"]);
    await bench.receive(`{"id":${id},"error":{"code":-32010,"message":"no","data":{"kind":"session-unknown"}}}`);
    await settled;
  });

  it("goes out before start too, in the order of the calls with all else", async () => {
    const output = new TestOutput();
    const transport = new JsonRpcLineTransport(new PassThrough(), output);
    const call = transport.request("a");
    transport.notify("b");
    await turn();
    expect(output.frames.map((frame) => frame["method"])).toEqual(["a", "b"]);
    transport.close();
    await expect(call).rejects.toThrow("JSON-RPC transport closed");
  });

  it("sends nothing where the signal has aborted already", async () => {
    const bench = new TestBench();
    const reason = new Error("stop");
    await expect(bench.transport.request("m", {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    await turn();
    expect(bench.output.writes).toEqual([]);
  });

  it("rejects on abort, and ignores the answer that comes late", async () => {
    const bench = new TestBench();
    const controller = new AbortController();
    const result = bench.transport.request("m", {}, controller.signal);
    await turn();
    controller.abort("stop");
    await expect(result).rejects.toMatchObject({ name: "AbortError", message: "stop" });
    await bench.receive(`{"id":${JSON.stringify(bench.output.frames[0]?.["id"])},"result":1}`);
  });

  it("rejects for params that are no JSON, and sends nothing", async () => {
    const bench = new TestBench();
    await expect(bench.transport.request("m", { n: 1n })).rejects.toBeInstanceOf(TypeError);
    await turn();
    expect(bench.output.writes).toEqual([]);
  });

  it("continues after the notifications that stand before its response", async () => {
    const bench = new TestBench();
    const seen: string[] = [];
    bench.transport.onNotification((method) => void seen.push(method));
    const result = bench.transport.request("m").then(() => seen.push("result"));
    await turn();
    const id = JSON.stringify(bench.output.frames[0]?.["id"]);
    await bench.receive(`{"method":"a"}`, `{"method":"b"}`, `{"id":${id},"result":1}`);
    await result;
    expect(seen).toEqual(["a", "b", "result"]);
  });
});

describe("the end of all calls (spec §0.2)", () => {
  it.each<[string, (bench: TestBench) => void, string]>([
    ["close", (bench) => bench.transport.close(), "JSON-RPC transport closed"],
    ["the end of the input", (bench) => void bench.input.push(null), "JSON-RPC input closed"],
    ["an input that is destroyed", (bench) => void bench.input.destroy(), "JSON-RPC input closed"],
    ["an error of the input", (bench) => void bench.input.destroy(new Error("boom")), "JSON-RPC input failed: boom"],
    ["an error of the output", (bench) => void bench.output.destroy(new Error("boom")), "JSON-RPC output failed: boom"],
    ["a write that fails", (bench) => failWrite(bench), "JSON-RPC output failed: boom"],
    ["a write that throws", (bench) => throwWrite(bench), "JSON-RPC output failed: boom"],
  ])("comes with %s: every pending and every new call rejects, and none hangs", async (_how, end, message) => {
    const bench = new TestBench();
    const controller = new AbortController();
    const pending = [bench.transport.request("a"), bench.transport.request("b", {}, controller.signal)];
    const settled = Promise.allSettled(pending);
    await turn();
    end(bench);
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { kind: "closed", message, callsInFlight: ["a", "b"] },
      });
    }
    await expect(bench.transport.request("c")).rejects.toMatchObject({ kind: "closed", message });
  });

  it("names the first error as the cause", async () => {
    const bench = new TestBench();
    const cause = new Error("boom");
    const call = bench.transport.request("a");
    bench.input.destroy(cause);
    await expect(call).rejects.toMatchObject({ cause });
  });

  it.each<[string, (input: Readable) => void, string]>([
    ["ended", (input) => void input.push(null), "JSON-RPC input closed"],
    ["was destroyed", (input) => void input.destroy(), "JSON-RPC input closed"],
    ["failed", (input) => void input.destroy(new Error("boom")), "JSON-RPC input failed: boom"],
  ])("has come already where the input %s before start", async (_how, end, message) => {
    const input = new Readable({ read() {} });
    input.on("error", () => {});
    end(input);
    input.resume();
    await turn();
    await turn();
    const transport = new JsonRpcLineTransport(input, new TestOutput());
    const call = transport.request("m");
    transport.start();
    await expect(call).rejects.toThrow(message);
  });

  it("comes for an output that is destroyed with the first frame after", async () => {
    const bench = new TestBench();
    bench.output.destroy();
    await turn();
    await expect(bench.transport.request("m")).rejects.toThrow("JSON-RPC output failed: the output is closed");
  });

  it("does not come with an output that closes after all was written: the answer is still read", async () => {
    const bench = new TestBench();
    const result = bench.transport.request("m");
    await turn();
    bench.output.destroy();
    await turn();
    await bench.receive(`{"id":${JSON.stringify(bench.output.frames[0]?.["id"])},"result":1}`);
    expect(await result).toBe(1);
  });

  it("lets an answer that came with the end win", async () => {
    const bench = new TestBench();
    const result = bench.transport.request("m");
    await turn();
    bench.input.push(`{"id":${JSON.stringify(bench.output.frames[0]?.["id"])},"result":1}`);
    bench.input.push(null);
    expect(await result).toBe(1);
  });
});

describe("notify (spec §0.2)", () => {
  it("writes no params where they are omitted", async () => {
    const bench = new TestBench();
    bench.transport.notify("a");
    bench.transport.notify("b", {});
    await turn();
    expect(bench.output.text).toBe(`{"jsonrpc":"2.0","method":"a"}\n{"jsonrpc":"2.0","method":"b","params":{}}\n`);
  });

  it("throws for params that are no JSON, and disturbs no other frame", async () => {
    const bench = new TestBench();
    bench.transport.notify("a");
    expect(() => bench.transport.notify("b", { n: 1n })).toThrow(TypeError);
    bench.transport.notify("c");
    await turn();
    expect(bench.output.frames.map((frame) => frame["method"])).toEqual(["a", "c"]);
  });

  it("still works when the input has ended, and throws once nothing can be written", async () => {
    const bench = new TestBench();
    bench.input.push(null);
    await turn();
    expect(bench.transport.notify("a")).toBe(true);
    await turn();
    bench.output.destroy(new Error("EPIPE"));
    await turn();
    expect(() => bench.transport.notify("b")).toThrow("JSON-RPC output failed: EPIPE");
    bench.transport.close();
    expect(bench.output.frames).toEqual([{ jsonrpc: "2.0", method: "a" }]);
  });
});

describe("handlers (spec §0.2)", () => {
  it("have one slot each: the later replaces the earlier", async () => {
    const bench = new TestBench();
    const seen: string[] = [];
    bench.transport.onNotification(() => void seen.push("first"));
    bench.transport.onNotification(() => void seen.push("second"));
    bench.transport.onRequest(() => "first");
    bench.transport.onRequest(() => "second");
    await bench.receive(`{"method":"n"}`, `{"id":1,"method":"m"}`);
    expect(seen).toEqual(["second"]);
    expect(bench.output.frames).toEqual([{ jsonrpc: "2.0", id: 1, result: "second" }]);
  });

  it("get method, params, id and a signal that aborts when no answer can be sent", async () => {
    const bench = new TestBench();
    const seen: unknown[] = [];
    const signals: AbortSignal[] = [];
    bench.transport.onRequest((method, params, { id, signal }) => {
      seen.push([method, params, id]);
      signals.push(signal);
      return id === 1 ? "done" : new Promise(() => {});
    });
    await bench.receive(`{"id":1,"method":"m","params":{"a":1}}`, `{"id":"x","method":"n","params":[]}`);
    expect(seen).toEqual([
      ["m", { a: 1 }, 1],
      ["n", {}, "x"],
    ]);
    bench.input.push(null);
    await turn();
    expect(signals.map((signal) => signal.aborted)).toEqual([false, false]);
    bench.transport.close();
    expect(signals.map((signal) => signal.aborted)).toEqual([false, true]);
    expect(signals[1]?.reason).toMatchObject({ kind: "closed" });
  });

  it("get an aborted signal where they ask for it after the end", async () => {
    const bench = new TestBench();
    let late = (): boolean => false;
    bench.transport.onRequest((_method, _params, context) => {
      late = () => context.signal.aborted;
      return new Promise(() => {});
    });
    await bench.receive(`{"id":1,"method":"m"}`);
    bench.output.destroy(new Error("EPIPE"));
    await turn();
    expect(late()).toBe(true);
  });

  it("answer requests that were read before the input ended, also those without a newline", async () => {
    const bench = new TestBench();
    bench.transport.onRequest(async (method) => {
      await turn();
      return method;
    });
    bench.input.push(`{"id":1,"method":"a"}\n{"id":2,"method":"b"}`);
    bench.input.push(null);
    for (let k = 0; k < 4; k++) await turn();
    expect(bench.output.frames).toEqual([
      { jsonrpc: "2.0", id: 1, result: "a" },
      { jsonrpc: "2.0", id: 2, result: "b" },
    ]);
  });

  it("answer two requests in flight that have one id, both", async () => {
    const bench = new TestBench();
    bench.transport.onRequest(async (method) => method);
    await bench.receive(`{"id":5,"method":"a"}`, `{"id":5,"method":"b"}`);
    expect(bench.output.frames.map((frame) => [frame["id"], frame["result"]])).toEqual([
      [5, "a"],
      [5, "b"],
    ]);
  });

  it.each(["1", `"1"`, "0", `""`, "-1", "1.50", "1e3", "12345678901234567890", "1e400", `"\\ud83d"`, `"__proto__"`])(
    "answer the id %s with the same JSON value",
    async (id) => {
      const bench = new TestBench();
      bench.transport.onRequest(() => 1);
      await bench.receive(`{"id":${id},"method":"m"}`);
      const same = id === "1e3" ? "1000" : id;
      expect(bench.output.text).toBe(`{"jsonrpc":"2.0","id":${same},"result":1}\n`);
    },
  );

  it("that fail in any way harm their own request alone", async () => {
    const bench = new TestBench();
    const stray = Promise.reject(new Error("nobody waits for this"));
    stray.catch(() => {});
    const thenable = {
      // oxlint-disable-next-line unicorn/no-thenable -- a promise of somebody else is the case
      then: (resolve: (value: number) => void, reject: (error: Error) => void) => {
        resolve(1);
        reject(new Error("twice"));
        throw new Error("and more");
      },
    };
    const results: Record<string, () => unknown> = {
      throws: () => {
        throw new JsonRpcResponseError(-5, "own", { a: 1 });
      },
      rejects: () => Promise.reject(new Error("rejected")),
      bigint: () => 1n,
      thenable: () => thenable,
      leaves: () => stray.catch(() => "left"),
      works: () => "fine",
    };
    bench.transport.onRequest((method) => results[method]?.());
    await bench.receive(...Object.keys(results).map((method, id) => `{"id":${id},"method":"${method}"}`));
    await turn();
    const answers = bench.output.frames.map((frame) => [frame["id"], frame["result"] ?? frame["error"]]);
    expect(answers.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [0, { code: -5, message: "own", data: { a: 1 } }],
      [1, { code: -32603, message: "rejected" }],
      [2, { code: -32603, message: "Do not know how to serialize a BigInt" }],
      [3, 1],
      [4, "left"],
      [5, "fine"],
    ]);
  });

  it("may finish after close: their answer is not written, and nothing is thrown", async () => {
    const bench = new TestBench();
    bench.transport.onRequest(async () => {
      await turn();
      return 1;
    });
    await bench.receive(`{"id":1,"method":"m"}`);
    bench.transport.close();
    await turn();
    await turn();
    expect(bench.output.text).toBe("");
  });

  it("are missing: -32601 names the method, and a notification is dropped (spec §0.2)", async () => {
    const bench = new TestBench();
    await bench.receive(`{"method":"n"}`, `{"id":1,"method":"no/such"}`);
    expect(bench.output.frames).toEqual([
      { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "method not found: no/such" } },
    ]);
  });

  it("may write to the input of their own transport: what they write comes after the rest of the chunk", async () => {
    const bench = new TestBench();
    const seen: string[] = [];
    bench.transport.onNotification((method) => {
      seen.push(method);
      if (method === "a") bench.input.push(`{"method":"c"}\n`);
    });
    await bench.receive(`{"method":"a"}`, `{"method":"b"}`);
    await turn();
    expect(seen).toEqual(["a", "b", "c"]);
  });
});

function failWrite(bench: TestBench): void {
  bench.output.failure = new Error("boom");
  bench.transport.notify("x");
}

function throwWrite(bench: TestBench): void {
  bench.output.toThrow = new Error("boom");
  bench.transport.notify("x");
}
