import { setImmediate as afterAnswers } from "node:timers/promises";
import { ErrorCode, JsonRpcResponseError } from "@buckeyestudio/toh-sdk-protocol";

/**
 * The gate that `initialize` opens (spec §0.5): before it every request is refused, behind a running one each waits in
 * its order, and a failed one leaves it as it was.
 */
export class Handshake {
  #state: "closed" | "opening" | "open" = "closed";
  // Whether the newest initialize succeeded; it tells those that wait behind it.
  #opening: Promise<boolean> = Promise.resolve(false);

  /** Whether {@link pass} would resolve at once. */
  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Runs `configure`, once at a time, and opens the gate when it succeeds. Rejects with its error, or when the gate is open already. */
  async open(configure: () => Promise<void>): Promise<void> {
    // One that waits behind a failing one fails with it: its sender meant it for a connection that was set up.
    if (this.#state === "opening") await this.pass();
    if (this.#state !== "closed") {
      throw new JsonRpcResponseError(ErrorCode.invalidRequest, "initialize was answered already: a connection has one");
    }
    this.#state = "opening";
    const configured = configure();
    this.#opening = this.#follow(configured);
    await configured;
  }

  /** Resolves, in the order of the calls, once the gate is open; rejects with `-32600` where it is not going to be. */
  async pass(): Promise<void> {
    const isOpen = this.#state === "opening" ? await this.#opening : this.isOpen;
    if (!isOpen) throw notInitialized();
  }

  async #follow(configured: Promise<void>): Promise<boolean> {
    let isOpen = true;
    try {
      await configured;
    } catch {
      // The failure belongs to the initialize that caused it, which answers with it, and may be tried again from now on.
      isOpen = false;
      this.#state = "closed";
    }
    // Whoever waited comes behind the answer to initialize, which leaves in this turn of the event loop.
    await afterAnswers();
    if (isOpen) this.#state = "open";
    return isOpen;
  }
}

function notInitialized(): JsonRpcResponseError {
  return new JsonRpcResponseError(ErrorCode.invalidRequest, "initialize must succeed before any other request");
}
