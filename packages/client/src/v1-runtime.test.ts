import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { findRuntime } from "./find-runtime.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";
import { expectNothingLeft, held, isRunning, untilGone } from "./left-over.test-support.ts";
import type { HarnessNotification } from "./notification.ts";
import { isRecord } from "./notification.ts";

// Against the runtime of this repository, as it was built last, or that of TOH_RUNTIME.

let before: ReturnType<typeof held>;
let harnesses: Harness[] = [];

beforeEach(() => {
  before = held();
});
afterEach(async () => {
  await Promise.all(harnesses.map((harness) => harness.close()));
  harnesses = [];
  await expectNothingLeft(before);
});

/** What makes a Harness with a scripted model; two with the same options share the stored sessions. */
function scripted(rules: Record<string, object[]>): HarnessOptions {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toh-v1-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const model = join(folder, "script.json");
  const script = { rules: Object.entries(rules).map(([when, turns]) => ({ when, turns })) };
  writeFileSync(model, JSON.stringify(script));
  const { command, args = [] } = findRuntime();
  const launch = { command, args: [...args, "--data-dir", join(folder, "data")] };
  return { launch, cwd: folder, provider: "scripted", model };
}

function open(options: HarnessOptions): Harness {
  const harness = new Harness(options);
  harnesses.push(harness);
  return harness;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it was to reject"),
    (error: unknown) => error,
  );
}

function eventOf({ params: { event } }: HarnessNotification): Record<string, unknown> {
  return isRecord(event) ? event : {};
}

/** An `onNotification` that calls `then` at each event of a type. */
function at(type: string, then: (event: Record<string, unknown>) => void): (one: HarnessNotification) => void {
  return (one) => {
    const event = eventOf(one);
    if (event["type"] === type) then(event);
  };
}

/** The log of a session, pulled. */
async function logOf(harness: Harness, sessionId: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = await harness.client.events({ sessionId, afterSeq: events.at(-1)?.seq ?? -1 });
    events.push(...page.events);
    if (page.events.length === 0 || page.lastSeq === events.at(-1)?.seq) return events;
  }
}

