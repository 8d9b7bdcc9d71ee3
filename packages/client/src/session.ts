import type { ContentBlock } from "@buckeyestudio/toh-llm";
import type {
  SessionCancelParams,
  SessionCancelResult,
  SessionCloseParams,
  SessionCloseResult,
  SessionForkParams,
  SessionGetResult,
  SessionOpenParams,
  SessionOpenResult,
  SessionPromptResultV1,
  SessionResumeParams,
  SessionResumeResult,
  SessionUpdateParams,
} from "@buckeyestudio/toh-sdk-protocol";
import type { SessionEvent } from "@buckeyestudio/toh-session";
import type { PromptOptions } from "./client.ts";
import type { Harness } from "./harness.ts";
import { partsOf } from "./parts.ts";
import { readEvents } from "./read-events.ts";
import type { EventsOptions } from "./read-events.ts";
import { Run } from "./run.ts";
import type { RunOptions } from "./run.ts";
import type { RunResult } from "./run-recorder.ts";
import { describeTool } from "./tools.ts";
import type { HarnessTool } from "./tools.ts";

/** A prompt: text, or content blocks as they are. */
export type PromptInput = string | readonly ContentBlock[];

export interface SessionOpenOptions extends Omit<SessionOpenParams, "sessionId" | "tools"> {
  /** Tools for this session and its descendants, in the place of those that were given before. */
  tools?: readonly HarnessTool[];
}

/**
 * A conversation that the runtime keeps by its id. Holds no state: two objects with one id are one session. All but
 * {@link run} needs version 1, and rejects with a `CapabilityError` where the runtime speaks version 0.
 */
export class HarnessSession {
  readonly harness: Harness;
  readonly id: string;

  constructor(harness: Harness, id: string) {
    this.harness = harness;
    this.id = id;
  }

  /**
   * Sends a prompt and resolves when the session is idle again: the interval from the prompt's receipt to the first
   * `idle` of this session. Turns that others asked for meanwhile fall into it, too, so runs that overlap on one
   * session report one another's turns.
   *
   * A turn that fails does not reject: see `finishReason`.
   *
   * @throws JsonRpcResponseError when the runtime refuses the handshake or the prompt.
   * @throws TransportClosedError when the runtime is lost or closed.
   * @throws SdkProtocolError when a message breaks its contract.
   * @throws CapabilityError for an option that needs version 1, where the runtime speaks version 0.
   */
  async run(input: PromptInput, options: RunOptions = {}): Promise<RunResult> {
    return new Run(partsOf(this.harness).keeper, this.id, blocksOf(input), options).result();
  }

  /**
   * Sends a message into the running turn, before its next step; with no running turn it queues (spec §1.5). Resolves
   * with its receipt, whose `mode` tells which. Needs the capability `steer`.
   */
  async steer(input: PromptInput, options: Omit<PromptOptions, "mode"> = {}): Promise<SessionPromptResultV1> {
    const client = await partsOf(this.harness).keeper.start();
    return client.submit(this.id, blocksOf(input), { ...options, mode: "steer" });
  }

  /** Ends the running turn, unless `scope` or a message says something else (spec §1.4). Its `turn/end` is the confirmation. */
  async cancel(what: Omit<SessionCancelParams, "sessionId"> = {}): Promise<SessionCancelResult> {
    const client = await partsOf(this.harness).keeper.start();
    return client.cancel({ ...what, sessionId: this.id });
  }

  /**
   * Ends the session in the runtime, when its work has come to its end (`drain`, the default) or at once (`cancel`). Its
   * log stays, and the next prompt opens it again.
   */
  async close(options: Partial<Omit<SessionCloseParams, "sessionId">> = {}): Promise<SessionCloseResult> {
    const { keeper, tools } = partsOf(this.harness);
    const client = await keeper.start();
    const result = await client.closeSession({ mode: "drain", ...options, sessionId: this.id });
    tools.bySession.delete(this.id);
    return result;
  }

  /** Creates the session, or opens the stored one, with properties of its own (spec §1.6). */
  async open(options: SessionOpenOptions = {}): Promise<SessionOpenResult> {
    const { keeper, tools } = partsOf(this.harness);
    const client = await keeper.start();
    const { tools: own, ...rest } = options;
    const opened = await client.open({
      ...rest,
      sessionId: this.id,
      ...(own !== undefined && { tools: own.map(describeTool) }),
    });
    if (own !== undefined) tools.bySession.set(this.id, own);
    return opened;
  }

  /** Opens the stored session and tells its state. With `afterSeq` its events behind that are notified first. */
  async resume(options: Omit<SessionResumeParams, "sessionId"> = {}): Promise<SessionResumeResult> {
    const client = await partsOf(this.harness).keeper.start();
    return client.resume({ ...options, sessionId: this.id });
  }

  /**
   * A new session with a copy of this one's log up to the end of a turn: of the last one, or of that at `atSeq`. Needs the
   * capability `fork`.
   */
  async fork(options: Omit<SessionForkParams, "sessionId"> = {}): Promise<HarnessSession> {
    const client = await partsOf(this.harness).keeper.start();
    const { sessionId } = await client.fork({ ...options, sessionId: this.id });
    return new HarnessSession(this.harness, sessionId);
  }

  /** Changes route (from the next turn on), ceiling, title or metadata. */
  async update(changes: Omit<SessionUpdateParams, "sessionId">): Promise<void> {
    const client = await partsOf(this.harness).keeper.start();
    await client.update({ ...changes, sessionId: this.id });
  }

  /** What is known of the session, with what is open in it. */
  async info(): Promise<SessionGetResult> {
    const client = await partsOf(this.harness).keeper.start();
    return client.get({ sessionId: this.id });
  }

  /** What its model calls came to, a row for each model: its own, and those of all descendants with them. */
  async usage(): Promise<Pick<SessionGetResult, "usage" | "treeUsage">> {
    const { usage, treeUsage } = await this.info();
    return { usage, treeUsage };
  }

  /** Closes the session and removes its log, with those of its children. */
  async delete(): Promise<void> {
    const { keeper, tools } = partsOf(this.harness);
    const client = await keeper.start();
    await client.delete({ sessionId: this.id });
    tools.bySession.delete(this.id);
  }

  /**
   * The events of this session, each once and in order, whatever runtime it lives in; opens a stored session. A stretch that
   * the runtime cannot send is a hole in `seq`. It ends when the harness is closed, and throws when the runtime is lost
   * for good or the loop is too slow (`SubscriptionOverflowError`). In version 0 there is only what happens from now on.
   */
  events(options: EventsOptions = {}): AsyncGenerator<SessionEvent, void, undefined> {
    return readEvents(partsOf(this.harness).keeper, this.id, options);
  }
}

function blocksOf(input: PromptInput): readonly ContentBlock[] {
  return typeof input === "string" ? [{ type: "text", text: input }] : input;
}
