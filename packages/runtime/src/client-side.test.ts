import type { ApprovalDecision, ApprovalQuestion } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { folder } from "./runtime.test-support.ts";
import { connect, scriptedHost } from "./version-1.test-support.ts";

const tool = {
  name: "lookup",
  description: "Looks up.",
  inputSchema: { type: "object", properties: { key: { type: "string" } }, required: ["key"] },
};
const calling = (
  args: object,
  name = "lookup",
): { toolCalls: { name: string; arguments: Record<string, unknown> }[] } => ({
  toolCalls: [{ name, arguments: { ...args } }],
});
const results = (client: Awaited<ReturnType<typeof connect>>): string[] =>
  client
    .events()
    .flatMap((event) =>
      event.type === "tool/result"
        ? [
            event.data.message.content
              .flatMap((block) => block.content.map((inner) => ("text" in inner ? inner.text : inner.type)))
              .join(""),
          ]
        : [],
    );

describe("client tools (spec §1.7)", () => {
  it("are offered to the model, called with checked arguments, without asking anybody, and the session says what it waits for", async () => {
    const host = scriptedHost({ go: [calling({ key: "a" }), { text: "done" }] });
    const calls: object[] = [];
    const client = await connect(
      host,
      {
        callTool: async (call) => {
          calls.push(call);
          return { content: [{ type: "text", text: "found" }] };
        },
      },
      { tools: [tool] },
    );
    await client.prompt("go");
    await client.idle();
    expect(calls).toMatchObject([{ sessionId: "s", turn: 1, step: 1, name: "lookup", arguments: { key: "a" } }]);
    expect(results(client)).toEqual(["found"]);
    const statuses = client.facts.flatMap((fact) => (fact.kind === "status" ? [[fact.status, fact.waitingOn]] : []));
    expect(statuses).toEqual([
      ["running", undefined],
      ["running", ["tool"]],
      ["running", undefined],
      ["idle", undefined],
    ]);
    const header = client.events().find((event) => event.type === "request/header");
    expect(header?.data.header.tools?.map(({ name }) => name)).toContain("lookup");
  });

  it("that fail, take too long or are gone come back to the model as errors, and the turn goes on", async () => {
    const host = scriptedHost({
      fails: [calling({ key: "a" }), { text: "1" }],
      late: [calling({ key: "a" }), { text: "2" }],
      bad: [calling({}), { text: "3" }],
    });
    let fail = true;
    const client = await connect(
      host,
      {
        callTool: (_call, signal) =>
          fail
            ? Promise.reject(new Error("no luck"))
            : new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      },
      { tools: [{ ...tool, timeoutMs: 5 }] },
    );
    await client.prompt("fails");
    await client.idle();
    fail = false;
    await client.prompt("late");
    await client.prompt("bad");
    await client.idle("s", 2);
    expect(results(client)).toEqual([
      "Error: the client's tool failed: no luck",
      "Error: the client did not answer within 5 ms",
      'Error: invalid arguments: missing required property "key"',
    ]);
  });

  it("of a session are there for it and its children only, and progress starts their time anew", async () => {
    const host = scriptedHost({
      go: [calling({ description: "d", prompt: "child" }, "subagent"), { text: "x" }],
      child: [calling({ key: "c" }), { text: "y" }],
      other: [calling({ key: "o" }), { text: "z" }],
    });
    const client = await connect(host, {
      callTool: async ({ sessionId }) => ({
        content: [{ type: "text", text: `for ${sessionId === "s" ? "s" : "a child"}` }],
      }),
    });
    await client.connection.open({ sessionId: "s", tools: [tool] });
    await client.prompt("go");
    await client.idle();
    await client.prompt("other", {}, "t");
    await client.idle("t");
    expect(
      client.facts
        .flatMap((fact) =>
          fact.kind === "event" && fact.event.type === "tool/result" ? [JSON.stringify(fact.event.data)] : [],
        )
        .filter((text) => text.includes("for a child")),
    ).toHaveLength(1);
    expect(
      client.events("t").some((event) => event.type === "tool/result" && event.data.error?.code === "UNKNOWN_TOOL"),
    ).toBe(true);
    client.connection.toolProgress?.({ sessionId: "s", turn: 1, callId: "none open" });
  });

  it("with a name that is taken are refused where they are listed", async () => {
    const host = scriptedHost({});
    await expect(connect(host, {}, { tools: [{ ...tool, name: "read_file" }] })).rejects.toMatchObject({
      kind: "invalid-params",
      path: "tools[0].name",
    });
    await expect(connect(host, {}, { tools: [tool, tool] })).rejects.toMatchObject({
      kind: "invalid-params",
      path: "tools[1].name",
    });
  });
});

