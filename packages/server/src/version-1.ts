import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import {
  CAPABILITY_OF_REQUEST,
  DEFAULT_MAX_FRAME_BYTES,
  errorOfKind,
  type InitializeResultV1,
  type JsonRpcTransportPeer,
  loadRequestValidators,
  type RequestValidators,
  type ServerCapabilities,
} from "@buckeyestudio/toh-sdk-protocol";
import { ClientCalls } from "./client-calls.ts";
import type { ClientPeer } from "./client-peer.ts";
import { FactStream } from "./fact-stream.ts";
import type { HostCapabilities } from "./host.ts";
import { InFlight } from "./in-flight.ts";
import type { Notifier } from "./notifier.ts";
import type { SessionHostConnection } from "./session-host.ts";
import {
  clampedTools,
  type MethodContext,
  notAgreed,
  SESSION_METHODS,
  type SessionMethod,
  type SessionMethods,
} from "./session-methods.ts";
import { invalidParams, wireError } from "./wire-errors.ts";

/** What a server brings to the handshake. */
export interface ServerParts {
  readonly connection: SessionHostConnection;
  readonly offered: HostCapabilities;
  readonly transport: JsonRpcTransportPeer;
  readonly peer: ClientPeer;
  readonly notifier: Notifier;
  readonly serverInfo: InitializeResultV1["serverInfo"];
  readonly maxTokensAsSuccess: boolean;
  readonly maxInFlightRequests: number;
  readonly runtimeId: string | undefined;
  /** Aborted, with the error to answer with, when the server takes no more work. */
  readonly ending: AbortSignal;
}

/** One id for the process, where nobody gives another (spec §1.1). */
const RUNTIME_ID: string = randomUUID();

/**
 * Shakes hands with a client that asks for version 1 (spec §1.1). Rejects with the error to answer with; then nothing
 * has changed.
 */
export async function shakeHands(
  params: Readonly<Record<string, unknown>>,
  parts: ServerParts,
  signal: AbortSignal,
): Promise<{ readonly version1: Version1; readonly result: InitializeResultV1 }> {
  try {
    const validators = await loadRequestValidators();
    if (!validators.isParams("initialize", params)) {
      throw invalidParams("initialize", validators.checkParams("initialize", params) ?? []);
    }
    if (params.cwd === "") {
      throw invalidParams("initialize", [{ path: "params.cwd", message: "must be a non-empty string" }]);
    }
    parts.ending.throwIfAborted();
    const { cwd, provider, model, maxTokens, tools, capabilities: wanted = {}, limits = {} } = params;
    const capabilities = offeredBy(parts);
    const route = await parts.connection.configureRoute(
      {
        cwd: resolve(cwd),
        ...(provider === undefined ? {} : { provider }),
        ...(model === undefined ? {} : { model }),
        ...(maxTokens === undefined ? {} : { maxTokens }),
        // Without the capability in the result a client knows that its tools are not called.
        ...(tools === undefined || capabilities.tools === undefined ? {} : { tools: clampedTools(tools) }),
      },
      { signal },
    );
    const { transport, connection, notifier, maxTokensAsSuccess, maxInFlightRequests } = parts;
    const maxFrameBytes = limits.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES;
    const facts = new FactStream(notifier, { maxTokensAsSuccess, choice: wanted.notifications ?? {} });
    const approvals = wanted.approvals !== undefined && capabilities.approvals !== undefined;
    const calls = new ClientCalls({ transport, facts, validators, approvals, tools: capabilities.tools !== undefined });
    parts.peer.upgrade(facts, calls);
    const version1 = new Version1(
      { connection, facts, capabilities, maxFrameBytes, ending: parts.ending },
      validators,
      new InFlight(maxInFlightRequests, transport),
    );
    return {
      version1,
      result: {
        serverInfo: parts.serverInfo,
        protocolVersion: 1,
        capabilities,
        limits: { maxFrameBytes: receivedAtMost(transport), maxInFlightRequests },
        route: { provider: route.provider, model: route.model },
        runtimeId: parts.runtimeId ?? RUNTIME_ID,
      },
    };
  } catch (error) {
    throw wireError(error, signal);
  }
}

