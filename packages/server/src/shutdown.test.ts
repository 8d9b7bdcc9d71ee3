import { afterEach, describe, expect, it, vi } from "vitest";
import { HostError } from "./index.ts";
import { Wire } from "./wire.test-support.ts";

const SHUTDOWN = '{"jsonrpc":"2.0","id":5,"method":"shutdown"}';
const PROMPT =
  '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}';
const REFUSED = '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"SDK server is shutting down"}}';

afterEach(() => vi.useRealTimers());

describe("shutdown (spec §0.6)", () => {
  it("never waits for initialize", async () => {
    const wire = new Wire();
    expect(await wire.ask(SHUTDOWN)).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
    expect(wire.host.disposed).toBe(1);
  });

  it("ends the host once, however often it is asked, and answers each", async () => {
    const wire = new Wire();
    await wire.initialize();
    wire.say(SHUTDOWN, SHUTDOWN.replace("5", "6"));
    expect(await wire.hear(2)).toEqual([
      '{"jsonrpc":"2.0","id":5,"result":{}}',
      '{"jsonrpc":"2.0","id":6,"result":{}}',
    ]);
    expect(wire.host.disposed).toBe(1);
    expect(wire.host.peers).toEqual([]);
  });

  it("notifies nothing once it has been read", async () => {
    const wire = new Wire();
    await wire.initialize();
    wire.host.dispose = async () => {
      for (const peer of wire.host.peers) void peer.emit({ kind: "status", sessionId: "s", status: "idle" });
    };
    expect(await wire.ask(SHUTDOWN)).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
  });

  it("refuses a prompt that it would drop, and answers what was read before it first", async () => {
    const wire = new Wire();
    await wire.initialize();
    let receipt = (_: string): void => undefined;
    const taken = new Promise<void>((resolve) => {
      wire.host.prompt = () => {
        resolve();
        return new Promise((answer) => (receipt = answer));
      };
    });
    wire.host.dispose = async () => receipt("m-9");
    wire.say(PROMPT.replace('"id":2', '"id":1'));
    await taken;
    wire.say(SHUTDOWN, PROMPT);
    const answers = await wire.hear(3);
    expect(answers.slice(0, 2).sort()).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"messageId":"m-9"}}', REFUSED]);
    expect(answers[2]).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
  });

  it("refuses a prompt that waits behind a running initialize", async () => {
    const wire = new Wire();
    wire.say(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"cwd":"/w","provider":"p","model":"m"}}',
      PROMPT,
      SHUTDOWN,
    );
    const [initialized, refused, ended] = await wire.hear(3);
    expect(initialized).toContain('"id":1,"result"');
    expect(refused).toBe(REFUSED);
    expect(ended).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
  });

  it("refuses with the recorded text what the host refuses because it is ending", async () => {
    const wire = new Wire();
    await wire.initialize();
    wire.host.prompt = async () => {
      throw new HostError("shutting-down", "closed for today");
    };
    expect(await wire.ask(PROMPT)).toBe(REFUSED);
  });

  it("says so when its deadline cut it, with the deadline handed to the host", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const wire = new Wire({ shutdownTimeoutMs: 250 });
    const asked = new Promise<AbortSignal>((resolve) => {
      wire.host.dispose = (signal) => {
        resolve(signal);
        return new Promise(() => undefined);
      };
    });
    wire.say(SHUTDOWN);
    const deadline = await asked;
    await vi.advanceTimersByTimeAsync(249);
    expect(deadline.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await wire.hear(1)).toEqual([
      '{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"shutdown was cut after 250 ms: the host did not end its work"}}',
    ]);
    expect(deadline.aborted).toBe(true);
  });
});
