import { CapabilityError } from "@buckeyestudio/toh-sdk-protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeRuntime, fakeRuntimeV1 } from "./fake-runtime.test-support.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";
import { expectNothingLeft, held } from "./left-over.test-support.ts";
import type { ApprovalHandler, HarnessTool, ToolRunContext } from "./tools.ts";

const CALL = { sessionId: "s", turn: 1, step: 2, callId: "c", name: "weather", arguments: { city: "Bern" } };
const ASKED = {
  approvalId: "a",
  sessionId: "s",
  turn: 1,
  callId: "c",
  tool: "shell",
  title: "Run ls?",
  subject: { arguments: { command: "ls" } },
  options: [
    { id: "o1", kind: "allow-once", label: "Run it" },
    { id: "o2", kind: "deny", label: "No" },
  ],
};
const RUNTIME = `let asking; serve({
  ask: (r) => { asking = r; say({ id: "q", method: r.params.method, params: r.params.params }) },
  started: (r) => { notify("subagent.started", r.params); answer(r, {}) },
  giveUp: (r) => { notify("$/cancelRequest", { id: "q" }); answer(r, {}) },
  answered: (frame) => answer(asking, frame.result ?? frame.error),
  "session/open": (r) => answer(r, { sessionId: r.params.sessionId, created: true }),
  "session/close": (r) => answer(r, { cancelled: [] }),
})`;

let before: ReturnType<typeof held>;
let harnesses: Harness[] = [];

function open(options: HarnessOptions): Harness {
  const harness = new Harness({ cwd: "/w", launch: fakeRuntimeV1(RUNTIME), ...options });
  harnesses.push(harness);
  return harness;
}

function weather(run: HarnessTool["run"]): HarnessTool {
  return { name: "weather", description: "Tells the weather.", inputSchema: { type: "object" }, timeoutMs: 5000, run };
}

async function call(harness: Harness, params: object = CALL): Promise<unknown> {
  await harness.start();
  return harness.client.request("ask", { method: "tool/call", params });
}

async function ask(onApproval: ApprovalHandler): Promise<unknown> {
  const harness = open({ onApproval });
  await harness.start();
  return harness.client.request("ask", { method: "approval/request", params: ASKED });
}

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(harnesses.map((harness) => harness.close()));
  harnesses = [];
  await expectNothingLeft(before);
});

