import { EventOrder } from "@buckeyestudio/toh-session";
import { expect, it } from "vitest";
import { expectNoProcessLeft, RuntimeProcess } from "../compatibility/runtime-process.test-support.ts";
import { eventOf, eventType, isObject, type JsonObject, pick, pickArray } from "../compatibility/wire.test-support.ts";
import { folder } from "./host.test-support.ts";
import { RULES } from "./scene.test-support.ts";
import { promptParams } from "./wire-client.test-support.ts";

expectNoProcessLeft();

const route = { provider: "scripted", model: "script.json", protocolVersion: 1, capabilities: { approvals: {} } };

async function start(cwd: string): Promise<RuntimeProcess> {
  const runtime = new RuntimeProcess({ dataDir: cwd });
  await runtime.request("init", "initialize", { cwd, ...route });
  return runtime;
}

const requests = (runtime: RuntimeProcess): JsonObject[] =>
  runtime.frames.filter(({ method }) => method === "approval/request");

it("an approval that a killed process left open is decided as interrupted when its session is next opened, and never asked again (spec §1.8.7)", async () => {
  const cwd = await folder(RULES);
  const killed = await start(cwd);
  await killed.request("p", "session/prompt", promptParams("s", "write"));
  const asked = await killed.frame(({ method }) => method === "approval/request", "a question");
  const approvalId = pick(asked, "params", "approvalId");
  killed.kill("SIGKILL");
  await killed.end();

  const runtime = await start(cwd);
  // Reading repairs nothing: as long as nobody opens the session, its last word is the question.
  const page = await runtime.request("page", "session/events", { sessionId: "s", afterSeq: -1 });
  expect(pickArray(page, "result", "events").at(-1)).toMatchObject({
    type: "approval/asked",
    data: { id: approvalId },
  });
  const resumed = await runtime.request("r", "session/resume", { sessionId: "s", afterSeq: -1 });
  expect(resumed["result"]).toMatchObject({ status: "idle", pending: { prompts: [], approvals: [] } });
  const events = runtime.frames.map(eventOf).filter(isObject);
  const isBefore = ({ type }: JsonObject): boolean => type === "approval/asked";
  expect(events.slice(events.findIndex(isBefore)).map(({ type, data }) => [type, data])).toEqual([
    ["approval/asked", expect.objectContaining({ id: approvalId })],
    ["approval/decided", { id: approvalId, outcome: "interrupted" }],
    ["tool/result", expect.objectContaining({ turn: 1, step: 1 })],
    ["step/end", { turn: 1, step: 1 }],
    ["turn/end", { turn: 1, reason: { kind: "interrupted" } }],
  ]);
  const order = new EventOrder();
  const known = events.map(({ type, seq, data, ...rest }) => ({ ...rest, type: String(type), seq: Number(seq), data }));
  expect(known.flatMap((event) => order.take(event) ?? [])).toEqual([]);

  const outcome = { type: "selected", optionId: "allow-once" };
  const answer = await runtime.request("late", "approval/answer", { approvalId, outcome });
  expect(answer["error"]).toMatchObject({ data: { retryable: false } });
  await runtime.request("next", "session/prompt", promptParams("s", "hi"));
  await runtime.status("s", "idle");
  expect(requests(runtime)).toEqual([]);
  expect(runtime.frames.filter((frame) => eventType(frame) === "approval/decided")).toHaveLength(1);
  expect((await runtime.request("end", "shutdown"))["result"]).toEqual({});
  expect(await runtime.end()).toEqual({ code: 0, signal: null });
});

it("an approval that is open when the client goes is decided as cancelled before the turn's end", async () => {
  const cwd = await folder(RULES);
  const runtime = await start(cwd);
  await runtime.request("p", "session/prompt", promptParams("s", "write"));
  await runtime.frame(({ method }) => method === "approval/request", "a question");
  runtime.endInput();
  expect(await runtime.end()).toEqual({ code: 0, signal: null });
  const types = runtime.frames.map(eventType).filter((type) => type !== undefined);
  expect(types.slice(types.indexOf("approval/asked"))).toEqual([
    "approval/asked",
    "approval/decided",
    "tool/result",
    "step/end",
    "turn/end",
  ]);
  const decided = runtime.frames.find((frame) => eventType(frame) === "approval/decided");
  expect(pick(decided, "params", "event", "data", "outcome")).toBe("cancelled");
});