describe("approvals (spec §1.8)", () => {
  const rules = {
    go: [{ toolCalls: [{ name: "write_file", arguments: { path: "a.txt", content: "hi" } }] }, { text: "done" }],
  };
  const order = (client: Awaited<ReturnType<typeof connect>>): string[] =>
    client
      .events()
      .map(({ type }) => type)
      .filter((type) => /tool|approval/.test(type));

  it("are asked after the call is logged and before it runs, with the call's subject", async () => {
    const cwd = await folder();
    const asked: ApprovalQuestion[] = [];
    const client = await connect(
      scriptedHost(rules),
      {
        decide: async (question) => {
          asked.push(question);
          return { type: "selected", optionId: question.options.find(({ kind }) => kind === "allow-once")?.id ?? "" };
        },
      },
      { cwd },
    );
    await client.prompt("go");
    await client.idle();
    expect(asked).toMatchObject([
      { sessionId: "s", turn: 1, tool: "write_file", subject: { arguments: { path: "a.txt" }, paths: ["a.txt"] } },
    ]);
    expect(order(client)).toEqual(["tool/call", "approval/asked", "approval/decided", "tool/result"]);
    expect(client.facts.some((fact) => fact.kind === "status" && fact.waitingOn?.includes("approval") === true)).toBe(
      true,
    );
  });

  it("are answered by whoever is first, also from elsewhere; a later answer hears the decision", async () => {
    const host = scriptedHost(rules);
    let withdrawn = false;
    const question = new Promise<ApprovalQuestion>((resolve) => {
      void connect(host, {
        decide: (one, signal) => {
          resolve(one);
          return new Promise((_, reject) =>
            signal.addEventListener("abort", () => ((withdrawn = true), reject(signal.reason))),
          );
        },
      });
    });
    const client = await connect(host, {}, { cwd: await folder() });
    await client.prompt("go");
    const { approvalId, options } = await question;
    expect((await client.connection.get({ sessionId: "s" })).pending.approvals).toMatchObject([{ approvalId }]);
    const outcome = { type: "selected" as const, optionId: options.find(({ kind }) => kind === "deny")?.id ?? "" };
    await client.connection.answerApproval?.({ approvalId, outcome });
    await client.idle();
    expect(withdrawn).toBe(true);
    expect(results(client)[0]).toMatch(/^Error: /);
    await expect(client.connection.answerApproval?.({ approvalId, outcome })).rejects.toMatchObject({
      kind: "approval-resolved",
      facts: { outcome: "deny" },
    });
    await expect(client.connection.answerApproval?.({ approvalId: "none", outcome })).rejects.toMatchObject({
      kind: "invalid-params",
    });
  });

  it("are cancelled with their turn, before its end", async () => {
    const client = await connect(
      scriptedHost(rules),
      { decide: () => new Promise(() => undefined) },
      { cwd: await folder() },
    );
    await client.prompt("go");
    await client.event("approval/asked");
    await client.connection.cancel({ sessionId: "s" });
    await client.idle();
    const decided = client.events().flatMap((event) => (event.type === "approval/decided" ? [event.data.outcome] : []));
    expect(decided).toEqual(["cancelled"]);
    expect(client.ends()).toEqual(['{"kind":"aborted","reason":{"kind":"user"}}']);
  });

  it("that nobody answers before expiresAt are withdrawn and denied, the model is told, and the turn goes on (spec §1.8.3)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const asked: ApprovalQuestion[] = [];
    const withdrawn: unknown[] = [];
    const client = await connect(
      scriptedHost(rules, { tools: { approvalTimeoutMs: 60_000 } }),
      {
        decide: (question, signal) => {
          asked.push(question);
          return new Promise((_, reject) =>
            signal.addEventListener("abort", () => {
              withdrawn.push(signal.reason);
              reject(signal.reason);
            }),
          );
        },
      },
      { cwd: await folder() },
    );
    await client.prompt("go");
    await client.until((fact) => fact.kind === "status" && fact.waitingOn?.includes("approval") === true);
    expect(asked[0]?.expiresAt).toBe(Date.now() + 60_000);
    expect((await client.connection.get({ sessionId: "s" })).pending.approvals).toEqual(asked);
    vi.advanceTimersByTime(59_999);
    expect(withdrawn).toEqual([]);
    vi.advanceTimersByTime(1);
    await client.idle();
    expect(withdrawn).toEqual(["expired"]);
    const decided = client.events().flatMap((event) => (event.type === "approval/decided" ? [event.data] : []));
    expect(decided).toMatchObject([{ outcome: "deny", reason: "nobody answered in time" }]);
    expect(results(client)).toEqual(["Error: write_file was denied: nobody answered in time"]);
    expect(client.ends()).toEqual(['{"kind":"completed"}']);
    const late = { type: "selected" as const, optionId: "allow-once" };
    const { approvalId = "" } = asked[0] ?? {};
    await expect(client.connection.answerApproval?.({ approvalId, outcome: late })).rejects.toMatchObject({
      kind: "approval-resolved",
      facts: { outcome: "deny" },
    });
  });

  it.each([
    ["answered in time", true],
    ["cancelled with their turn", false],
    ["put to nobody", undefined],
  ])("that are %s leave no timer behind", async (_, answers) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const decide = async (): Promise<ApprovalDecision> =>
      answers === true ? { type: "selected", optionId: "deny" } : new Promise(() => undefined);
    const client = await connect(
      scriptedHost(rules, { tools: { approvalTimeoutMs: 60_000 } }),
      answers === undefined ? {} : { decide },
      { cwd: await folder() },
    );
    await client.prompt("go");
    await client.event("approval/asked");
    if (answers === false) await client.connection.cancel({ sessionId: "s" });
    await client.idle();
    expect(vi.getTimerCount()).toBe(0);
    const decided = client.events().flatMap((event) => (event.type === "approval/decided" ? [event.data.outcome] : []));
    expect(decided).toEqual([answers === false ? "cancelled" : "deny"]);
  });

  it("without anybody to ask are denied, and the log says so", async () => {
    const client = await connect(scriptedHost(rules), {}, { cwd: await folder() });
    await client.prompt("go");
    await client.idle();
    expect(order(client)).toEqual(["tool/call", "approval/asked", "approval/decided", "tool/result"]);
    expect(results(client)[0]).toContain("toh.config.json");
  });
});
