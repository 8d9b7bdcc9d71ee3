import { TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import { SubscriptionOverflowError } from "./errors.ts";
import { approximateJsonBytes } from "./frame-size.ts";
import type { HarnessNotification, NotificationFilter } from "./notification.ts";
import { isRecord } from "./notification.ts";

/**
 * The notifications that a filter passes, in wire order, each to one reader.
 *
 * When the runtime is lost, what is queued can still be read; after that, reading throws the reason. A subscription
 * whose queue outgrows `maxQueuedBytes` fails the same way with a {@link SubscriptionOverflowError}: the client goes on
 * reading for everybody else (spec §1.10).
 */
export interface NotificationSubscription extends AsyncIterable<HarnessNotification> {
  /** The next notification. Several waiting at once are served in the order of their calls. */
  next(): Promise<HarnessNotification>;
  /** The next notification if one is queued already. Never throws. */
  tryNext(): HarnessNotification | undefined;
  /** Drops what is queued and ends every wait with a `TransportClosedError`. Again: no effect. */
  close(): void;
  /**
   * Reads until the subscription fails, which it throws; it has no other end. Leaving the loop closes the
   * subscription.
   */
  [Symbol.asyncIterator](): AsyncIterator<HarnessNotification, undefined, undefined>;
}

export const DEFAULT_MAX_QUEUED_BYTES: number = 64 * 1024 * 1024;

interface Waiter {
  resolve: (notification: HarnessNotification) => void;
  reject: (error: Error) => void;
}

export class SubscriptionQueue implements NotificationSubscription {
  readonly #filter: NotificationFilter | undefined;
  readonly #maxQueuedBytes: number;
  readonly #onEnd: (queue: SubscriptionQueue, error: Error) => void;
  readonly #lastSeqs = new Map<string, number>();
  readonly #waiters: Waiter[] = [];
  #queue: { notification: HarnessNotification; bytes: number }[] = [];
  #read = 0;
  #queuedBytes = 0;
  #failure: Error | undefined;

  constructor(options: {
    filter: NotificationFilter | undefined;
    maxQueuedBytes: number;
    /** Called once, when the subscription takes no more. */
    onEnd: (queue: SubscriptionQueue, error: Error) => void;
  }) {
    this.#filter = options.filter;
    this.#maxQueuedBytes = options.maxQueuedBytes;
    this.#onEnd = options.onEnd;
  }

  next(): Promise<HarnessNotification> {
    const queued = this.tryNext();
    if (queued !== undefined) return Promise.resolve(queued);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  tryNext(): HarnessNotification | undefined {
    const first = this.#queue[this.#read];
    if (first === undefined) return undefined;
    this.#read += 1;
    this.#queuedBytes -= first.bytes;
    // Moved now and then rather than with every read, so that a long queue is read in linear time.
    if (this.#read > 1024 && this.#read * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#read);
      this.#read = 0;
    }
    if (this.#read === this.#queue.length) {
      this.#queue = [];
      this.#read = 0;
    }
    return first.notification;
  }

  close(): void {
    this.#queue = [];
    this.#read = 0;
    this.#queuedBytes = 0;
    if (this.#failure === undefined) this.fail(new TransportClosedError("notification subscription closed"));
  }

  /** Takes `notification`, when the filter passes it. */
  offer(notification: HarnessNotification): void {
    if (this.#failure !== undefined) return;
    try {
      if (this.#filter !== undefined && !this.#filter(notification)) return;
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(`the filter threw ${String(error)}`, { cause: error }));
      return;
    }
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      this.#noteSeq(notification);
      waiter.resolve(notification);
      return;
    }
    const bytes = approximateJsonBytes(notification.params);
    // An empty queue takes anything: one large notification alone must not make reading impossible.
    if (this.#queuedBytes > 0 && this.#queuedBytes + bytes > this.#maxQueuedBytes) {
      this.fail(new SubscriptionOverflowError(this.#maxQueuedBytes, this.#lastSeqs));
      return;
    }
    this.#noteSeq(notification);
    this.#queuedBytes += bytes;
    this.#queue.push({ notification, bytes });
  }

  /** Takes no more. What is queued stays readable; then, and to all who wait now, `error`. The first failure stays. */
  fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#onEnd(this, error);
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
  }

  [Symbol.asyncIterator](): AsyncIterator<HarnessNotification, undefined, undefined> {
    return {
      next: async () => ({ done: false, value: await this.next() }),
      return: () => {
        this.close();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #noteSeq({ method, params }: HarnessNotification): void {
    if (method !== "session.event" || !isRecord(params["event"])) return;
    const sessionId = params["sessionId"];
    const seq = params["event"]["seq"];
    if (typeof sessionId === "string" && typeof seq === "number") this.#lastSeqs.set(sessionId, seq);
  }
}
