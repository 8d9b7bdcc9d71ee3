import * as fc from "fast-check";
import { pick } from "../compatibility/wire.test-support.ts";
import { DEEDS } from "./model-provider.test-support.ts";
import type { System } from "./model-system.test-support.ts";

// The model has nothing to predict: what is true of any run is checked behind it, on all that was sent and said.
type Model = Record<string, never>;

abstract class Deed implements fc.AsyncCommand<Model, System> {
  /** Ticks that others get before the next command. */
  abstract readonly ticks: number;
  abstract act(system: System): void | Promise<void>;

  check(): boolean {
    return true;
  }

  async run(_: Model, system: System): Promise<void> {
    await this.act(system);
    await system.pause(this.ticks);
  }

  toString(): string {
    return `${this.constructor.name} ${JSON.stringify(this)}`;
  }
}

/** A member of a list by a number that fits any length. */
const one = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

class Prompt extends Deed {
  readonly session: number;
  readonly deed: string;
  readonly steer: boolean;
  readonly key: number | null;
  readonly ticks: number;

  constructor(session: number, deed: string, steer: boolean, key: number | null, ticks: number) {
    super();
    this.session = session;
    this.deed = deed;
    this.steer = steer;
    this.key = key;
    this.ticks = ticks;
  }

  act(system: System): void {
    const sessionId = one(system.sessions, this.session) ?? "a";
    // The text is the key's, so that the same key is the same prompt.
    const text = this.key === null ? `${this.deed} ${system.calls.length}` : `say ${this.key}`;
    system.post("session/prompt", {
      sessionId,
      contentBlocks: [{ type: "text", text }],
      ...(this.steer ? { mode: "steer" } : {}),
      ...(this.key === null ? {} : { clientMessageId: `k${this.key}` }),
    });
  }
}

class Cancel extends Deed {
  readonly session: number;
  readonly what: "turn" | "queued" | "all" | "message" | "key" | "default";
  readonly which: number;
  readonly ticks: number;

  constructor(session: number, what: Cancel["what"], which: number, ticks: number) {
    super();
    this.session = session;
    this.what = what;
    this.which = which;
    this.ticks = ticks;
  }

  act(system: System): void {
    const sessionId = one(system.sessions, this.session) ?? "a";
    system.post("session/cancel", { sessionId, ...this.#target(system, sessionId) });
  }

  #target(system: System, sessionId: string): object {
    if (this.what === "default") return { reason: "enough" };
    // Perhaps before any prompt has it.
    if (this.what === "key") return { clientMessageId: `k${this.which % 4}` };
    if (this.what !== "message") return { scope: this.what };
    const prompts = system.calls.filter(
      (call) => call.params["sessionId"] === sessionId && call.method === "session/prompt",
    );
    const ids = prompts.flatMap((call) => system.resultOf(call)?.["messageId"] ?? []);
    return { messageId: one(ids, this.which) ?? "none" };
  }
}

class Close extends Deed {
  readonly session: number;
  readonly mode: "drain" | "cancel";
  readonly ticks: number;

  constructor(session: number, mode: Close["mode"], ticks: number) {
    super();
    this.session = session;
    this.mode = mode;
    this.ticks = ticks;
  }

  act(system: System): void {
    // A drain would wait for ever for a turn that hangs.
    const limit = this.mode === "drain" ? { timeoutMs: 1 } : {};
    system.post("session/close", { sessionId: one(system.sessions, this.session) ?? "a", mode: this.mode, ...limit });
  }
}

class Resume extends Deed {
  readonly session: number;
  readonly after: number;
  readonly ticks: number;

  constructor(session: number, after: number, ticks: number) {
    super();
    this.session = session;
    this.after = after;
    this.ticks = ticks;
  }

  act(system: System): void {
    const sessionId = one(system.sessions, this.session) ?? "a";
    const seqs = system.client.events(sessionId).map(({ seq }) => Number(seq));
    system.post("session/resume", { sessionId, afterSeq: one([-1, ...seqs], this.after) ?? -1 });
  }
}

class Fork extends Deed {
  readonly session: number;
  readonly ticks: number;

  constructor(session: number, ticks: number) {
    super();
    this.session = session;
    this.ticks = ticks;
  }

  async act(system: System): Promise<void> {
    const { client } = system;
    system.post("session/fork", { sessionId: one(system.sessions, this.session) ?? "a" });
    const id = system.calls.at(-1)?.id ?? "";
    const fork: unknown = pick(await client.response(id), "result", "sessionId");
    if (typeof fork === "string" && system.sessions.length < 4) system.sessions.push(fork);
  }
}

/** Answers a question, which it provokes where there is none: as it was asked, from elsewhere, or both at once. */
class Answer extends Deed {
  readonly session: number;
  readonly how: "request" | "elsewhere" | "twice" | "both";
  readonly optionId: string;
  readonly ticks: number;

  constructor(session: number, how: Answer["how"], optionId: string, ticks: number) {
    super();
    this.session = session;
    this.how = how;
    this.optionId = optionId;
    this.ticks = ticks;
  }

  async act(system: System): Promise<void> {
    if (system.openQuestions().length === 0) new Prompt(this.session, "ask", false, null, 0).act(system);
    // It may never come: behind a turn that hangs, say.
    // oxlint-disable-next-line no-await-in-loop -- gives it some time
    for (let left = 300; left > 0 && system.openQuestions().length === 0; left--) await system.pause(1);
    const question = system.openQuestions().at(-1);
    if (question === undefined) return;
    const outcome = { type: "selected", optionId: this.optionId };
    const answer = { approvalId: pick(question, "params", "approvalId"), outcome };
    if (this.how === "request" || this.how === "both") system.client.send({ id: question["id"], result: { outcome } });
    if (this.how !== "request") system.post("approval/answer", answer);
    if (this.how === "twice") system.post("approval/answer", { ...answer, outcome: { type: "cancelled" } });
  }
}

class Restart extends Deed {
  readonly ticks: number;

  constructor(ticks: number) {
    super();
    this.ticks = ticks;
  }

  async act(system: System): Promise<void> {
    await system.stop();
    await system.start();
  }
}

const ticks = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(5), fc.nat(60));
const session = fc.nat(3);
const key = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat(3));
const prompt = fc
  .tuple(session, fc.constantFrom(...DEEDS), fc.boolean(), key, ticks)
  .map((args) => new Prompt(...args));
const what = fc.constantFrom("turn", "queued", "all", "message", "key", "default");

export const commands: fc.Arbitrary<Iterable<fc.AsyncCommand<Model, System>>> = fc.commands(
  [
    prompt,
    prompt,
    prompt,
    fc.tuple(session, what, fc.nat(7), ticks).map((args) => new Cancel(...args)),
    fc.tuple(session, fc.constantFrom("drain", "cancel"), ticks).map((args) => new Close(...args)),
    fc.tuple(session, fc.nat(99), ticks).map((args) => new Resume(...args)),
    fc.tuple(session, ticks).map((args) => new Fork(...args)),
    fc
      .tuple(
        session,
        fc.constantFrom("request", "elsewhere", "twice", "both"),
        fc.constantFrom("allow-once", "deny", "allow-session"),
        ticks,
      )
      .map((args) => new Answer(...args)),
    ticks.map((args) => new Restart(args)),
  ],
  { maxCommands: 40, size: "max" },
);
