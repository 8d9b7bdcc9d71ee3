import type { SessionEvent } from "@buckeyestudio/toh-session";

/** Where an event says that it stands. */
export interface Place {
  readonly turn: number;
  /** Absent: between steps. */
  readonly step?: number;
}

/** Undefined for an event that does not say. */
export function placeOf(event: SessionEvent): Place | undefined {
  switch (event.type) {
    case "turn/start":
    case "turn/end":
      return { turn: event.data.turn };
    case "step/start":
    case "step/end":
    case "assistant/chunk":
    case "assistant/message":
    case "tool/call":
    case "llm/retry":
    case "llm/retry-started":
      return { turn: event.data.turn, step: event.data.step };
    case "tool/result":
      // A replacement stands where the result was shortened, and tells where it was given.
      return event.surfaceOp === "append" ? { turn: event.data.turn, step: event.data.step } : undefined;
    default:
      return undefined;
  }
}

export function firstPlace(ahead: readonly { readonly event: SessionEvent }[]): Place | undefined {
  for (const { event } of ahead) {
    const place = placeOf(event);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Whether a place that was not to be expected is no mere wrong number: the next event that tells its own agrees. */
export function isConfirmed({ turn, step }: Place, ahead: readonly { readonly event: SessionEvent }[]): boolean {
  const next = firstPlace(ahead);
  if (next === undefined) return true;
  return next.turn === turn && (step === undefined || next.step === undefined || next.step === step);
}

export function nameOf({ turn, step }: Place): string {
  return step === undefined ? `turn ${turn}` : `step ${step} of turn ${turn}`;
}
