import { describe, expect, it } from "vitest";
import { type ApprovalRequest, approvalLines, choicePrompt, readChoice } from "./approval-text.ts";

const ONCE = { id: "1", kind: "allow-once", label: "Allow once" } as const;
const SESSION = { id: "2", kind: "allow-session", label: "Allow it always" } as const;
const DENY = { id: "3", kind: "deny", label: "Deny" } as const;

function request(more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    approvalId: "a",
    sessionId: "s",
    turn: 1,
    callId: "c",
    tool: "t",
    title: "use t",
    subject: { arguments: {} },
    options: [ONCE, SESSION, DENY],
    ...more,
  };
}

describe("readChoice", () => {
  it.each<[string, unknown]>([
    ["y", { optionId: "1" }],
    [" YES ", { optionId: "1" }],
    ["a", { optionId: "2" }],
    ["always", { optionId: "2" }],
    ["n", { optionId: "3" }],
    ["No, use git mv", { optionId: "3", note: "use git mv" }],
    ["n: it is\tthe wrong file ", { optionId: "3", note: "it is\tthe wrong file" }],
    ["y but only now", { optionId: "1", note: "but only now" }],
    ["", undefined],
    ["yess", undefined],
    ["nothing", undefined],
    ["allow", undefined],
    ["x y", undefined],
  ])("of %j", (line, choice) => {
    expect(readChoice(line, request())).toEqual(choice);
  });

  it("gives nothing that is not offered", () => {
    expect(readChoice("a", request({ options: [ONCE, DENY] }))).toBe(undefined);
  });
});

describe("approvalLines", () => {
  it("has title, command and folder, and the choices with what they cover", () => {
    const subject = {
      command: "make\nmake install",
      cwd: "/w",
      arguments: { command: "make\nmake install", timeoutMs: 5 },
    };
    expect(approvalLines(request({ title: "shell: make", subject }), undefined)).toEqual([
      "? shell: make",
      "  command  make",
      "           make install",
      "  in       /w",
      "  timeoutMs 5",
      "  y  Allow once",
      "  a  Allow it always",
      "  n  Deny",
    ]);
  });

  it("has paths, arguments and who asks, and only what is offered", () => {
    const subject = { paths: ["a", "b"], arguments: { from: "a", to: "b", text: "x" } };
    const lines = approvalLines(request({ subject, options: [DENY, ONCE] }), "subagent tester");
    expect(lines).toEqual([
      "? use t (subagent tester)",
      "  path     a",
      "           b",
      '  text     "x"',
      "  y  Allow once",
      "  n  Deny",
    ]);
  });

  it("makes visible what cannot be seen, wherever it stands", () => {
    const evil = "a\u001b[2K\u200b\u202eb";
    const lines = approvalLines(
      request({
        title: evil,
        subject: { command: evil, cwd: evil, paths: [evil], arguments: { [evil]: 1, other: evil } },
        options: [{ ...ONCE, label: evil }],
      }),
      evil,
    );
    const shown = "a\\u{1b}[2K\\u{200b}\\u{202e}b";
    expect(lines.filter((line) => line.includes(shown))).toHaveLength(6);
    // oxlint-disable-next-line no-control-regex -- control characters are what this is about
    expect(lines.join("\n")).not.toMatch(/[\u001b\u200b\u202e]/);
  });

  it("counts what it leaves out", () => {
    const command = Array.from({ length: 100 }, (_, index) => (index === 0 ? "x".repeat(5000) : `line ${index}`)).join(
      "\n",
    );
    const args = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`n${index}`, "y".repeat(1000)]));
    const text = approvalLines(
      request({ subject: { command, paths: Array.from({ length: 21 }, (_, index) => `p${index}`), arguments: args } }),
      undefined,
    ).join("\n");
    expect(text).toContain("… [3001 more characters are not shown]");
    expect(text).toContain("[60 more lines are not shown]");
    expect(text).toContain("[1 more path is not shown]");
    expect(text).toContain("[2 more arguments are not shown]");
    expect(text).toContain("… [1002 characters]");
    expect(text.length).toBeLessThan(7000);
  });
});

describe("choicePrompt", () => {
  it("names the keys that there are", () => {
    expect(choicePrompt(request())).toBe("y, a, n (n and a few words: why not): ");
    expect(choicePrompt(request({ options: [ONCE] }))).toBe("y: ");
  });
});
