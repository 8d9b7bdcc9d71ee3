import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { abortError, PendingCalls } from "./pending-calls.ts";

describe("PendingCalls", () => {
  it("mints ids that are strings, never one twice, with a prefix of its own", () => {
    const calls = new PendingCalls();
    const ids = Array.from({ length: 1000 }, () => calls.nextId());
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^req_[a-zA-Z]{3}[0-9]+$/);
  });

  it("settles the call of an id, and ignores ids that nobody waits for", async () => {
    const calls = new PendingCalls();
    const first = calls.open("a", "m");
    const second = calls.open("b", "m");
    calls.resolve("nobody", 0);
    calls.resolve(1, 0);
    calls.reject("__proto__", new Error("x"));
    calls.resolve("b", 2);
    calls.resolve("b", 3);
    calls.reject("a", new Error("no"));
    calls.resolve("a", 4);
    expect(await second).toBe(2);
    await expect(first).rejects.toThrow("no");
  });

  it("takes names of Object.prototype for ids like others", async () => {
    const calls = new PendingCalls();
    const ids = ["__proto__", "constructor", "toString"];
    const results = ids.map((id) => calls.open(id, id));
    expect(calls.methodOf("valueOf")).toBeUndefined();
    for (const id of ids) calls.resolve(id, id);
    expect(await Promise.all(results)).toEqual(ids);
  });

  it("names the methods of the open calls, oldest first, and rejects them all", async () => {
    const calls = new PendingCalls();
    const controller = new AbortController();
    const results = [calls.open("a", "one"), calls.open("b", "two", controller.signal)];
    expect(calls.methods()).toEqual(["one", "two"]);
    expect(calls.methodOf("b")).toBe("two");
    calls.rejectAll(new Error("over"));
    expect(calls.methods()).toEqual([]);
    for (const result of results) await expect(result).rejects.toThrow("over");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("rejects with the reason of the signal, and knows nothing of the call after", async () => {
    const calls = new PendingCalls();
    const controller = new AbortController();
    const reason = new Error("stop");
    const result = calls.open("a", "m", controller.signal);
    controller.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(calls.methods()).toEqual([]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("lets go of the signal once the call has settled", async () => {
    const calls = new PendingCalls();
    const controller = new AbortController();
    const result = calls.open("a", "m", controller.signal);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    calls.resolve("a", 1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(await result).toBe(1);
  });
});

describe("abortError (spec §0.2)", () => {
  it("is the reason of the signal itself where that is an Error", () => {
    const reason = new TypeError("mine");
    expect(abortError(AbortSignal.abort(reason))).toBe(reason);
    expect(abortError(AbortSignal.abort())).toMatchObject({ name: "AbortError" });
  });

  it.each([
    ["text", "stop", "stop"],
    ["null", null, "the call was aborted"],
    ["an object", { a: 1 }, "the call was aborted"],
  ])("wraps a reason that is no Error: %s", (_what, reason, message) => {
    const error = abortError(AbortSignal.abort(reason));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "AbortError", kind: "aborted", message, cause: reason });
  });
});
