import { SdkProtocolError } from "@buckeyestudio/toh-sdk-protocol";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { isRecord } from "./notification.ts";

/**
 * `value` as an event, checked as far as `run()` reads it, and no further: the type of every event, the content of an
 * answer and the reason of a turn's end. A runtime that is lax elsewhere can still be driven; what is unknown passes.
 *
 * @throws SdkProtocolError that names the field.
 */
export function checkSessionEvent(value: unknown): SessionEvent {
  if (!isSessionEvent(value)) throw broken("event", "an object");
  return value;
}

function isSessionEvent(value: unknown): value is SessionEvent {
  if (!isRecord(value)) return false;
  const { type, data } = value;
  if (typeof type !== "string") throw broken("event.type", "a string");
  if (type === "assistant/message") checkAnswer(data);
  if (type === "turn/end") checkTurnEnd(data);
  return true;
}

function checkAnswer(data: unknown): void {
  const message = isRecord(data) ? data["message"] : undefined;
  const content = isRecord(message) ? message["content"] : undefined;
  const field = "event.data.message.content";
  if (!Array.isArray(content)) throw broken(field, "an array");
  for (const [index, block] of content.entries()) {
    if (!isRecord(block)) throw broken(`${field}[${index}]`, "an object");
    const { type, text } = block;
    if (typeof type !== "string") throw broken(`${field}[${index}].type`, "a string");
    if (type === "text" && typeof text !== "string") throw broken(`${field}[${index}].text`, "a string");
  }
}

function checkTurnEnd(data: unknown): void {
  const reason = isRecord(data) ? data["reason"] : undefined;
  if (!isRecord(reason) || typeof reason["kind"] !== "string") throw broken("event.data.reason.kind", "a string");
}

function broken(field: string, expected: string): SdkProtocolError {
  return new SdkProtocolError(`session.event must have ${expected} as params.${field}`, {
    method: "session.event",
    field: `params.${field}`,
  });
}
