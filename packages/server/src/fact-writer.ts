import type { ChildFinished, HostFact, HostPeer } from "./host.ts";
import type { Notifier } from "./notifier.ts";

/** Turns the facts of a host into the notifications of version 0 (spec §0.3), in their order. */
export class FactWriter implements Pick<HostPeer, "emit"> {
  readonly #notifier: Notifier;
  readonly #maxTokensAsSuccess: boolean;
  /** Sessions that told what they wait for: their next status may be one that this client has. */
  readonly #waiting: Set<string> = new Set();

  constructor(notifier: Notifier, maxTokensAsSuccess: boolean) {
    this.#notifier = notifier;
    this.#maxTokensAsSuccess = maxTokensAsSuccess;
  }

  emit(fact: HostFact): void | Promise<void> {
    switch (fact.kind) {
      case "event":
        return this.#notifier.notify("session.event", { sessionId: fact.sessionId, event: fact.event });
      case "status": {
        if (this.#isRepeated(fact)) return undefined;
        return this.#notifier.notify("session.status", { sessionId: fact.sessionId, status: fact.status });
      }
      case "child-started": {
        const { parentSessionId, childSessionId } = fact;
        return this.#notifier.notify("subagent.started", { parentSessionId, childSessionId });
      }
      case "child-finished":
        return this.#notifier.notify("subagent.finished", childFinished(fact, this.#maxTokensAsSuccess));
      case "gap":
      case "tool-progress":
        return undefined; // not known to version 0
    }
  }

  /** Whether a status tells only of what the session waits for, of which version 0 knows nothing. */
  #isRepeated({ sessionId, status, waitingOn = [] }: Extract<HostFact, { kind: "status" }>): boolean {
    if (waitingOn.length > 0) {
      this.#waiting.add(sessionId);
      return true;
    }
    return this.#waiting.delete(sessionId) && status === "running";
  }
}

/** Params of `subagent.finished`. */
export function childFinished(fact: ChildFinished, maxTokensAsSuccess: boolean): object {
  const { kind: _, provider, agentId, parentSessionId, childSessionId, ...end } = fact;
  const isOk = end.stopReason === "completed" || (end.stopReason === "max-tokens" && maxTokensAsSuccess);
  return { provider, agentId, parentSessionId, childSessionId, status: isOk ? "ok" : "error", ...end };
}
