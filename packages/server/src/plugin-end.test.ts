import { once } from "node:events";
import { Writable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Mounted } from "./plugin.test-support.ts";

const SHUTDOWN = '{"jsonrpc":"2.0","id":5,"method":"shutdown"}';
const ENDED = '{"jsonrpc":"2.0","id":5,"result":{}}';
const PROMPT =
  '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}';
const INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"cwd":"/w","provider":"p","model":"m"}}';

const STREAM_EVENTS = ["data", "end", "close", "error", "drain"];

/** Who still listens to the streams of the plugin, but for what a bare pipe has itself. */
function listeners({ toServer, fromServer }: Mounted): number {
  const bare = new Mounted();
  const count = (mounted: Pick<Mounted, "toServer" | "fromServer">): number =>
    STREAM_EVENTS.reduce(
      (sum, event) => sum + mounted.toServer.listenerCount(event) + mounted.fromServer.listenerCount(event),
      0,
    );
  return count({ toServer, fromServer }) - count(bare);
}

async function prompted(): Promise<Mounted> {
  const mounted = await new Mounted().mount();
  await mounted.initialize();
  mounted.say(PROMPT);
  await mounted.hear(4);
  return mounted;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("shutdown through the plugin (spec §0.6)", () => {
  it("ends the agents, answers, ends the tree of contexts, and exits with 0, in this order", async () => {
    const log: string[] = [];
    const mounted = await new Mounted().mount({ exit: (code) => void log.push(`exit ${code}`) });
    await mounted.initialize();
    mounted.say(PROMPT);
    await mounted.hear(4);
    mounted.agents.ending = async (sessionId) => void log.push(`agent ${sessionId} ends`);
    const ended = new Promise<void>((resolve) => {
      mounted.root.effect(() => async () => {
        await new Promise(setImmediate);
        log.push("tree ends");
        setImmediate(resolve);
      });
    });
    mounted.fromServer.on("data", (chunk) => void log.push(String(chunk)));
    mounted.say(SHUTDOWN);
    await ended;
    expect(log).toEqual(["agent s ends", `${ENDED}\n`, "tree ends", "exit 0"]);
  });

  it("answers each one and exits once", async () => {
    const mounted = await new Mounted().mount();
    mounted.say(SHUTDOWN, SHUTDOWN.replace("5", "6"));
    expect(await mounted.hear(2)).toEqual([ENDED, ENDED.replace("5", "6")]);
    await mounted.left;
    await new Promise(setImmediate);
    expect(mounted.exits).toEqual([0]);
  });

  it("ends nothing more while the answer is not out", async () => {
    let out: (() => void) | undefined;
    const output = new Writable({
      write: (chunk, _, done) => {
        if (out !== undefined) done();
        else {
          out = done;
          output.emit("taken", String(chunk));
        }
      },
    });
    const mounted = await new Mounted().mount({ output });
    let treeEnds = false;
    mounted.root.effect(() => () => (treeEnds = true));
    mounted.say(SHUTDOWN);
    expect(await once(output, "taken")).toEqual([`${ENDED}\n`]);
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    expect(treeEnds).toBe(false);
    out?.();
    await mounted.left;
    expect(treeEnds).toBe(true);
    expect(mounted.exits).toEqual([0]);
  });

  it("leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const mounted = await prompted();
    mounted.say(SHUTDOWN);
    await mounted.left;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("tells nothing of what the ending agents do", async () => {
    const mounted = await prompted();
    mounted.agents.ending = async (sessionId) => {
      const agent = mounted.agents.get(sessionId);
      mounted.root.emit("agent/status", { agent, status: "idle" });
    };
    expect(await mounted.ask(SHUTDOWN)).toBe(ENDED);
    await mounted.left;
    expect(mounted.fromServer.readableLength).toBe(0);
  });

  it("leaves agents alone that the client did not make", async () => {
    const mounted = await prompted();
    mounted.agents.open("other");
    await mounted.ask(SHUTDOWN);
    await mounted.left;
    expect(mounted.agents.ended).toEqual(["s"]);
  });

  it("refuses the prompt whose agent is still being made, and ends that agent", async () => {
    const mounted = await new Mounted().mount();
    await mounted.initialize();
    let create = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      mounted.agents.creating = () => {
        resolve();
        return new Promise((ready) => (create = ready));
      };
    });
    mounted.say(PROMPT);
    await asked;
    mounted.say(SHUTDOWN);
    await new Promise(setImmediate);
    expect(mounted.fromServer.readableLength).toBe(0);
    create();
    expect(await mounted.hear(2)).toEqual([
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"SDK server is shutting down"}}',
      ENDED,
    ]);
    expect(mounted.agents.prompts).toEqual([]);
    expect(mounted.agents.ended).toEqual(["s"]);
    await mounted.left;
  });

  it("answers with what an agent failed with as it was ended, and does not exit", async () => {
    const mounted = await prompted();
    mounted.agents.ending = () => Promise.reject(new Error("the log is full"));
    expect(await mounted.ask(SHUTDOWN)).toBe(
      '{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"the log is full"}}',
    );
    await new Promise(setImmediate);
    expect(mounted.exits).toEqual([]);
    await mounted.root.fiber.dispose();
    expect(listeners(mounted)).toBe(0);
  });

  it("serves the process itself where no streams are configured", async () => {
    const mounted = new Mounted();
    const exited = new Promise((resolve) => {
      const standIns = { stdin: mounted.toServer, stdout: mounted.fromServer, exit: resolve };
      vi.stubGlobal("process", Object.create(process, Object.getOwnPropertyDescriptors(standIns)));
    });
    await mounted.mount({ input: undefined, output: undefined, exit: undefined });
    expect(await mounted.ask(SHUTDOWN)).toBe(ENDED);
    expect(await exited).toBe(0);
  });

  it("exits with 0 when nobody can read the answer any more", async () => {
    const mounted = await prompted();
    mounted.fromServer.destroy(new Error("EPIPE"));
    mounted.say(SHUTDOWN);
    await mounted.left;
    expect(mounted.exits).toEqual([0]);
    expect(mounted.agents.ended).toEqual(["s"]);
  });

  it("exits with 1 when another plugin does not end within 5 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const mounted = await new Mounted().mount();
    const ending = new Promise<void>((resolve) => {
      mounted.root.effect(() => () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    mounted.say(SHUTDOWN);
    await ending;
    await vi.advanceTimersByTimeAsync(4999);
    expect(mounted.exits).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(mounted.exits).toEqual([1]);
  });
});

