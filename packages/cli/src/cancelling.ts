import { randomUUID } from "node:crypto";
import { JsonRpcResponseError, TransportClosedError } from "@buckeyestudio/toh-sdk-client";
import type { HarnessSession, RunOptions } from "@buckeyestudio/toh-sdk-client";

/** Cancels the prompt of a run and all that is going on in its session, whenever that is wanted. */
export class Cancelling {
  readonly #session: HarnessSession;
  readonly #clientMessageId = `run-${randomUUID()}`;
  #hasBegun = false;

  constructor(session: HarnessSession) {
    this.#session = session;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** For the run: the key by which its prompt is cancelled even before it has arrived. A runtime of version 0 knows none. */
  get runOptions(): Pick<RunOptions, "clientMessageId"> {
    const version = this.#session.harness.client.agreed?.version ?? 0;
    return version > 0 ? { clientMessageId: this.#clientMessageId } : {};
  }

  begin(onFailure: (error: unknown) => void): void {
    this.#hasBegun = true;
    this.#cancel().catch((error: unknown) => {
      // The run hears of it too, and tells.
      if (!(error instanceof TransportClosedError)) onFailure(error);
    });
  }

  /** Whether a run was rejected because its prompt was cancelled before it was taken. */
  refused(error: unknown): boolean {
    return this.#hasBegun && error instanceof JsonRpcResponseError && error.kind === "cancelled";
  }

  async #cancel(): Promise<void> {
    // The prompt alone, since it may be on its way; then what runs before it, such as what an earlier process left: none
    // of that may go on as if nobody had said anything.
    await this.#session.cancel({ clientMessageId: this.#clientMessageId });
    await this.#session.cancel({ scope: "all" });
  }
}
