import {
  type ApprovalDecision,
  type ApprovalQuestion,
  HostError,
  type HostPeer,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { ApprovalOutcome, PutQuestion } from "./approvals.ts";

/** Decisions that are remembered for whoever answers late. */
const MAX_DECIDED = 1024;

/** The questions that are open now: each is put to every client that can answer, and the first answer counts (spec §1.8). */
export class OpenApprovals {
  readonly #open: Map<string, OpenApproval> = new Map();
  readonly #decided: Map<string, ApprovalOutcome> = new Map();

  /**
   * A question for these peers; undefined where none of them can answer. When it is decided, here or elsewhere, or
   * when `signal` is aborted, it is withdrawn from all others.
   */
  find(question: ApprovalQuestion, peers: Iterable<HostPeer>, signal: AbortSignal): PutQuestion | undefined {
    const able = [...peers].flatMap(({ decide }) => decide ?? []);
    if (able.length === 0) return undefined;
    const open = new OpenApproval(question);
    return {
      decision: () => {
        this.#open.set(question.approvalId, open);
        return open.ask(able, signal);
      },
      recorded: (outcome) => {
        this.#open.delete(question.approvalId);
        if (outcome !== undefined) this.#remember(question.approvalId, outcome);
        open.recorded(outcome);
      },
    };
  }

  /** Those of a session that nobody has answered, oldest first. */
  of(sessionId: string): ApprovalQuestion[] {
    return [...this.#open.values()].flatMap(({ question, isAnswered }) =>
      question.sessionId === sessionId && !isAnswered ? [question] : [],
    );
  }

  /**
   * Answers from elsewhere; resolves once the log has the decision. Rejects with `approval-resolved` and the decision
   * where another was first.
   */
  async answer(approvalId: string, decision: ApprovalDecision): Promise<void> {
    const open = this.#open.get(approvalId);
    const isFirst = open?.take(decision) === true;
    const outcome = open === undefined ? this.#decided.get(approvalId) : await open.outcome;
    if (outcome === undefined && open === undefined) {
      throw new HostError("invalid-params", `there is no approval ${JSON.stringify(approvalId)}`, {
        path: "approvalId",
      });
    }
    if (outcome === undefined) throw new HostError("storage-failed", "the decision could not be logged");
    // What was decided while the turn was being cancelled is not what the log has.
    if (isFirst && (outcome !== "cancelled" || decision.type === "cancelled")) return;
    throw new HostError("approval-resolved", `approval ${approvalId} was decided before`, { facts: { outcome } });
  }

  #remember(approvalId: string, outcome: ApprovalOutcome): void {
    this.#decided.set(approvalId, outcome);
    for (const oldest of this.#decided.keys()) {
      if (this.#decided.size <= MAX_DECIDED) break;
      this.#decided.delete(oldest);
    }
  }
}

class OpenApproval {
  readonly question: ApprovalQuestion;
  /** As the log has it; undefined where the log could not take it. */
  readonly outcome: Promise<ApprovalOutcome | undefined>;
  /** Settles `outcome`. */
  recorded: (outcome: ApprovalOutcome | undefined) => void = () => undefined;
  readonly #decision: Promise<ApprovalDecision>;
  #resolve: (decision: ApprovalDecision) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #isAnswered = false;

  constructor(question: ApprovalQuestion) {
    this.question = question;
    this.outcome = new Promise((resolve) => (this.recorded = resolve));
    this.#decision = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Whether this answer is the first; then it counts. */
  take(decision: ApprovalDecision): boolean {
    if (this.#isAnswered) return false;
    this.#isAnswered = true;
    this.#resolve(decision);
    return true;
  }

  /** Puts the question. Rejects when every peer failed to answer, or on abort. */
  async ask(able: readonly NonNullable<HostPeer["decide"]>[], signal: AbortSignal): Promise<ApprovalDecision> {
    const answered = new AbortController();
    const open = { signal: AbortSignal.any([signal, answered.signal]) };
    const onAbort = (): void => this.#fail(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    // A client that failed to answer leaves the question to the others, and to whoever answers from elsewhere.
    Promise.any(able.map((decide) => decide(this.question, open))).then(
      (decision) => this.take(decision),
      (error: unknown) => this.#fail(error),
    );
    try {
      return await this.#decision;
    } finally {
      signal.removeEventListener("abort", onAbort);
      answered.abort();
    }
  }

  #fail(reason: unknown): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#reject(reason);
  }
}
