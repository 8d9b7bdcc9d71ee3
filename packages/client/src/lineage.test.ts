import { describe, expect, it } from "vitest";
import { Lineage } from "./lineage.ts";

function started(
  parentSessionId: unknown,
  childSessionId: unknown,
): { method: string; params: Record<string, unknown> } {
  return { method: "subagent.started", params: { parentSessionId, childSessionId } };
}

function status(sessionId: unknown): { method: string; params: Record<string, unknown> } {
  return { method: "session.status", params: { sessionId, status: "idle" } };
}

function lineageOf(...edges: [unknown, unknown][]): Lineage {
  const lineage = new Lineage();
  for (const [parent, child] of edges) lineage.note(started(parent, child));
  return lineage;
}

describe("Lineage", () => {
  it("passes the root, its children and theirs, and no other session", () => {
    const passes = lineageOf(["root", "child"], ["child", "grandchild"], ["other", "stranger"]).treeFilter("root");
    const ids = ["root", "child", "grandchild", "other", "stranger", "unknown", "", 7, undefined];
    expect(ids.filter((id) => passes(status(id)))).toEqual(["root", "child", "grandchild"]);
  });

  it("passes the start and end of a child by its parent, and those of the root itself", () => {
    const lineage = lineageOf(["above", "root"], ["root", "child"]);
    const passes = lineage.treeFilter("root");
    expect(passes(started("root", "child"))).toBe(true);
    expect(passes(started("child", "new"))).toBe(true);
    expect(passes(started("above", "root"))).toBe(true);
    expect(passes(started("above", "sibling"))).toBe(false);
    expect(passes({ method: "subagent.finished", params: { parentSessionId: "root", childSessionId: "x" } })).toBe(
      true,
    );
  });

  it("passes any method by its sessionId, and none without one", () => {
    const passes = new Lineage().treeFilter("root");
    expect(passes({ method: "_area/name", params: { sessionId: "root" } })).toBe(true);
    expect(passes({ method: "_area/name", params: {} })).toBe(false);
  });

  it.each([
    ["a session that is its own parent", "a", "a"],
    ["an empty parent", "", "a"],
    ["an empty child", "root", ""],
    ["ids that are no text", 1, null],
  ])("ignores %s", (_what, parent, child) => {
    const passes = lineageOf([parent, child]).treeFilter("root");
    expect(passes(status("a"))).toBe(false);
    expect(passes(status(""))).toBe(false);
  });

  it("comes to an end on a cycle", () => {
    const passes = lineageOf(["a", "b"], ["b", "c"], ["c", "a"]).treeFilter("root");
    expect(passes(status("a"))).toBe(false);
  });

  it("tells the ancestors of a session, the nearest first, also in a cycle", () => {
    const lineage = new Lineage();
    lineage.note(started("root", "child"));
    lineage.note(started("child", "grandchild"));
    expect([...lineage.ancestry("grandchild")]).toEqual(["grandchild", "child", "root"]);
    expect([...lineage.ancestry("other")]).toEqual(["other"]);
    lineage.note(started("grandchild", "root"));
    expect(new Set(lineage.ancestry("root"))).toEqual(new Set(["root", "child", "grandchild"]));
  });

  it("tells who of a tree is at work, the last one started first", () => {
    const lineage = new Lineage();
    lineage.note(started("root", "a"));
    lineage.note(started("a", "b"));
    lineage.note(started("root", "c"));
    lineage.note(started("elsewhere", "d"));
    lineage.note({ ...started("root", "c"), method: "subagent.finished" });
    expect(lineage.atWork("root")).toEqual(["b", "a"]);
    expect(lineage.atWork("a")).toEqual(["b"]);
    lineage.forgetWork();
    expect(lineage.atWork("root")).toEqual([]);
  });
});
