import type { ClientTool, ClientToolOutcome, HostPeer } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { unlessAborted } from "./abort.ts";
import type { Agent } from "./agent.ts";
import { messageOf } from "./diagnostics.ts";
import { errorOutcome, type Tool, type ToolOutcome } from "./tools/tool.ts";

const DEFAULT_TIMEOUT_MS = 120_000;

/** The tools of one client (spec §1.7): for every session, and for single ones with their descendants. */
export class ClientTools {
  readonly #peer: HostPeer;
  readonly #everywhere: Map<string, Tool> = new Map();
  readonly #bySession: Map<string, Map<string, Tool>> = new Map();
  // Of the calls that run: what starts the time limit of one anew.
  readonly #running: Map<string, () => void> = new Map();

  constructor(peer: HostPeer) {
    this.#peer = peer;
  }

  offerEverywhere(tools: readonly ClientTool[]): void {
    this.#everywhere.clear();
    for (const tool of tools) this.#everywhere.set(tool.name, this.#toolOf(tool));
  }

  /** For a session and its descendants, in the place of those that were offered for it before. */
  offer(sessionId: string, tools: readonly ClientTool[]): void {
    this.#bySession.set(sessionId, new Map(tools.map((tool) => [tool.name, this.#toolOf(tool)])));
  }

  /** The session is gone: one of this id has nothing to do with it. */
  forget(sessionId: string): void {
    this.#bySession.delete(sessionId);
  }

  /** What an agent may call, by name; the nearest offer wins. */
  of(agent: Agent): ReadonlyMap<string, Tool> {
    const found = new Map(this.#everywhere);
    const line: Agent[] = [];
    for (let one: Agent | undefined = agent; one !== undefined; one = one.parent) line.unshift(one);
    for (const { log } of line) {
      for (const [name, tool] of this.#bySession.get(log.id) ?? []) found.set(name, tool);
    }
    return found;
  }

  /** A call says that it is at work: its time begins anew. */
  progressed(sessionId: string, callId: string): boolean {
    const restart = this.#running.get(JSON.stringify([sessionId, callId]));
    restart?.();
    return restart !== undefined;
  }

  #toolOf({ name, description, inputSchema, timeoutMs = DEFAULT_TIMEOUT_MS }: ClientTool): Tool {
    return {
      description: { name, description, parameters: inputSchema },
      parallel: true,
      timeoutMs: () => "none", // its own, which progress starts anew
      isClients: true,
      run: async (args, { agent, callId, turn, step, signal }) => {
        const waiting = agent.waitOn("tool");
        const limit = new RestartableLimit(timeoutMs);
        const key = JSON.stringify([agent.log.id, callId]);
        this.#running.set(key, () => limit.restart());
        try {
          const open = AbortSignal.any([signal, limit.signal]);
          const call = { sessionId: agent.log.id, turn, step, callId, name, arguments: args };
          const answer = this.#peer.callTool?.(call, { signal: open });
          if (answer === undefined) return errorOutcome(`${name} is a tool of a client that is gone`);
          return told(await unlessAborted(answer, open));
        } catch (error) {
          if (signal.aborted) throw error;
          if (limit.signal.aborted) return errorOutcome(`the client did not answer within ${timeoutMs} ms`, TIMED_OUT);
          return errorOutcome(`the client's tool failed: ${messageOf(error)}`);
        } finally {
          limit.clear();
          this.#running.delete(key);
          waiting();
        }
      },
    };
  }
}

const TIMED_OUT = { name: "ToolTimeoutError", code: "TIMEOUT" };

function told({ content, isError = false }: ClientToolOutcome): ToolOutcome {
  return { content, isError };
}

class RestartableLimit {
  readonly #controller: AbortController = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#ms = Math.min(ms, 2 ** 31 - 1);
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(new Error("the time for the call is up")), this.#ms);
  }
}
