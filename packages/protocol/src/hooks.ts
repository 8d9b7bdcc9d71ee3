import { guard } from "./guard.ts";
import { headOf, type SkippedLine } from "./line-splitter.ts";
import type { FoundMembers } from "./member-scan.ts";
import type { DroppedFrame, JsonRpcLineTransportOptions } from "./options.ts";

/** Calls the hooks of the options. A hook that fails disturbs nobody. */
export class Hooks {
  readonly #options: JsonRpcLineTransportOptions;
  #ignoredLines = 0;

  constructor(options: JsonRpcLineTransportOptions) {
    this.#options = options;
  }

  ignoredLine(line: string): void {
    const count = ++this.#ignoredLines;
    const hook = this.#options.onIgnoredLine;
    if (hook !== undefined) report(() => hook({ count, head: headOf(line) }));
  }

  droppedFrame({ bytes }: SkippedLine, found: FoundMembers): void {
    const hook = this.#options.onDroppedFrame;
    if (hook === undefined) return;
    const frame: DroppedFrame = { kind: found.kind, bytes };
    if (found.kind !== "notification") frame.id = found.id;
    if (found.kind !== "response" && found.method !== undefined) frame.method = found.method;
    report(() => hook(frame));
  }

  listenerError(error: unknown, method: string): void {
    const hook = this.#options.onListenerError;
    if (hook !== undefined) report(() => hook(error, method));
  }
}

function report(hook: () => unknown): void {
  // A hook is there to tell people, so its own failure has nobody to go to.
  guard(hook, () => {});
}
