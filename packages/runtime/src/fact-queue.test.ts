import type { HostFact } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { describe, expect, it } from "vitest";
import { FactQueue } from "./fact-queue.ts";

const fact = (sessionId: string): HostFact => ({ kind: "status", sessionId, status: "idle" });

/** A queue whose syncs the test ends one by one. */
function bench(): { queue: FactQueue; told: string[]; syncs: { done: () => void; fail: (error: Error) => void }[] } {
  const told: string[] = [];
  const syncs: { done: () => void; fail: (error: Error) => void }[] = [];
  const queue = new FactQueue({
    emit: (one) => void told.push(one.kind === "status" ? one.sessionId : ""),
    sync: () => new Promise((resolve, reject) => syncs.push({ done: resolve, fail: reject })),
  });
  return { queue, told, syncs };
}

describe("FactQueue", () => {
  it("tells at once what needs no sync", () => {
    const { queue, told, syncs } = bench();
    queue.tell(fact("a"), false);
    expect([told, syncs.length]).toEqual([["a"], 0]);
  });

  it("tells what must be durable after the sync, and what stands behind it after that", async () => {
    const { queue, told, syncs } = bench();
    queue.tell(fact("a"), true);
    queue.tell(fact("b"), false);
    expect(told).toEqual([]);
    syncs[0]?.done();
    await queue.told();
    expect(told).toEqual(["a", "b"]);
  });

  it("serves with one sync all that wait when it begins, and with another what comes meanwhile", async () => {
    const { queue, told, syncs } = bench();
    for (const name of ["a", "b"]) queue.tell(fact(name), true);
    queue.tell(fact("c"), true);
    expect(syncs).toHaveLength(1);
    syncs[0]?.done();
    await new Promise(setImmediate);
    expect(told.at(0)).toBe("a");
    for (let at = 1; at < syncs.length; at++) syncs[at]?.done();
    await queue.told();
    expect(told).toEqual(["a", "b", "c"]);
    expect(syncs.length).toBeLessThanOrEqual(2);
  });

  it("tells nothing of what a failed sync may have lost, and says why to whoever waits", async () => {
    const { queue, told, syncs } = bench();
    queue.tell(fact("a"), true);
    queue.tell(fact("b"), false);
    syncs[0]?.fail(new Error("EIO"));
    await expect(queue.told()).rejects.toThrow("EIO");
    queue.tell(fact("c"), false);
    await expect(queue.flow(new AbortController().signal)).rejects.toThrow("EIO");
    expect(told).toEqual([]);
  });

  it("waits for a reader who asks to, and no longer than the signal", async () => {
    let release = (): void => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    const queue = new FactQueue({ emit: () => wait, sync: async () => undefined });
    queue.tell(fact("a"), false);
    const abort = new AbortController();
    const aborted = queue.flow(abort.signal);
    abort.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    const flowed = queue.flow(new AbortController().signal);
    release();
    await flowed;
  });
});
