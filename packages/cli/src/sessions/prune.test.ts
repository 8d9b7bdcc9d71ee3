import { describe, expect, it } from "vitest";
import { chooseOld } from "./prune.ts";
import { stored } from "./stored.test-support.ts";
import { SessionTree } from "./tree.ts";

describe("chooseOld", () => {
  it.each<[string, ReturnType<typeof stored>[], { old: string[]; unsure: string[] }]>([
    [
      "takes what has been quiet since then, and not at that very moment",
      [stored("old", { updatedAt: 4999 }), stored("new", { updatedAt: 5000 })],
      { old: ["old"], unsure: [] },
    ],
    [
      "counts the activity of subagents, and takes none without its parent",
      [
        stored("old", { updatedAt: 1 }),
        stored("child", { parent: "old", updatedAt: 2 }),
        stored("busy", { updatedAt: 1 }),
        stored("worker", { parent: "busy", updatedAt: 9000 }),
        stored("its", { parent: "worker", updatedAt: 1 }),
      ],
      { old: ["old"], unsure: [] },
    ],
    [
      "takes a subagent whose parent is gone",
      [stored("child", { parent: "gone", updatedAt: 1 })],
      { old: ["child"], unsure: [] },
    ],
    [
      "leaves what cannot be read, whatever its age seems, with all around it",
      [
        stored("headless", { header: undefined, problem: "p", updatedAt: 0 }),
        stored("parent", { updatedAt: 1 }),
        stored("damaged", { parent: "parent", problem: "q", updatedAt: 1 }),
      ],
      { old: [], unsure: ["headless", "damaged"] },
    ],
    [
      "gives no end to sessions that are each other's parents",
      [stored("a", { parent: "b", updatedAt: 1 }), stored("b", { parent: "a", updatedAt: 1 })],
      { old: [], unsure: [] },
    ],
  ])("%s", (_what, sessions, expected) => {
    const { old, unsure } = chooseOld(sessions, new SessionTree(sessions), 5000);
    expect({ old: old.map(({ id }) => id), unsure: unsure.map(({ id }) => id) }).toEqual(expected);
  });
});

describe("SessionTree", () => {
  it("finds all below a session, parents first, each once, in a circle too", () => {
    const sessions = [
      stored("root"),
      stored("b", { parent: "a" }),
      stored("a", { parent: "root" }),
      stored("x", { parent: "y" }),
      stored("y", { parent: "x" }),
      stored("self", { parent: "self" }),
    ];
    const tree = new SessionTree(sessions);
    const below = (id: string): string[] => {
      const session = sessions.find((each) => each.id === id);
      return session === undefined ? [] : tree.below(session).map((each) => each.id);
    };
    expect(below("root")).toEqual(["a", "b"]);
    expect(below("x")).toEqual(["y"]);
    expect(below("self")).toEqual([]);
  });
});