describe("the tools of a Harness (spec §1.7)", () => {
  it("are listed in the handshake, without what runs them", async () => {
    const harness = open({ tools: [weather(() => "")] });
    await harness.start();
    expect(await harness.client.request("got")).toMatchObject([
      {
        params: {
          tools: [
            { name: "weather", description: "Tells the weather.", inputSchema: { type: "object" }, timeoutMs: 5000 },
          ],
        },
      },
    ]);
  });

  it("are run with the arguments and what they need to know of the call", async () => {
    let seen: ToolRunContext | undefined;
    const harness = open({
      tools: [
        weather((args, context) => {
          seen = context;
          context.progress({ message: "asking" });
          return `fine in ${String(args["city"])}`;
        }),
      ],
    });
    expect(await call(harness)).toEqual({ content: [{ type: "text", text: "fine in Bern" }] });
    expect(seen).toMatchObject({ sessionId: "s", turn: 1, step: 2, callId: "c" });
    expect(await harness.client.request("got")).toContainEqual(
      expect.objectContaining({
        method: "tool.progress",
        params: { sessionId: "s", turn: 1, callId: "c", message: "asking" },
      }),
    );
  });

  it.each<[string, HarnessTool["run"], object]>([
    ["blocks", () => [{ type: "text", text: "a" }], { content: [{ type: "text", text: "a" }] }],
    ["a result", async () => ({ content: [], isError: true }), { content: [], isError: true }],
    [
      "a throw",
      () => {
        throw new Error("no network");
      },
      { content: [{ type: "text", text: "no network" }], isError: true },
    ],
    [
      "a rejection with something else than an error",
      async () => Promise.reject("offline"), // oxlint-disable-line prefer-promise-reject-errors -- people do
      { content: [{ type: "text", text: "offline" }], isError: true },
    ],
    [
      "nothing of use",
      // What a program without types may return.
      () => JSON.parse("{}"),
      { content: [{ type: "text", text: "the tool weather gave neither text nor content blocks" }], isError: true },
    ],
  ])("may give %s", async (_, run, result) => {
    expect(await call(open({ tools: [weather(run)] }))).toEqual(result);
  });

  it("that are not there give the model an error", async () => {
    expect(await call(open({ tools: [weather(() => "")] }), { ...CALL, name: "other" })).toEqual({
      content: [{ type: "text", text: "this client has no tool other" }],
      isError: true,
    });
  });

  it("are told when the call is given up, and it is then answered as cancelled", async () => {
    let started = (): void => {};
    const starting = new Promise<void>((resolve) => {
      started = resolve;
    });
    const harness = open({
      tools: [
        weather(
          (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
              started();
            }),
        ),
      ],
    });
    const answer = call(harness);
    await starting;
    await harness.client.request("giveUp");
    expect(await answer).toMatchObject({ code: -32_800, data: { kind: "cancelled" } });
  });

  it("of a session hold for it and its descendants, before those of the harness, until it is closed", async () => {
    const harness = open({ tools: [weather(() => "everywhere")] });
    const session = harness.session("s");
    expect(await session.open({ systemPrompt: "be short", tools: [weather(() => "here")] })).toEqual({
      sessionId: "s",
      created: true,
    });
    const lines: unknown = await harness.client.request("got");
    expect(lines).toMatchObject([
      {},
      { method: "session/open", params: { sessionId: "s", systemPrompt: "be short", tools: [{ name: "weather" }] } },
    ]);
    await harness.client.request("started", { parentSessionId: "s", childSessionId: "child" });
    const text = async (sessionId: string): Promise<unknown> => call(harness, { ...CALL, sessionId });
    expect(await text("s")).toMatchObject({ content: [{ text: "here" }] });
    expect(await text("child")).toMatchObject({ content: [{ text: "here" }] });
    expect(await text("other")).toMatchObject({ content: [{ text: "everywhere" }] });
    await session.close();
    expect(await text("s")).toMatchObject({ content: [{ text: "everywhere" }] });
  });

  it.each([
    ["speaks version 0", fakeRuntime("serve()")],
    ["calls no tools of clients", fakeRuntimeV1("delete hello.capabilities.tools; serve()")],
  ])("are refused with a runtime that %s, and that runtime is ended", async (_, launch) => {
    const harness = open({ launch, tools: [weather(() => "")] });
    const { client } = harness;
    const error = await harness.start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CapabilityError);
    expect(error).toMatchObject({ capability: "tools" });
    expect(await client.closed).toMatchObject({ step: "shutdown" });
  });
});

describe("onApproval (spec §1.8)", () => {
  it("is told in the handshake, and where it is absent nothing is", async () => {
    const asks = open({ onApproval: () => undefined });
    await asks.start();
    expect(await asks.client.request("got")).toMatchObject([{ params: { capabilities: { approvals: {} } } }]);
    const silent = open({});
    await silent.start();
    expect(JSON.stringify(await silent.client.request("got"))).not.toContain("approvals");
  });

  it.each<[string, ApprovalHandler, object]>([
    ["the id of an option", ({ options }) => options[0]?.id, { outcome: { type: "selected", optionId: "o1" } }],
    [
      "an option with a note",
      async () => ({ optionId: "o2", note: "not here" }),
      { outcome: { type: "selected", optionId: "o2", note: "not here" } },
    ],
    ["nothing", () => undefined, { outcome: { type: "cancelled" } }],
    [
      "an error, which counts as a no",
      () => {
        throw new Error("no terminal");
      },
      { code: -32_603, message: "no terminal", data: { kind: "internal", retryable: false } },
    ],
  ])("answers with %s", async (_, onApproval, answer) => {
    expect(await ask(onApproval)).toEqual(answer);
  });

  it("gets the question, and a signal", async () => {
    let seen: unknown[] = [];
    await ask((...args) => {
      seen = args;
      return undefined;
    });
    expect(seen).toEqual([ASKED, { signal: expect.any(AbortSignal) }]);
  });

  it("is no reason to refuse a runtime that asks nobody", async () => {
    await open({ launch: fakeRuntime("serve()"), onApproval: () => undefined }).start();
  });
});
