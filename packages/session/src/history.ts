import type { AssistantMessage, ToolResultMessage, UserMessage } from "@buckeyestudio/toh-llm";
import type { SessionEvent } from "./event.ts";

/** A message that a model sees: what the surface events of a log carry (spec §0.7.2). */
export type SurfaceMessage = UserMessage | AssistantMessage | ToolResultMessage;

interface SurfaceNode {
  readonly seq: number;
  readonly message: SurfaceMessage;
}

/**
 * The model-visible history of a log: each surface event appends its message, or takes the place of the nodes
 * that it names. Takes the events of one session in `seq` order.
 */
export class History {
  #nodes: SurfaceNode[] = [];

  /** Throws when the event replaces nodes that do not stand; changes nothing. */
  check(event: SessionEvent): void {
    this.#rangeOf(event);
  }

  /** Takes an event; one that is not on the surface changes nothing. Throws as {@link check} does. */
  add(event: SessionEvent): void {
    const message = surfaceMessage(event);
    if (message === undefined) return;
    const range = this.#rangeOf(event);
    const node = { seq: event.seq, message };
    if (range === undefined) this.#nodes.push(node);
    else this.#nodes.splice(range.from, range.to - range.from + 1, node);
  }

  /** Oldest first. A fresh array: the caller may keep it. */
  messages(): SurfaceMessage[] {
    return this.#nodes.map((node) => node.message);
  }

  /** The places of the nodes that the event replaces; undefined for one that appends. */
  #rangeOf({ seq, surfaceOp }: SessionEvent): { readonly from: number; readonly to: number } | undefined {
    if (surfaceOp === undefined || surfaceOp === "append") return undefined;
    const from = this.#nodes.findIndex((node) => node.seq === surfaceOp.start);
    const to = this.#nodes.findIndex((node) => node.seq === surfaceOp.end);
    if (from >= 0 && to >= from) return { from, to };
    throw new Error(
      `event ${seq} replaces ${surfaceOp.start}..${surfaceOp.end}, which is no range of the current surface`,
    );
  }
}

function surfaceMessage(event: SessionEvent): SurfaceMessage | undefined {
  switch (event.type) {
    case "user/message":
      return event.data;
    case "assistant/message":
    case "tool/result":
      return event.data.message;
    default:
      return undefined;
  }
}
