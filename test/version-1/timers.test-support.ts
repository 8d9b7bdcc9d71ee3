import { type AsyncHook, createHook } from "node:async_hooks";
import { onTestFinished } from "vitest";

/**
 * The timers of this process that fire while it watches: all kinds, those of `node:timers/promises` and of
 * `AbortSignal.timeout()` too. To be made before the timers that matter are.
 */
export class TimerWatch {
  readonly #timers: Map<number, number> = new Map();
  readonly #hook: AsyncHook;
  #fired: number[] = [];

  constructor() {
    this.#hook = createHook({
      init: (id, type, _, resource) => {
        if (type === "Timeout") this.#timers.set(id, millisecondsOf(resource));
      },
      before: (id) => {
        const ms = this.#timers.get(id);
        if (ms !== undefined) this.#fired.push(ms);
      },
      destroy: (id) => void this.#timers.delete(id),
    }).enable();
    onTestFinished(() => void this.#hook.disable());
  }

  /** Forgets what has fired until now. */
  begin(): void {
    this.#fired = [];
  }

  /** Milliseconds of the longest that has fired since; 0 when none has. */
  get longest(): number {
    return Math.max(0, ...this.#fired);
  }
}

function millisecondsOf(timer: object): number {
  const ms: unknown = Reflect.get(timer, "_idleTimeout");
  return typeof ms === "number" ? ms : Infinity;
}
