import { setImmediate as afterAnswers } from "node:timers/promises";
import type { UserMessage } from "@buckeyestudio/toh-llm";
import {
  type AbortCause,
  type RequestHeader,
  type SessionEvent,
  type SessionEventMap,
  type SessionEventType,
  type SessionLog,
  type SessionUpdatedData,
  type SurfaceArguments,
  type TurnEndReason,
} from "@buckeyestudio/toh-session";
import {
  type CancelReceipt,
  HostError,
  type HostFact,
  type SubmissionReceipt,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { abortCause } from "./abort.ts";
import { messageOf } from "./diagnostics.ts";
import { FactQueue } from "./fact-queue.ts";
import type { Target } from "./inbox.ts";
import { type AgentCancel, type AgentPrompt, Prompts } from "./prompts.ts";
import { stateOf } from "./session-state.ts";
import type { RunningTurn } from "./running-turn.ts";
import type { Route, Surroundings } from "./surroundings.ts";
import { runTurn } from "./turn.ts";

/** What makes an agent a child: its delegating call, told as `subagent/descriptor`. */
export interface Descent {
  readonly provider: string;
  readonly label?: string;
}

export interface AgentOptions {
  readonly log: SessionLog;
  readonly route: Route;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** 0 for a session that a client opened. */
  readonly depth: number;
  readonly descent?: Descent;
  /** Whose call made it; absent in a root. */
  readonly parent?: Agent;
  /** Prompts that an earlier process acknowledged and no turn has taken: they run before any new one. */
  readonly pending?: readonly { readonly target: Target; readonly message: UserMessage }[];
}

type Waiting = "approval" | "tool";

/** One session at work: takes prompts, runs a turn for each in order, and records all of it in the session's log. */
export class Agent {
  readonly log: SessionLog;
  /** Changed with {@link reroute}: a turn keeps the one it began with. */
  route: Route;
  readonly cwd: string;
  readonly depth: number;
  readonly descent: Descent | undefined;
  readonly parent: Agent | undefined;
  /** For the model, before the history; undefined: none. */
  systemPrompt: string | undefined;
  readonly surroundings: Surroundings;
  /** How the newest turn of this process ended; undefined before the first end. */
  lastEnd: TurnEndReason | undefined;
  /** What the newest model call of this process was sent beside the history. */
  lastHeader: RequestHeader | undefined;
  /** The `seq` of the newest event that was told; -1 before the first. */
  toldSeq: number;
  readonly #prompts: Prompts;
  #turns: number;
  #nextRoute: Route | undefined;
  #activity: Promise<void> | undefined;
  // Set once: no turn begins any more, and no prompt is taken.
  #ending: "disposed" | "closing" | undefined;
  // What closing it has cut off or dropped so far: every close answers with all of it.
  readonly #cut: Set<string> = new Set();
  readonly #waitingOn: Waiting[] = [];
  readonly #facts: FactQueue;

  constructor(options: AgentOptions, surroundings: Surroundings) {
    this.log = options.log;
    this.route = options.route;
    this.cwd = options.cwd;
    this.depth = options.depth;
    this.descent = options.descent;
    this.parent = options.parent;
    this.systemPrompt = options.parent?.systemPrompt ?? stateOf(options.log.events()).systemPrompt;
    this.surroundings = surroundings;
    this.toldSeq = options.log.lastSeq;
    this.#turns = options.log.latest("turn/start")?.data.turn ?? 0;
    this.#prompts = new Prompts({
      log: options.log,
      pending: options.pending ?? [],
      record: (spliced) => void this.record("agent/inbox/spliced", spliced),
      onFailure: (error) =>
        surroundings.diagnostics.warn("deadline.failed", { sessionId: options.log.id, error: messageOf(error) }),
    });
    this.#facts = new FactQueue({
      emit: (fact) => {
        if (fact.kind === "event") this.toldSeq = fact.event.seq;
        return surroundings.emit(fact);
      },
      sync: () => options.log.synced(),
    });
  }

  /**
   * Takes a prompt; resolves once its receipt is durable and has been told, and then it is never lost. Starts a turn when
   * none runs. Rejects with a `HostError` when nothing was done.
   */
  async prompt(prompt: AgentPrompt): Promise<SubmissionReceipt> {
    const { contentBlocks, clientMessageId, mode = "queue", expectTurn, deadlineMs } = prompt;
    this.refuseWhenClosing();
    const known = clientMessageId === undefined ? undefined : this.#prompts.keys.find(clientMessageId, contentBlocks);
    if (known !== undefined) {
      // What an earlier process left behind runs when the session is next prompted, and a repeated prompt is one (spec §1.6).
      if (this.#prompts.waiting().length > 0) this.#activity ??= this.#run();
      await this.#facts.told();
      const { messageId: id, mode: asTaken } = known;
      return { messageId: id, mode: asTaken, ...this.#prompts.placeOf(id), duplicate: true };
    }
    const steered = mode === "steer" && this.#prompts.turn?.isAborted === false ? this.#prompts.turn : undefined;
    if (mode === "steer" && expectTurn !== undefined && steered?.number !== expectTurn) {
      const now = this.#prompts.turn === undefined ? "no turn runs" : `turn ${this.#prompts.turn.number} runs`;
      throw new HostError("turn-changed", `expected turn ${expectTurn}, ${now}`);
    }
    const messageId = this.#prompts.take(
      contentBlocks,
      clientMessageId,
      steered === undefined ? "next-turn" : "next-step",
    );
    if (deadlineMs !== undefined) this.#prompts.limit(messageId, deadlineMs);
    // Status, start of the turn and claim follow in this very call: it runs up to its first await (spec §0.4).
    this.#activity ??= this.#run();
    const receipt: SubmissionReceipt = {
      messageId,
      mode: steered === undefined ? "queue" : "steer",
      ...this.#prompts.placeOf(messageId),
    };
    try {
      await this.#facts.told();
    } catch (error) {
      if (clientMessageId !== undefined) this.#prompts.keys.forget(clientMessageId);
      throw error;
    }
    return receipt;
  }

  /** Ends work (spec §1.4); resolves once what it did to the log has been told. The turn's own end follows. */
  async cancel(cancel: AgentCancel): Promise<CancelReceipt> {
    const receipt = this.#prompts.cancel(cancel);
    await this.#facts.told();
    return receipt;
  }

  /** The message that has this client's id; undefined when none has come. */
  messageOf(clientMessageId: string): string | undefined {
    return this.#prompts.keys.messageOf(clientMessageId);
  }

  /** Throws `session-closing` once {@link close} or {@link dispose} was called. */
  refuseWhenClosing(): void {
    if (this.#ending !== undefined) throw new HostError("session-closing", `session ${this.log.id} is being closed`);
  }

  /** What waits for a turn, in the order in which it is due. */
  pending(): UserMessage[] {
    return this.#prompts.waiting();
  }

  get status(): "running" | "idle" {
    return this.#activity === undefined ? "idle" : "running";
  }

  /** The route of the next turn. */
  get plannedRoute(): Route {
    return this.#nextRoute ?? this.route;
  }

  /** Logs what a client changed about the session; resolves once it has been told. */
  async update(changed: SessionUpdatedData): Promise<void> {
    this.systemPrompt = changed.systemPrompt ?? this.systemPrompt;
    this.record("session/updated", changed);
    const { title } = changed;
    // What lists and version 0 clients know a title by.
    if (title !== undefined) this.record("session/title", { title, messageSeqs: [], source: { kind: "user" } });
    await this.#facts.told();
  }

  /** Holds from the next turn. */
  reroute(route: Route): void {
    this.#nextRoute = route;
  }

  /** Tells clients that the running turn waits for one of them; the function that it gives ends that. */
  waitOn(what: Waiting): () => void {
    this.#waitingOn.push(what);
    this.#tellStatus();
    return () => {
      this.#waitingOn.splice(this.#waitingOn.indexOf(what), 1);
      if (this.#prompts.turn !== undefined) this.#tellStatus();
    };
  }

  /** Resolves when no turn runs and none waits. */
  async idle(): Promise<void> {
    await this.#activity;
  }

  /** Ends the running turn with this cause and starts no other; resolves when it has stopped. Queued prompts stay in the log. */
  async dispose(cause: AbortCause): Promise<void> {
    this.#ending = "disposed";
    this.#prompts.clearDeadlines();
    this.#prompts.turn?.abort(cause);
    await this.idle();
  }

  /** Takes no prompt from now on: the queue ends, or with `cancel` is cut with the turn. Resolves when all is still; again: hastens. */
  async close(mode: "drain" | "cancel", cause: AbortCause): Promise<string[]> {
    this.#ending ??= "closing";
    if (mode === "cancel") for (const id of this.#prompts.cancel({ scope: "all", cause }).cancelled) this.#cut.add(id);
    await this.idle();
    this.#prompts.clearDeadlines();
    await this.#facts.told();
    return [...this.#cut];
  }

  /** Appends an event to the log and tells it. */
  record<K extends SessionEventType>(type: K, data: SessionEventMap[K], ...surface: SurfaceArguments<K>): SessionEvent {
    const event = this.log.append(type, data, ...surface);
    this.#tell({ kind: "event", sessionId: this.log.id, event });
    return event;
  }

  /** Resolves when all that was recorded has been told and its readers want more (spec §1.10); rejects with the signal's reason once it is aborted. */
  flow(signal: AbortSignal): Promise<void> {
    return this.#facts.flow(signal);
  }

  #tell(fact: HostFact): void {
    this.#facts.tell(fact, fact.kind === "event" && isDurable(fact.event));
  }

  #tellStatus(): void {
    const waitingOn = [...new Set(this.#waitingOn)];
    const { status } = this;
    this.#tell({ kind: "status", sessionId: this.log.id, status, ...(waitingOn.length === 0 ? {} : { waitingOn }) });
  }

  async #run(): Promise<void> {
    try {
      this.#tell({ kind: "status", sessionId: this.log.id, status: "running" });
      await this.#takeTurns();
    } catch (error) {
      // What is being synced is told first, or never: whoever goes on with the log tells what was not.
      await this.#facts.told().catch(() => undefined);
      // The log takes no more. What was acknowledged is in it; nothing else may be said on the strength of it.
      this.#prompts.turn = undefined;
      this.#prompts.clearDeadlines();
      await this.surroundings.stopped(this, error);
    }
  }

  async #takeTurns(): Promise<void> {
    let turn = this.#openTurn();
    // The answer to the prompt leaves before the first step (spec §0.4).
    await this.#facts.told();
    await afterAnswers();
    while (turn !== undefined) {
      const reached = await runTurn(this, turn);
      // No await from here to the end of the turn: what is cancelled before is `aborted`, what comes later is `finished`.
      const reason: TurnEndReason = turn.isAborted ? { kind: "aborted", reason: abortCause(turn.signal) } : reached;
      this.lastEnd = reason;
      this.#prompts.closeTurn(turn);
      this.record("turn/end", { turn: turn.number, reason });
      turn = this.#ending === "disposed" ? undefined : this.#openTurn();
    }
    this.#activity = undefined;
    this.#tell({ kind: "status", sessionId: this.log.id, status: "idle" });
    await this.#facts.told();
  }

  /** Opens a turn with what is due; undefined when nothing is. */
  #openTurn(): RunningTurn | undefined {
    if (!this.#prompts.isDue) return undefined;
    this.route = this.plannedRoute;
    this.#nextRoute = undefined;
    this.record("turn/start", { turn: this.#turns + 1 });
    this.#turns++;
    return this.#prompts.openTurn(this.#turns);
  }

  /** Lets the steers that wait enter the turn; whether there were any. */
  letSteersEnter(turn: RunningTurn): boolean {
    return this.#prompts.letSteersEnter(turn);
  }
}

/** What is synced before anyone hears of it: a receipt, a tool's call and its result, an answer, the end of a turn. */
function isDurable(event: SessionEvent): boolean {
  return DURABLE.has(event.type) || (event.type === "agent/inbox/spliced" && event.data.inserted.length > 0);
}

const DURABLE: ReadonlySet<string> = new Set([
  "assistant/message",
  "tool/call",
  "tool/result",
  "turn/end",
  "approval/asked",
  "approval/decided",
]);
