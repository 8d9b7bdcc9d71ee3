import type { SessionResumeResult } from "@buckeyestudio/toh-sdk-protocol";
import type { HarnessClient } from "./client.ts";
import { attachSink } from "./connection.ts";
import type { Lineage } from "./lineage.ts";
import type { HarnessNotification } from "./notification.ts";
import { isRecord } from "./notification.ts";
import { SubscriptionQueue } from "./subscription.ts";

/** What whoever follows a session is told beside its notifications. */
export interface Follower {
  /** It goes on in another runtime; `undefined` when that knows no such session. */
  onResumed?: (client: HarnessClient, resumed: SessionResumeResult | undefined) => void;
  /** There is nothing more to come. */
  onEnd?: (error: Error) => void;
}

/**
 * The notifications of a session and its descendants, over all the runtimes that it lives in: each event once, and none
 * left out (spec §1.6).
 */
export class Followed {
  readonly root: string;
  readonly follower: Follower;
  readonly #queue: SubscriptionQueue;
  /** The `seq` of the last event that was taken, by session. */
  readonly #last = new Map<string, number>();
  /** The sessions whose events are being sent again. */
  readonly #replaying = new Set<string>();
  #detach: () => void = () => {};
  #isNumbered = false;

  constructor(
    root: string,
    options: {
      lineage: Lineage;
      maxQueuedBytes: number;
      follower: Follower;
      onEnd: (ended: Followed) => void;
    },
  ) {
    this.root = root;
    this.follower = options.follower;
    const isInTree = options.lineage.treeFilter(root);
    this.#queue = new SubscriptionQueue({
      filter: (notification) => isInTree(notification) && this.#isNew(notification),
      maxQueuedBytes: options.maxQueuedBytes,
      onEnd: (_, error) => {
        this.#detach();
        options.onEnd(this);
        this.follower.onEnd?.(error);
      },
    });
  }

  next(): Promise<HarnessNotification> {
    return this.#queue.next();
  }

  tryNext(): HarnessNotification | undefined {
    return this.#queue.tryNext();
  }

  /** Drops what is queued, and takes no more. */
  close(): void {
    this.#queue.close();
  }

  /** Takes no more; what is queued can still be read. */
  fail(error: Error): void {
    this.#queue.fail(error);
  }

  /** Takes what `client` is told from now on; `onLoss` gets the end of its runtime. */
  feed(client: HarnessClient, onLoss: (error: Error) => void): void {
    this.#detach();
    // In version 0 no number is relied on.
    this.#isNumbered = (client.agreed?.version ?? 0) > 0;
    this.#replaying.clear();
    this.#detach = attachSink(client, { offer: (notification) => this.offer(notification), fail: onLoss });
  }

  offer(notification: HarnessNotification): void {
    this.#queue.offer(notification);
  }

  lastSeq(sessionId: string): number | undefined {
    return this.#last.get(sessionId);
  }

  /**
   * The events of a session behind `afterSeq`, or behind those that it had already, are being sent until
   * {@link replayed}. Live ones that arrive before them come again with them, so they are left out.
   */
  replay(sessionId: string, afterSeq: number): void {
    if (!this.#last.has(sessionId)) this.#last.set(sessionId, afterSeq);
    this.#replaying.add(sessionId);
  }

  replayed(sessionId: string): void {
    this.#replaying.delete(sessionId);
  }

  /** Where nothing of the session has been seen: it is whole from behind `seq` on. */
  startAfter(sessionId: string, seq: number): void {
    if (!this.#last.has(sessionId)) this.#last.set(sessionId, seq);
  }

  #isNew({ method, params }: HarnessNotification): boolean {
    const { sessionId, event, to } = params;
    if (!this.#isNumbered || typeof sessionId !== "string") return true;
    const last = this.#last.get(sessionId);
    if (method === "session.gap" && typeof to === "number") {
      if (last !== undefined && to <= last) return false;
      this.#last.set(sessionId, to);
      return true;
    }
    const seq = method === "session.event" && isRecord(event) ? event["seq"] : undefined;
    if (typeof seq !== "number") return true;
    if (last !== undefined && (seq <= last || (seq > last + 1 && this.#replaying.has(sessionId)))) return false;
    this.#last.set(sessionId, seq);
    return true;
  }
}
