import { randomUUID } from "node:crypto";
import type { ContentBlock } from "@buckeyestudio/toh-llm";
import { CapabilityError, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import type { SessionPromptResultV1, SessionResumeResult } from "@buckeyestudio/toh-sdk-protocol";
import { abortError, unlessAborted } from "./abort.ts";
import type { HarnessClient, PromptOptions } from "./client.ts";
import type { Followed } from "./followed.ts";
import type { RuntimeKeeper } from "./keeper.ts";
import { Latch } from "./latch.ts";
import type { HarnessNotification } from "./notification.ts";
import { RunRecorder } from "./run-recorder.ts";
import type { RunResult } from "./run-recorder.ts";

export interface RunOptions extends Pick<PromptOptions, "clientMessageId" | "deadlineMs"> {
  /**
   * Called with each notification of the run as it arrives, receipt first. What it throws rejects the run, while the
   * work goes on in the runtime.
   */
  onNotification?: (notification: HarnessNotification) => void;
  /**
   * Its abort ends the work of this run: the prompt where it waits, else its turn. The run then rejects with the signal's
   * reason, once that work has stopped. Needs version 1: with a runtime of version 0 the run rejects with a
   * `CapabilityError` before its prompt is written, unless `onAbort` is `"leave"`.
   */
  signal?: AbortSignal;
  /** What the signal does. Default `"cancel"`; with `"leave"` the run rejects at once, and its work goes on. */
  onAbort?: "cancel" | "leave";
}

type Answer = { receipt: SessionPromptResultV1 } | { error: unknown };

/** One prompt and its interval, over all the runtimes that it lives in. */
export class Run {
  readonly #keeper: RuntimeKeeper;
  readonly #sessionId: string;
  readonly #blocks: readonly ContentBlock[];
  readonly #options: RunOptions;
  readonly #answer = new Latch<Answer>();
  #clientMessageId: string | undefined;
  #client: HarnessClient | undefined;
  /** Where the prompt was sent last. */
  #sentTo: HarnessClient | undefined;
  #followed: Followed | undefined;
  #recorder: RunRecorder | undefined;
  /** The turn with whose end the work has stopped that is being cancelled. */
  #lastTurn = Infinity;
  /** Set when the signal has aborted and there is nothing more to wait for. */
  #isOver = false;
  /** Set when the work could not be cancelled. */
  #hasFailed = false;

  constructor(keeper: RuntimeKeeper, sessionId: string, blocks: readonly ContentBlock[], options: RunOptions) {
    this.#keeper = keeper;
    this.#sessionId = sessionId;
    this.#blocks = blocks;
    this.#options = options;
  }

  async result(): Promise<RunResult> {
    const { signal } = this.#options;
    if (signal?.aborted) throw abortError(signal);
    const client = await unlessAborted(this.#keeper.start(), signal);
    if (signal?.aborted) throw abortError(signal);
    const cancels = signal !== undefined && this.#options.onAbort !== "leave";
    if (cancels && client.agreed?.version === 0) throw new CapabilityError("session/cancel");
    // The key by which the prompt can be cancelled before its receipt has come, and sent again to another runtime.
    const needsKey = cancels || this.#keeper.restarts;
    this.#clientMessageId = this.#options.clientMessageId ?? (needsKey ? `run-${randomUUID()}` : undefined);
    this.#client = client;
    // Before the prompt is sent: its receipt stands before the answer (spec §0.4).
    const followed = this.#keeper.follow(client, this.#sessionId, {
      onResumed: (next, resumed) => this.#goOn(next, resumed),
      onEnd: (error) => this.#answer.set({ error }),
    });
    this.#followed = followed;
    const onAbort = (): void => this.#abort();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      void this.#send(client);
      return await this.#record(followed);
    } catch (error) {
      if (signal?.aborted && (this.#isOver || error instanceof TransportClosedError)) throw abortError(signal);
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      followed.close();
    }
  }

  async #record(followed: Followed): Promise<RunResult> {
    const { signal, onNotification } = this.#options;
    const answer = await this.#answer.promise;
    if ("error" in answer) {
      // A prompt that was refused has no work that could go on.
      if (signal?.aborted && !this.#hasFailed) throw abortError(signal);
      throw answer.error;
    }
    const recorder = new RunRecorder(this.#sessionId, answer.receipt.messageId);
    this.#recorder = recorder;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what a sequence is
      const notification = followed.tryNext() ?? (await followed.next());
      const place = recorder.take(notification);
      if (place !== "before") onNotification?.(notification);
      if (place !== "after" && recorder.endedTurn < this.#lastTurn) continue;
      if (signal?.aborted) throw abortError(signal);
      return recorder.result();
    }
  }

  /** @param resumed where the prompt may have been sent to an earlier runtime, what this one knows of the session. */
  async #send(client: HarnessClient, resumed?: SessionResumeResult): Promise<void> {
    this.#sentTo = client;
    const clientMessageId = this.#clientMessageId;
    const { deadlineMs } = this.#options;
    try {
      const receipt = await client.submit(this.#sessionId, this.#blocks, {
        ...(clientMessageId !== undefined && { clientMessageId }),
        ...(deadlineMs !== undefined && { deadlineMs }),
      });
      this.#answer.set({ receipt });
      if (resumed !== undefined && isDone(receipt, resumed)) this.#tellIdle();
    } catch (error) {
      if (error instanceof TransportClosedError && this.#keeper.restarts) return;
      this.#fail(error);
    }
  }

  /** Another runtime has the session now: the prompt is sent again, which makes no second message, or is ended there. */
  #goOn(client: HarnessClient, resumed: SessionResumeResult | undefined): void {
    this.#client = client;
    if (this.#options.signal?.aborted) this.#abort();
    else void this.#send(client, resumed);
  }

  /** The lost runtime owed the `idle` of a turn that is over; resuming told the status, and sends none (spec §1.6). */
  #tellIdle(): void {
    this.#followed?.offer({ method: "session.status", params: { sessionId: this.#sessionId, status: "idle" } });
  }

  #abort(): void {
    if (this.#options.onAbort === "leave") this.#end();
    else void this.#cancel();
  }

  async #cancel(): Promise<void> {
    const { signal } = this.#options;
    const client = this.#client;
    if (client === undefined || signal === undefined) return;
    const reason = reasonText(signal.reason);
    const common = { sessionId: this.#sessionId, ...(reason !== undefined && { reason }) };
    const clientMessageId = this.#clientMessageId ?? "";
    try {
      let { outcome, turn } = await client.cancel({ ...common, clientMessageId });
      if ((outcome === "remembered" || outcome === "nothing") && this.#sentTo === client) {
        // The prompt is on its way: it is refused, or it was taken after all and has an id now.
        const answer = await this.#answer.promise;
        if ("receipt" in answer) {
          ({ outcome, turn } = await client.cancel({ ...common, messageId: answer.receipt.messageId }));
        }
      }
      this.#lastTurn = outcome === "cancelling" ? (turn ?? -1) : -1;
      if ((this.#recorder?.endedTurn ?? -1) >= this.#lastTurn) this.#end();
    } catch (error) {
      // The loss is told to the run, or the next runtime is asked.
      if (error instanceof TransportClosedError) return;
      this.#hasFailed = true;
      this.#fail(error);
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#answer.set({ error: undefined });
    this.#followed?.close();
  }

  #fail(error: unknown): void {
    this.#answer.set({ error });
    this.#followed?.fail(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Whether nothing more will come of a prompt that an earlier runtime had taken. */
function isDone(receipt: SessionPromptResultV1, { status, pending }: SessionResumeResult): boolean {
  return (
    receipt.duplicate === true &&
    status === "idle" &&
    !pending.prompts.some(({ messageId }) => messageId === receipt.messageId)
  );
}

/** What is worth telling the runtime of a signal's reason. */
function reasonText(reason: unknown): string | undefined {
  if (typeof reason === "string") return reason;
  // Every abort without a reason has the same text, which says nothing.
  return reason instanceof Error && reason.name !== "AbortError" ? reason.message : undefined;
}
