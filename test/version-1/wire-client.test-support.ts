import { PassThrough } from "node:stream";
import { JsonRpcLineTransport, type JsonRpcLineTransportOptions } from "@buckeyestudio/toh-sdk-protocol";
import {
  type HarnessHost,
  HarnessSdkJsonRpcServer,
  type HarnessSdkJsonRpcServerOptions,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { onTestFinished } from "vitest";
import { eventOf, isObject, isResponse, type JsonObject, pick } from "../compatibility/wire.test-support.ts";

/** Milliseconds until a test gives up waiting for one thing. Nothing waits this long but a failure. */
const LIMIT_MS = 15_000;

export interface WireClientOptions extends HarnessSdkJsonRpcServerOptions {
  readonly transport?: JsonRpcLineTransportOptions;
}

/**
 * A client of a host in this process: frames over two in-memory pipes, with a server of its own. Several of them on one
 * host are what several sockets would be: the loss of one ends no other.
 */
export class WireClient {
  /** What the server wrote, oldest first. */
  readonly frames: JsonObject[] = [];
  /** Answers the server's requests: a result, or undefined to leave it open. */
  onRequest: (frame: JsonObject) => object | undefined = () => undefined;
  readonly #toServer: PassThrough = new PassThrough();
  readonly #transport: JsonRpcLineTransport;
  #changed: (() => void)[] = [];
  #ids = 0;

  constructor(host: HarnessHost, { transport = {}, ...options }: WireClientOptions = {}) {
    const fromServer = new PassThrough();
    this.#transport = new JsonRpcLineTransport(this.#toServer, fromServer, transport);
    const server = new HarnessSdkJsonRpcServer(host, this.#transport, options);
    this.#transport.onRequest((method, params, context) => server.handleRequest(method, params, context));
    this.#transport.onNotification((method, params) => server.handleNotification(method, params));
    let rest = "";
    fromServer.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line));
      for (const changed of this.#changed.splice(0)) changed();
    });
    this.#transport.start();
    onTestFinished(() => this.lose());
  }

  /** Sends frames in one write. */
  send(...frames: readonly object[]): void {
    this.#toServer.write(frames.map((frame) => `${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`).join(""));
  }

  /** Sends a request and gives its response. */
  request(method: string, params?: object): Promise<JsonObject> {
    return this.response(this.post(method, params));
  }

  /** Sends a request and gives its id. */
  post(method: string, params?: object): string {
    const id = `q${++this.#ids}`;
    this.send({ id, method, ...(params === undefined ? {} : { params }) });
    return id;
  }

  /** The result of a request; fails on an error. */
  async result(method: string, params?: object): Promise<JsonObject> {
    const response = await this.request(method, params);
    const result = response["result"];
    if (!isObject(result)) throw new Error(`${method} answered ${JSON.stringify(response)}`);
    return result;
  }

  /** The handshake of version 1; `more` are further params. */
  initialize(cwd: string, more: object = {}): Promise<JsonObject> {
    return this.result("initialize", { cwd, protocolVersion: 1, ...more });
  }

  prompt(sessionId: string, text: string, more: object = {}): Promise<JsonObject> {
    return this.result("session/prompt", promptParams(sessionId, text, more));
  }

  async response(id: string | number): Promise<JsonObject> {
    return this.frame((frame) => isResponse(frame) && frame["id"] === id, `the response ${id}`);
  }

  async frame(fits: (frame: JsonObject) => boolean, what: string): Promise<JsonObject> {
    let found: JsonObject | undefined;
    await this.until(() => (found = this.frames.find(fits)) !== undefined, what);
    if (found === undefined) throw new Error(`no frame: ${what}`);
    return found;
  }

  /** A notification or a request of the server that fits, which may have come already. */
  told(method: string, params: object = {}): Promise<JsonObject> {
    const fits = (frame: JsonObject): boolean =>
      frame["method"] === method &&
      Object.entries(params).every(([name, value]) => pick(frame, "params", name) === value);
    return this.frame(fits, `${method} ${JSON.stringify(params)}`);
  }

  /** Resolves when this session's idle has come `count` times. */
  async idle(sessionId: string, count = 1): Promise<void> {
    await this.until(() => this.idles(sessionId) >= count, `${sessionId} idle (${count})`);
  }

  idles(sessionId: string): number {
    return this.frames.filter(
      (frame) =>
        frame["method"] === "session.status" &&
        pick(frame, "params", "sessionId") === sessionId &&
        pick(frame, "params", "status") === "idle",
    ).length;
  }

  /** The `count`th event of a type has come. */
  async event(sessionId: string, type: string, count = 1): Promise<JsonObject> {
    const found = (): readonly JsonObject[] => this.events(sessionId).filter((event) => event["type"] === type);
    await this.until(() => found().length >= count, `${type} of ${sessionId} (${count})`);
    return found()[count - 1] ?? {};
  }

  events(sessionId: string): JsonObject[] {
    return this.frames.flatMap((frame) =>
      pick(frame, "params", "sessionId") === sessionId ? [eventOf(frame)].filter(isObject) : [],
    );
  }

  /** Resolves once `holds`, asked after each arrival; fails at the time limit. */
  async until(holds: () => boolean, what: string): Promise<void> {
    const limit = AbortSignal.timeout(LIMIT_MS);
    const onLimit = (): void => this.#notify();
    limit.addEventListener("abort", onLimit);
    while (!holds()) {
      if (limit.aborted) throw new Error(this.#failure(what));
      await new Promise<void>((resolve) => this.#changed.push(resolve));
    }
    limit.removeEventListener("abort", onLimit);
  }

  /** The client is gone, as when a socket breaks. The host lives on. */
  lose(): void {
    this.#transport.close();
  }

  #take(frame: unknown): void {
    if (!isObject(frame)) throw new Error(`no frame: ${JSON.stringify(frame)}`);
    this.frames.push(frame);
    if (isResponse(frame) || !("id" in frame)) return;
    const result = this.onRequest(frame);
    if (result !== undefined) this.send({ id: frame["id"], result });
  }

  #notify(): void {
    for (const changed of this.#changed.splice(0)) changed();
  }

  #failure(what: string): string {
    const last = this.frames.slice(-5).map((frame) => JSON.stringify(frame).slice(0, 300));
    return `time is up before ${what}; ${this.frames.length} frames came, the last:\n${last.join("\n")}`;
  }
}

export function promptParams(sessionId: string, text: string, more: object = {}): object {
  return { sessionId, contentBlocks: [{ type: "text", text }], ...more };
}
