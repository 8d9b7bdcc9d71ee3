import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { CapabilityError } from "@buckeyestudio/toh-sdk-protocol";
import type {
  InitializeParamsV1,
  ModelListParams,
  ModelListResult,
  SessionListParams,
  SessionListResult,
} from "@buckeyestudio/toh-sdk-protocol";
import { HarnessClient } from "./client.ts";
import type { HarnessClientOptions } from "./client.ts";
import { checkBound, systemClock } from "./clock.ts";
import { parseCommand } from "./command-line.ts";
import type { ClientSeams } from "./connection.ts";
import { findRuntime } from "./find-runtime.ts";
import { RuntimeKeeper } from "./keeper.ts";
import type { RestartLimit } from "./keeper.ts";
import { Lineage } from "./lineage.ts";
import { setParts } from "./parts.ts";
import type { Parts } from "./parts.ts";
import type { RunOptions } from "./run.ts";
import type { RunResult } from "./run-recorder.ts";
import { HarnessSession } from "./session.ts";
import type { PromptInput } from "./session.ts";
import { DEFAULT_MAX_QUEUED_BYTES } from "./subscription.ts";
import { Tools, decide, describeTool } from "./tools.ts";
import type { ApprovalHandler, HarnessTool } from "./tools.ts";

const DEFAULT_PROVIDER = "deepseek-official";
const DEFAULT_MODEL = "deepseek-v4-flash";

/** Every option has a default. The time-outs and `env` stand before those of `launch`. */
export interface HarnessOptions extends Omit<HarnessClientOptions, "command" | "args" | "cwd"> {
  /**
   * The runtime: how to start it, or its command as text. Default: the command in the environment variable
   * `TOH_RUNTIME`, else the installed package `@buckeyestudio/toh-runtime`.
   */
  launch?: HarnessClientOptions | string;
  /** Working folder of new sessions. Default: `launch.cwd`, else that of this process. Sent as an absolute path. */
  cwd?: string;
  /**
   * Default: `deepseek-official` where `launch` is given, or version 0 is asked for; else the runtime's configuration decides.
   */
  provider?: string;
  /** Default: `deepseek-v4-flash`, under the same conditions. */
  model?: string;
  /** Ceiling of output tokens for each model call. Default: the provider's own. */
  maxTokens?: number;
  /**
   * Tools that the model may call in every session and this program runs. A runtime that calls no tools of clients is
   * refused with a `CapabilityError`.
   */
  tools?: readonly HarnessTool[];
  /**
   * Asked before a tool runs, where the policy of the runtime says so. A runtime that asks no client decides by its policy
   * alone.
   */
  onApproval?: ApprovalHandler;
  /**
   * What happens when the runtime is lost. `"never"`, the default: every run rejects. `"on-failure"`: another one is
   * started, what was followed is resumed after the last event seen, runs go on, and prompts without a receipt are sent
   * again; nothing is seen twice, nothing is missed. A turn that the loss cut off ends as `interrupted`. It needs a runtime of
   * version 1. Other calls that were waiting for their answer reject all the same.
   */
  restart?: "never" | "on-failure";
  /** How many restarts there may be within `restartWindowMs`; the next loss is final. Default: 3. */
  maxRestarts?: number;
  /** In milliseconds. Default: 60000. */
  restartWindowMs?: number;
}

/**
 * A runtime and its sessions: the upper layer, for programs that want answers. Makes its process with the first call
 * that needs it.
 */
export class Harness implements AsyncDisposable {
  readonly options: HarnessOptions;
  readonly #launch: HarnessClientOptions;
  readonly #parts: Parts;

