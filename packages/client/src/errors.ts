import { HarnessError } from "@buckeyestudio/toh-sdk-protocol";

/**
 * A subscription was read too slowly: its queue would have outgrown `maxQueuedBytes`. The client went on reading for
 * everybody else (spec §1.10). What was queued before can still be read; nothing after it is in the subscription.
 */
export class SubscriptionOverflowError extends HarnessError {
  readonly maxQueuedBytes: number;
  /** The highest `seq` of each session that the subscription took, by session id: from there on, events are missing. */
  readonly lastSeqs: ReadonlyMap<string, number>;

  constructor(maxQueuedBytes: number, lastSeqs: ReadonlyMap<string, number>) {
    const [last] = [...lastSeqs].slice(-1);
    const where = last === undefined ? "" : `, after seq ${last[1]} of session ${JSON.stringify(last[0])}`;
    super(
      "subscription-overflow",
      `more than ${maxQueuedBytes} bytes of notifications waited to be read${where}: ` +
        "read faster, narrow the filter or raise maxQueuedBytes",
    );
    this.maxQueuedBytes = maxQueuedBytes;
    this.lastSeqs = new Map(lastSeqs);
  }
}

/** No runtime was found to start. The message lists every place that was looked at. */
export class RuntimeNotFoundError extends HarnessError {
  constructor(message: string, options?: ErrorOptions) {
    super("runtime-not-found", message, options);
  }
}
