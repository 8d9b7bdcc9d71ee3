import { describe, expect, it } from "vitest";
import { TestBench, TestOutput, turn } from "./streams.test-support.ts";

const KIB = 1024;

describe("backpressure (spec §0.2, §1.10)", () => {
  it("notify() is true up to 256 KiB that wait, false past it, and drops nothing", async () => {
    const bench = new TestBench({}, new TestOutput({ hold: true }));
    const frame = `{"jsonrpc":"2.0","method":"m","params":{"t":""}}\n`;
    const t = "x".repeat(4 * KIB - frame.length);
    const told = Array.from({ length: 70 }, () => bench.transport.notify("m", { t }));
    expect(told).toEqual([...Array<boolean>(64).fill(true), ...Array<boolean>(6).fill(false)]);
    let isDrained = false;
    const drained = bench.transport.drained().then(() => (isDrained = true));
    await turn();
    expect(isDrained).toBe(false);
    bench.output.releaseAll();
    await drained;
    await turn();
    expect(bench.output.frames).toHaveLength(70);
    expect(bench.transport.notify("m", { t })).toBe(true);
    bench.transport.close();
  });

  it("counts bytes, not characters", () => {
    const bench = new TestBench({}, new TestOutput({ hold: true }));
    expect(bench.transport.notify("m", { t: "漢".repeat(80 * KIB) })).toBe(true);
    expect(bench.transport.notify("m", { t: "漢".repeat(8 * KIB) })).toBe(false);
    bench.transport.close();
  });

  it("drained() never rejects: it resolves when the transport ends", async () => {
    const bench = new TestBench({}, new TestOutput({ hold: true }));
    bench.transport.notify("m", { t: "x".repeat(300 * KIB) });
    const drained = bench.transport.drained();
    bench.transport.close();
    await drained;
    await bench.transport.drained();
  });

  it("goes on reading while nothing can be written: two peers that both wait would wait for ever", async () => {
    const bench = new TestBench({}, new TestOutput({ hold: true }));
    const seen: string[] = [];
    bench.transport.onNotification((method) => void seen.push(method));
    bench.transport.onRequest(() => ({ t: "x".repeat(KIB) }));
    const call = bench.transport.request("ask");
    await turn();
    const id = JSON.stringify(bench.output.frames[0]?.["id"]);
    while (bench.transport.notify("m", { t: "x".repeat(64 * KIB) }));
    await bench.receive(`{"id":1,"method":"m"}`, `{"method":"n"}`, `{"id":${id},"result":7}`);
    expect(await call).toBe(7);
    expect(seen).toEqual(["n"]);
    bench.output.releaseAll();
    await turn();
    await turn();
    expect(bench.output.frames.at(-1)).toMatchObject({ id: 1 });
    bench.transport.close();
  });

  it("maxQueuedBytes makes notify() throw before more would wait, and stops no answer and no request", async () => {
    const bench = new TestBench({ maxQueuedBytes: 100 }, new TestOutput({ hold: true }));
    bench.transport.onRequest(() => "x".repeat(200));
    const line = `{"jsonrpc":"2.0","method":"m","params":{"t":""}}\n`;
    const params = { t: "x".repeat(50 - line.length) };
    expect(bench.transport.notify("m", params)).toBe(true);
    expect(bench.transport.notify("m", params)).toBe(true);
    expect(() => bench.transport.notify("m", params)).toThrow("more than 100 bytes would wait to be written");
    await bench.receive(`{"id":1,"method":"m"}`);
    const call = bench.transport.request("m");
    bench.output.releaseAll();
    await turn();
    await turn();
    expect(bench.output.frames.map((frame) => frame["method"] ?? frame["id"])).toEqual(["m", "m", 1, "m"]);
    expect(bench.transport.notify("m", params)).toBe(true);
    bench.transport.close();
    await expect(call).rejects.toMatchObject({ kind: "closed" });
  });

  it("flush() sees every earlier frame out, of all kinds, in the order of the calls", async () => {
    const bench = new TestBench({}, new TestOutput({ highWaterMark: 1 }));
    bench.transport.onRequest(() => 1);
    await bench.receive(`{"id":1,"method":"m"}`);
    const call = bench.transport.request("ask");
    bench.transport.notify("n");
    await bench.transport.flush();
    expect(bench.output.frames.map((frame) => frame["method"] ?? "answer")).toEqual(["answer", "ask", "n"]);
    bench.transport.close();
    await expect(call).rejects.toMatchObject({ kind: "closed" });
  });
});
