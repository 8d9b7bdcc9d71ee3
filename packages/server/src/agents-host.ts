import { randomUUID } from "node:crypto";
import type { UserMessage } from "@buckeyestudio/toh-llm";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import type {
  AgentHandle,
  AgentsContext,
  AgentsService,
  AgentStatusChange,
  HostedSession,
  LlmService,
  LoaderService,
  SubagentEnd,
} from "./agents-context.ts";
import {
  type Configuration,
  type HarnessHost,
  type HostCapabilities,
  type HostConnection,
  HostError,
  type HostFact,
  type HostPeer,
  type Prompt,
  type Receipt,
} from "./host.ts";
import { LinkedSignal } from "./linked-signal.ts";

/**
 * Serves the agents of a plugin host: a session of a client is an agent of the service `agents`, and what is told are
 * the events of the context, every session's. It ends the agents that it made and no others; the context stays.
 *
 * Events of a context are sent without waiting for whoever listens. So a client that does not read slows the agents
 * down only where the context waits for its listeners (spec §1.10).
 */
export class AgentsHost implements HarnessHost {
  readonly capabilities: HostCapabilities = {};
  readonly #ctx: AgentsContext;
  readonly #agents: AgentsService;
  readonly #peers: Set<HostPeer> = new Set();
  /** The agents made here by session, from the first prompt on: who prompts meanwhile waits for the same one. */
  readonly #sessions: Map<string, Promise<AgentHandle>> = new Map();
  readonly #lineage: Lineage;
  readonly #listeners: readonly (() => unknown)[];
  readonly #unloading: AbortController = new AbortController();
  #ending: Promise<void> | undefined;

