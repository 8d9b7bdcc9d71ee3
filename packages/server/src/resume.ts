import { setImmediate as afterAnswers } from "node:timers/promises";
import type { FactStream } from "./fact-stream.ts";
import type { Resumed, ResumeRequest, SessionHostConnection } from "./session-host.ts";

/**
 * Replays what the client has missed (spec §1.6): first those events, then the answer, then what is live, each once and
 * in order. Live facts of that session wait meanwhile, and of no other.
 */
export async function resumeSession(
  request: ResumeRequest,
  connection: SessionHostConnection,
  facts: FactStream,
  signal: AbortSignal,
): Promise<Resumed> {
  const gate = await facts.hold(request.sessionId);
  try {
    // It may have waited for another resume of the session.
    signal.throwIfAborted();
    const { lastSeq, status, pending } = await connection.resume(request, {
      signal,
      replay: (fact) => gate.replay(fact),
    });
    const isKnown = (fact: Parameters<FactStream["isKnown"]>[0]): boolean => facts.isKnown(fact, status);
    gate.complete({ isReplayed: request.afterSeq !== undefined, lastSeq, isKnown });
    return { lastSeq, status, pending };
  } finally {
    // The answer, or the refusal, leaves in this turn of the event loop.
    void afterAnswers().then(() => gate.open());
  }
}
