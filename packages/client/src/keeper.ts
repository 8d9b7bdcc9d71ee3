import { HarnessError, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import type { SessionResumeResult } from "@buckeyestudio/toh-sdk-protocol";
import type { HarnessClient } from "./client.ts";
import type { Clock } from "./clock.ts";
import { Followed } from "./followed.ts";
import type { Follower } from "./followed.ts";
import type { Lineage } from "./lineage.ts";

/** How often a lost runtime is followed by another: at most `most` times within `withinMs`. */
export interface RestartLimit {
  most: number;
  withinMs: number;
}

interface KeeperOptions {
  make: () => HarnessClient;
  /** Starts the runtime of `client` and shakes hands. */
  handshake: (client: HarnessClient) => Promise<void>;
  /** After a restart, when what was followed has been resumed: what else the runtime must be told. */
  reopen: (client: HarnessClient) => Promise<void>;
  /** Absent: a lost runtime is not replaced. */
  restart: RestartLimit | undefined;
  clock: Clock;
  lineage: Lineage;
  maxQueuedBytes: number;
}

/**
 * Keeps a runtime at hand: starts it with the first call that needs it, and another one when it is lost, if that is
 * asked for. What is followed goes on in the next one as if nothing had happened.
 */
export class RuntimeKeeper {
  readonly lineage: Lineage;
  readonly #options: KeeperOptions;
  readonly #followed = new Set<Followed>();
  /** Where those that are followed no more had been seen last, for those that follow them next. */
  readonly #lastSeqs = new Map<string, number>();
  readonly #forgetting = new Set<() => void>();
  #client: HarnessClient;
  #starting: Promise<HarnessClient> | undefined;
  #closing: Promise<void> | undefined;
  #hasGivenUp = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.lineage = options.lineage;
    this.#client = options.make();
  }

  get client(): HarnessClient {
    return this.#client;
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  /** Whether a runtime that is lost now is followed by another. */
  get restarts(): boolean {
    return this.#options.restart !== undefined && this.#closing === undefined && !this.#hasGivenUp;
  }

  /** The client of a runtime that has been started and shaken hands with, once; after a loss the next one. */
  start(): Promise<HarnessClient> {
    if (this.#closing !== undefined) return Promise.reject(closedHarness());
    return (this.#starting ??= this.#open());
  }

  /** Follows the tree of a session; to be called at once with the client that {@link start} gave. */
  follow(client: HarnessClient, root: string, follower: Follower = {}): Followed {
    const { lineage, maxQueuedBytes } = this.#options;
    const followed = new Followed(root, {
      lineage,
      maxQueuedBytes,
      follower,
      onEnd: (ended) => {
        this.#followed.delete(ended);
        const seq = ended.lastSeq(root);
        if (this.restarts && seq !== undefined) this.#lastSeqs.set(root, seq);
      },
    });
    this.#followed.add(followed);
    this.#feed(followed, client);
    return followed;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  async #end(): Promise<void> {
    for (const forget of this.#forgetting) forget();
    try {
      await this.#client.close();
    } finally {
      for (const followed of this.#followed) followed.fail(closedHarness());
    }
  }

  async #open(): Promise<HarnessClient> {
    const client = this.#client;
    try {
      await this.#options.handshake(client);
    } catch (error) {
      // A process that cannot be ended has told so by `closed`; why the handshake failed is what the caller must hear.
      await client.close().catch(() => {});
      if (this.#closing === undefined) {
        this.#client = this.#options.make();
        this.#starting = undefined;
      }
      throw error;
    }
    void this.#watch(client);
    return client;
  }

  async #watch(client: HarnessClient): Promise<void> {
    if (this.#options.restart === undefined) return;
    await client.closed;
    if (this.#closing !== undefined) return;
    this.#starting = this.#restart(client);
    // Whoever follows a session, or starts later, hears of it.
    this.#starting.catch(() => {});
  }

  async #restart(lost: HarnessClient): Promise<HarnessClient> {
    let error: unknown = await lost.start().then(closedHarness, (reason: unknown) => reason);
    while (this.#mayRestart()) {
      const client = this.#options.make();
      this.#client = client;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await this.#options.handshake(client);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await this.#recover(client);
        void this.#watch(client);
        return client;
      } catch (reason) {
        error = reason;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await client.close().catch(() => {}); // as in #open
      }
    }
    if (this.#closing !== undefined) throw closedHarness();
    this.#hasGivenUp = true;
    const failure = error instanceof Error ? error : closedHarness();
    for (const followed of this.#followed) followed.fail(failure);
    throw failure;
  }

  /** Counts a restart, where one is left. */
  #mayRestart(): boolean {
    const { restart, clock } = this.#options;
    if (restart === undefined || this.#closing !== undefined || this.#forgetting.size >= restart.most) return false;
    const forget = (): void => {
      cancel();
      this.#forgetting.delete(forget);
    };
    const cancel = clock.after(restart.withinMs, forget);
    this.#forgetting.add(forget);
    return true;
  }

  /**
   * All that is followed goes on with `client`. Before anything else is asked of a session it is resumed, so that no live
   * event comes before those that were missed.
   */
  async #recover(client: HarnessClient): Promise<void> {
    const followed = [...this.#followed];
    for (const one of followed) this.#feed(one, client);
    const trees = new Map(followed.map((one) => [one, [...this.lineage.atWork(one.root), one.root]]));
    const resumed = new Map<string, SessionResumeResult>();
    for (const sessionId of new Set([...trees.values()].flat())) {
      const concerned = followed.filter((one) => trees.get(one)?.includes(sessionId));
      try {
        // oxlint-disable-next-line no-await-in-loop -- children before those that wait for them
        resumed.set(sessionId, await this.#resume(client, sessionId, concerned));
      } catch (error) {
        if (error instanceof TransportClosedError) throw error;
        const isUnknown = error instanceof HarnessError && error.kind === "session-unknown";
        // Of a session that does not exist nothing was seen, unless its log has been lost.
        if (isUnknown && concerned.every((one) => (one.lastSeq(sessionId) ?? -1) < 0)) continue;
        const failure = error instanceof Error ? error : new Error(String(error));
        for (const one of concerned) one.fail(failure);
      }
    }
    this.lineage.forgetWork();
    await this.#options.reopen(client);
    for (const one of followed) one.follower.onResumed?.(client, resumed.get(one.root));
  }

  async #resume(client: HarnessClient, sessionId: string, concerned: Followed[]): Promise<SessionResumeResult> {
    const seqs = concerned.map((one) => one.lastSeq(sessionId) ?? this.#lastSeqs.get(sessionId) ?? -1);
    const afterSeq = Math.min(...seqs);
    for (const one of concerned) one.replay(sessionId, afterSeq);
    try {
      return await client.resume({ sessionId, afterSeq });
    } finally {
      for (const one of concerned) one.replayed(sessionId);
    }
  }

  #feed(followed: Followed, client: HarnessClient): void {
    followed.feed(client, (error) => {
      if (!this.restarts) followed.fail(error);
    });
  }
}

function closedHarness(): TransportClosedError {
  return new TransportClosedError("the harness is closed");
}
