import { isDeepStrictEqual } from "node:util";
import type { ContentBlock } from "@buckeyestudio/toh-llm";
import { HostError } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { SessionLog } from "@buckeyestudio/toh-session";
import type { Target } from "./inbox.ts";

interface Known {
  readonly messageId: string;
  /** How it was taken. */
  readonly mode: "queue" | "steer";
  readonly content: readonly ContentBlock[];
}

/**
 * The `clientMessageId`s of a session: the same key with the same blocks is the same message (spec §1.5). They are read
 * off the receipts in the log, so they hold after a restart; what a fork copied from its origin does not count.
 */
export class MessageKeys {
  readonly #known: Map<string, Known> = new Map();

  constructor(log: SessionLog) {
    for (const event of log.events((log.header.seedLength ?? 0) - 1)) {
      if (event.type !== "agent/inbox/spliced") continue;
      const { target, inserted } = event.data;
      for (const { id, content, source } of inserted) {
        const key = "clientMessageId" in source ? source.clientMessageId : undefined;
        if (typeof key === "string") this.add(key, id, content, target);
      }
    }
  }

  /** The message that has this key already; throws a `conflict` when it has other blocks. */
  find(key: string, content: readonly ContentBlock[]): Known | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    if (isDeepStrictEqual(known.content, content)) return known;
    throw new HostError("conflict", `clientMessageId ${JSON.stringify(key)} names a message with other content blocks`);
  }

  messageOf(key: string): string | undefined {
    return this.#known.get(key)?.messageId;
  }

  add(key: string, messageId: string, content: readonly ContentBlock[], target: Target): void {
    this.#known.set(key, { messageId, mode: target === "next-step" ? "steer" : "queue", content });
  }

  /** A prompt that got an error leaves its key free. */
  forget(key: string): void {
    this.#known.delete(key);
  }
}

/** Cancels that came before the prompt they are for: 256 a process, for 60 s (spec §1.4). */
export class EarlyCancels {
  // In the order of their coming: the oldest is dropped first.
  readonly #until: Map<string, number> = new Map();
  readonly #now: () => number;

  /** `now`: monotonic ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  remember(sessionId: string, clientMessageId: string): void {
    const key = JSON.stringify([sessionId, clientMessageId]);
    this.#until.delete(key);
    this.#until.set(key, this.#now() + KEPT_MS);
    for (const [oldest, until] of this.#until) {
      if (this.#until.size <= MAX_KEPT && until > this.#now()) break;
      this.#until.delete(oldest);
    }
  }

  /** Whether the prompt with this key was cancelled before it came; asked once. */
  take(sessionId: string, clientMessageId: string): boolean {
    const key = JSON.stringify([sessionId, clientMessageId]);
    const until = this.#until.get(key);
    this.#until.delete(key);
    return until !== undefined && until > this.#now();
  }
}

const MAX_KEPT = 256;
const KEPT_MS = 60_000;
