/** One notification as it stood on the wire. `params` are the peer's: unknown until a guard has looked at them. */
export interface HarnessNotification {
  method: string;
  params: Record<string, unknown>;
}

/** Tells whether a subscription takes a notification. One that throws ends its own subscription and no other. */
export type NotificationFilter = (notification: HarnessNotification) => boolean;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
