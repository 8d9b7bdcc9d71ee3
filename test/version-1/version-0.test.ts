import { ClientRequestMethod } from "@buckeyestudio/toh-sdk-protocol";
import { describe, expect, it } from "vitest";
import { normalFormOf } from "../compatibility/normal-form.test-support.ts";
import { shapeFaults } from "../compatibility/shape-rules.test-support.ts";
import { isResponse, type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { folder, runtimeHost } from "./host.test-support.ts";
import { promptParams, WireClient } from "./wire-client.test-support.ts";

const RULES = {
  "tool*": [
    { text: "I look.", toolCalls: [{ name: "list_files", arguments: {} }] },
    { toolCalls: [{ name: "write_file", arguments: { path: "a.txt", content: "hi" } }] },
    { text: "done" },
  ],
  "delegate*": [
    { toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }] },
    { text: "it said so" },
  ],
  child: [{ text: "I am the child." }],
  "hang*": [{ text: "begun", hang: true }],
  "*": [{ text: "one two" }],
};
const TEXTS = ["hi", "tool", "delegate", "bye"];
const ROUTE = { provider: "scripted", model: "script.json" };

/** What a client of version 0 says, and what it hears. */
async function run(client: WireClient, more: { readonly initialize?: object; readonly prompt?: object } = {}) {
  const cwd = await folder(RULES);
  const requests: JsonObject[] = [{ id: "i", method: "initialize", params: { cwd, ...ROUTE, ...more.initialize } }];
  client.send(...requests);
  await client.response("i");
  for (const [turn, text] of TEXTS.entries()) {
    const request = { id: turn, method: "session/prompt", params: promptParams("s", text, more.prompt) };
    requests.push(request);
    client.send(request);
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await client.idle("s", turn + 1);
  }
  requests.push({ id: "end", method: "shutdown" });
  client.send({ id: "end", method: "shutdown" });
  await client.response("end");
  return { requests, frames: client.frames, exit: { code: 0, signal: null } };
}

const newMethods = Object.values(ClientRequestMethod).filter(
  (method) => !["initialize", "session/prompt", "shutdown"].includes(method),
);

describe("a version 0 connection to a runtime that has version 1 (spec §1.1, §1.11)", () => {
  it.each(newMethods)("%s is an unknown method: -32601, the fixed text, no data", async (method) => {
    const client = new WireClient(runtimeHost());
    const cwd = await folder(RULES);
    expect(await client.result("initialize", { cwd, ...ROUTE })).toEqual({
      serverInfo: { name: "theopen-harness-sdk-runtime", version: "0.0.1" },
    });
    expect((await client.request(method, { sessionId: "s" }))["error"]).toEqual({
      code: -32601,
      message: `method not found: ${method}`,
    });
    expect(client.frames).toHaveLength(2);
  });

  it("hears no notification, request, member or code but those of version 0, whatever goes on", async () => {
    const ran = await run(new WireClient(runtimeHost()));
    expect(await shapeFaults(ran)).toEqual([]);
    const heard = new Set(ran.frames.flatMap(({ method }) => (method === undefined ? [] : [method])));
    expect(heard).toEqual(new Set(["session.event", "session.status", "subagent.started", "subagent.finished"]));
    expect(ran.frames.filter((frame) => isResponse(frame) && "error" in frame)).toEqual([]);
    const receipts = ran.frames.filter((frame) => isResponse(frame) && typeof frame["id"] === "number");
    for (const receipt of receipts) expect(receipt["result"]).toEqual({ messageId: expect.any(String) });
  });

  it.each([
    ["without the version", {}],
    ["with version 0", { protocolVersion: 0, minProtocolVersion: 0 }],
  ])("that sends members of version 1 %s is served as one that does not", async (_, version) => {
    const initialize = {
      ...version,
      clientInfo: { name: "n", version: "1" },
      capabilities: { approvals: {}, notifications: { exclude: ["session.event"] } },
      limits: { maxFrameBytes: 65_536 },
      tools: [{ name: "lookup", description: "d", inputSchema: {} }],
    };
    const prompt = { clientMessageId: "k", mode: "steer", expectTurn: 9, deadlineMs: 1 };
    const [plain, mixed] = await Promise.all([
      run(new WireClient(runtimeHost())),
      run(new WireClient(runtimeHost()), { initialize, prompt }),
    ]);
    const normal = [plain, mixed].map((ran) => normalFormOf({ ...ran, requests: plain.requests }, "ours"));
    expect(normal[1]).toEqual(normal[0]);
    expect(await shapeFaults(mixed)).toEqual([]);
  });

  it("beside a client of version 1 on the same host hears the four notifications in their old form, and is asked nothing", async () => {
    const host = runtimeHost();
    const old = new WireClient(host);
    const cwd = await folder(RULES);
    await old.result("initialize", { cwd, ...ROUTE });
    const tools = [{ name: "lookup", description: "d", inputSchema: {} }];
    const other = new WireClient(host);
    await other.initialize(cwd, { capabilities: { approvals: {} }, tools });
    other.onRequest = ({ params }) => ({
      outcome: { type: "selected", optionId: String(pick(params, "options", 0, "id")) },
    });
    await other.result("session/open", { sessionId: "s", metadata: { a: 1 } });
    await other.prompt("s", "tool", { clientMessageId: "k" });
    await other.idle("s");
    await other.prompt("s", "hang");
    await other.prompt("s", "queued");
    await other.event("s", "step/start", 4);
    await other.result("session/cancel", { sessionId: "s", scope: "all" });
    await other.idle("s", 2);
    await other.result("session/close", { sessionId: "s", mode: "drain" });
    await old.idle("s", 2);
    const requests = [{ id: "q1", method: "initialize" }];
    expect(await shapeFaults({ requests, frames: old.frames, exit: { code: 0, signal: null } })).toEqual([]);
    const statuses = old.frames.flatMap(({ method, params }) => (method === "session.status" ? [params] : []));
    expect(statuses).toEqual(["running", "idle", "running", "idle"].map((status) => ({ sessionId: "s", status })));
    expect(old.events("s")).toEqual(other.events("s"));
    expect(old.frames.filter((frame) => "method" in frame && "id" in frame)).toEqual([]);
  });

  it("is refused with the codes of version 0, without data, where version 1 has codes of its own", async () => {
    const host = runtimeHost();
    const old = new WireClient(host);
    const cwd = await folder({ ...RULES, child: [{ hang: true }] });
    await old.result("initialize", { cwd, ...ROUTE });
    const other = new WireClient(host);
    await other.initialize(cwd);
    await old.prompt("s", "delegate");
    const child = String(pick(await old.told("subagent.started"), "params", "childSessionId"));
    const busy = await old.request("session/prompt", promptParams(child, "hi"));
    const closed = other.post("session/close", { sessionId: "s", mode: "drain" });
    await other.result("session/list", {});
    const closing = await old.request("session/prompt", promptParams("s", "hi"));
    for (const { error } of [busy, closing]) expect(error).toEqual({ code: -32603, message: expect.any(String) });
    await other.result("session/cancel", { sessionId: "s" });
    await other.response(closed);
  });
});
