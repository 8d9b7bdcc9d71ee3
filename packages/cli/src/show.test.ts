import type { HarnessNotification } from "@buckeyestudio/toh-sdk-client";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RunView } from "./show.ts";
import { Tally } from "./tally.ts";
import { at, textAt } from "./values.ts";

function event(sessionId: string, type: string, data: unknown): HarnessNotification {
  return { method: "session.event", params: { sessionId, event: { type, seq: 0, time: 1, data } } };
}

function delta(sessionId: string, text: string): HarnessNotification {
  return event(sessionId, "assistant/chunk", { turn: 1, step: 1, chunk: { type: "text-delta", index: 0, text } });
}

function message(sessionId: string, text: string): HarnessNotification {
  return event(sessionId, "assistant/message", { message: { content: [{ type: "text", text }] } });
}

function call(sessionId: string, callId: string, name: string, args: string): HarnessNotification {
  return event(sessionId, "tool/call", { callId, name, arguments: args });
}

function result(sessionId: string, toolCallId: string, text: string, isError = false): HarnessNotification {
  const content = [{ type: "tool-result", toolCallId, isError, content: [{ type: "text", text }] }];
  return event(sessionId, "tool/result", { message: { content } });
}

function started(parentSessionId: string, childSessionId: string): HarnessNotification {
  return { method: "subagent.started", params: { parentSessionId, childSessionId } };
}

function finished(
  parentSessionId: string,
  childSessionId: string,
  status: string,
  stopReason: string,
): HarnessNotification {
  return { method: "subagent.finished", params: { parentSessionId, childSessionId, status, stopReason } };
}

function shown(...notifications: HarnessNotification[]): string {
  let text = "";
  const view = new RunView(
    (part) => (text += part),
    (_style, part) => part,
    "root",
  );
  for (const notification of notifications) view.take(notification);
  view.end();
  return text;
}

describe("what toh run shows", () => {
  it("is text as it comes, once", () => {
    expect(shown(delta("root", "Hel"), delta("root", "lo"), message("root", "Hello"))).toBe("Hello\n");
  });

  it("is the whole message of a runtime that streams nothing", () => {
    expect(shown(event("root", "step/start", {}), message("root", "Hello"))).toBe("Hello\n");
  });

  it("is a line a tool call, with its outcome", () => {
    expect(
      shown(
        delta("root", "I look."),
        message("root", "I look."),
        call("root", "c1", "read_file", '{"path":"a.txt","startLine":2}'),
        result("root", "c1", "one line\n"),
        call("root", "c2", "list_files", "{}"),
        result("root", "c2", "a\nb\n\nc\n"),
        call("root", "c3", "read_file", "{ broken"),
        result("root", "c3", "no such file\nat all", true),
        call("root", "c4", "touch", "{}"),
        result("root", "c4", ""),
      ),
    ).toBe(
      [
        "I look.",
        '• read_file(path: "a.txt", startLine: 2) → one line',
        "• list_files() → 3 lines",
        "• read_file({ broken) → failed: no such file",
        "• touch() → done",
        "",
      ].join("\n"),
    );
  });

  it("names each call of a parallel group with its own result", () => {
    expect(
      shown(
        call("root", "c1", "a", "{}"),
        call("root", "c2", "b", "{}"),
        result("root", "c2", "two"),
        result("root", "c1", "one"),
      ),
    ).toBe("• b() → two\n• a() → one\n");
  });

  it("cuts long arguments and outcomes to one line", () => {
    const lines = shown(
      call("root", "c", "x", `{"text":"${"y".repeat(500)}"}`),
      result("root", "c", "z".repeat(500)),
    ).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]?.length).toBeLessThan(160);
  });

  it("indents what subagents do and names them, by whole lines, each time another speaks", () => {
    expect(
      shown(
        delta("root", "I ask two."),
        started("root", "a"),
        event("a", "subagent/descriptor", { label: "first" }),
        started("root", "b"),
        event("b", "subagent/descriptor", { label: "second" }),
        delta("a", "a says\nsome"),
        delta("b", "b speaks"),
        delta("a", "thing"),
        message("a", "a says\nsomething"),
        started("a", "a1"),
        message("a1", "deep"),
        message("b", "b speaks"),
        finished("root", "a", "ok", "completed"),
        finished("root", "b", "error", "max-tokens"),
        delta("root", "Done."),
      ),
    ).toBe(
      [
        "I ask two.",
        "  ↳ subagent first",
        "    a says",
        "    something",
        "      ↳ subagent",
        "        deep",
        "  ↳ subagent second",
        "    b speaks",
        "    ended: max-tokens",
        "Done.",
        "",
      ].join("\n"),
    );
  });

  it("tells of a new attempt, whose text comes again", () => {
    const failure = { code: "RATE_LIMIT", message: "slow down\nplease" };
    expect(
      shown(delta("root", "Hal"), event("root", "llm/retry", { delayMs: 512.4, failure }), delta("root", "Hello")),
    ).toBe("Hal\n… trying again in 0.5 s (RATE_LIMIT: slow down)\nHello\n");
  });

  it("lets no model and no file drive the terminal", () => {
    expect(
      shown(
        delta("root", "a\u001b[2Jb\u0007c\r\u009b1md\tend\n"),
        call("root", "c", "\u001b]0;x", '{"p":"\u001b[31m"}'),
        result("root", "c", "\u001b[1mbold"),
      ),
    ).toBe('a[2Jbc1md\tend\n• ]0;x({"p":"[31m"}) → [1mbold\n');
  });

  it("overlooks what it does not know", () => {
    expect(
      shown(
        { method: "_x/y", params: {} },
        { method: "session.event", params: {} },
        event("root", "x/y", null),
        event("root", "tool/result", { message: { content: "?" } }),
        delta("root", ""),
      ),
    ).toBe("• tool() → done\n");
  });
});

describe("a recorded run with subagents", () => {
  const lines = readFileSync(
    new URL("../../../spec/fixtures/transcripts/subagents-parallel.ndjson", import.meta.url),
    "utf8",
  );
  const recorded = lines.split("\n").flatMap((line): HarnessNotification[] => {
    const frame = line === "" ? undefined : at(JSON.parse(line), "frame");
    const params = at(frame, "params");
    const method = textAt(frame, "method");
    return typeof params === "object" && params !== null && /[a-z]\.[a-z]/.test(method)
      ? [{ method, params: { ...params } }]
      : [];
  });

  it("is shown as it went", () => {
    let text = "";
    const view = new RunView(
      (part) => (text += part),
      (_style, part) => part,
      "s-par",
    );
    for (const notification of recorded) view.take(notification);
    expect(text).toBe(
      [
        "  ↳ subagent second probe",
        "    child answer two",
        "  ↳ subagent first probe",
        '    • bash(command: "echo from-child", description: "Child command") → from-child',
        "    child answer one",
        '• subagent(description: "first probe", prompt: "@childtool one") → child answer one',
        '• subagent(description: "second probe", prompt: "@child two") → child answer two',
        "Both children answered.",
        "",
      ].join("\n"),
    );
  });

  it("is counted over the whole tree", () => {
    const tally = new Tally("s-par");
    for (const notification of recorded) tally.take(notification);
    expect(tally.line(1.26)).toMatch(/^1 turn · 3 tool calls · [1-9][0-9]* tokens in, [1-9][0-9]* out · 1\.3 s$/);
    expect(tally.lastEnd).toMatchObject({ kind: "completed" });
  });
});
