import { describe, expect, expectTypeOf, it } from "vitest";
import { loadValidators, type SessionHeader } from "@buckeyestudio/toh-session";

describe("loadValidators", () => {
  it("loads each kind of checks once; without a word it is the open one", async () => {
    const open = await loadValidators();
    expect(await loadValidators("open")).toBe(open);
    expect(await loadValidators("closed")).toBe(await loadValidators("closed"));
    expect(await loadValidators("closed")).not.toBe(open);
  });

  it("tells a header line from what is none", async () => {
    const { isSessionHeader, checkHeader } = await loadValidators();
    const line: unknown = JSON.parse(
      '{"type":"session","version":0,"id":"s","createdAt":1764600000000,"cwd":"/workspace"}',
    );
    expect(isSessionHeader(line)).toBe(true);
    if (isSessionHeader(line)) expectTypeOf(line).toEqualTypeOf<SessionHeader>();
    expect(checkHeader(JSON.parse('{"type":"session","version":1,"id":"s","createdAt":0}'))).toEqual([
      { path: "header.version", message: "must be 0, got 1" },
    ]);
    expect(checkHeader(JSON.parse('{"type":"turn/start"}'))?.[0]?.path).toMatch(/^header\./);
  });

  it("lets a later writer's members pass when they are read, and not when they are ours", async () => {
    const line: unknown = JSON.parse('{"type":"step/end","seq":3,"time":1,"data":{"turn":1,"step":1,"cost":2}}');
    expect((await loadValidators("open")).isSessionEvent(line)).toBe(true);
    expect((await loadValidators("closed")).checkEvent(line)).toEqual([
      { path: "event.data.cost", message: "is not a member that is defined here" },
    ]);
  });

  it("lets no event outside of the history have a place in it, when it is ours", async () => {
    const { checkEvent } = await loadValidators("closed");
    const event = { type: "step/end", seq: 3, time: 1, data: { turn: 1, step: 1 }, surfaceOp: "append" };
    expect(checkEvent(event)).toEqual([{ path: "event.surfaceOp", message: "is not a member that is defined here" }]);
  });

  it.each(["append", { op: "replace", start: 4, end: 2 }])(
    "takes %j as what an event does to the history",
    async (op) => {
      const { checkEvent } = await loadValidators("closed");
      const data = { id: "m", role: "user", content: [], source: { kind: "user" } };
      expect(checkEvent({ type: "user/message", seq: 5, time: 1, data, surfaceOp: op })).toBeUndefined();
    },
  );

  it.each<[unknown, string, string]>([
    ["prepend", "event.surfaceOp", 'must be "append", got "prepend"'],
    [{ op: "replace", start: 4 }, "event.surfaceOp.end", "is missing"],
    [{ op: "drop", start: 4, end: 4 }, "event.surfaceOp.op", 'must be "replace", got "drop"'],
    [null, "event.surfaceOp", "must be a string or an object, got null"],
  ])("does not take %j", async (op, path, message) => {
    const { checkEvent } = await loadValidators();
    const data = { id: "m", role: "user", content: [], source: { kind: "user" } };
    expect(checkEvent({ type: "user/message", seq: 5, time: 1, data, surfaceOp: op })).toEqual([{ path, message }]);
  });
});
