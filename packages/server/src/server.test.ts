import { describe, expect, it } from "vitest";
import { HostError } from "./index.ts";
import { Wire } from "./wire.test-support.ts";

const INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"cwd":"/w","provider":"p","model":"m"}}';
const INITIALIZED =
  '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"theopen-harness-sdk-runtime","version":"0.0.1"}}}';
const PROMPT =
  '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","contentBlocks":[{"type":"text","text":"hi"}]}}';
const NOT_INITIALIZED = '"error":{"code":-32600,"message":"initialize must succeed before any other request"}';

describe("initialize (spec §0.3, §0.5)", () => {
  it("hands route and folder to the host and answers with serverInfo alone", async () => {
    const wire = new Wire();
    expect(await wire.ask(INITIALIZE)).toBe(INITIALIZED);
    expect(wire.host.configurations).toEqual([{ cwd: "/w", provider: "p", model: "m" }]);
  });

  it("makes cwd absolute and passes maxTokens on", async () => {
    const wire = new Wire();
    await wire.ask('{"id":1,"method":"initialize","params":{"cwd":"sub","provider":"p","model":"m","maxTokens":64}}');
    expect(wire.host.configurations).toEqual([
      { cwd: `${process.cwd()}/sub`, provider: "p", model: "m", maxTokens: 64 },
    ]);
  });

  it.each([
    ["{}", "initialize cwd must be a non-empty string"],
    ['{"cwd":7,"provider":"p","model":"m"}', "initialize cwd must be a non-empty string"],
    ['{"cwd":"","provider":"p","model":"m"}', "initialize cwd must be a non-empty string"],
    ['{"cwd":"/w","model":"m"}', "initialize provider must be a non-empty string"],
    ['{"cwd":"/w","provider":"p"}', "initialize model must be a non-empty string"],
    [
      '{"cwd":"/w","provider":"p","model":"m","maxTokens":null}',
      "initialize maxTokens must be a positive safe integer",
    ],
    ['{"cwd":"/w","provider":"p","model":"m","maxTokens":0}', "initialize maxTokens must be a positive safe integer"],
    ['{"cwd":"/w","provider":"p","model":"m","maxTokens":1.5}', "initialize maxTokens must be a positive safe integer"],
    [
      '{"cwd":"/w","provider":"p","model":"m","maxTokens":9007199254740992}',
      "initialize maxTokens must be a positive safe integer",
    ],
    [
      '{"cwd":"/w","provider":"p","model":"m","maxTokens":"64"}',
      "initialize maxTokens must be a positive safe integer",
    ],
  ])("refuses %s with -32602 before the host hears of it", async (params, message) => {
    const wire = new Wire();
    const answer = await wire.ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${params}}`);
    expect(answer).toBe(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"${message}"}}`);
    expect(wire.host.configurations).toEqual([]);
  });

  it("keeps the host's text when it has no such provider", async () => {
    const wire = new Wire();
    wire.host.configure = async () => {
      throw new HostError("invalid-params", 'no adapter registered for provider "p"');
    };
    expect(await wire.ask(INITIALIZE)).toBe(
      String.raw`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no adapter registered for provider \"p\""}}`,
    );
  });
});

describe("the gate behind initialize (spec §0.5)", () => {
  it.each(["session/prompt", "no/such/method"])("answers %s with -32600 before it", async (method) => {
    const wire = new Wire();
    expect(await wire.ask(`{"jsonrpc":"2.0","id":9,"method":"${method}","params":{}}`)).toBe(
      `{"jsonrpc":"2.0","id":9,${NOT_INITIALIZED}}`,
    );
  });

  it("holds what is read behind a running one and answers it afterwards, in order", async () => {
    const wire = new Wire();
    let ready = (): void => undefined;
    wire.host.configure = () => new Promise((resolve) => (ready = resolve));
    wire.host.prompt = async ({ sessionId }) => `for-${sessionId}`;
    wire.say(INITIALIZE, PROMPT, PROMPT.replace('"id":2', '"id":3').replace('"s"', '"t"'));
    expect(wire.host.prompts).toEqual([]);
    await new Promise(setImmediate);
    ready();
    expect(await wire.hear(3)).toEqual([
      INITIALIZED,
      '{"jsonrpc":"2.0","id":2,"result":{"messageId":"for-s"}}',
      '{"jsonrpc":"2.0","id":3,"result":{"messageId":"for-t"}}',
    ]);
  });

  it("answers what waited with -32600 when it fails, and lets it be tried again", async () => {
    const wire = new Wire();
    wire.host.configure = async () => {
      throw new HostError("invalid-params", "nothing here");
    };
    wire.say(INITIALIZE, PROMPT);
    expect((await wire.hear(2)).sort()).toEqual([
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"nothing here"}}',
      `{"jsonrpc":"2.0","id":2,${NOT_INITIALIZED}}`,
    ]);
    wire.host.configure = async () => undefined;
    expect(await wire.ask(INITIALIZE)).toBe(INITIALIZED);
    expect(await wire.ask(PROMPT)).toBe('{"jsonrpc":"2.0","id":2,"result":{"messageId":"m-1"}}');
  });

  it("refuses a second one, which changes nothing", async () => {
    const wire = new Wire();
    await wire.ask(INITIALIZE);
    expect(await wire.ask(INITIALIZE.replace('"/w"', '"/other"'))).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"initialize was answered already: a connection has one"}}',
    );
    expect(wire.host.configurations).toHaveLength(1);
  });
});

