import { randomUUID } from "node:crypto";
import {
  type ApprovalDecision,
  type EventsPage,
  type EventsRequest,
  HostError,
  type OpenRequest,
  type PendingWork,
  type Resumed,
  type ResumeRequest,
  type SessionInfo,
  type UpdateRequest,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import {
  pendingPrompts,
  type SessionEvent,
  type SessionHeader,
  type SessionUpdatedData,
  type StoredSession,
} from "@buckeyestudio/toh-session";
import type { Agent } from "./agent.ts";
import type { ResumeOptions } from "./connection.ts";
import type { EventBell } from "./event-bell.ts";
import type { OpenApprovals } from "./open-approvals.ts";
import { changes, stateOf } from "./session-state.ts";
import type { Sessions, Setup } from "./sessions.ts";
import { mergedUsage, UsageMeter } from "./usage.ts";

/** A page of events holds no more than this, and always one where there is one: bytes of JSON. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** The methods of version 1 on sessions (spec §1.6, §1.8). */
export class SessionMethods {
  readonly #sessions: Sessions;
  readonly #approvals: OpenApprovals;
  readonly #bell: EventBell;

  constructor(sessions: Sessions, approvals: OpenApprovals, bell: EventBell) {
    this.#sessions = sessions;
    this.#approvals = approvals;
    this.#bell = bell;
  }

  async open(
    request: OpenRequest,
    setup: Setup,
    check: () => Promise<void>,
  ): Promise<{ sessionId: string; created: boolean }> {
    await check();
    const { sessionId = `session-${randomUUID().replaceAll("-", "")}` } = request;
    const known = await this.#sessions.has(sessionId);
    await (known ? this.#openKnown(sessionId, request, setup) : this.#create(sessionId, request, setup));
    return { sessionId, created: !known };
  }

  async #openKnown(sessionId: string, request: OpenRequest, setup: Setup): Promise<void> {
    const { cwd, systemPrompt, provider, model, maxTokens, metadata } = request;
    const agent = await this.#sessions.get(sessionId, setup);
    agent.refuseWhenClosing();
    if (cwd !== undefined && cwd !== agent.cwd) throw conflict(sessionId, "cwd");
    if (systemPrompt !== undefined && systemPrompt !== agent.systemPrompt) throw conflict(sessionId, "systemPrompt");
    await this.update({ sessionId, ...givenOf({ provider, model, maxTokens, metadata }) }, setup);
  }

  async #create(sessionId: string, request: OpenRequest, setup: Setup): Promise<void> {
    const { cwd = setup.cwd, provider, model, maxTokens, systemPrompt, metadata } = request;
    const told = givenOf({ provider, model, maxTokens, systemPrompt, metadata });
    const { route: standard } = setup;
    const wish = { provider: standard.provider.id, model: standard.model, maxTokens: standard.maxTokens, ...told };
    // A model may be named relative to the folder.
    const isOwn = cwd !== setup.cwd || provider !== undefined || model !== undefined || maxTokens !== undefined;
    const route = isOwn ? await setup.openRoute(cwd, wish) : standard;
    const agent = await this.#sessions.get(sessionId, { ...setup, cwd, route });
    if (Object.keys(told).length > 0) await this.#sessions.update(agent, told);
  }

  /** Gives `replay` the events behind `afterSeq`; what happens meanwhile is told to all as always, and comes behind them there. */
  async resume(
    { sessionId, afterSeq }: ResumeRequest,
    setup: Setup,
    { signal, replay }: ResumeOptions,
  ): Promise<Resumed> {
    if (!(await this.#sessions.has(sessionId))) throw unknown(sessionId);
    const agent = await this.#sessions.get(sessionId, setup);
    agent.refuseWhenClosing();
    const lastSeq = agent.toldSeq;
    refuseBeyond(sessionId, lastSeq, afterSeq);
    for (const event of afterSeq === undefined ? [] : agent.log.events(afterSeq)) {
      if (event.seq > lastSeq) break;
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- a reader that is slow is waited for
      await replay({ kind: "event", sessionId, event });
    }
    return { lastSeq, status: agent.status, pending: this.#pendingOf(agent) };
  }

  async events(
    { sessionId, afterSeq, limit = Infinity, waitMs }: EventsRequest,
    signal: AbortSignal,
  ): Promise<EventsPage> {
    if (waitMs === undefined) return this.#page(sessionId, afterSeq, limit);
    const listening = this.#bell.listen(sessionId);
    try {
      const page = await this.#page(sessionId, afterSeq, limit);
      if (page.events.length > 0) return page;
      await listening.wait(waitMs, signal);
      return await this.#page(sessionId, afterSeq, limit);
    } finally {
      listening.stop();
    }
  }

  async fork({
    sessionId,
    atSeq,
  }: {
    readonly sessionId: string;
    readonly atSeq?: number;
  }): Promise<{ sessionId: string; lastSeq: number }> {
    const { header, events } = await this.#read(sessionId);
    const end = events.findLastIndex(({ type, seq }) => type === "turn/end" && (atSeq ?? seq) === seq);
    if (atSeq === undefined && end < 0) {
      throw new HostError("conflict", `session ${sessionId} has no finished turn to fork from`);
    }
    if (end < 0) {
      throw new HostError("invalid-params", "session/fork atSeq must be the seq of a turn/end", { path: "atSeq" });
    }
    const id = randomUUID();
    const seed = events.slice(0, end + 1);
    const { parentSession: _, origin: __, delegationDepth: ___, ...rest } = header;
    const head = { ...rest, id, createdAt: Date.now(), seedLength: seed.length };
    const lastSeq = await this.#sessions.seed(head, seed, stateOf(events));
    return { sessionId: id, lastSeq };
  }

  async list({
    cursor,
    limit,
  }: {
    readonly cursor?: string;
    readonly limit: number;
  }): Promise<{ sessions: SessionInfo[]; nextCursor?: string }> {
    const stored = (await this.#sessions.list()).filter(({ header }) => header !== undefined);
    const from = cursor === undefined ? 0 : placeBehind(stored, cursor);
    const page = stored.slice(from, from + limit);
    const family = new Family(stored);
    const sessions: SessionInfo[] = [];
    // oxlint-disable-next-line no-await-in-loop -- one log in memory at a time
    for (const one of page) sessions.push(...(await this.#listed(one, family)));
    const last = page.at(-1);
    return { sessions, ...(last === undefined || from + limit >= stored.length ? {} : { nextCursor: cursorOf(last) }) };
  }

  async get({ sessionId }: { readonly sessionId: string }): Promise<SessionInfo & { pending: PendingWork }> {
    const info = await this.#info(sessionId, new Family(await this.#sessions.list()));
    const agent = await this.#sessions.find(sessionId);
    if (agent !== undefined) return { ...info, pending: this.#pendingOf(agent) };
    const { events } = await this.#read(sessionId);
    return {
      ...info,
      pending: { prompts: pendingPrompts(events).map(({ message }) => promptOf(message)), approvals: [] },
    };
  }

  async update({ sessionId, ...wish }: UpdateRequest, setup: Setup): Promise<void> {
    if (!(await this.#sessions.has(sessionId))) throw unknown(sessionId);
    const isOpen = (await this.#sessions.find(sessionId)) !== undefined;
    const agent = await this.#sessions.get(sessionId, setup);
    agent.refuseWhenClosing();
    try {
      await this.#change(agent, wish, setup);
    } finally {
      // Changed as it lies: nobody has asked to have it open (spec §1.6.9).
      if (!isOpen) await this.#sessions.letGoIdle(agent);
    }
  }

  async #change(agent: Agent, wish: Omit<UpdateRequest, "sessionId">, setup: Setup): Promise<void> {
    const changed = changes(stateOf(agent.log.events()), givenOf(wish));
    if (changed.provider !== undefined || changed.model !== undefined || changed.maxTokens !== undefined) {
      const { provider, model, maxTokens } = agent.plannedRoute;
      agent.reroute(await setup.openRoute(agent.cwd, { provider: provider.id, model, maxTokens, ...changed }));
    }
    if (Object.keys(changed).length > 0) await this.#sessions.update(agent, changed);
  }

  async delete({ sessionId }: { readonly sessionId: string }): Promise<void> {
    // A child that runs ends with its parent.
    await this.#sessions.close({ sessionId, mode: "cancel" });
    for (const id of [...new Family(await this.#sessions.list()).below(sessionId), sessionId]) {
      // oxlint-disable-next-line no-await-in-loop -- children go before their parent
      await this.#sessions.delete(id);
    }
  }

  answerApproval({
    approvalId,
    outcome,
  }: {
    readonly approvalId: string;
    readonly outcome: ApprovalDecision;
  }): Promise<void> {
    return this.#approvals.answer(approvalId, outcome);
  }

  #pendingOf(agent: Agent): PendingWork {
    return { prompts: agent.pending().map(promptOf), approvals: this.#approvals.of(agent.log.id) };
  }

  /** Of a session that has become unreadable, as much as its list tells; nothing of one that was deleted meanwhile. */
  async #listed({ id, header, lastSeq, updatedAt, title }: StoredSession, family: Family): Promise<SessionInfo[]> {
    try {
      return [await this.#info(id, family)];
    } catch (error) {
      if (!(error instanceof HostError) || header === undefined) throw error;
      if (error.kind === "session-unknown") return [];
      const known = { header, events: [], lastSeq, agent: undefined };
      return [{ ...infoOf(known, family, []), updatedAt, ...(title === undefined ? {} : { title }) }];
    }
  }

  async #info(sessionId: string, family: Family): Promise<SessionInfo> {
    const below = [];
    for (const child of family.below(sessionId)) {
      // oxlint-disable-next-line no-await-in-loop -- one log in memory at a time
      below.push(await this.#usageOf(child, family));
    }
    return infoOf(await this.#read(sessionId, family.headers.get(sessionId)), family, below);
  }

  /** A child that cannot be read, or has gone, is no reason to say nothing of its parent. */
  async #usageOf(sessionId: string, family: Family): Promise<ReturnType<typeof usageOf>> {
    try {
      const { header, events } = await this.#read(sessionId, family.headers.get(sessionId));
      return usageOf(header, events);
    } catch (error) {
      if (error instanceof HostError) return [];
      throw error;
    }
  }

  async #page(sessionId: string, afterSeq: number, limit: number): Promise<EventsPage> {
    const { events, lastSeq } = await this.#read(sessionId);
    refuseBeyond(sessionId, lastSeq, afterSeq);
    const page: SessionEvent[] = [];
    let bytes = 0;
    for (const event of events.slice(afterSeq + 1)) {
      if (event.seq > lastSeq || page.length >= limit) break;
      bytes += Buffer.byteLength(JSON.stringify(event));
      if (bytes > MAX_PAGE_BYTES && page.length > 0) break;
      page.push(event);
    }
    return { events: page, lastSeq };
  }

  /** What a session's log holds and has told, without opening it. `known`: its header, where it has been listed. */
  async #read(sessionId: string, known?: SessionHeader): Promise<ReadSession> {
    const agent = await this.#sessions.find(sessionId);
    if (agent !== undefined)
      return { header: agent.log.header, events: agent.log.events(), lastSeq: agent.toldSeq, agent };
    const stored = await this.#sessions.read(sessionId, known);
    if (stored === undefined) throw unknown(sessionId);
    return { ...stored, lastSeq: stored.events.length - 1, agent: undefined };
  }
}

function promptOf({ id, source }: { readonly id: string; readonly source: object }): PendingWork["prompts"][number] {
  const key: unknown = Reflect.get(source, "clientMessageId");
  return { messageId: id, ...(typeof key === "string" ? { clientMessageId: key } : {}) };
}

/** What a fork has from its origin was paid for there. */
function usageOf({ seedLength = 0 }: SessionHeader, events: readonly SessionEvent[]): ReturnType<UsageMeter["rows"]> {
  const meter = new UsageMeter();
  for (const event of events) meter.take(event, event.seq >= seedLength);
  return meter.rows();
}

interface ReadSession {
  readonly header: SessionHeader;
  readonly events: readonly SessionEvent[];
  /** Of the newest event that was told. */
  readonly lastSeq: number;
  /** Of an open session. */
  readonly agent: Agent | undefined;
}

function infoOf(
  { header, events, lastSeq, agent }: ReadSession,
  family: Family,
  below: readonly ReturnType<typeof usageOf>[],
): SessionInfo {
  const state = stateOf(events);
  const usage = usageOf(header, events);
  return {
    sessionId: header.id,
    cwd: header.cwd ?? "",
    provider: agent?.plannedRoute.provider.id ?? state.provider ?? "",
    model: agent?.plannedRoute.model ?? state.model ?? "",
    ...(state.title === undefined ? {} : { title: state.title }),
    createdAt: header.createdAt,
    updatedAt: events.at(-1)?.time ?? header.createdAt,
    status: agent?.status ?? "idle",
    lastSeq,
    ...(header.parentSession === undefined ? {} : { parentSessionId: header.parentSession }),
    children: family.children(header.id),
    ...(state.metadata === undefined ? {} : { metadata: state.metadata }),
    usage,
    treeUsage: mergedUsage([usage, ...below]),
  };
}

/** Who descends from whom, of all sessions that there are. */
class Family {
  readonly headers: ReadonlyMap<string, SessionHeader>;
  readonly #children: Map<string, string[]> = new Map();

  constructor(stored: readonly StoredSession[]) {
    const headers = stored.flatMap(({ header }) => header ?? []);
    // Children are told oldest first (spec §1.6.8).
    headers.sort((one, other) => one.createdAt - other.createdAt);
    this.headers = new Map(headers.map((header) => [header.id, header]));
    for (const [id, { parentSession }] of this.headers) {
      if (parentSession === undefined) continue;
      this.#children.set(parentSession, [...this.children(parentSession), id]);
    }
  }

  children(id: string): readonly string[] {
    return this.#children.get(id) ?? [];
  }

  /** All below a session, the deepest first. */
  below(id: string): readonly string[] {
    return this.children(id).flatMap((child) => [...this.below(child), child]);
  }
}

interface Placed {
  readonly id: string;
  readonly updatedAt: number;
}

function cursorOf({ id, updatedAt }: Placed): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");
}

/** Where the page behind a cursor begins; the session that it names may have moved or gone. */
function placeBehind(stored: readonly Placed[], cursor: string): number {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    value = undefined; // not one of ours: refused below
  }
  if (!Array.isArray(value) || typeof value[0] !== "number" || typeof value[1] !== "string") {
    throw new HostError("invalid-params", "cursor must be one that session/list gave", { path: "cursor" });
  }
  const [updatedAt, id]: [number, string] = [value[0], value[1]];
  const exact = stored.findIndex((one) => one.id === id && one.updatedAt === updatedAt);
  if (exact >= 0) return exact + 1;
  const later = stored.findIndex((one) => one.updatedAt < updatedAt);
  return later < 0 ? stored.length : later;
}

type Given = { readonly [Member in keyof SessionUpdatedData]: SessionUpdatedData[Member] | undefined };

/** The members that a client may change, as far as they are given; what else params had is nobody's. */
function givenOf({ provider, model, maxTokens, systemPrompt, title, metadata }: Given): SessionUpdatedData {
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(title !== undefined && { title }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** What a peer has seen was logged before: a seq beyond the end is lost data. */
function refuseBeyond(sessionId: string, lastSeq: number, afterSeq: number = -1): void {
  if (afterSeq <= lastSeq) return;
  const message = `session ${sessionId} ends at event ${lastSeq}: event ${afterSeq} is lost`;
  throw new HostError("conflict", message, { facts: { lastSeq } });
}

function unknown(sessionId: string): HostError {
  return new HostError("session-unknown", `there is no session ${JSON.stringify(sessionId)}`);
}

function conflict(sessionId: string, member: string): HostError {
  return new HostError("conflict", `session ${JSON.stringify(sessionId)} has another ${member}`, { path: member });
}
