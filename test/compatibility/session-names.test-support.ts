import { type JsonObject, pick } from "./wire.test-support.ts";

/**
 * Names for sessions that two runs share: a session that the client chose keeps its id, the second child that it
 * started is `ID/2`, whatever id the runtime minted.
 */
export class SessionNames {
  readonly #names: Map<string, string> = new Map();
  readonly #children: Map<string, number> = new Map();

  /** Learns from a frame, which must come in the order of the wire. */
  see(frame: JsonObject): void {
    if (frame["method"] !== "subagent.started") return;
    const parent = this.of(pick(frame, "params", "parentSessionId"));
    const number = (this.#children.get(parent) ?? 0) + 1;
    this.#children.set(parent, number);
    this.#names.set(String(pick(frame, "params", "childSessionId")), `${parent}/${number}`);
  }

  of(sessionId: unknown): string {
    return this.#names.get(String(sessionId)) ?? String(sessionId);
  }

  /** The name of a minted id; undefined for any other value. */
  find(value: unknown): string | undefined {
    return typeof value === "string" ? this.#names.get(value) : undefined;
  }
}

/** The session whose sequence a notification belongs to: a child's, for its lifecycle. Undefined for a response. */
export function sessionOf(frame: JsonObject): unknown {
  return pick(frame, "params", "sessionId") ?? pick(frame, "params", "childSessionId");
}
