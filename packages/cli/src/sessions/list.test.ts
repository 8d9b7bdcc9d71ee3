import { describe, expect, it } from "vitest";
import { listTable, problemLine, summaryOf } from "./list.ts";
import { stored } from "./stored.test-support.ts";
import { SessionTree } from "./tree.ts";

const NOW = 1_000_000_000;

describe("listTable", () => {
  it("has a line a session, subagents marked, titles cut to the terminal", () => {
    const sessions = [
      stored("one", { title: "How many steps has the ladder that ends a runtime?", updatedAt: NOW - 120_000 }),
      stored("two", { parent: "one", title: "日本語", turns: 12, bytes: 123_456, updatedAt: NOW }),
    ];
    const tree = new SessionTree(sessions);
    expect(listTable(sessions, { tree, now: NOW, columns: 60 })).toEqual([
      "ID     TURNS  LAST ACTIVITY    SIZE  TITLE",
      "one        1  2 min ago       100 B  How many steps has the…",
      "↳ two     12  just now       123 kB  日本語",
    ]);
  });

  it("lets nothing through that a terminal obeys, be it in an id or a title", () => {
    const sessions = [stored("\u001b[2J", { title: "\u001b]0;x\u0007\ny\u009b1m" })];
    const lines = listTable(sessions, { tree: new SessionTree(sessions), now: NOW, columns: undefined });
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(lines[1]).toMatch(/^\\u\{1b\}\[2J /);
  });

  it("says of what cannot be opened just that, and tells no age without a header", () => {
    const sessions = [
      stored("file-0a", { header: undefined, problem: "/d/file-0a.jsonl:1 is no header", updatedAt: 0 }),
    ];
    expect(listTable(sessions, { tree: new SessionTree(sessions), now: NOW, columns: 20 })[1]).toBe(
      "file-0a      ?  ?              100 B  cannot be opened",
    );
  });
});

describe("problemLine", () => {
  it("has file and line, and what to do", () => {
    expect(problemLine(stored("s", { problem: "/d/s.jsonl:7 is no JSON" }))).toBe(
      "/d/s.jsonl:7 is no JSON; toh sessions salvage s",
    );
  });
});

describe("summaryOf", () => {
  it("has every member always, null where nothing is known", () => {
    expect(summaryOf(stored("s", { header: undefined, problem: "p" }), "/f")).toEqual({
      sessionId: "s",
      title: null,
      turns: 1,
      createdAt: null,
      updatedAt: null,
      bytes: 100,
      lastSeq: 9,
      cwd: null,
      parentSessionId: null,
      file: "/f",
      problem: "p",
    });
  });
});
