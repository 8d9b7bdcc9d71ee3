import { CapabilityError, HarnessError, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { abortError, unlessAborted } from "./abort.ts";
import type { HarnessClient } from "./client.ts";
import type { Followed } from "./followed.ts";
import type { RuntimeKeeper } from "./keeper.ts";
import { checkSessionEvent } from "./session-event.ts";

export interface EventsOptions {
  /** Also those that are in the log behind this `seq`; -1: all. Default: only what happens from now on. */
  afterSeq?: number;
  /** Its abort ends the reading with the signal's reason, and nothing else. */
  signal?: AbortSignal;
}

/** The events of one session, without those of its descendants. See `HarnessSession.events`. */
export async function* readEvents(
  keeper: RuntimeKeeper,
  sessionId: string,
  options: EventsOptions,
): AsyncGenerator<SessionEvent, void, undefined> {
  const { afterSeq, signal } = options;
  if (signal?.aborted) throw abortError(signal);
  const client = await unlessAborted(keeper.start(), signal);
  const isOld = client.agreed?.version === 0;
  if (isOld && afterSeq !== undefined) throw new CapabilityError("session/resume");
  const followed = keeper.follow(client, sessionId);
  const stop = (): void => followed.close();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    // Not awaited: what arrives is handed on meanwhile.
    if (!isOld) void catchUp(client, followed, afterSeq);
    for (;;) {
      if (signal?.aborted) throw abortError(signal);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what a sequence is
      const { method, params } = followed.tryNext() ?? (await followed.next());
      if (method === "session.event" && params["sessionId"] === sessionId) yield checkSessionEvent(params["event"]);
    }
  } catch (error) {
    if (signal?.aborted) throw abortError(signal);
    if (keeper.isClosing && error instanceof TransportClosedError) return;
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    followed.close();
  }
}

/** Has the events behind `afterSeq` sent, and learns where the log ends. Never rejects. */
async function catchUp(client: HarnessClient, followed: Followed, afterSeq: number | undefined): Promise<void> {
  const sessionId = followed.root;
  try {
    if (afterSeq !== undefined) followed.replay(sessionId, afterSeq);
    const { lastSeq } = await client.resume({ sessionId, ...(afterSeq !== undefined && { afterSeq }) });
    followed.replayed(sessionId);
    followed.startAfter(sessionId, lastSeq);
  } catch (error) {
    const isUnknown = error instanceof HarnessError && error.kind === "session-unknown";
    // One that does not exist yet begins with its first event.
    if (isUnknown && afterSeq === undefined) followed.startAfter(sessionId, -1);
    // A loss is told to whoever follows; the next runtime, if there is one, sends the rest.
    else if (!(error instanceof TransportClosedError)) followed.fail(asError(error));
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
