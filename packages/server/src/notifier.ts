import { type JsonRpcTransportPeer, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";

/** A transport that says when its reader is slow, and that can take a call back. `JsonRpcLineTransport` is one. */
export interface FlowingPeer extends JsonRpcTransportPeer {
  request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
  notify(method: string, params?: object): boolean;
  drained(): Promise<void>;
}

export function isFlowing(transport: JsonRpcTransportPeer): transport is FlowingPeer {
  return "drained" in transport && typeof transport.drained === "function";
}

/** Sends notifications until the client is gone, or until it is stopped. */
export class Notifier {
  readonly #transport: JsonRpcTransportPeer;
  #stopped = false;

  constructor(transport: JsonRpcTransportPeer) {
    this.#transport = transport;
  }

  /** A promise means: the client reads slowly, so send no more until it has resolved (spec §1.10). */
  notify(method: string, params: object): void | Promise<void> {
    if (this.#stopped) return undefined;
    const transport = this.#transport;
    try {
      if (!isFlowing(transport)) {
        transport.notify(method, params);
        return undefined;
      }
      return transport.notify(method, params) ? undefined : transport.drained();
    } catch (error) {
      // A client that is gone takes no more facts; whoever owns the transport hears of it and ends the rest.
      if (!(error instanceof TransportClosedError)) throw error;
      this.#stopped = true;
      return undefined;
    }
  }

  /** Nothing is sent from now on. */
  stop(): void {
    this.#stopped = true;
  }
}
