import { Context } from "@deepseek-ai/cordis";
import * as invariants from "@buckeyestudio/toh-invariants";
import { describe, expect, it } from "vitest";
import * as companion from "./invariant.ts";
import { recordedEvents, transcripts } from "./transcript.test-support.ts";

// What a program with cordis plugins declares once, too.
declare module "@deepseek-ai/cordis" {
  interface Context {
    invariants: invariants.InvariantRegistry;
  }
  interface Events {
    "session/event"(session: unknown, event: unknown): void;
  }
}

describe("the session companion", () => {
  it("passes every recorded session, save the two whose prompts a careless client sent without a list", async () => {
    const root = await mounted();
    const refused = new Set<string>();
    for (const file of transcripts) {
      for (const [id, events] of recordedEvents(file)) {
        const session = { id };
        for (const event of events) if (thrownBy(() => send(root, session, event)) !== undefined) refused.add(id);
      }
    }
    expect([...refused].sort()).toEqual(["s-nullcontent", "s-strcontent"]);
  });

  it("throws a violation at whoever sent the event, in the name of the package", async () => {
    const root = await mounted();
    const session = { id: "session-1" };
    send(root, session, turnStart(0, 1));
    const error = thrownBy(() => send(root, session, turnStart(2, 2)));
    expect(error).toBeInstanceOf(invariants.InvariantError);
    expect(error).toMatchObject({
      code: "INVARIANT",
      packageName: "@buckeyestudio/toh-session",
      message: 'invariant violated by "@buckeyestudio/toh-session": session "session-1": turn/start 2: expected seq 1',
    });
  });

  it.each<[string, object, string]>([
    ["a member that its type does not define", { data: { turn: 1, extra: 1 } }, "event.data.extra is not a member"],
    ["a member of another type", { data: { turn: "1" } }, "event.data.turn must be an integer, got a string"],
    ["a member that is missing", { data: {} }, "event.data.turn is missing"],
    ["a member of the envelope that is missing", { time: undefined }, "event.time is missing"],
    ["a member of the envelope that is not defined", { surfaceOp: "append" }, "event.surfaceOp is not a member"],
  ])("throws on an event with %s", async (_, change, message) => {
    const root = await mounted();
    const error = thrownBy(() => send(root, { id: "a" }, { ...turnStart(0, 1), ...change }));
    expect(error).toBeInstanceOf(invariants.InvariantError);
    expect(error).toHaveProperty("message", expect.stringContaining(`session "a": turn/start 0: ${message}`));
  });

  it("passes an event of a type that nobody defined, with any data", async () => {
    const root = await mounted();
    send(root, { id: "a" }, { type: "my-plugin/event", seq: 0, time: 1, data: { any: ["thing"] } });
  });

  it("goes on from a wrong event, so that the next one is judged by what came", async () => {
    const root = await mounted();
    const session = { id: "a" };
    expect(thrownBy(() => send(root, session, { ...turnStart(0, 1), extra: 1 }))).toBeDefined();
    send(root, session, { type: "turn/end", seq: 1, time: 1, data: { turn: 1, reason: { kind: "completed" } } });
  });

  it("follows each session by itself, and a session opened again under its id anew", async () => {
    const root = await mounted();
    const [first, second, again] = [{ id: "a" }, { id: "b" }, { id: "a" }];
    send(root, first, turnStart(0, 1));
    send(root, second, turnStart(0, 1));
    send(root, again, turnStart(7, 4));
    expect(thrownBy(() => send(root, first, turnStart(8, 5)))).toBeInstanceOf(invariants.InvariantError);
  });

  it("knows a session that the host hands over as a new proxy each time", async () => {
    const root = await mounted();
    const session = { id: "a", [Symbol.for("cordis.tracker")]: { property: "ctx" } };
    send(root, session, turnStart(0, 1));
    expect(thrownBy(() => send(root, session, turnStart(2, 2)))).toBeInstanceOf(invariants.InvariantError);
  });

  it("hears events that are sent to some contexts only", async () => {
    const root = await mounted();
    const carrier = { [Context.filter]: () => false };
    const sent = (): void => root.emit(carrier, "session/event", { id: "a" }, turnStart(0, 9));
    expect(thrownBy(sent)).toBeInstanceOf(invariants.InvariantError);
  });

  it.each([
    ["no session", undefined, turnStart(0, 1)],
    ["no event", { id: "a" }, undefined],
    ["an event without a seq", { id: "a" }, { type: "turn/start", data: { turn: 1 } }],
    ["an event without a type", { id: "a" }, { seq: 0, data: {} }],
    ["citations that are no numbers", { id: "a" }, { ...turnStart(0, 1), sourceEventSeqs: ["0"] }],
  ])("throws on %s", async (_, session, event) => {
    const root = await mounted();
    expect(thrownBy(() => send(root, session, event))).toBeInstanceOf(invariants.InvariantError);
  });

  it("hears nothing when the registry filters it out", async () => {
    const root = await mounted({ package_blocklist: ["toh-session$"] });
    send(root, { id: "a" }, turnStart(0, 9));
  });

  it("hears nothing any more once it is unloaded", async () => {
    const root = new Context();
    await root.plugin(invariants);
    const fiber = root.plugin(companion);
    await fiber;
    await fiber.dispose();
    send(root, { id: "a" }, turnStart(0, 9));
  });
});

async function mounted(config?: invariants.InvariantsConfig): Promise<Context> {
  const root = new Context();
  await root.plugin(invariants, config);
  await root.plugin(companion);
  return root;
}

function turnStart(seq: number, turn: number): object {
  return { type: "turn/start", seq, time: 1, data: { turn } };
}

function send(root: Context, session: unknown, event: unknown): void {
  root.emit("session/event", session, event);
}

function thrownBy(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