/** A connection that agreed to version 1. */
export class Version1 {
  readonly #context: MethodContext;
  readonly #validators: RequestValidators;
  readonly #inFlight: InFlight;

  constructor(context: MethodContext, validators: RequestValidators, inFlight: InFlight) {
    this.#context = context;
    this.#validators = validators;
    this.#inFlight = inFlight;
  }

  /** The longest frame that the client receives, in bytes. */
  get maxFrameBytes(): number {
    return this.#context.maxFrameBytes;
  }

  /** Whether version 1 has such a method. */
  has(method: string): boolean {
    return isSessionMethod(method);
  }

  /** Answers one request behind the handshake; rejects with the error to answer with. */
  async answer(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#inFlight.run(() => this.#run(method, params, signal));
    } catch (error) {
      throw wireError(error, signal);
    }
  }

  /** Takes a notification of the client; one that is not known, or is wrong, is ignored. */
  notified(method: string, params: Record<string, unknown>): void {
    if (method !== "tool.progress" || !this.#validators.isNotification(method, params)) return;
    this.#context.connection.toolProgress?.(params);
  }

  /** Resolves when no fact is kept back for a resume any more. */
  allPassed(): Promise<void> {
    return this.#context.facts.allPassed();
  }

  async #run(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    if (!isSessionMethod(method)) throw errorOfKind("method-not-found", `method not found: ${method}`);
    const capability = CAPABILITY_OF_REQUEST[method];
    if (capability !== undefined && this.#context.capabilities[capability] === undefined) throw notAgreed(method);
    // A call that was given up while it waited has done nothing yet.
    signal.throwIfAborted();
    const result = await this.#call(method, SESSION_METHODS[method], params, signal);
    // What was told of the session before this answer leaves before it, also while a resume keeps it back.
    const { sessionId } = params;
    const passed = typeof sessionId === "string" && waits(method) ? this.#context.facts.passed(sessionId) : undefined;
    if (passed !== undefined) await passed;
    return result;
  }

  #call<M extends SessionMethod>(
    method: M,
    run: SessionMethods[M],
    params: unknown,
    signal: AbortSignal,
  ): Promise<object> {
    if (!this.#validators.isParams(method, params)) {
      throw invalidParams(method, this.#validators.checkParams(method, params) ?? []);
    }
    return run(params, this.#context, signal);
  }
}

function isSessionMethod(method: string): method is SessionMethod {
  return Object.hasOwn(SESSION_METHODS, method);
}

/** Whether the answer comes behind events of its session: not where it only reads, nor where it opens the gate itself. */
function waits(method: SessionMethod): boolean {
  return ["session/prompt", "session/cancel", "session/open", "session/update"].includes(method);
}

/** What the host offers, as far as it is there. */
function offeredBy({ offered, connection }: ServerParts): ServerCapabilities {
  const { steer, approvals, tools, fork, models, attachments } = offered;
  return {
    ...(steer === undefined ? {} : { steer: { ...steer } }),
    ...(approvals === undefined ? {} : { approvals: { ...approvals } }),
    ...(tools === undefined ? {} : { tools: { ...tools } }),
    ...(fork === undefined || connection.fork === undefined ? {} : { fork: { ...fork } }),
    ...(models === undefined || connection.models === undefined ? {} : { models: { ...models } }),
    ...(attachments === undefined || connection.putAttachment === undefined ? {} : { attachments: { ...attachments } }),
  };
}

function receivedAtMost(transport: JsonRpcTransportPeer): number {
  const most: unknown = "maxFrameBytes" in transport ? transport.maxFrameBytes : undefined;
  return typeof most === "number" ? most : DEFAULT_MAX_FRAME_BYTES;
}
