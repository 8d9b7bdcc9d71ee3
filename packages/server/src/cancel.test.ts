import { describe, expect, it } from "vitest";
import { initialize, SessionWire } from "./session-wire.test-support.ts";

const PROMPT = '"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}';
const CANCELLED = (id: string, message = "the call was cancelled"): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":-32800,"message":"${message}","data":{"kind":"cancelled","retryable":false}}}`;
const RECEIPT = '{"messageId":"m-1","mode":"queue","position":0}';

/** A prompt that the host is working on. */
async function prompting(id = "1"): Promise<{ wire: SessionWire; signal: AbortSignal; settle: () => void }> {
  const wire = new SessionWire();
  await wire.agree();
  let settle = (): void => undefined;
  const asked = new Promise<AbortSignal>((resolve) => {
    wire.host.answers.submit = (_, { signal }) => {
      resolve(signal);
      return new Promise((answer, reject) => {
        settle = () => answer({ messageId: "m-1", mode: "queue", position: 0 });
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    };
  });
  wire.say(`{"id":${id},${PROMPT}`);
  return { wire, signal: await asked, settle: () => settle() };
}

describe("$/cancelRequest (spec §1.3)", () => {
  it.each(["1", "0", '""', '"req_1"', "1.5", "-1"])(
    "ends the call with the id %s before its receipt: -32800",
    async (id) => {
      const { wire, signal } = await prompting(id);
      expect(await wire.ask(`{"method":"$/cancelRequest","params":{"id":${id}}}`)).toBe(CANCELLED(id));
      expect(signal.aborted).toBe(true);
    },
  );

  it("gives its reason back", async () => {
    const { wire } = await prompting();
    expect(await wire.ask('{"method":"$/cancelRequest","params":{"id":1,"reason":"enough"}}')).toBe(
      CANCELLED("1", "enough"),
    );
  });

  it("is too late once the receipt is durable: the result comes, and the work stays", async () => {
    const { wire, settle } = await prompting();
    settle();
    wire.say('{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.hear(1)).toEqual([`{"jsonrpc":"2.0","id":1,"result":${RECEIPT}}`]);
  });

  it("leaves the choice to a host that has done its work when it is told", async () => {
    const wire = new SessionWire();
    await wire.agree();
    const asked = new Promise<void>((reached) => {
      wire.host.answers.submit = async (_, { signal }) => {
        const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        reached();
        await aborted;
        return { messageId: "m-1", mode: "queue", position: 0 };
      };
    });
    wire.say(`{"id":1,${PROMPT}`);
    await asked;
    wire.say('{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.hear(1)).toEqual([`{"jsonrpc":"2.0","id":1,"result":${RECEIPT}}`]);
  });

  it("is answered as cancelled also where code below the host throws an AbortError of its own", async () => {
    const wire = new SessionWire();
    await wire.agree();
    const asked = new Promise<void>((reached) => {
      wire.host.answers.close = async (_, { signal }) => {
        const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        reached();
        await aborted;
        throw new DOMException("The operation was aborted", "AbortError");
      };
    });
    wire.say('{"id":1,"method":"session/close","params":{"sessionId":"s","mode":"drain"}}');
    await asked;
    wire.say('{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.hear(1)).toEqual([CANCELLED("1")]);
  });

  it.each(['{"id":2}', '{"id":"1"}', '{"id":null}', "{}", '{"id":[1]}', "[]"])(
    "with %s is for nobody, is ignored and not remembered",
    async (params) => {
      const { wire, signal, settle } = await prompting();
      wire.say(`{"method":"$/cancelRequest","params":${params}}`);
      wire.host.answers.get = async () => {
        throw new Error("reached");
      };
      expect(await wire.ask('{"id":2,"method":"session/get","params":{"sessionId":"s"}}')).toContain("reached");
      settle();
      expect(await wire.hear(1)).toEqual([`{"jsonrpc":"2.0","id":1,"result":${RECEIPT}}`]);
      expect(signal.aborted).toBe(false);
    },
  );

  it("of an id that was answered is ignored: the next call with that id runs", async () => {
    const wire = new SessionWire();
    await wire.agree();
    await wire.ask(`{"id":1,${PROMPT}`);
    wire.say('{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.ask(`{"id":1,${PROMPT}`)).toBe(`{"jsonrpc":"2.0","id":1,"result":${RECEIPT}}`);
  });

  it("does not cancel initialize", async () => {
    const wire = new SessionWire();
    let isAborted: boolean | undefined;
    wire.host.answers.configureRoute = async (_, { signal }) => {
      await new Promise(setImmediate);
      isAborted = signal.aborted;
      return { provider: "p", model: "m" };
    };
    wire.say(initialize(""), '{"method":"$/cancelRequest","params":{"id":0}}');
    const [answer] = await wire.hear(1);
    expect(answer).toContain('"protocolVersion":1');
    expect(isAborted).toBe(false);
  });

  it("cancels what waits behind initialize, which the host then never hears of", async () => {
    const wire = new SessionWire();
    wire.say(initialize(""), `{"id":1,${PROMPT}`, '{"method":"$/cancelRequest","params":{"id":1}}');
    expect((await wire.hear(2))[1]).toBe(CANCELLED("1"));
    expect(wire.host.asked.map(([method]) => method)).toEqual(["configureRoute"]);
  });

  it("does not cancel shutdown", async () => {
    const wire = new SessionWire();
    await wire.agree();
    wire.say('{"id":1,"method":"shutdown"}', '{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.hear(1)).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
  });

  it("is nothing to a connection of version 0", async () => {
    const wire = new SessionWire();
    await wire.initialize();
    wire.say(`{"id":1,${PROMPT}`, '{"method":"$/cancelRequest","params":{"id":1}}');
    expect(await wire.hear(1)).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"messageId":"m-1"}}']);
  });
});

describe("an id that is in flight (spec §1.2)", () => {
  it("is not taken twice in version 1", async () => {
    const { wire, settle } = await prompting();
    expect(await wire.ask('{"id":1,"method":"session/get","params":{"sessionId":"s"}}')).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the id of a request that is not answered yet","data":{"kind":"invalid-request","retryable":false}}}',
    );
    expect(await wire.ask('{"id":"1","method":"session/get","params":{"sessionId":"s"}}')).toContain(
      '"id":"1","result"',
    );
    settle();
    expect(await wire.hear(1)).toEqual([`{"jsonrpc":"2.0","id":1,"result":${RECEIPT}}`]);
  });

  it("is answered twice in version 0", async () => {
    const wire = new SessionWire();
    await wire.initialize();
    wire.say(`{"id":1,${PROMPT}`, `{"id":1,${PROMPT}`);
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"messageId":"m-1"}}';
    expect(await wire.hear(2)).toEqual([answer, answer]);
  });
});
