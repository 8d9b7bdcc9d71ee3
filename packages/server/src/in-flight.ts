import { errorOfKind, type JsonRpcTransportPeer } from "@buckeyestudio/toh-sdk-protocol";
import { isFlowing } from "./notifier.ts";

interface PausingPeer extends JsonRpcTransportPeer {
  pauseUntilDrained(): void;
}

/**
 * The requests that are being worked on, up to a limit (spec §1.10). One counts until its answer has left, or at least
 * until no more than the transport's high-water mark waits to be read.
 */
export class InFlight {
  readonly #most: number;
  readonly #transport: JsonRpcTransportPeer;
  #count = 0;
  /** Refusals that have not left. */
  #refused = 0;

  constructor(most: number, transport: JsonRpcTransportPeer) {
    this.#most = most;
    this.#transport = transport;
  }

  /** Does the work and counts it; rejects with `overloaded`, and does nothing, where there is too much of it. */
  async run(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#count >= this.#most) {
      this.#refused++;
      this.#whenSent(() => this.#refused--);
      // Not even refusals are read: whoever asks on hears nothing until they are.
      if (this.#refused >= this.#most && isPausing(this.#transport)) this.#transport.pauseUntilDrained();
      throw errorOfKind("overloaded", `${this.#most} requests are in flight already`);
    }
    this.#count++;
    try {
      return await work();
    } finally {
      this.#whenSent(() => this.#count--);
    }
  }

  #whenSent(done: () => void): void {
    if (isFlowing(this.#transport)) void this.#transport.drained().then(done);
    else done();
  }
}

function isPausing(transport: JsonRpcTransportPeer): transport is PausingPeer {
  return "pauseUntilDrained" in transport && typeof transport.pauseUntilDrained === "function";
}
