import { isAbsolute } from "node:path";
import { type ClientRequestMapV1, errorOfKind, type ServerCapabilities } from "@buckeyestudio/toh-sdk-protocol";
import { eventsThatFit } from "./events-page.ts";
import type { FactStream } from "./fact-stream.ts";
import { LinkedSignal } from "./linked-signal.ts";
import { resumeSession } from "./resume.ts";
import type { SessionHostConnection } from "./session-host.ts";
import { invalidParams } from "./wire-errors.ts";

/** What the methods work with: one connection that agreed to version 1. */
export interface MethodContext {
  readonly connection: SessionHostConnection;
  readonly facts: FactStream;
  readonly capabilities: ServerCapabilities;
  /** The longest frame that the client receives, in bytes. */
  readonly maxFrameBytes: number;
  /** Aborted, with the error to answer with, when the server takes no more work. */
  readonly ending: AbortSignal;
}

/** The requests of version 1 that go to the host. */
export type SessionMethod = Exclude<keyof ClientRequestMapV1, "initialize" | "shutdown">;

/** Runs a method; its params have been checked, and may have members that are not defined. */
export type SessionMethods = {
  readonly [M in SessionMethod]: (
    params: ClientRequestMapV1[M]["params"],
    context: MethodContext,
    signal: AbortSignal,
  ) => Promise<object>;
};

/** Every method of spec §1.4 to §1.12, by its name on the wire. */
export const SESSION_METHODS: SessionMethods = {
  "session/prompt": async (params, { connection, capabilities }, signal) => {
    if (params.mode === "steer" && capabilities.steer === undefined) throw notAgreed("mode steer");
    return connection.submit(
      params.deadlineMs === undefined ? params : { ...params, deadlineMs: clamped(params.deadlineMs) },
      {
        signal,
      },
    );
  },
  "session/cancel": (params, { connection }) => connection.cancel(params),
  "session/open": async (params, { connection, capabilities }) => {
    if (params.tools !== undefined && capabilities.tools === undefined) throw notAgreed("tools");
    if (params.cwd !== undefined && !isAbsolute(params.cwd)) {
      throw invalidParams("session/open", [{ path: "params.cwd", message: "must be an absolute path" }]);
    }
    return connection.open(params.tools === undefined ? params : { ...params, tools: clampedTools(params.tools) });
  },
  "session/resume": (params, { connection, facts }, signal) => resumeSession(params, connection, facts, signal),
  "session/events": async (params, { connection, maxFrameBytes, ending }, signal) => {
    const request = params.waitMs === undefined ? params : { ...params, waitMs: clamped(params.waitMs) };
    const linked = new LinkedSignal([signal, ending]);
    try {
      return eventsThatFit(await connection.events(request, { signal: linked.signal }), maxFrameBytes);
    } catch (error) {
      // The end of the runtime waits for no event.
      ending.throwIfAborted();
      throw error;
    } finally {
      linked.release();
    }
  },
  "session/close": async (params, { connection, facts }, signal) => {
    const request = params.timeoutMs === undefined ? params : { ...params, timeoutMs: clamped(params.timeoutMs) };
    const result = await connection.close(request, { signal });
    await facts.passed(params.sessionId);
    facts.forget(params.sessionId);
    return result;
  },
  "session/fork": async (params, { connection }) => required(await connection.fork?.(params), "session/fork"),
  "session/list": ({ limit = DEFAULT_LIST_LIMIT, ...params }, { connection }) => connection.list({ ...params, limit }),
  "session/get": (params, { connection }) => connection.get(params),
  "session/update": async (params, { connection }) => {
    await connection.update(params);
    return {};
  },
  "session/delete": async (params, { connection, facts }) => {
    await connection.delete(params);
    await facts.passed(params.sessionId);
    facts.forget(params.sessionId);
    return {};
  },
  "approval/answer": async ({ approvalId, outcome }, { connection }) => {
    if (connection.answerApproval === undefined) throw notAgreed("approval/answer");
    // An answer of a type that is not known counts as a no (spec §1.8).
    await connection.answerApproval({
      approvalId,
      outcome: outcome.type === "selected" ? outcome : { type: "cancelled" },
    });
    return {};
  },
  "model/list": async (params, { connection }) => required(await connection.models?.(params), "model/list"),
  "attachment/put": async (params, { connection }) =>
    required(await connection.putAttachment?.(params), "attachment/put"),
  "attachment/get": async (params, { connection }) =>
    required(await connection.getAttachment?.(params), "attachment/get"),
};

/** The tools of a client, with time limits that a timer can keep (spec §1.1). */
export function clampedTools<T extends { timeoutMs?: number }>(tools: readonly T[]): T[] {
  return tools.map((tool) => (tool.timeoutMs === undefined ? tool : { ...tool, timeoutMs: clamped(tool.timeoutMs) }));
}

export function notAgreed(what: string): Error {
  return errorOfKind("not-agreed", `${what}: this runtime does not offer it`);
}

const DEFAULT_LIST_LIMIT = 50;

/** The longest duration, in milliseconds: what is longer means this (spec §1.1). */
const MAX_DURATION_MS = 2 ** 31 - 1;

function clamped(durationMs: number): number {
  return Math.min(durationMs, MAX_DURATION_MS);
}

function required<T>(result: T | undefined, method: string): T {
  if (result === undefined) throw notAgreed(method);
  return result;
}