  /** Listens from now on, until it is disposed or the context ends. Throws a `TypeError` when there is no service `agents`. */
  constructor(ctx: AgentsContext) {
    const agents = ctx.get("agents");
    if (!isAgentsService(agents)) throw new TypeError("expected a service agents with create() and get()");
    this.#ctx = ctx;
    this.#agents = agents;
    this.#lineage = new Lineage(agents);
    ctx.effect(() => () => this.#unloading.abort(shuttingDown()), "agents-host");
    this.#listeners = this.#listen();
  }

  connect(peer: HostPeer): HostConnection {
    this.#peers.add(peer);
    let configured: Configuration | undefined;
    return {
      configure: async (configuration, { signal }) => {
        await this.#ready(signal);
        this.#checkProvider(configuration.provider);
        configured = configuration;
      },
      prompt: async (prompt, { signal }) => {
        if (configured === undefined) throw new Error("a connection is configured before it prompts");
        return this.#prompt(prompt, configured, signal);
      },
      end: async () => {
        this.#peers.delete(peer);
      },
    };
  }

  /** Rejects with what an agent rejected with as it was ended, or with an `AggregateError` of several such. */
  async dispose(signal: AbortSignal): Promise<void> {
    this.#ending ??= this.#endAll();
    try {
      await abortable(this.#ending, signal);
    } finally {
      for (const stopListening of this.#listeners) stopListening();
    }
  }

  #listen(): (() => unknown)[] {
    const finished = (receiver: unknown, end: SubagentEnd) => this.#finished(receiver, end);
    return [
      this.#ctx.on("session/event", ({ id }: HostedSession, event: SessionEvent) =>
        this.#emit({ kind: "event", sessionId: id, event }),
      ),
      this.#ctx.on("agent/status", ({ agent, status }: AgentStatusChange) =>
        this.#emit({ kind: "status", sessionId: agent.session.id, status }),
      ),
      this.#ctx.on("session/created", (session: HostedSession) => this.#created(session)),
      this.#ctx.on("subagent/end", function (this: unknown, end: SubagentEnd) {
        return finished(this, end);
      }),
    ];
  }

  /** Waits for the plugins beside this one: they may bring the provider, or tools. */
  async #ready(signal: AbortSignal): Promise<void> {
    const loader = this.#ctx.get("loader");
    if (!isLoaderService(loader)) return;
    // A loader that unloads this plugin waits for it in turn, so an unloading ends the wait.
    const linked = new LinkedSignal([signal, this.#unloading.signal]);
    try {
      await abortable(Promise.resolve(loader.await()), linked.signal);
    } finally {
      linked.release();
    }
  }

  #checkProvider(provider: string): void {
    const llm = this.#ctx.get("llm");
    // Without that service nothing is known of providers: the first turn will tell.
    if (!isLlmService(llm) || llm.listProviders().some(({ id }) => id === provider)) return;
    throw new HostError("invalid-params", `no adapter registered for provider "${provider}"`, { path: "provider" });
  }

  async #prompt(
    { sessionId, contentBlocks }: Prompt,
    configured: Configuration,
    signal: AbortSignal,
  ): Promise<Receipt> {
    this.#refuseWhenEnding();
    const { agent } = await abortable(this.#session(sessionId, configured), signal);
    // The ending has to find every message there is, so none is queued behind it.
    this.#refuseWhenEnding();
    if (this.#agents.get(agent.id) !== agent) {
      throw new Error(`session agent was disposed outside the server: ${sessionId}`);
    }
    const message: UserMessage = {
      content: [...contentBlocks],
      source: { kind: "user" },
      role: "user",
      id: randomUUID(),
    };
    await agent.followup(message);
    return { messageId: message.id };
  }

  #session(sessionId: string, configured: Configuration): Promise<AgentHandle> {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const creation = this.#create(sessionId, configured);
    this.#sessions.set(sessionId, creation);
    return creation;
  }

  async #create(sessionId: string, { cwd, ...route }: Configuration): Promise<AgentHandle> {
    try {
      return await this.#agents.create({ sessionId, meta: { cwd }, agentOptions: route });
    } catch (error) {
      this.#sessions.delete(sessionId); // the next prompt tries again
      throw error;
    }
  }

  async #endAll(): Promise<void> {
    // A creation that fails has made nothing that had to be ended, and its prompt tells of it.
    const made = await Promise.allSettled(this.#sessions.values());
    const ended = await Promise.allSettled(
      made.map(async (creation) => creation.status === "fulfilled" && creation.value.dispose()),
    );
    const failures = ended.flatMap((end): unknown[] => (end.status === "rejected" ? [end.reason] : []));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} agents did not end in order`);
  }

  #created({ id, header: { parentSession } }: HostedSession): void | Promise<void> {
    if (parentSession === undefined) return undefined;
    this.#lineage.add(id, parentSession);
    return this.#emit({ kind: "child-started", parentSessionId: parentSession, childSessionId: id });
  }

  #finished(receiver: unknown, end: SubagentEnd): void | Promise<void> {
    if (!end.local) return undefined;
    const parentSessionId = this.#lineage.parentOf(end.id, receiver);
    if (parentSessionId === undefined) return undefined;
    const { provider, id, stopReason, lastAssistantMessage } = end;
    return this.#emit({
      kind: "child-finished",
      provider,
      agentId: id,
      parentSessionId,
      childSessionId: id,
      stopReason,
      ...(lastAssistantMessage === undefined ? {} : { lastAssistantMessage }),
    });
  }

  #emit(fact: HostFact): void | Promise<void> {
    const waits = [...this.#peers].map((peer) => peer.emit(fact)).filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  #refuseWhenEnding(): void {
    if (this.#ending !== undefined) throw shuttingDown();
  }
}

/**
 * Which session delegated to which. `subagent/end` names the child alone: its receiver stands for the parent, but only
 * the package that made the receiver can read it. The child's own header says the same.
 */
class Lineage {
  readonly #agents: AgentsService;
  readonly #parents: Map<string, string> = new Map();

  constructor(agents: AgentsService) {
    this.#agents = agents;
  }

  add(child: string, parent: string): void {
    this.#parents.set(child, parent);
  }

  /** The session that delegated to `child`. A child that is gone is forgotten: if it comes back, it is announced again. */
  parentOf(child: string, receiver: unknown): string | undefined {
    const agent = this.#agents.get(child);
    const parent = this.#parents.get(child) ?? agent?.session.header.parentSession ?? sessionOf(receiver);
    if (agent === undefined) this.#parents.delete(child);
    return parent;
  }
}

/** The session id of a receiver that is the parent agent itself. */
function sessionOf(receiver: unknown): string | undefined {
  if (typeof receiver !== "object" || receiver === null || !("session" in receiver)) return undefined;
  const { session } = receiver;
  if (typeof session !== "object" || session === null || !("id" in session)) return undefined;
  return typeof session.id === "string" ? session.id : undefined;
}

function shuttingDown(): HostError {
  return new HostError("shutting-down", "SDK server is shutting down");
}

function isAgentsService(value: unknown): value is AgentsService {
  return hasMethod(value, "create") && hasMethod(value, "get");
}

function isLlmService(value: unknown): value is LlmService {
  return hasMethod(value, "listProviders");
}

function isLoaderService(value: unknown): value is LoaderService {
  return hasMethod(value, "await");
}

function hasMethod(value: unknown, name: string): boolean {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && typeof Reflect.get(value, name) === "function";
}

/** Settles as `work` does, or rejects with the reason of `signal` as soon as it is aborted; the work itself goes on. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = (): void => reject(signal.reason);
    if (signal.aborted) cut();
    else signal.addEventListener("abort", cut, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cut));
  });
}