describe("session/prompt (spec §0.3, §0.5)", () => {
  it("answers with the receipt's message id, and unknown blocks reach the host untouched", async () => {
    const wire = new Wire();
    await wire.initialize();
    const blocks = '[{"type":"text","text":"","x":1},{"type":"_own/block","y":[null]}]';
    expect(
      await wire.ask(
        `{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"../é","contentBlocks":${blocks},"more":1}}`,
      ),
    ).toBe('{"jsonrpc":"2.0","id":2,"result":{"messageId":"m-1"}}');
    expect(wire.host.prompts).toEqual([{ sessionId: "../é", contentBlocks: JSON.parse(blocks) }]);
  });

  const text = '[{"type":"text","text":"hi"}]';
  const picture = '{"attachmentId":"sha256:00","mediaType":"image/png","bytes":1,"width":1,"height":1}';
  it.each([
    [`{"contentBlocks":${text}}`, "sessionId must be a string"],
    [`{"sessionId":7,"contentBlocks":${text}}`, "sessionId must be a string"],
    [`{"sessionId":"","contentBlocks":${text}}`, "sessionId must not be empty"],
    [
      `{"sessionId":"${"é".repeat(257)}","contentBlocks":${text}}`,
      "sessionId must not be longer than 512 bytes of UTF-8",
    ],
    [String.raw`{"sessionId":"a\u0000","contentBlocks":${text}}`, "sessionId must not hold control characters"],
    [String.raw`{"sessionId":"a\ud83d","contentBlocks":${text}}`, "sessionId must not hold half a surrogate pair"],
    ['{"sessionId":"s"}', "contentBlocks must be a non-empty array of content blocks"],
    ['{"sessionId":"s","contentBlocks":null}', "contentBlocks must be a non-empty array of content blocks"],
    ['{"sessionId":"s","contentBlocks":"hi"}', "contentBlocks must be a non-empty array of content blocks"],
    ['{"sessionId":"s","contentBlocks":[]}', "contentBlocks must be a non-empty array of content blocks"],
    ['{"sessionId":"s","contentBlocks":[null]}', "contentBlocks[0] must be an object with a string type"],
    [
      '{"sessionId":"s","contentBlocks":[{"type":"text","text":"a"},{"type":1}]}',
      "contentBlocks[1].type must be a string",
    ],
    ['{"sessionId":"s","contentBlocks":[{"type":"text"}]}', "contentBlocks[0].text must be a string"],
    [
      '{"sessionId":"s","contentBlocks":[{"type":"reasoning","text":"a"}]}',
      "contentBlocks[0].type must not be reasoning: a prompt forges no history",
    ],
    [
      '{"sessionId":"s","contentBlocks":[{"type":"tool-call"}]}',
      "contentBlocks[0].type must not be tool-call: a prompt forges no history",
    ],
    [
      '{"sessionId":"s","contentBlocks":[{"type":"tool-result"}]}',
      "contentBlocks[0].type must not be tool-result: a prompt forges no history",
    ],
    ['{"sessionId":"s","contentBlocks":[{"type":"image"}]}', "contentBlocks[0].attachment must be an object"],
    [
      `{"sessionId":"s","contentBlocks":[{"type":"image","attachment":${picture.replace("png", "bmp")}}]}`,
      "contentBlocks[0].attachment.mediaType must be one of image/png, image/jpeg, image/webp, image/gif",
    ],
    [
      `{"sessionId":"s","contentBlocks":[{"type":"image","attachment":${picture.replace('"width":1', '"width":-1')}}]}`,
      "contentBlocks[0].attachment.width must be a non-negative safe integer",
    ],
  ])("refuses %s with -32602 and the member's name", async (params, message) => {
    const wire = new Wire();
    await wire.initialize();
    const answer = await wire.ask(`{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":${params}}`);
    expect(answer).toBe(
      JSON.stringify({ jsonrpc: "2.0", id: 2, error: { code: -32602, message: `session/prompt ${message}` } }),
    );
    expect(wire.host.prompts).toEqual([]);
  });

  it("takes a session id of 512 bytes and an image", async () => {
    const wire = new Wire();
    await wire.initialize();
    const params = `{"sessionId":"${"é".repeat(256)}","contentBlocks":[{"type":"image","attachment":${picture}}]}`;
    expect(await wire.ask(`{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":${params}}`)).toContain('"m-1"');
  });

  it("answers an internal error of the host with -32603 and its message alone", async () => {
    const wire = new Wire();
    await wire.initialize();
    wire.host.prompt = async () => {
      throw Object.assign(new Error("disk on fire"), { code: 7, data: { secret: 1 } });
    };
    expect(await wire.ask(PROMPT)).toBe('{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"disk on fire"}}');
  });

  it("answers an unknown method with -32601", async () => {
    const wire = new Wire();
    await wire.initialize();
    expect(await wire.ask('{"jsonrpc":"2.0","id":2,"method":"session/cancel","params":{}}')).toBe(
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"method not found: session/cancel"}}',
    );
  });
});
