import { readdir } from "node:fs/promises";
import type { RuntimeHostOptions } from "@buckeyestudio/toh-runtime";
import { describe, expect, it } from "vitest";
import { type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { folder, runtimeHost } from "./host.test-support.ts";
import { RULES } from "./scene.test-support.ts";
import { promptParams, WireClient } from "./wire-client.test-support.ts";

// Two servers over one host, each with a client of its own: what two sockets of a daemon would be.

interface Two {
  readonly cwd: string;
  readonly first: WireClient;
  readonly second: WireClient;
  /** The params of the question that the prompt `write` leads to, as `first` was asked it. */
  readonly question: JsonObject;
}

const allow = { type: "selected", optionId: "allow-once" };
const deny = { type: "selected", optionId: "deny", note: "not there" };

/** `first` asks for a turn that has to ask; who answers approvals is told by `able`. */
async function asking(
  able: readonly ["first" | "second", ...unknown[]],
  prompt: object = {},
  options: RuntimeHostOptions = {},
): Promise<Two> {
  const cwd = await folder(RULES);
  const host = runtimeHost(options);
  const [first, second] = [new WireClient(host), new WireClient(host)];
  const capabilities = (name: unknown): object => (able.includes(name) ? { capabilities: { approvals: {} } } : {});
  await first.initialize(cwd, capabilities("first"));
  await second.initialize(cwd, capabilities("second"));
  await first.prompt("s", "write", prompt);
  const asked = await (able.includes("first") ? first : second).told("approval/request");
  const { params } = asked;
  return { cwd, first, second, question: typeof params === "object" && params !== null ? { ...params } : {} };
}

const decided = (client: WireClient): unknown[] =>
  client.events("s").flatMap(({ type, data }) => (type === "approval/decided" ? [data] : []));

const result = (client: WireClient): unknown => {
  const told = client.events("s").find(({ type }) => type === "tool/result");
  return pick(told, "data", "message", "content", 0, "content", 0, "text");
};

/** What came between the call and its result, in the order of the wire; numbers of questions left out. */
function story(client: WireClient): string[] {
  const lines = client.frames.map((frame): string => {
    const event = pick(frame, "params", "event");
    if (event !== undefined) return String(pick(event, "type"));
    const waits = pick(frame, "params", "waitingOn");
    if (frame["method"] === "session.status") return `status${waits === undefined ? "" : ` ${JSON.stringify(waits)}`}`;
    return typeof frame["method"] === "string" ? frame["method"] : "an answer";
  });
  return lines.slice(lines.indexOf("tool/call"), lines.indexOf("tool/result") + 1);
}

describe("an approval, with two servers over one host (spec §1.8)", () => {
  it("is asked of every client that can answer, with its expiry nowhere, and stands in pending for all", async () => {
    const { first, second, question } = await asking(["first", "second"]);
    expect(question).toEqual({
      approvalId: expect.any(String),
      sessionId: "s",
      turn: 1,
      callId: "call_1",
      tool: "write_file",
      title: "write_file a.txt",
      subject: { arguments: { path: "a.txt", content: "hi" }, paths: ["a.txt"] },
      options: [
        { id: "allow-once", kind: "allow-once", label: expect.any(String) },
        { id: "allow-session", kind: "allow-session", label: expect.any(String) },
        { id: "deny", kind: "deny", label: expect.any(String) },
      ],
    });
    expect((await second.told("approval/request"))["params"]).toEqual(question);
    for (const client of [first, second]) {
      // oxlint-disable-next-line no-await-in-loop -- one client after the other
      const told = await client.result("session/get", { sessionId: "s" });
      expect(told).toMatchObject({ status: "running", pending: { prompts: [], approvals: [question] } });
    }
    const { pending } = await second.result("session/resume", { sessionId: "s" });
    expect(pending).toEqual({ prompts: [], approvals: [question] });
  });

  it("answered by the one that was asked: the tool runs behind the decision", async () => {
    const { cwd, first } = await asking(["first"]);
    const { id } = await first.told("approval/request");
    first.send({ id, result: { outcome: allow } });
    await first.idle("s");
    expect(decided(first)).toEqual([{ id: expect.any(String), outcome: "allow-once" }]);
    expect(story(first)).toEqual([
      "tool/call",
      "approval/asked",
      'status ["approval"]',
      "approval/request",
      "approval/decided",
      "status",
      "tool/result",
    ]);
    expect(await readdir(cwd)).toContain("a.txt");
  });

  it("answered by the other through approval/answer: the request is taken back, and a later answer hears the decision", async () => {
    const { cwd, first, second, question } = await asking(["first"]);
    const { id } = await first.told("approval/request");
    const { approvalId } = question;
    expect(await second.result("approval/answer", { approvalId, outcome: deny })).toEqual({});
    await first.idle("s");
    expect(pick(await first.told("$/cancelRequest"), "params", "id")).toBe(id);
    // Too late: it counts for nothing.
    first.send({ id, result: { outcome: allow } });
    const later = await first.request("approval/answer", { approvalId, outcome: allow });
    expect(later["error"]).toMatchObject({
      code: -32014,
      data: { kind: "approval-resolved", retryable: false, outcome: "deny" },
    });
    expect(decided(second)).toEqual([{ id: approvalId, outcome: "deny" }]);
    expect(result(first)).toContain("not there");
    expect(await readdir(cwd)).not.toContain("a.txt");
    const told = await second.result("session/get", { sessionId: "s" });
    expect(pick(told, "pending", "approvals")).toEqual([]);
  });

  it("approval/answer is answered once the decision is in the log", async () => {
    const { second, question } = await asking(["first"]);
    const id = second.post("approval/answer", { approvalId: question["approvalId"], outcome: deny });
    await second.response(id);
    expect(decided(second)).toHaveLength(1);
  });

  it("answered twice in one write counts once: the second answer hears the first", async () => {
    const { first, question } = await asking(["first"]);
    const answers = [allow, deny].map((outcome, at) => ({
      id: at,
      method: "approval/answer",
      params: { approvalId: question["approvalId"], outcome },
    }));
    first.send(...answers);
    expect((await first.response(0))["result"]).toEqual({});
    expect((await first.response(1))["error"]).toMatchObject({ code: -32014, data: { outcome: "allow-once" } });
    await first.idle("s");
    expect(decided(first)).toEqual([{ id: question["approvalId"], outcome: "allow-once" }]);
  });

  it("that expires with its prompt is cancelled before the turn's end", async () => {
    const { first } = await asking(["first"], { deadlineMs: 50 });
    await first.idle("s");
    expect(decided(first)).toEqual([{ id: expect.any(String), outcome: "cancelled" }]);
    const end = first.events("s").find(({ type }) => type === "turn/end");
    expect(pick(end, "data", "reason")).toEqual({ kind: "aborted", reason: { kind: "deadline" } });
    await first.told("$/cancelRequest");
  });

  it("whose expiresAt has passed is taken back from all and denied; the model is told, and the turn goes on", async () => {
    const before = Date.now();
    const { cwd, first, second, question } = await asking(
      ["first", "second"],
      {},
      { tools: { approvalTimeoutMs: 50 } },
    );
    expect(question["expiresAt"]).toBeGreaterThanOrEqual(before + 50);
    await first.idle("s");
    expect(decided(first)).toEqual([
      { id: question["approvalId"], outcome: "deny", reason: "nobody answered in time" },
    ]);
    for (const client of [first, second]) {
      // oxlint-disable-next-line no-await-in-loop -- one client after the other
      const [{ id }, taken] = [await client.told("approval/request"), await client.told("$/cancelRequest")];
      expect(taken["params"]).toEqual({ id, reason: "expired" });
    }
    expect(result(first)).toBe("Error: write_file was denied: nobody answered in time");
    expect(await readdir(cwd)).not.toContain("a.txt");
    const end = first.events("s").find(({ type }) => type === "turn/end");
    expect(pick(end, "data", "reason")).toEqual({ kind: "completed" });
  });

  it("of a client that is lost is left to the other; when both are, it is denied, and the turn goes on", async () => {
    const { first, second, question } = await asking(["first", "second"]);
    const watcher = second;
    first.lose();
    const told = await watcher.result("session/get", { sessionId: "s" });
    expect(pick(told, "pending", "approvals")).toEqual([question]);
    const { id } = await watcher.told("approval/request");
    watcher.send({ id, result: { outcome: allow } });
    await watcher.idle("s");
    expect(decided(watcher)).toEqual([{ id: question["approvalId"], outcome: "allow-once" }]);
    expect(
      pick(
        watcher.events("s").find(({ type }) => type === "turn/end"),
        "data",
        "reason",
        "kind",
      ),
    ).toBe("completed");
  });

  it("whose last client that could answer is lost is denied, as the log and a later answer say", async () => {
    const { first, second, question } = await asking(["first"]);
    const { approvalId } = question;
    first.lose();
    await second.idle("s");
    expect(decided(second)).toEqual([{ id: approvalId, outcome: "deny", reason: expect.any(String) }]);
    const end = second.events("s").find(({ type }) => type === "turn/end");
    expect(pick(end, "data", "reason")).toEqual({ kind: "completed" });
    const later = await second.request("approval/answer", { approvalId, outcome: allow });
    expect(later["error"]).toMatchObject({ code: -32014, data: { outcome: "deny" } });
  });

  it.each([
    ["an option that was not offered", { outcome: { type: "selected", optionId: "other" } }, "deny"],
    ["an outcome of another type", { outcome: { type: "_later" } }, "deny"],
    ["no outcome", {}, "deny"],
    ["cancelled", { outcome: { type: "cancelled" } }, "cancelled"],
  ])("answered with %s gives no leave, and the turn goes on (spec §1.8.3)", async (_, answer, outcome) => {
    const { cwd, first } = await asking(["first"]);
    const { id } = await first.told("approval/request");
    first.send({ id, result: answer });
    await first.idle("s");
    expect(decided(first)).toMatchObject([{ outcome }]);
    expect(await readdir(cwd)).not.toContain("a.txt");
    expect(
      pick(
        first.events("s").find(({ type }) => type === "turn/end"),
        "data",
        "reason",
        "kind",
      ),
    ).toBe("completed");
  });

  it("for the session holds until it is closed, for every client", async () => {
    const { first, second } = await asking(["first"]);
    const { id } = await first.told("approval/request");
    first.send({ id, result: { outcome: { type: "selected", optionId: "allow-session" } } });
    await first.idle("s");
    await second.prompt("s", "write");
    await first.idle("s", 2);
    expect(first.frames.filter(({ method }) => method === "approval/request")).toHaveLength(1);
    await first.result("session/close", { sessionId: "s", mode: "drain" });
    first.send({ id: "again", method: "session/prompt", params: promptParams("s", "write") });
    await first.until(
      () => first.frames.filter(({ method }) => method === "approval/request").length === 2,
      "a question",
    );
    await first.result("session/cancel", { sessionId: "s" });
    await first.idle("s", 3);
  });
});
