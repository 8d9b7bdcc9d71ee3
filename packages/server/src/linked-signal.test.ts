import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { LinkedSignal } from "./linked-signal.ts";

describe("LinkedSignal", () => {
  it("aborts with the reason of the source that aborts first", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = new LinkedSignal([first.signal, second.signal]);
    expect(signal.aborted).toBe(false);
    second.abort("two");
    first.abort("one");
    expect(signal.reason).toBe("two");
  });

  it("is aborted from the start where a source is", () => {
    expect(new LinkedSignal([new AbortController().signal, AbortSignal.abort("now")]).signal.reason).toBe("now");
  });

  it("leaves nothing on its sources, and hears nothing of them, once it is released", () => {
    const source = new AbortController();
    const linked = new LinkedSignal([source.signal]);
    linked.release();
    expect(getEventListeners(source.signal, "abort")).toEqual([]);
    source.abort();
    expect(linked.signal.aborted).toBe(false);
  });
});
