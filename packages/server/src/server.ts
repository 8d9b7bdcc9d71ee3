import { setMaxListeners } from "node:events";
import {
  type Agreement,
  ErrorCode,
  errorOfKind,
  type InitializeResult,
  JsonRpcResponseError,
  type JsonRpcTransportPeer,
  type SessionPromptResult,
} from "@buckeyestudio/toh-sdk-protocol";
import { ClientPeer } from "./client-peer.ts";
import { FactWriter } from "./fact-writer.ts";
import { Handshake } from "./handshake.ts";
import type { HarnessHost, HostConnection } from "./host.ts";
import { LinkedSignal } from "./linked-signal.ts";
import { negotiate } from "./negotiation.ts";
import { Notifier } from "./notifier.ts";
import { readConfiguration, readPrompt } from "./params.ts";
import { isSessionHost } from "./session-host.ts";
import { SHUTTING_DOWN, shuttingDown, translated } from "./version-0-errors.ts";
import type { Version1 } from "./version-1.ts";

export interface HarnessSdkJsonRpcServerOptions {
  /** Whether a child that ended at its output ceiling counts as `ok` in `subagent.finished`. Default false. */
  readonly maxTokensAsSuccess?: boolean;
  /** Milliseconds that `shutdown` gives the host to end its work, before it rejects. Default 5000 (spec §0.6). */
  readonly shutdownTimeoutMs?: number;
  /** How many requests of a version 1 client may wait for their answer at once. Default 1024 (spec §1.10). */
  readonly maxInFlightRequests?: number;
  /** What tells this process from others to a version 1 client. Default: minted once a process (spec §1.1). */
  readonly runtimeId?: string;
}

/** What a transport says of the request it hands over. */
export interface RequestContext {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** `serverInfo` of every runtime of this protocol (spec §0.3); clients do not check the version. */
export const SERVER_INFO: Readonly<InitializeResult["serverInfo"]> = Object.freeze({
  name: "theopen-harness-sdk-runtime",
  version: "0.0.1",
});

/**
 * Answers the protocol for one client of a host, in the version that the client asks for (spec §1.1): version 1 where the
 * host has it. The caller owns the transport and hands over each request to {@link handleRequest} and each notification
 * to {@link handleNotification}, in wire order. Notifications go out through the transport from construction on, and wait
 * on its `drained()` where it has one; its `agree()`, where it has one, is told what was agreed.
 */
export class HarnessSdkJsonRpcServer {
  readonly #host: HarnessHost;
  readonly #transport: JsonRpcTransportPeer;
  readonly #options: HarnessSdkJsonRpcServerOptions;
  readonly #notifier: Notifier;
  readonly #peer: ClientPeer;
  readonly #connection: HostConnection;
  readonly #handshake: Handshake = new Handshake();
  readonly #shutdownTimeoutMs: number;
  #version1: Version1 | undefined;
  // Requests that were read and not yet answered: shutdown answers after them.
  readonly #inWork: Set<Promise<unknown>> = new Set();
  // Aborted when the time for ending is up.
  readonly #cut: AbortController = new AbortController();
  // Aborted when no more work is taken, which also ends calls that only wait for something to happen.
  readonly #intake: AbortController = new AbortController();
  #closing: Promise<void> | undefined;
  #ending: Promise<Record<string, never>> | undefined;

