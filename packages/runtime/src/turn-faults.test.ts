import { EventOrder } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { unlessAborted } from "./abort.ts";
import { EventBell } from "./event-bell.ts";
import { ScriptedProvider } from "./providers/scripted.ts";
import { folder } from "./runtime.test-support.ts";
import { connect, scriptedHost } from "./version-1.test-support.ts";

const never = new AbortController().signal;

describe("steers and limits (spec §1.5.4)", () => {
  it("passes on a steer that its turn has no step left for: it becomes the first of the queue", async () => {
    const host = scriptedHost(
      { go: [{ toolCalls: [{ name: "wait", arguments: {} }] }], steered: [{ text: "yes" }] },
      { maxSteps: 1 },
    );
    let answer: () => void = () => undefined;
    let isCalled: () => void = () => undefined;
    const called = new Promise<void>((resolve) => (isCalled = resolve));
    const callTool = async (): Promise<{ content: [] }> => {
      isCalled();
      await new Promise<void>((resolve) => (answer = resolve));
      return { content: [] };
    };
    const tools = [{ name: "wait", description: "d", inputSchema: { type: "object" } }];
    const client = await connect(host, { callTool }, { tools });
    await client.prompt("go");
    await called;
    expect(await client.prompt("steered", { mode: "steer" })).toMatchObject({ mode: "steer" });
    answer();
    await client.idle();
    expect(client.ends()).toEqual([expect.stringContaining("STEP_LIMIT"), '{"kind":"completed"}']);
    expect(client.answers().at(-1)).toBe("yes");
  });
});

describe("a route that is changed twice (spec §1.6.9)", () => {
  it("is the last one that was asked for, also when the first came in a turn and the second behind it", async () => {
    const host = scriptedHost({ go: [{ text: "a", hang: true }], next: [{ text: "x" }] });
    const client = await connect(host);
    await client.prompt("go");
    await client.event("assistant/chunk");
    await client.connection.update({ sessionId: "s", model: "first" });
    await client.connection.cancel({ sessionId: "s" });
    await client.idle();
    await client.connection.update({ sessionId: "s", model: "second" });
    await client.prompt("next");
    await client.idle("s", 2);
    const models = client
      .events()
      .flatMap((event) => (event.type === "request/header" ? [event.data.header.config.model] : []));
    expect(models).toEqual(["m", "second"]);
  });
});

describe("two closes of one session (spec §1.6.6)", () => {
  it("end together with the same answer, and the harder one hastens the end", async () => {
    const client = await connect(scriptedHost({ long: [{ hang: true }] }));
    const one = await client.prompt("long");
    const two = await client.prompt("waits");
    const answers = await Promise.all(
      (["drain", "cancel"] as const).map((mode) =>
        client.connection.close({ sessionId: "s", mode }, { signal: never }),
      ),
    );
    const cancelled = [one.messageId, two.messageId];
    expect(answers).toEqual([{ cancelled }, { cancelled }]);
  });
});

describe("a client that takes no fact", () => {
  it("costs nobody else a fact, nor the session its turn", async () => {
    const host = scriptedHost({ hi: [{ text: "x" }] });
    host.connect({
      emit: (fact) => {
        if (fact.kind === "event") throw new Error("the frame is too large");
      },
    });
    const client = await connect(host);
    await client.prompt("hi");
    await client.idle();
    expect(client.ends()).toEqual(['{"kind":"completed"}']);
  });
});

describe("a fault that is no model's answer (spec §0.7.12)", () => {
  it("ends step and turn in order, and the session goes on", async () => {
    class Faulty extends ScriptedProvider {
      isBroken = true;
      override describe(): ReturnType<ScriptedProvider["describe"]> {
        if (this.isBroken) throw new TypeError("a plugin's fault");
        return super.describe();
      }
    }
    const provider = new Faulty({ rules: [{ when: "*", turns: [{ text: "x" }] }] });
    const host = scriptedHost({}, { providers: new Map([["scripted", async () => provider]]) });
    const client = await connect(host);
    await client.prompt("hi");
    await client.idle();
    provider.isBroken = false;
    await client.prompt("again");
    await client.idle("s", 2);
    expect(client.ends()).toEqual([
      '{"kind":"error","error":{"message":"a plugin\'s fault","code":"UNKNOWN"}}',
      '{"kind":"completed"}',
    ]);
    const order = new EventOrder();
    expect(client.events().flatMap((event) => order.take(event) ?? [])).toEqual([]);
  });

  it("in what stands before a tool gives each call a result", async () => {
    // What only the check of a configuration file would have refused.
    const rules = [
      {
        get tool(): string {
          throw new TypeError("a rule's fault");
        },
        verdict: "allow" as const,
      },
    ];
    const host = scriptedHost(
      { go: [{ toolCalls: [{ name: "list_files", arguments: {} }] }, { text: "done" }] },
      { tools: { rules } },
    );
    const client = await connect(host, {}, { cwd: await folder() });
    await client.prompt("go");
    await client.idle();
    const order = new EventOrder();
    expect(client.events().flatMap((event) => order.take(event) ?? [])).toEqual([]);
    expect(client.events().filter(({ type }) => type === "tool/result")).toHaveLength(1);
  });
});

describe("waiting", () => {
  it("hears the bell that rings between the look and the wait", async () => {
    const bell = new EventBell();
    const listening = bell.listen("s");
    bell.ring("s");
    await listening.wait(2 ** 31 - 1, new AbortController().signal);
    listening.stop();
  });

  it("leaves no rejection behind when it was given up before it began", async () => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", onRejection);
    await expect(
      unlessAborted(Promise.reject(new Error("of the work")), AbortSignal.abort(new Error("given up"))),
    ).rejects.toThrow("given up");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", onRejection);
    expect(rejections).toEqual([]);
  });
});
