import { TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import { describe, expect, it } from "vitest";
import { SubscriptionOverflowError } from "./errors.ts";
import type { HarnessNotification, NotificationFilter } from "./notification.ts";
import { SubscriptionQueue } from "./subscription.ts";

function subscription(options: { filter?: NotificationFilter; maxQueuedBytes?: number } = {}): {
  queue: SubscriptionQueue;
  ended: () => boolean;
} {
  let ended = false;
  const queue = new SubscriptionQueue({
    filter: options.filter,
    maxQueuedBytes: options.maxQueuedBytes ?? Infinity,
    onEnd: () => (ended = true),
  });
  return { queue, ended: () => ended };
}

function event(sessionId: string, seq: number, text = ""): HarnessNotification {
  return { method: "session.event", params: { sessionId, event: { type: "x/y", seq, time: 1, data: { text } } } };
}

describe("NotificationSubscription", () => {
  it("gives notifications in the order of their arrival, waited for or queued", async () => {
    const { queue } = subscription();
    const first = queue.next();
    queue.offer(event("s", 0));
    queue.offer(event("s", 1));
    queue.offer(event("s", 2));
    expect(await first).toEqual(event("s", 0));
    expect(queue.tryNext()).toEqual(event("s", 1));
    expect(await queue.next()).toEqual(event("s", 2));
    expect(queue.tryNext()).toBeUndefined();
  });

  it("serves several who wait in the order of their calls", async () => {
    const { queue } = subscription();
    const waiting = [queue.next(), queue.next(), queue.next()];
    for (const seq of [0, 1, 2]) queue.offer(event("s", seq));
    expect(await Promise.all(waiting)).toEqual([event("s", 0), event("s", 1), event("s", 2)]);
  });

  it("keeps its order through a queue of ten thousand, read and filled in turns", async () => {
    const { queue } = subscription();
    let offered = 0;
    for (let read = 0; read < 10_000; read += 1) {
      for (let each = 0; each < (read % 3) + 1 && offered < 10_000; each += 1) queue.offer(event("s", offered++));
      expect(await queue.next()).toEqual(event("s", read));
    }
    expect(queue.tryNext()).toBeUndefined();
  });

  it("lets what is queued be read after a failure, then throws it", async () => {
    const { queue, ended } = subscription();
    queue.offer(event("s", 0));
    queue.fail(new Error("lost"));
    queue.offer(event("s", 1));
    expect(ended()).toBe(true);
    expect(await queue.next()).toEqual(event("s", 0));
    await expect(queue.next()).rejects.toThrow("lost");
    expect(queue.tryNext()).toBeUndefined();
  });

  it("rejects those who wait as soon as it fails, and the first failure stays", async () => {
    const { queue } = subscription();
    const waiting = [queue.next(), queue.next()];
    queue.fail(new Error("first"));
    queue.fail(new Error("second"));
    queue.close();
    for (const each of [...waiting, queue.next()]) await expect(each).rejects.toThrow("first");
  });

  it("drops its queue on close, and everything rejects with a TransportClosedError", async () => {
    const { queue, ended } = subscription();
    queue.offer(event("s", 0));
    queue.close();
    queue.close();
    expect(ended()).toBe(true);
    expect(queue.tryNext()).toBeUndefined();
    await expect(queue.next()).rejects.toThrow(new TransportClosedError("notification subscription closed"));
  });

  it("fails alone when its filter throws", async () => {
    const thrown = new Error("no such field");
    const { queue, ended } = subscription({
      filter: () => {
        throw thrown;
      },
    });
    const waiting = queue.next();
    queue.offer(event("s", 0));
    await expect(waiting).rejects.toBe(thrown);
    expect(ended()).toBe(true);
  });

  it("takes what its filter passes", () => {
    const { queue } = subscription({ filter: ({ params }) => params["sessionId"] === "b" });
    queue.offer(event("a", 0));
    queue.offer(event("b", 0));
    expect(queue.tryNext()).toEqual(event("b", 0));
    expect(queue.tryNext()).toBeUndefined();
  });

  it("fails past maxQueuedBytes, names the last seq of each session, and lets what it took be read", async () => {
    const { queue, ended } = subscription({ maxQueuedBytes: 1000 });
    queue.offer(event("a", 4, "x".repeat(300)));
    queue.offer(event("b", 9, "x".repeat(300)));
    expect(ended()).toBe(false);
    queue.offer(event("a", 5, "x".repeat(600)));
    expect(ended()).toBe(true);
    expect([queue.tryNext(), queue.tryNext()]).toEqual([
      event("a", 4, "x".repeat(300)),
      event("b", 9, "x".repeat(300)),
    ]);
    const error: unknown = await queue.next().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SubscriptionOverflowError);
    expect(error).toMatchObject({
      kind: "subscription-overflow",
      maxQueuedBytes: 1000,
      lastSeqs: new Map([
        ["a", 4],
        ["b", 9],
      ]),
    });
    expect(String(error)).toContain('after seq 9 of session "b"');
  });

  it("counts what waits, not what has been read, and takes one notification of any size into an empty queue", () => {
    const { queue, ended } = subscription({ maxQueuedBytes: 1000 });
    for (let seq = 0; seq < 100; seq += 1) {
      queue.offer(event("s", seq, "x".repeat(5000)));
      expect(queue.tryNext()).toEqual(event("s", seq, "x".repeat(5000)));
    }
    expect(ended()).toBe(false);
  });

  it("does not count what goes to somebody who waits", async () => {
    const { queue, ended } = subscription({ maxQueuedBytes: 10 });
    const waiting = [queue.next(), queue.next()];
    queue.offer(event("s", 0, "x".repeat(500)));
    queue.offer(event("s", 1, "x".repeat(500)));
    await Promise.all(waiting);
    expect(ended()).toBe(false);
  });

  it("is read by a loop until it fails, which the loop throws", async () => {
    const { queue } = subscription();
    queue.offer(event("s", 0));
    queue.offer(event("s", 1));
    queue.fail(new Error("lost"));
    const seen: HarnessNotification[] = [];
    const loop = async (): Promise<void> => {
      for await (const notification of queue) seen.push(notification);
    };
    await expect(loop()).rejects.toThrow("lost");
    expect(seen).toEqual([event("s", 0), event("s", 1)]);
  });

  it("is closed by leaving the loop", async () => {
    const { queue, ended } = subscription();
    queue.offer(event("s", 0));
    for await (const notification of queue) {
      expect(notification).toEqual(event("s", 0));
      break;
    }
    expect(ended()).toBe(true);
    await expect(queue.next()).rejects.toThrow("notification subscription closed");
  });
});
