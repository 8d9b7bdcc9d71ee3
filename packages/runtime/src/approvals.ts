import { randomUUID } from "node:crypto";
import type { ApprovalDecision, ApprovalOption, ApprovalQuestion } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { Deadline, unlessAborted } from "./abort.ts";
import type { Agent } from "./agent.ts";

/** What a question ended with, as the log keeps it. `interrupted`: the process that asked is gone. */
export type ApprovalOutcome = ApprovalOption["kind"] | "cancelled" | "interrupted";

/** Finds whoever can answer a question, and puts it to nobody yet; undefined where there is nobody. */
export type Decide = (question: ApprovalQuestion, options: { readonly signal: AbortSignal }) => PutQuestion | undefined;

/** A question that somebody can answer. */
export interface PutQuestion {
  /** Puts it; called once. Rejects when nobody can answer any more, or on abort. */
  decision(): Promise<ApprovalDecision>;
  /** To be called once, behind the decision: the log has this outcome, or could not take it (undefined). */
  recorded(outcome: ApprovalOutcome | undefined): void;
}

export interface Asking {
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  /** One line for people. */
  readonly title: string;
  /** Why it is asked, for the log. */
  readonly reason: string;
  readonly subject: ApprovalQuestion["subject"];
  /** What an approval for the session covers, beside this call: the label says it, and calls with the same key are covered. */
  readonly grant: { readonly key: string; readonly label: string };
}

export type Answer =
  | { readonly kind: "allowed" }
  /** `note`: what the person who denied it has to say, or that nobody did in time. */
  | { readonly kind: "denied"; readonly note?: string }
  | { readonly kind: "nobody" | "cancelled" };

/** Asks for leave, and remembers what was given for a whole session while the session is open in this process. */
export class Approvals {
  readonly #decide: Decide;
  readonly #timeoutMs: number | undefined;
  readonly #granted: WeakMap<Agent, Set<string>> = new WeakMap();

  /** @param timeoutMs how long a question is open, clamped at 2^31-1; undefined: as long as its turn */
  constructor(decide: Decide, timeoutMs?: number) {
    this.#decide = decide;
    this.#timeoutMs = timeoutMs === undefined ? undefined : Math.min(timeoutMs, 2 ** 31 - 1);
  }

  /**
   * Order: `approval/asked`, synced; the question; `approval/decided`, synced; and then this resolves. An abort while
   * the question is open cancels it, and the passing of its time denies it. Throws when the log takes no more.
   */
  async ask(agent: Agent, asking: Asking, signal: AbortSignal): Promise<Answer> {
    const { turn, callId, tool, title, reason, subject, grant } = asking;
    if (this.#granted.get(agent)?.has(grant.key) === true) return { kind: "allowed" };
    const id = randomUUID();
    agent.record("approval/asked", { id, toolName: tool, callId, reason });
    const options: readonly ApprovalOption[] = [
      { id: "allow-once", kind: "allow-once", label: "Allow once" },
      { id: "allow-session", kind: "allow-session", label: grant.label },
      { id: "deny", kind: "deny", label: "Deny" },
    ];
    const asked = { approvalId: id, sessionId: agent.log.id, turn, callId, tool, title, subject, options };
    await flow(agent, signal);
    const ms = this.#timeoutMs;
    const question = ms === undefined ? asked : { ...asked, expiresAt: Date.now() + ms };
    const deadline = ms === undefined ? undefined : new Deadline(signal, ms, EXPIRED);
    const open = deadline?.signal ?? signal;
    const put = open.aborted ? undefined : this.#decide(question, { signal: open });
    // Told before the question leaves, and taken back behind the decision (spec §1.8.4).
    const waiting = put === undefined ? undefined : agent.waitOn("approval");
    let recorded: ApprovalOutcome | undefined;
    try {
      const given = put === undefined ? withoutAsking(open) : await decided(put, question, open);
      deadline?.clear();
      const { outcome, why } = given;
      agent.record("approval/decided", { id, outcome, ...(why === undefined ? {} : { reason: why }) });
      waiting?.();
      await flow(agent, signal);
      recorded = outcome;
      if (outcome === "allow-session") {
        const granted = this.#granted.get(agent) ?? new Set();
        this.#granted.set(agent, granted.add(grant.key));
      }
      return given.answer;
    } finally {
      put?.recorded(recorded);
    }
  }
}

function withoutAsking(signal: AbortSignal): Given {
  return signal.aborted ? CANCELLED : NOBODY;
}

async function decided(put: PutQuestion, question: ApprovalQuestion, signal: AbortSignal): Promise<Given> {
  try {
    return reading(question, await unlessAborted(put.decision(), signal));
  } catch {
    // Whoever should have answered failed to: that is no leave. Nothing of ours throws in there.
    if (!signal.aborted) return FAILED;
    return signal.reason === EXPIRED ? LATE : CANCELLED;
  }
}

/** The reason that `$/cancelRequest` gives for a question whose time is over. */
const EXPIRED = "expired";

interface Given {
  readonly outcome: ApprovalOutcome;
  readonly why?: string;
  readonly answer: Answer;
}

const CANCELLED: Given = { outcome: "cancelled", answer: { kind: "cancelled" } };
const FAILED: Given = { outcome: "deny", why: "the question failed", answer: { kind: "denied" } };
const LATE: Given = {
  outcome: "deny",
  why: "nobody answered in time",
  answer: { kind: "denied", note: "nobody answered in time" },
};
const NOBODY: Given = { outcome: "deny", why: "nobody can be asked", answer: { kind: "nobody" } };

/** An option that was not offered is no leave either. */
function reading({ options }: ApprovalQuestion, decision: ApprovalDecision): Given {
  if (decision.type !== "selected") return CANCELLED;
  const kind = options.find(({ id }) => id === decision.optionId)?.kind;
  switch (kind) {
    case "allow-once":
    case "allow-session":
      return { outcome: kind, answer: { kind: "allowed" } };
    case "deny":
      return {
        outcome: "deny",
        answer: { kind: "denied", ...(decision.note === undefined ? {} : { note: decision.note }) },
      };
    default:
      return { outcome: "deny", why: "an option was chosen that was not offered", answer: { kind: "denied" } };
  }
}

/** Tells what was recorded: nobody is asked, and nothing runs, before the log holds it. */
async function flow(agent: Agent, signal: AbortSignal): Promise<void> {
  try {
    await agent.flow(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