  /**
   * Starts nothing.
   *
   * @throws RuntimeNotFoundError when no `launch` is given and no runtime is installed.
   * @throws RangeError for a bound that is not one.
   */
  constructor(options: HarnessOptions = {}, seams: ClientSeams = {}) {
    this.options = options;
    this.#launch = launchOf(options);
    const lineage = new Lineage();
    const tools = new Tools(options.tools ?? [], lineage);
    const keeper = new RuntimeKeeper({
      make: () => this.#makeClient({ ...seams, lineage }),
      handshake: (client) => this.#handshake(client),
      reopen: (client) => this.#offerTools(client),
      restart: restartLimit(options),
      clock: seams.clock ?? systemClock,
      lineage,
      maxQueuedBytes: this.#launch.maxQueuedBytes ?? DEFAULT_MAX_QUEUED_BYTES,
    });
    this.#parts = { keeper, tools };
    setParts(this, this.#parts);
  }

  /** The layer below. A failed handshake replaces it, and so does a restart. */
  get client(): HarnessClient {
    return this.#parts.keeper.client;
  }

  /**
   * Starts the runtime and shakes hands, once. When that fails the process is ended, and a later call tries anew with
   * another one, unless the harness is closed. During a restart it waits for that.
   */
  async start(): Promise<void> {
    await this.#parts.keeper.start();
  }

  /** A session by its id, or a new one. Nothing is sent. */
  session(id: string = `session-${randomUUID().replaceAll("-", "")}`): HarnessSession {
    return new HarnessSession(this, id);
  }

  /** As {@link HarnessSession.run}, on the session `sessionId` or a new one. */
  run(input: PromptInput, options: RunOptions & { sessionId?: string } = {}): Promise<RunResult> {
    return this.session(options.sessionId).run(input, options);
  }

  /** A page of the sessions that the runtime has stored, the latest first. Needs version 1. */
  async sessions(page?: SessionListParams): Promise<SessionListResult> {
    return (await this.#parts.keeper.start()).list(page);
  }

  /** The models that sessions can be given. Needs the capability `models`. */
  async models(which?: ModelListParams): Promise<ModelListResult> {
    return (await this.#parts.keeper.start()).models(which);
  }

  /** Ends the runtime, as {@link HarnessClient.close} does, and every run. Final. Again: the same ending. */
  close(): Promise<void> {
    return this.#parts.keeper.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #makeClient(seams: ClientSeams): HarnessClient {
    const client = new HarnessClient(this.#launch, seams);
    const { onApproval } = this.options;
    client.onToolCall((call, options) => this.#parts.tools.call(call, options));
    if (onApproval !== undefined) {
      client.onApprovalRequest((request, options) => decide(onApproval, request, options));
    }
    return client;
  }

  async #handshake(client: HarnessClient): Promise<void> {
    const { cwd, maxTokens, tools = [], restart } = this.options;
    await client.initialize({
      cwd: resolve(cwd ?? this.#launch.cwd ?? process.cwd()),
      ...this.#route(),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(tools.length > 0 && { tools: tools.map(describeTool) }),
      ...(restart === "on-failure" && { minProtocolVersion: 1 }),
    });
    if (tools.length > 0 && client.agreed?.capabilities.tools === undefined) throw new CapabilityError("tools");
  }

  /** A runtime that was found has its configuration; one that was given may be one of version 0, which needs a route. */
  #route(): Pick<InitializeParamsV1, "provider" | "model"> {
    const { launch, provider, model } = this.options;
    if (launch !== undefined || this.#launch.protocolVersion === 0) {
      return { provider: provider ?? DEFAULT_PROVIDER, model: model ?? DEFAULT_MODEL };
    }
    return { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) };
  }

  /** The tools of single sessions were known to the lost runtime alone (spec §1.7). */
  async #offerTools(client: HarnessClient): Promise<void> {
    for (const [sessionId, tools] of this.#parts.tools.bySession) {
      // oxlint-disable-next-line no-await-in-loop -- few, and in order
      await client.open({ sessionId, tools: tools.map(describeTool) });
    }
  }
}

function restartLimit(options: HarnessOptions): RestartLimit | undefined {
  const { restart = "never", maxRestarts = 3, restartWindowMs = 60_000 } = options;
  if (!Number.isSafeInteger(maxRestarts) || maxRestarts < 1) {
    throw new RangeError(`maxRestarts must be a positive integer, got ${String(maxRestarts)}`);
  }
  const withinMs = checkBound("restartWindowMs", restartWindowMs);
  return restart === "on-failure" ? { most: maxRestarts, withinMs } : undefined;
}

function launchOf(options: HarnessOptions): HarnessClientOptions {
  const { launch } = options;
  const given = launch === undefined ? findRuntime() : typeof launch === "string" ? parseCommand(launch) : launch;
  return {
    ...given,
    ...(options.env !== undefined && { env: options.env }),
    ...(options.requestTimeoutMs !== undefined && { requestTimeoutMs: options.requestTimeoutMs }),
    ...(options.shutdownTimeoutMs !== undefined && { shutdownTimeoutMs: options.shutdownTimeoutMs }),
    ...(options.disposeEofGraceMs !== undefined && { disposeEofGraceMs: options.disposeEofGraceMs }),
    ...(options.disposeGraceMs !== undefined && { disposeGraceMs: options.disposeGraceMs }),
    ...(options.maxQueuedBytes !== undefined && { maxQueuedBytes: options.maxQueuedBytes }),
    ...(options.clientInfo !== undefined && { clientInfo: options.clientInfo }),
    ...(options.protocolVersion !== undefined && { protocolVersion: options.protocolVersion }),
  };
}