  constructor(host: HarnessHost, transport: JsonRpcTransportPeer, options: HarnessSdkJsonRpcServerOptions = {}) {
    this.#host = host;
    this.#transport = transport;
    this.#options = options;
    this.#notifier = new Notifier(transport);
    this.#peer = new ClientPeer(new FactWriter(this.#notifier, options.maxTokensAsSuccess ?? false));
    this.#connection = host.connect(this.#peer);
    this.#shutdownTimeoutMs = options.shutdownTimeoutMs ?? 5000;
    // One listener a request in work: as many as a client has open are no leak.
    setMaxListeners(0, this.#cut.signal);
  }

  /** Answers one request; rejects with the `JsonRpcResponseError` to send. Methods that are not known get `-32601`. */
  handleRequest(method: string, params: Record<string, unknown>, context: RequestContext = {}): Promise<unknown> {
    if (method === "shutdown") return this.shutdown();
    const answer = this.#answer(method, params, context);
    const done: Promise<unknown> = answer.then(
      () => this.#inWork.delete(done),
      () => this.#inWork.delete(done), // the transport sends the error: it holds the same promise
    );
    this.#inWork.add(done);
    return answer;
  }

  /** Takes a notification of the client. Version 0 has none, and what is not known is ignored. */
  handleNotification(method: string, params: Record<string, unknown>): void {
    this.#version1?.notified(method, params);
  }

  /** Opens the connection (spec §0.3.1, §1.1). Params are checked here. */
  async initialize(params: Record<string, unknown>, context: RequestContext = {}): Promise<InitializeResult> {
    let result: InitializeResult = { serverInfo: { ...SERVER_INFO } };
    await this.#handshake.open(async () => {
      const version = negotiate(params, isSessionHost(this.#connection) ? 1 : 0);
      const linked = this.#link(context);
      try {
        if (version === 1) {
          result = await this.#openVersion1(params, linked.signal);
          return;
        }
        this.#refuseWhenEnding();
        await translated(this.#connection.configure(readConfiguration(params), { signal: linked.signal }));
        this.#agree({ version: 0 });
      } finally {
        linked.release();
      }
    });
    return result;
  }

  /** Queues a prompt of version 0 (spec §0.3.2) once the connection is open: resolves after its receipt has been sent as an event. */
  async prompt(params: Record<string, unknown>, context: RequestContext = {}): Promise<SessionPromptResult> {
    this.#refuseWhenEnding();
    const prompt = readPrompt(params);
    const linked = this.#link(context);
    try {
      const { messageId } = await translated(this.#connection.prompt(prompt, { signal: linked.signal }));
      return { messageId };
    } finally {
      linked.release();
    }
  }

  /**
   * Ends the host's work: prompts are refused, and what was read before is answered first. A client of version 0 is notified
   * of nothing from the first call on, one of version 1 of how everything ends (spec §0.6). Every caller gets the same
   * ending. Rejects when the deadline cut it.
   */
  shutdown(): Promise<Record<string, never>> {
    return (this.#ending ??= this.#end());
  }

  /**
   * The client is gone, or never comes to shut down: its connection ends, and the host goes on with its work and with other
   * clients. For carriers other than standard streams, where the loss of the client ends the runtime (spec §0.6).
   */
  close(): Promise<void> {
    this.#notifier.stop();
    return (this.#closing ??= this.#connection.end());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #answer(method: string, params: Record<string, unknown>, context: RequestContext): Promise<unknown> {
    if (method === "initialize") return this.initialize(params, context);
    // No tick is spent at an open gate: two refusals leave in the order in which their requests were read.
    if (!this.#handshake.isOpen) await this.#handshake.pass();
    if (this.#version1 !== undefined) {
      // What is not known is that, also at the end (spec §1.2.6).
      if (this.#version1.has(method)) this.#intake.signal.throwIfAborted();
      const linked = this.#link(context);
      try {
        return await this.#version1.answer(method, params, linked.signal);
      } finally {
        linked.release();
      }
    }
    if (method === "session/prompt") return this.prompt(params, context);
    throw new JsonRpcResponseError(ErrorCode.methodNotFound, `method not found: ${method}`);
  }

  /** What version 1 needs is loaded for a client that speaks it: the first line of another is answered without. */
  async #openVersion1(params: Record<string, unknown>, signal: AbortSignal): Promise<InitializeResult> {
    const { shakeHands } = await import("./version-1.ts");
    const connection = this.#connection;
    if (!isSessionHost(connection)) throw new Error("a host of version 0 was asked for version 1");
    const { maxTokensAsSuccess = false, maxInFlightRequests = 1024, runtimeId } = this.#options;
    const { version1, result } = await shakeHands(
      params,
      {
        connection,
        offered: this.#host.capabilities,
        transport: this.#transport,
        peer: this.#peer,
        notifier: this.#notifier,
        serverInfo: { ...SERVER_INFO },
        maxTokensAsSuccess,
        maxInFlightRequests,
        runtimeId,
        ending: this.#intake.signal,
      },
      signal,
    );
    this.#agree({ version: 1, maxFrameBytes: version1.maxFrameBytes });
    this.#version1 = version1;
    return result;
  }

  #agree(agreement: Agreement): void {
    if (isAgreeing(this.#transport)) this.#transport.agree(agreement);
  }

  async #end(): Promise<Record<string, never>> {
    // A version 1 client hears how everything ends, another one nothing more (spec §0.6).
    if (this.#version1 === undefined) this.#notifier.stop();
    this.#intake.abort(errorOfKind("shutting-down", SHUTTING_DOWN));
    const late = `shutdown was cut after ${this.#shutdownTimeoutMs} ms: the host did not end its work`;
    const timer = setTimeout(() => this.#cut.abort(new Error(late)), this.#shutdownTimeoutMs);
    const { signal } = this.#cut;
    const cut = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    try {
      // What was read before is answered meanwhile: each prompt by its receipt or a refusal (spec §0.6).
      await Promise.race([Promise.all([this.#host.dispose(signal), ...this.#inWork]), cut]);
      await Promise.race([this.#version1?.allPassed(), cut]);
      await this.close();
      return {};
    } finally {
      clearTimeout(timer);
    }
  }

  /** To be released when the call is over. */
  #link({ signal }: RequestContext): LinkedSignal {
    return new LinkedSignal(signal === undefined ? [this.#cut.signal] : [signal, this.#cut.signal]);
  }

  #refuseWhenEnding(): void {
    if (this.#ending !== undefined) throw shuttingDown();
  }
}

interface AgreeingPeer extends JsonRpcTransportPeer {
  agree(agreement: Agreement): void;
}

function isAgreeing(transport: JsonRpcTransportPeer): transport is AgreeingPeer {
  return "agree" in transport && typeof transport.agree === "function";
}