describe("unloading the plugin", () => {
  it("ends its agents and its serving, and neither the process nor the streams", async () => {
    const mounted = await prompted();
    await mounted.fiber?.dispose();
    expect(mounted.agents.ended).toEqual(["s"]);
    expect(listeners(mounted)).toBe(0);
    mounted.say(PROMPT);
    mounted.root.emit("agent/status", { agent: { id: "o", session: { id: "o", header: {} } }, status: "idle" });
    await new Promise(setImmediate);
    expect(mounted.fromServer.readableLength).toBe(0);
    expect(mounted.fromServer.writable && mounted.toServer.readable).toBe(true);
    expect(mounted.exits).toEqual([]);
  });

  it("leaves nothing when the whole tree is disposed", async () => {
    const mounted = await prompted();
    await mounted.root.fiber.dispose();
    expect(mounted.agents.ended).toEqual(["s"]);
    expect(listeners(mounted)).toBe(0);
    expect(mounted.root.fiber.getEffects()).toEqual([]);
    expect(mounted.exits).toEqual([]);
  });

  it("does not wait for a loader that waits for it", async () => {
    const mounted = await new Mounted().mount();
    const asked = new Promise<void>((resolve) => {
      const wait = (): Promise<void> => {
        resolve();
        return new Promise(() => undefined);
      };
      mounted.root.provide("loader", { await: wait });
    });
    mounted.say(INITIALIZE);
    await asked;
    await mounted.fiber?.dispose();
    expect(await mounted.hear(1)).toEqual([
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"SDK server is shutting down"}}',
    ]);
    expect(listeners(mounted)).toBe(0);
  });

  it("serves again when it is loaded again", async () => {
    const mounted = await prompted();
    await mounted.fiber?.dispose();
    await mounted.load();
    await mounted.initialize();
    mounted.say(PROMPT);
    expect((await mounted.hear(4))[3]).toBe('{"jsonrpc":"2.0","id":2,"result":{"messageId":"m-2"}}');
    await mounted.fiber?.dispose();
  });
});
