import {
  type CancelReceipt,
  type CancelRequest,
  type CloseRequest,
  HostError,
  type HostFact,
  type Submission,
  type SubmissionReceipt,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import {
  type EventStore,
  type OpenedSession,
  pendingPrompts,
  repairEvents,
  type SessionEvent,
  type SessionHeader,
  SessionLog,
  type SessionUpdatedData,
  type StoredSession,
  StoreError,
  type TurnEndReason,
} from "@buckeyestudio/toh-session";
import { Agent } from "./agent.ts";
import type { Route, Surroundings } from "./surroundings.ts";
import { messageOf } from "./diagnostics.ts";
import { EarlyCancels } from "./idempotency.ts";
import type { RouteWish } from "./routes.ts";
import { changes, type SessionState, stateOf } from "./session-state.ts";

/** Where and with which model a session works that is not there yet. */
export interface Setup {
  /** Absolute path. */
  readonly cwd: string;
  readonly route: Route;
  /** Whether a stored session goes on with the route that it had (version 1), or with `route` (version 0). */
  readonly keepsOwnRoute: boolean;
  readonly openRoute: (cwd: string, wish: RouteWish) => Promise<Route>;
}

/** The sessions that this process has open, over the store that keeps them. */
export class Sessions {
  readonly #store: EventStore;
  readonly #surroundings: Surroundings;
  readonly #open: Map<string, Promise<Agent>> = new Map();
  // Those of them that are open by now: looked up without an await, calls on a session act in the order of their coming.
  readonly #ready: Map<string, Agent> = new Map();
  readonly #children: Map<string, Agent> = new Map();
  // Those that are being let go of: until then nobody else can have them.
  readonly #leaving: Map<string, Promise<unknown>> = new Map();
  readonly #early: EarlyCancels = new EarlyCancels();
  #isEnding = false;

  constructor(store: EventStore, surroundings: Surroundings) {
    this.#store = store;
    this.#surroundings = surroundings;
  }

  /**
   * The agent of a session: the one at work, or one for the stored session, which goes on in its own folder with the
   * route of `setup`, or one for a new session; the child of that id while its parent's call runs. Calls that come
   * together get the same one; a failure is forgotten.
   */
  get(id: string, setup: Setup): Promise<Agent> {
    const child = this.#children.get(id);
    if (child !== undefined) return Promise.resolve(child);
    let agent = this.#open.get(id);
    if (agent === undefined) {
      agent = this.#openOrCreate(id, setup);
      this.#open.set(id, agent);
      const opened = agent;
      agent.then(
        (ready) => this.#open.get(id) === opened && this.#ready.set(id, ready),
        () => this.#open.delete(id), // who asked hears of it
      );
    }
    return agent;
  }

  /** The agent of a session that is open in this process, a child included; a promise while it is being opened. */
  find(id: string): Agent | undefined | Promise<Agent | undefined> {
    const agent = this.#children.get(id) ?? this.#ready.get(id);
    return agent ?? this.#open.get(id)?.catch(() => undefined); // who opened it hears of the failure
  }

  /** Whether there is such a session, open or stored. */
  async has(id: string): Promise<boolean> {
    return this.#open.has(id) || this.#children.has(id) || (await orRefused(this.#store.has(id)));
  }

  async prompt(submission: Submission, setup: Setup, signal: AbortSignal): Promise<SubmissionReceipt> {
    const { sessionId, clientMessageId } = submission;
    if (this.#children.has(sessionId)) {
      throw new HostError("session-busy", `session ${sessionId} takes no prompt while its parent's call runs`);
    }
    const agent = this.#ready.get(sessionId) ?? (await this.get(sessionId, setup));
    const isEarly = clientMessageId !== undefined && this.#early.take(sessionId, clientMessageId);
    if (signal.aborted || isEarly) throw new HostError("cancelled", "the prompt was cancelled before it was taken");
    return this.#writing(agent, () => agent.prompt(submission));
  }

  /** An unknown session has nothing to cancel (spec §1.4). */
  async cancel({ sessionId, messageId, clientMessageId, scope, reason }: CancelRequest): Promise<CancelReceipt> {
    const found = this.find(sessionId);
    const agent = found instanceof Promise ? await found : found;
    const cause = { kind: "user" as const, ...(reason === undefined ? {} : { reason }) };
    const named = clientMessageId === undefined ? undefined : agent?.messageOf(clientMessageId);
    if (clientMessageId === undefined || named !== undefined) {
      if (agent === undefined) return NOTHING;
      const target = named === undefined ? { messageId, scope } : { messageId: named };
      return this.#writing(agent, () => agent.cancel({ ...target, cause }));
    }
    this.#early.remember(sessionId, clientMessageId);
    return { outcome: "remembered", cancelled: [], kept: (agent?.pending() ?? []).map(({ id }) => id) };
  }

  /** Logs what a client changed about a session. */
  update(agent: Agent, changed: SessionUpdatedData): Promise<void> {
    return this.#writing(agent, () => agent.update(changed));
  }

  /** Ends a session's work and lets go of it; an unknown one is closed already. Gives the messages that were cut. */
  async close({ sessionId, mode, timeoutMs }: CloseRequest): Promise<string[]> {
    const found = this.find(sessionId);
    const agent = found instanceof Promise ? await found : found;
    if (agent === undefined) {
      await this.#leaving.get(sessionId);
      return [];
    }
    if (this.#children.has(sessionId))
      throw new HostError("session-busy", `session ${sessionId} ends with its parent's call`);
    const cause = { kind: "user", reason: "the session was closed" } as const;
    const hasten = (): void => void agent.close("cancel", cause).catch(() => undefined); // the close below rejects alike
    const timer = timeoutMs === undefined ? undefined : setTimeout(hasten, Math.min(timeoutMs, 2 ** 31 - 1));
    try {
      return await orRefused(agent.close(mode, cause));
    } finally {
      clearTimeout(timer);
      await this.#letGo(agent);
    }
  }

  /** Lets go of a session that was opened for one change alone; one that has begun to work meanwhile is kept. */
  async letGoIdle(agent: Agent): Promise<void> {
    if (agent.status === "idle") await this.close({ sessionId: agent.log.id, mode: "drain" });
  }

  /** Closes a session first (`cancel`); an unknown one is gone already. */
  async delete(sessionId: string): Promise<void> {
    await this.close({ sessionId, mode: "cancel" });
    await orRefused(this.#store.delete(sessionId));
  }

  /** A log without opening it; undefined when there is none. `known`: its header, where somebody has listed it already. */
  async read(
    id: string,
    known?: SessionHeader,
  ): Promise<{ header: SessionHeader; events: SessionEvent[] } | undefined> {
    const header = known ?? (await this.list()).find((one) => one.id === id)?.header;
    if (header === undefined) return undefined;
    const events: SessionEvent[] = [];
    try {
      for await (const event of this.#store.read(id, -1)) events.push(event);
    } catch (error) {
      throw refused(error);
    }
    return { header, events };
  }

  /** Latest activity first. */
  list(): Promise<readonly StoredSession[]> {
    return orRefused(this.#store.list());
  }

  /**
   * Makes a session out of events of another. What was pending in them is not pending here, and what it says of itself
   * is `state`. Gives its last `seq`.
   */
  async seed(header: SessionHeader, events: readonly SessionEvent[], state: SessionState): Promise<number> {
    let log: SessionLog | undefined;
    try {
      log = await this.createLog(header, events);
      withdrawPending(log, events);
      takeOver(log, changes(stateOf(events), state));
      await log.close();
      return log.lastSeq;
    } catch (error) {
      // Half of a session is none. The first error is the one to tell.
      await log?.close().catch(() => undefined);
      await this.#store.delete(header.id).catch(() => undefined);
      throw refused(error);
    }
  }

  /** Keeps a child's log as long as the child works; gives back what ends that. */
  adopt(child: Agent): () => Promise<void> {
    this.#children.set(child.log.id, child);
    return async () => {
      this.#children.delete(child.log.id);
      await this.#close(child);
    };
  }

  async createLog(header: SessionHeader, seed: readonly SessionEvent[] = []): Promise<SessionLog> {
    this.#refuseWhenEnding();
    const writer = await this.#store.create(header);
    try {
      for (const event of seed) writer.write(event);
      return new SessionLog(header, { writer, events: seed });
    } catch (error) {
      await writer.close().catch(() => undefined); // the first error is the one to tell
      throw error;
    }
  }

  /** Ends every turn and lets go of every log. Children end through their parents, which wait for them. */
  async end(): Promise<void> {
    this.#isEnding = true;
    const opened = await Promise.allSettled(this.#open.values());
    const agents = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(agents.map((agent) => agent.dispose({ kind: "disposed" })));
    await Promise.all([...agents.map((agent) => this.#close(agent)), ...this.#leaving.values()]);
  }

  /**
   * An agent has stopped because its log takes no more. Where the store opens the session once more, its open turn is
   * ended as `STORAGE`, and whatever the log holds that was not told yet is told; else there is nothing but the idle. The
   * next prompt opens the session anew.
   */
  async stopped(agent: Agent, failure: unknown): Promise<void> {
    const { id } = agent.log;
    const { diagnostics } = this.#surroundings;
    diagnostics.warn("session.stopped", { sessionId: id, error: messageOf(failure) });
    const reason: TurnEndReason = { kind: "error", error: { code: "STORAGE", message: messageOf(failure) } };
    agent.lastEnd = reason;
    const waits: Promise<void>[] = [];
    const tell = (fact: HostFact): void => {
      const wait = this.#surroundings.emit(fact);
      if (wait !== undefined) waits.push(wait);
    };
    await this.#letGo(agent, async () => {
      try {
        const untold = await this.#endOpenTurn(agent, reason);
        for (const event of untold) tell({ kind: "event", sessionId: id, event });
      } catch (error) {
        diagnostics.warn("session.unfinished", { sessionId: id, error: messageOf(error) });
      }
      tell({ kind: "status", sessionId: id, status: "idle" });
    });
    // A slow reader is not waited for before: it may be one that resumes this very session, and waits for it.
    await Promise.all(waits);
  }

  /**
   * Runs what writes to a session's log. Where that fails and no turn runs which would end of it, the session is let go
   * of: whoever names it next opens it anew.
   */
  async #writing<T>(agent: Agent, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError && agent.status === "idle") await this.#letGo(agent);
      throw refused(error);
    }
  }

  /** Lets go of a session, and does `rest` before anybody else can have it. Whoever names it meanwhile waits. */
  async #letGo(agent: Agent, rest: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { id } = agent.log;
    const done = this.#close(agent).then(rest);
    if (this.#ready.get(id) !== agent) return done;
    this.#ready.delete(id);
    this.#open.delete(id);
    this.#leaving.set(id, done);
    try {
      await done;
    } finally {
      if (this.#leaving.get(id) === done) this.#leaving.delete(id);
    }
  }

  #refuseWhenEnding(): void {
    if (this.#isEnding) throw new HostError("shutting-down", "SDK server is shutting down");
  }

  /** Ends the turn that a log still has open; gives what nobody has been told of it. */
  async #endOpenTurn({ log: { id }, toldSeq }: Agent, reason: TurnEndReason): Promise<SessionEvent[]> {
    const { events, writer } = await this.#store.open(id);
    try {
      const repair = repairEvents(events, Date.now).map((event): SessionEvent =>
        event.type === "turn/end" ? { ...event, data: { ...event.data, reason } } : event,
      );
      for (const event of repair) writer.write(event);
      await writer.sync();
      return [...events.slice(toldSeq + 1), ...repair];
    } finally {
      await writer.close();
    }
  }

  async #openOrCreate(id: string, setup: Setup): Promise<Agent> {
    const { cwd, route } = setup;
    try {
      this.#refuseWhenEnding();
      await this.#leaving.get(id);
      if (await this.#store.has(id)) return await this.#resume(await this.#store.open(id), setup);
      const log = await this.createLog({ type: "session", version: 0, id, createdAt: Date.now(), cwd });
      this.#surroundings.diagnostics.debug("session.created", { sessionId: id });
      return new Agent({ log, route, cwd, depth: 0 }, this.#surroundings);
    } catch (error) {
      throw refused(error);
    }
  }

  async #resume({ header, events, writer, cutBytes }: OpenedSession, setup: Setup): Promise<Agent> {
    const { diagnostics } = this.#surroundings;
    try {
      if (cutBytes > 0) diagnostics.warn("session.cut", { sessionId: header.id, bytes: cutBytes });
      const repair = repairEvents(events, Date.now);
      for (const event of repair) writer.write(event);
      await writer.sync();
      diagnostics.debug("session.resumed", { sessionId: header.id, events: events.length, repaired: repair.length });
      const all = repair.length === 0 ? events : [...events, ...repair];
      const log = new SessionLog(header, { events: all, writer });
      const pending = pendingPrompts(all);
      const depth = header.delegationDepth ?? 0;
      const cwd = header.cwd ?? setup.cwd;
      const { provider, model, maxTokens } = stateOf(all);
      const isOwn = setup.keepsOwnRoute && provider !== undefined;
      const route = isOwn ? await setup.openRoute(cwd, { provider, model, maxTokens }) : setup.route;
      return new Agent({ log, route, cwd, depth, pending }, this.#surroundings);
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  async #close(agent: Agent): Promise<void> {
    try {
      await agent.log.close();
    } catch (error) {
      // What was acknowledged was synced before; what was not is lost with the disk that refuses it.
      this.#surroundings.diagnostics.warn("session.unsynced", { sessionId: agent.log.id, error: messageOf(error) });
    }
  }
}

/** What waited in the log that these events are of waits there, and not in this one. */
function withdrawPending(log: SessionLog, events: readonly SessionEvent[]): void {
  const pending = pendingPrompts(events);
  for (const target of ["next-step", "next-turn"] as const) {
    const removedCount = pending.filter((one) => one.target === target).length;
    if (removedCount > 0) {
      log.append("agent/inbox/spliced", { target, start: 0, removedCount, inserted: [], outcome: "canceled" });
    }
  }
}

/** What its origin was told behind the events that a fork begins with holds in the fork too. */
function takeOver(log: SessionLog, changed: SessionUpdatedData): void {
  if (Object.keys(changed).length === 0) return;
  log.append("session/updated", changed);
  const { title } = changed;
  if (title !== undefined) log.append("session/title", { title, messageSeqs: [], source: { kind: "user" } });
}

const NOTHING: CancelReceipt = { outcome: "nothing", cancelled: [], kept: [] };

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refused(error);
  }
}

/** What the store says, as the refusal that a client gets. */
export function refused(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new HostError(error.kind === "locked" ? "session-locked" : "storage-failed", error.message, { cause: error });
}
