import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FinishChunk, Message, ModelRequest, Provider, StreamChunk } from "@buckeyestudio/toh-llm";
import { onTestFinished } from "vitest";
import { asObject } from "./json.ts";
import { PROVIDERS } from "./registry.ts";
import type { ProviderOptions } from "./settings.ts";

/** A request that the server got, and the answer to write. */
export interface Exchange {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  readonly response: ServerResponse;
  /** Resolves when the connection is gone or the answer is written. */
  readonly closed: Promise<void>;
}

/** How the server answers one request. */
export type Play = (exchange: Exchange) => void | Promise<void>;

export interface ModelServer {
  readonly url: string;
  readonly exchanges: Exchange[];
  /** Resolves to the request of that number, counted from 0, once it is there. */
  exchange(index: number): Promise<Exchange>;
  /** How many connections are open. */
  connections(): Promise<number>;
}

/** A local HTTP server that plays one play a request, the last one again and again; closed when the test is done. */
export async function modelServer(...plays: readonly Play[]): Promise<ModelServer> {
  const exchanges: Exchange[] = [];
  let tell: () => void = () => undefined;
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const closed = new Promise<void>((resolve) => response.once("close", resolve));
      const body = asObject(JSON.parse(Buffer.concat(pieces).toString("utf8"))) ?? {};
      const exchange: Exchange = { path: incoming.url ?? "", headers: incoming.headers, body, response, closed };
      exchanges.push(exchange);
      tell();
      void plays[Math.min(exchanges.length, plays.length) - 1]?.(exchange);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    url: `http://127.0.0.1:${addressOf(server.address()).port}`,
    exchanges,
    exchange: async (index) => {
      for (;;) {
        const exchange = exchanges[index];
        if (exchange !== undefined) return exchange;
        await new Promise<void>((resolve) => (tell = resolve));
      }
    },
  };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}

/** Opens an answer of events and leaves it open. */
export function open({ response }: Exchange): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

/** Writes events: an object as its JSON, a text as it is. */
export function send({ response }: Exchange, ...list: readonly (object | string)[]): void {
  for (const event of list) response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
}

/** Answers with these events and nothing after them. */
export function events(...list: readonly (object | string)[]): Play {
  return (exchange) => {
    open(exchange);
    send(exchange, ...list);
    exchange.response.end();
  };
}

/** Answers with these deltas, a finish, the usage if there is one, and the end. */
export function chat(deltas: readonly object[], finishReason: string = "stop", usage?: object): Play {
  return events(
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finishReason),
    ...(usage === undefined ? [] : [{ id: "c", choices: [], usage }]),
    "[DONE]",
  );
}

/** One event of a chat completion. */
export function chunk(delta: object, finishReason?: string): object {
  return {
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finishReason ?? null }],
  };
}

/** Answers with a status and a body. */
export function refuse(status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Play {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** The provider `openai-compatible` at that address. */
export async function compatible(url: string, options: ProviderOptions = {}, key?: string): Promise<Provider> {
  return provider("openai-compatible", { TOH_BASE_URL: url, TOH_API_KEY: key }, options);
}

/** A provider by its name, with the variables that it sees. */
export async function provider(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  options: ProviderOptions = {},
): Promise<Provider> {
  const openProvider = PROVIDERS.get(name);
  if (openProvider === undefined) throw new Error(`no provider ${name}`);
  return openProvider({ cwd: "/nowhere", model: "m", env, options });
}

/** A request with that history; a text is a prompt. */
export function request(messages: string | readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    sessionId: "s",
    model: "m",
    tools: [],
    messages: typeof messages === "string" ? [prompt(messages)] : messages,
    ...more,
  };
}

export function prompt(text: string): Message {
  return { id: "u", role: "user", source: { kind: "user" }, content: [{ type: "text", text }] };
}

/** All chunks of a call that nobody aborts. */
export async function call(model: Provider, asked: ModelRequest = request("hi")): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  for await (const piece of model.stream(asked, { signal: new AbortController().signal })) chunks.push(piece);
  return chunks;
}

/** How a call ended that nobody aborts. */
export async function finish(model: Provider, asked?: ModelRequest): Promise<FinishChunk | undefined> {
  const last = (await call(model, asked)).at(-1);
  return last?.type === "finish" ? last : undefined;
}
