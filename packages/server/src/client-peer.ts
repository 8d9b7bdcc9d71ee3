import type { ClientCalls } from "./client-calls.ts";
import type { HostFact, HostPeer } from "./host.ts";

/** What a host sees of the client: from the start what version 0 can be told, after a handshake of version 1 all of it. */
export class ClientPeer implements HostPeer {
  #facts: Pick<HostPeer, "emit">;
  #calls: ClientCalls | undefined;

  constructor(facts: Pick<HostPeer, "emit">) {
    this.#facts = facts;
  }

  /** The client speaks version 1: facts go this way from now on, and it can be asked what it agreed to. */
  upgrade(facts: Pick<HostPeer, "emit">, calls: ClientCalls): void {
    this.#facts = facts;
    this.#calls = calls;
  }

  emit(fact: HostFact): void | Promise<void> {
    return this.#facts.emit(fact);
  }

  get decide(): HostPeer["decide"] {
    return this.#calls?.decide;
  }

  get callTool(): HostPeer["callTool"] {
    return this.#calls?.callTool;
  }
}