describe("version 1 with the runtime of this repository", () => {
  it("agrees to what it can do, and to the route", async () => {
    const options = scripted({});
    const harness = open(options);
    await harness.start();
    expect(harness.client.agreed).toMatchObject({
      version: 1,
      capabilities: { steer: {}, approvals: {}, tools: {}, fork: {}, models: {} },
      route: { provider: "scripted", model: options.model },
      runtimeId: expect.any(String),
    });
  });

  it("keeps a session: info, usage, update, fork, list, close, resume, delete", async () => {
    const harness = open(scripted({ "*": [{ text: "yes", usage: { inputTokens: 3, outputTokens: 2 } }] }));
    const session = harness.session("kept/session");
    expect(await session.open({ systemPrompt: "be short", metadata: { a: [1] } })).toMatchObject({ created: true });
    const { finalResponse } = await session.run("is it?");
    expect(finalResponse).toBe("yes");
    await session.update({ title: "A question" });
    const info = await session.info();
    expect(info).toMatchObject({ sessionId: session.id, title: "A question", status: "idle", metadata: { a: [1] } });
    expect(await session.usage()).toMatchObject({
      usage: [{ provider: "scripted", calls: 1, inputTokens: 3, outputTokens: 2 }],
      treeUsage: [{ calls: 1 }],
    });
    const fork = await session.fork();
    expect(fork.id).not.toBe(session.id);
    expect((await harness.sessions()).sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual(
      [fork.id, session.id].toSorted(),
    );
    expect(await session.close()).toEqual({ cancelled: [] });
    expect(await session.resume()).toMatchObject({ lastSeq: info.lastSeq, status: "idle" });
    await session.delete();
    expect(await failure(session.info())).toMatchObject({ kind: "session-unknown", retryable: false });
  });

  it("the signal of a run cancels a turn that streams; its text is kept as interrupted", async () => {
    const harness = open(scripted({ "*": [{ text: "one two three four", deltaMs: 20, hang: true }] }));
    const control = new AbortController();
    const reason = new Error("enough");
    const running = harness.run("go", {
      sessionId: "s",
      signal: control.signal,
      onNotification: at("assistant/chunk", (event) => {
        if (JSON.stringify(event).includes("two")) control.abort(reason);
      }),
    });
    expect(await failure(running)).toBe(reason);
    const log = await logOf(harness, "s");
    expect(log.find(({ type }) => type === "turn/end")).toMatchObject({
      data: { reason: { kind: "aborted" } },
    });
    expect(JSON.stringify(log)).toContain("enough");
    expect(log.find(({ type }) => type === "assistant/message")).toMatchObject({ data: { interrupted: true } });
  });

  it("the signal of a run ends a running tool with its process tree", async () => {
    const command = "sleep 1000 & echo child:$! > pid; wait";
    const options = scripted({
      "*": [{ toolCalls: [{ name: "shell", arguments: { command } }] }, { text: "done" }],
    });
    const control = new AbortController();
    const harness = open({
      ...options,
      onApproval: ({ options: choices }) => choices.find(({ kind }) => kind === "allow-once")?.id,
    });
    const running = failure(harness.run("go", { sessionId: "s", signal: control.signal }));
    const pid = (): number => {
      try {
        return Number(/child:(\d+)/.exec(readFileSync(join(options.cwd ?? "", "pid"), "utf8"))?.[1] ?? 0);
      } catch {
        return 0; // not written yet
      }
    };
    await expect.poll(pid, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(isRunning(pid())).toBe(true);
    control.abort();
    expect(await running).toBe(control.signal.reason);
    await untilGone(pid());
  });

  it("runs tools of this program, with what they throw as a result", async () => {
    const seen: unknown[] = [];
    const harness = open({
      ...scripted({
        "*": [
          { toolCalls: [{ name: "weather", arguments: { city: "Bern" } }] },
          { toolCalls: [{ name: "weather", arguments: { city: "Atlantis" } }] },
          { text: "done" },
        ],
      }),
      tools: [
        {
          name: "weather",
          description: "Tells the weather.",
          inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
          run: ({ city }, { sessionId, progress }) => {
            progress({ message: "asking" });
            seen.push(city, sessionId);
            if (city === "Atlantis") throw new Error("no such place");
            return "sunny";
          },
        },
      ],
    });
    const { events, finalResponse } = await harness.run("go", { sessionId: "s" });
    expect(finalResponse).toBe("done");
    expect(seen).toEqual(["Bern", "s", "Atlantis", "s"]);
    const results = JSON.stringify(events.filter(({ type }) => type === "tool/result"));
    expect(results).toContain("sunny");
    expect(results).toContain("no such place");
  });

  it.each([
    ["allow-once", "made"],
    ["deny", ""],
  ])("asks for approval, and %s is heeded", async (kind, content) => {
    const options = scripted({
      "*": [{ toolCalls: [{ name: "write_file", arguments: { path: "new.txt", content: "made" } }] }, { text: "done" }],
    });
    const asked: unknown[] = [];
    const harness = open({
      ...options,
      onApproval: (request) => {
        asked.push(request.tool);
        return request.options.find((option) => option.kind === kind)?.id;
      },
    });
    const { finalResponse } = await harness.run("go");
    expect(finalResponse).toBe("done");
    expect(asked).toEqual(["write_file"]);
    const path = join(options.cwd ?? "", "new.txt");
    expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(content);
  });

  it("steers the running turn", async () => {
    let release = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const harness = open({
      ...scripted({ go: [{ toolCalls: [{ name: "wait", arguments: {} }] }], "*": [{ text: "as you like" }] }),
      tools: [
        {
          name: "wait",
          description: "Waits.",
          inputSchema: { type: "object" },
          run: async () => {
            await waiting;
            return "waited";
          },
        },
      ],
    });
    const session = harness.session("s");
    const running = session.run("go", {
      onNotification: at("tool/call", () => {
        void session.steer("rather this").then(({ mode }) => {
          expect(mode).toBe("steer");
          return release();
        });
      }),
    });
    const { finalResponse, events } = await running;
    expect(finalResponse).toBe("as you like");
    expect(events.filter(({ type }) => type === "turn/end")).toHaveLength(1);
  });

  it("events() of a client that comes later is the same sequence", async () => {
    const options = scripted({ "*": [{ text: "one two three" }] });
    const first = open(options);
    const { events } = await first.run("go", { sessionId: "s" });
    await first.close();
    const seen: SessionEvent[] = [];
    const second = open(options);
    const reading = (async () => {
      for await (const event of second.session("s").events({ afterSeq: -1 })) seen.push(event);
    })();
    await expect.poll(() => seen.length).toBe(events.length);
    const more = await second.run("again", { sessionId: "s" });
    await expect.poll(() => seen.length).toBe(events.length + more.events.length);
    expect(seen).toEqual([...events, ...more.events]);
    await second.close();
    await reading;
  });
});

describe('restart "on-failure" with the runtime of this repository', () => {
  it.each([1, 2, 4, 7, 12])(
    "killed at notification %i of a run: each event once, none missing, and the next run works",
    async (count) => {
      const harness = open({
        ...scripted({ "*": [{ text: "one two three four five", deltaMs: 5 }] }),
        restart: "on-failure",
      });
      let heard = 0;
      const result = await harness.run("go", {
        sessionId: "s",
        onNotification: () => {
          heard += 1;
          if (heard === count) harness.client.kill();
        },
      });
      expect(result.finishReason).toMatch(/^(interrupted|completed)$/);
      const log = await logOf(harness, "s");
      expect(result.events).toEqual(log.slice(0, result.events.length));
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index));
      expect((await harness.run("again", { sessionId: "s" })).finalResponse).toBe("one two three four five");
      expect((await harness.session("s").info()).pending.prompts).toEqual([]);
    },
  );

  it("a prompt that waits behind the turn that was cut off gets its turn", async () => {
    const harness = open({
      ...scripted({ first: [{ text: "one", hang: true }], "*": [{ text: "two" }] }),
      restart: "on-failure",
    });
    const session = harness.session("s");
    let second: Promise<unknown> = Promise.resolve();
    const first = session.run("first", {
      onNotification: at("assistant/chunk", () => {
        second = session.run("second", { onNotification: () => {} });
        // Answered once the prompt before it has been taken.
        void harness.client.list().then(
          () => harness.client.kill(),
          () => {},
        );
      }),
    });
    await first;
    expect(await second).toMatchObject({ finalResponse: "two", finishReason: "completed" });
  });
});
