import type { LlmFailure } from "@buckeyestudio/toh-llm";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import type { HarnessNotification } from "./notification.ts";
import { isRecord } from "./notification.ts";
import { checkSessionEvent } from "./session-event.ts";

/** What one `run()` saw, from the receipt of its prompt to the first `idle`, both included. */
export interface RunResult {
  sessionId: string;
  /**
   * The text of the last answer of this session in the interval, its text blocks joined; `""` when there is none. It may be
   * what the model said before a tool, when a later step failed.
   */
  finalResponse: string;
  /** The kind of the last turn's end: `completed`, `max-tokens`, `error`, `aborted`, …; `undefined` when no turn ended. */
  finishReason: string | undefined;
  /** What went wrong, where `finishReason` is `error`: branch on its `code`, show its `message`. Else `undefined`. */
  failure: LlmFailure | undefined;
  /** The events of this session. */
  events: SessionEvent[];
  /** All notifications of this session and of those that it, or they, delegated to. */
  notifications: HarnessNotification[];
}

/** Finds the interval of one prompt in the notifications of its session tree, and records it. */
export class RunRecorder {
  readonly #sessionId: string;
  readonly #messageId: string;
  readonly #events: SessionEvent[] = [];
  readonly #notifications: HarnessNotification[] = [];
  #finalResponse = "";
  #finishReason: string | undefined;
  #failure: LlmFailure | undefined;
  #endedTurn = -1;

  constructor(sessionId: string, messageId: string) {
    this.#sessionId = sessionId;
    this.#messageId = messageId;
  }

  /**
   * Takes the next notification and says where it stands: before the interval, in it, or at its end.
   *
   * @throws SdkProtocolError for an event of the session, in the interval, that breaks its contract.
   */
  take(notification: HarnessNotification): "before" | "in" | "after" {
    const { method, params } = notification;
    const ofRoot = params["sessionId"] === this.#sessionId;
    const event = method === "session.event" && ofRoot ? params["event"] : undefined;
    if (this.#notifications.length === 0 && !this.#isReceipt(event)) return "before";
    this.#notifications.push(notification);
    if (method === "session.event" && ofRoot) this.#record(checkSessionEvent(event));
    return method === "session.status" && ofRoot && params["status"] === "idle" ? "after" : "in";
  }

  /** Number of the last turn that ended in the interval; -1 before the first. */
  get endedTurn(): number {
    return this.#endedTurn;
  }

  result(): RunResult {
    return {
      sessionId: this.#sessionId,
      finalResponse: this.#finalResponse,
      finishReason: this.#finishReason,
      failure: this.#failure,
      events: this.#events,
      notifications: this.#notifications,
    };
  }

  #isReceipt(event: unknown): boolean {
    if (!isRecord(event) || event["type"] !== "agent/inbox/spliced" || !isRecord(event["data"])) return false;
    const { inserted } = event["data"];
    return (
      Array.isArray(inserted) && inserted.some((message) => isRecord(message) && message["id"] === this.#messageId)
    );
  }

  #record(event: SessionEvent): void {
    this.#events.push(event);
    if (event.type === "assistant/message") {
      const texts = event.data.message.content.map((block) => (block.type === "text" ? block.text : ""));
      this.#finalResponse = texts.join("");
    } else if (event.type === "turn/end") {
      const { reason } = event.data;
      this.#finishReason = reason.kind;
      this.#failure = reason.kind === "error" ? reason.error : undefined;
      if (typeof event.data.turn === "number") this.#endedTurn = event.data.turn;
    }
  }
}
