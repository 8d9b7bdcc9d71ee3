import type { RuntimeKeeper } from "./keeper.ts";
import type { Tools } from "./tools.ts";

/** What the sessions of a harness need of it. */
export interface Parts {
  readonly keeper: RuntimeKeeper;
  readonly tools: Tools;
}

// Beside the harness and not in it, so that it is no part of what people see.
const partsByHarness = new WeakMap<object, Parts>();

export function setParts(harness: object, parts: Parts): void {
  partsByHarness.set(harness, parts);
}

export function partsOf(harness: object): Parts {
  const parts = partsByHarness.get(harness);
  if (parts === undefined) throw new TypeError("this is no Harness");
  return parts;
}
