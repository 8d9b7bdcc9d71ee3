import { SessionNames, sessionOf } from "./session-names.test-support.ts";
import { eventOf, eventType, isReceipt, isResponse, type JsonObject, pick } from "./wire.test-support.ts";

export interface OrderInput {
  /** In the order of the wire. */
  readonly frames: readonly JsonObject[];
  /** What the client asked, in its order. */
  readonly requests: readonly JsonObject[];
  /** Whether work was cut: by the end of the input, a signal, or a shutdown in the middle of a turn. */
  readonly cut: boolean;
}

/** Where a run breaks the order of spec §0.4, as lines to read; none where it keeps it. */
export function orderFaults({ frames, requests, cut }: OrderInput): string[] {
  const check = new OrderCheck(requests);
  for (const frame of frames) check.follow(frame);
  if (!cut) check.end();
  return check.faults;
}

class OrderCheck {
  readonly faults: string[] = [];
  readonly #requests: readonly JsonObject[];
  readonly #names = new SessionNames();
  readonly #sessions: Map<string, SessionOrder> = new Map();
  readonly #answered: Set<unknown> = new Set();
  #frames = 0;
  #isShutDown = false;

  constructor(requests: readonly JsonObject[]) {
    this.#requests = requests;
  }

  follow(frame: JsonObject): void {
    this.#names.see(frame);
    const found = isResponse(frame) ? this.#response(frame) : this.#notification(frame);
    for (const fault of found)
      this.faults.push(`frame ${this.#frames}: ${fault}: ${JSON.stringify(frame).slice(0, 200)}`);
    this.#frames++;
  }

  end(): void {
    for (const { id } of this.#requests)
      if (!this.#answered.has(id)) this.faults.push(`no response to ${JSON.stringify(id)}`);
    for (const [name, session] of this.#sessions) {
      if (session.running) this.faults.push(`${name} is still running`);
      if (session.parent !== undefined && !session.finished) this.faults.push(`${name} was never finished`);
    }
  }

  #session(name: string): SessionOrder {
    let session = this.#sessions.get(name);
    if (session === undefined) this.#sessions.set(name, (session = new SessionOrder()));
    return session;
  }

  #response(frame: JsonObject): string[] {
    const asked = this.#requests.find(({ id }) => id === frame["id"]);
    if (asked === undefined) return ["a response that nobody asked for"];
    if (this.#answered.has(frame["id"])) return ["a second response"];
    this.#answered.add(frame["id"]);
    if (this.#isShutDown && asked["method"] !== "shutdown") return ["a response behind the answer to shutdown"];
    if (asked["method"] === "shutdown") this.#isShutDown = true;
    if (asked["method"] !== "session/prompt" || !("result" in frame)) return [];
    const session = this.#session(this.#names.of(pick(asked, "params", "sessionId")));
    return session.unanswered.delete(pick(frame, "result", "messageId")) ? [] : ["a response before its receipt"];
  }

  #notification(frame: JsonObject): string[] {
    const name = this.#names.of(sessionOf(frame));
    const session = this.#session(name);
    const faults = this.#isShutDown ? ["a notification behind the answer to shutdown"] : [];
    if (session.finished) faults.push("a frame of a child that has finished");
    switch (frame["method"]) {
      case "session.event":
        faults.push(...session.event(frame), ...this.#delegation(name, frame));
        break;
      case "session.status":
        faults.push(...session.status(pick(frame, "params", "status") === "running"));
        break;
      case "subagent.started":
        session.parent = this.#names.of(pick(frame, "params", "parentSessionId"));
        // What came before has the child under the id that it was minted, since nobody had named it.
        if (this.#sessions.has(String(pick(frame, "params", "childSessionId"))))
          faults.push("started behind the child's first frame");
        if (this.#session(session.parent).openCalls.size === 0)
          faults.push("started outside a tool call of its parent");
        return faults;
      case "subagent.finished":
        if (session.running || session.last === undefined) faults.push("finished before the child's idle");
        session.finished = true;
        break;
      default:
        faults.push("a notification that version 0 does not have");
    }
    session.last = frame;
    return faults;
  }

  /** The parent hears a child's result once the child has finished. */
  #delegation(parent: string, frame: JsonObject): string[] {
    if (eventType(frame) !== "tool/result") return [];
    const callId = pick(eventOf(frame), "data", "message", "source", "callId");
    const at = this.#session(parent).delegations.indexOf(callId);
    if (at === -1 || this.#session(`${parent}/${at + 1}`).finished) return [];
    return ["a tool/result before its child has finished"];
  }
}

/** What is known of one session as its frames go by. */
class SessionOrder {
  parent: string | undefined;
  running = false;
  finished = false;
  /** Message ids of receipts whose prompt has no response yet. */
  readonly unanswered: Set<unknown> = new Set();
  readonly openCalls: Set<unknown> = new Set();
  /** Call ids of delegations, in their order: that of the children. */
  readonly delegations: unknown[] = [];
  last: JsonObject | undefined;
  #seq: number | undefined;
  #isTurnOpen = false;
  /** The prompt that woke the session: it is answered before the first step. */
  #waking: unknown;

  status(running: boolean): string[] {
    const faults: string[] = [];
    if (running === this.running) faults.push("the status that it has already");
    if (running && (this.last === undefined || !isReceipt(this.last))) faults.push("running does not follow a receipt");
    if (!running && this.#isTurnOpen) faults.push("idle in an open turn");
    this.running = running;
    return faults;
  }

  event(frame: JsonObject): string[] {
    const faults: string[] = [];
    const event = eventOf(frame);
    const data = pick(event, "data");
    const seq = Number(pick(event, "seq"));
    if (this.#seq !== undefined && seq !== this.#seq + 1) faults.push(`seq ${seq} behind ${this.#seq}`);
    this.#seq = seq;
    if (!this.running && !isReceipt(frame)) faults.push("an event of an idle session");
    switch (eventType(frame)) {
      case "agent/inbox/spliced":
        if (isReceipt(frame)) this.#receipt(pick(data, "inserted", 0, "id"));
        else if (this.last === undefined || eventType(this.last) !== "turn/start")
          faults.push("a claim that does not follow turn/start");
        break;
      case "turn/start":
        if (this.#isTurnOpen) faults.push("a turn in an open turn");
        this.#isTurnOpen = true;
        break;
      case "step/start":
        if (this.parent === undefined && this.unanswered.has(this.#waking))
          faults.push("a step before the response to its prompt");
        break;
      case "turn/end":
        this.#isTurnOpen = false;
        break;
      case "tool/call":
        this.openCalls.add(pick(data, "callId"));
        if (pick(data, "name") === "subagent") this.delegations.push(pick(data, "callId"));
        break;
      case "tool/result":
        if (!this.openCalls.delete(pick(data, "message", "source", "callId")))
          faults.push("a tool/result without its tool/call");
        break;
      default:
    }
    return faults;
  }

  #receipt(messageId: unknown): void {
    this.unanswered.add(messageId);
    if (!this.running) this.#waking = messageId;
  }
}
