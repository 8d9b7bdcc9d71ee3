import { watch } from "node:fs/promises";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { RuntimeHostOptions } from "@buckeyestudio/toh-runtime";
import { EventOrder } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { folder, runtimeHost } from "./host.test-support.ts";
import { TimerWatch } from "./timers.test-support.ts";
import { WireClient } from "./wire-client.test-support.ts";

/** Milliseconds: no timer that is longer may stand between the receipt of a cancel and the end of the turn. */
const LONGEST_MS = 250;

const shell = (command: string): object => ({ toolCalls: [{ name: "shell", arguments: { command } }] });
const TREE = "sh -c 'sleep 1000 & touch ready; wait' & sleep 1000 & wait";
const RULES = {
  stream: [{ text: "begun", hang: true }],
  shell: [shell(TREE)],
  deaf: [shell(`trap '' TERM; ${TREE.replace("sh -c '", 'sh -c \'trap "" TERM; ')}; while :; do sleep 1; done`)],
  left: [shell("setsid sh -c 'sleep 1000 & touch ready; wait' & sleep 1000")],
  write: [{ toolCalls: [{ name: "write_file", arguments: { path: "a.txt", content: "hi" } }] }],
  retry: [{ error: { message: "busy", code: "SERVER" } }],
  lookup: [{ toolCalls: [{ name: "lookup", arguments: {} }] }],
  "child stream": [{ toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "stream" } }] }],
  "child shell": [{ toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "shell" } }] }],
  "child child": [{ toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child stream" } }] }],
  next: [{ text: "on" }],
};

interface Waiting {
  readonly client: WireClient;
  readonly cwd: string;
}

interface Case {
  readonly what: string;
  readonly prompt: string;
  /** Resolves when the turn waits for it. */
  readonly until: (waiting: Waiting) => Promise<unknown>;
  readonly client?: (client: WireClient) => void;
}

const ready = async ({ cwd }: Waiting): Promise<void> => {
  const changes = watch(cwd, { signal: AbortSignal.timeout(15_000) })[Symbol.asyncIterator]();
  while (!readdirSync(cwd).includes("ready")) await changes.next(); // oxlint-disable-line no-await-in-loop -- each change in its turn
  await changes.return?.();
  expect(processesIn(cwd).length).toBeGreaterThan(2);
};
const inChild = async ({ client }: Waiting, type: string, started = 1): Promise<void> => {
  const children = (): JsonObject[] => client.frames.filter(({ method }) => method === "subagent.started");
  await client.until(() => children().length >= started, `${started} children`);
  await client.event(String(pick(children().at(-1), "params", "childSessionId")), type);
};

const CASES: readonly Case[] = [
  { what: "streams", prompt: "stream", until: ({ client }) => client.event("s", "assistant/chunk", 2) },
  { what: "waits for a command with a grandchild", prompt: "shell", until: ready },
  { what: "waits for a command that heeds no SIGTERM", prompt: "deaf", until: ready },
  { what: "waits for a command whose child has left its group", prompt: "left", until: ready },
  { what: "waits for an approval", prompt: "write", until: ({ client }) => client.told("approval/request") },
  { what: "waits for a retry delay", prompt: "retry", until: ({ client }) => client.event("s", "llm/retry") },
  { what: "waits for a tool of the client", prompt: "lookup", until: ({ client }) => client.told("tool/call") },
  { what: "waits for a child that streams", prompt: "child stream", until: (at) => inChild(at, "assistant/chunk") },
  { what: "waits for a child with a command", prompt: "child shell", until: ready },
  { what: "waits for a child's child", prompt: "child child", until: (at) => inChild(at, "assistant/chunk", 2) },
];

const options: RuntimeHostOptions = {
  tools: { rules: [{ tool: "shell", verdict: "allow" }] },
  // A delay that lasts until somebody ends it.
  sleep: (_ms, signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
};

/** The processes that work in a folder. */
function processesIn(cwd: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(join("/proc", pid, "cwd")) === cwd;
    } catch {
      return false; // ended between the listing and the reading, or somebody else's
    }
  });
}

/** Where a log breaks the order that every reader relies on, and what of it has no end. */
function faults(events: readonly JsonObject[]): unknown[] {
  const order = new EventOrder();
  const typed = events.map(({ type, seq, ...rest }) => ({ ...rest, type: String(type), seq: Number(seq) }));
  const open = new Set<unknown>();
  for (const { type, data } of events) {
    if (type === "tool/call") open.add(`call ${String(pick(data, "callId"))}`);
    if (type === "tool/result") open.delete(`call ${String(pick(data, "message", "source", "callId"))}`);
    if (type === "approval/asked") open.add(`approval ${String(pick(data, "id"))}`);
    if (type === "approval/decided") open.delete(`approval ${String(pick(data, "id"))}`);
  }
  return [...typed.flatMap((event) => order.take({ ...event, data: pick(event, "data") }) ?? []), ...open];
}

describe(`session/cancel of a turn ends it without a timer over ${LONGEST_MS} ms (spec §1.4)`, () => {
  it.each(CASES)("that $what", async ({ prompt, until }) => {
    const timers = new TimerWatch();
    const cwd = await folder(RULES);
    const client = new WireClient(runtimeHost(options));
    const tools = [{ name: "lookup", description: "d", inputSchema: { type: "object" } }];
    await client.initialize(cwd, { capabilities: { approvals: {} }, tools });
    const { messageId } = await client.prompt("s", prompt);
    await until({ client, cwd });

    timers.begin();
    const receipt = await client.result("session/cancel", { sessionId: "s", reason: "enough" });
    expect(receipt).toEqual({ outcome: "cancelling", turn: 1, cancelled: [messageId], kept: [] });
    const end = await client.event("s", "turn/end");
    expect(timers.longest).toBeLessThanOrEqual(LONGEST_MS);
    expect(pick(end, "data", "reason")).toEqual({ kind: "aborted", reason: { kind: "user", reason: "enough" } });
    expect(processesIn(cwd)).toEqual([]);
    await client.idle("s");

    const sessions = new Set(client.frames.map(({ params }) => pick(params, "sessionId")));
    for (const id of sessions) if (typeof id === "string") expect(faults(client.events(id))).toEqual([]);
    const endAt = client.frames.findIndex(({ params }) => pick(params, "event") === end);
    const asked = client.frames.filter((frame) => "method" in frame && "id" in frame).map(({ id }) => id);
    const withdrawn = client.frames.flatMap(({ method, params }, at) =>
      method === "$/cancelRequest" && at < endAt ? [pick(params, "id")] : [],
    );
    expect(withdrawn).toEqual(asked);
    const ofChildren = client.frames.filter(({ method }) => String(method).startsWith("subagent."));
    expect(ofChildren.filter(({ method }) => method === "subagent.finished")).toHaveLength(ofChildren.length / 2);
    expect(client.events("s").filter(({ type }) => type === "step/start")).toHaveLength(1);

    await client.prompt("s", "next");
    await client.idle("s", 2);
    const last = client.events("s").findLast(({ type }) => type === "turn/end");
    expect(pick(last, "data", "reason")).toEqual({ kind: "completed" });
  });

  it("is measured: a timer that fires is seen, of whatever kind", async () => {
    const timers = new TimerWatch();
    const signal = AbortSignal.timeout(3);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    expect(timers.longest).toBeGreaterThanOrEqual(3);
    timers.begin();
    expect(timers.longest).toBe(0);
  });
});
