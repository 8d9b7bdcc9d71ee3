import type { ContentBlock } from "@buckeyestudio/toh-llm";
import {
  CAPABILITY_OF_REQUEST,
  CapabilityError,
  TransportClosedError,
  loadValidators,
} from "@buckeyestudio/toh-sdk-protocol";
import type {
  ApprovalAnswerParams,
  AttachmentGetParams,
  AttachmentGetResult,
  AttachmentPutParams,
  AttachmentPutResult,
  ClientInfo,
  ClientRequestMapV1,
  ClientValidators,
  InitializeParamsV1,
  InitializeResult,
  JsonRpcLineTransport,
  ModelListParams,
  ModelListResult,
  RequestContext,
  ServerCapabilities,
  SessionCancelParams,
  SessionCancelResult,
  SessionCloseParams,
  SessionCloseResult,
  SessionDeleteParams,
  SessionEventsParams,
  SessionEventsResult,
  SessionForkParams,
  SessionForkResult,
  SessionGetParams,
  SessionGetResult,
  SessionListParams,
  SessionListResult,
  SessionOpenParams,
  SessionOpenResult,
  SessionPromptParamsV1,
  SessionPromptResultV1,
  SessionResumeParams,
  SessionResumeResult,
  SessionUpdateParams,
} from "@buckeyestudio/toh-sdk-protocol";
import { RuntimeConnection } from "./connection.ts";
import type { ClientSeams, ConnectionOptions, RequestOptions } from "./connection.ts";
import { HIGHEST_VERSION, initializeParams, readAgreed } from "./handshake.ts";
import type { Agreed } from "./handshake.ts";
import { checkPromptResult, checkResult } from "./results.ts";
import { RuntimeRequests } from "./runtime-requests.ts";
import type { ApprovalRequestHandler, ToolCallHandler } from "./runtime-requests.ts";

export interface HarnessClientOptions extends ConnectionOptions {
  /**
   * The version of the protocol that {@link HarnessClient.initialize} asks for: 1, the default, or 0. A runtime that knows
   * only version 0 answers in that, whatever was asked for.
   */
  protocolVersion?: 0 | 1;
  /** Who asks, for the logs of the runtime. Default: this package. */
  clientInfo?: ClientInfo;
}

/** What a prompt may have beside its blocks (spec §1.5). Each needs version 1. */
export interface PromptOptions extends RequestOptions, Omit<SessionPromptParamsV1, "sessionId" | "contentBlocks"> {}

/** The requests of version 1 that version 0 does not have. */
type NewRequest = Exclude<keyof ClientRequestMapV1, "initialize" | "session/prompt" | "shutdown">;

/**
 * Starts one runtime as a child process and speaks the protocol with it. The lower of the two layers: it knows
 * requests, notifications and the process, and keeps no state of sessions.
 *
 * Its methods take and give what the protocol says, params and result checked (spec §0.3, §1). What the runtime did not
 * agree to rejects with a `CapabilityError` before anything is written: all that version 1 has where it speaks version 0,
 * or a single capability.
 *
 * It is used for one process: once that is lost or closed, make a new client.
 */
export class HarnessClient extends RuntimeConnection {
  declare readonly options: HarnessClientOptions;
  readonly #requests = new RuntimeRequests((method, params) => this.#tell(method, params));
  #agreed: Agreed | undefined;
  #checks: ClientValidators | undefined;
  #isFull = false;

  /** @throws RangeError for a bound that is not one. Starts nothing. */
  constructor(options: HarnessClientOptions, seams: ClientSeams = {}) {
    super(options, seams);
  }

  /** What the handshake came to; `undefined` before it. */
  get agreed(): Agreed | undefined {
    return this.#agreed;
  }

  /** Answers what the runtime asks of the tools of this client (spec §1.7). One slot: a later handler replaces the earlier. */
  onToolCall(handler: ToolCallHandler): void {
    this.#requests.toolCall = handler;
  }

  /**
   * Answers whether a tool may run (spec §1.8). Set before {@link initialize}, which then says that this client takes
   * approvals. One slot.
   */
  onApprovalRequest(handler: ApprovalRequestHandler): void {
    this.#requests.approvalRequest = handler;
  }

  /**
   * The handshake. Await it before anything else is sent. {@link agreed} has the rest of what the runtime answered.
   *
   * @throws CapabilityError when the runtime speaks an older version than `minProtocolVersion`.
   */
  async initialize(params: InitializeParamsV1, options: RequestOptions = {}): Promise<InitializeResult> {
    const asked = params.protocolVersion ?? this.options.protocolVersion ?? HIGHEST_VERSION;
    const sent = initializeParams(params, asked, this.options.clientInfo, this.#requests.approvalRequest !== undefined);
    // Loaded while the runtime starts, since they are large.
    const [result, validators] = await Promise.all([
      this.request("initialize", sent, options),
      asked === 0 ? undefined : loadValidators(),
    ]);
    const agreed = readAgreed(result, asked, validators?.client);
    if (agreed.version < (params.minProtocolVersion ?? 0)) throw new CapabilityError("protocolVersion 1");
    this.transport?.agree({ version: agreed.version, maxFrameBytes: agreed.limits?.maxFrameBytes });
    this.#checks = agreed.version === 0 ? undefined : validators?.client;
    this.#agreed = agreed;
    return { serverInfo: agreed.serverInfo };
  }

  /** Queues a message; the `messageId` of the receipt. It tells nothing of the outcome. */
  async prompt(
    sessionId: string,
    contentBlocks: readonly ContentBlock[],
    options: PromptOptions = {},
  ): Promise<string> {
    return (await this.submit(sessionId, contentBlocks, options)).messageId;
  }

  /** As {@link prompt}, with the whole receipt. */
  async submit(
    sessionId: string,
    contentBlocks: readonly ContentBlock[],
    options: PromptOptions = {},
  ): Promise<SessionPromptResultV1> {
    const { timeoutMs, signal, ...members } = options;
    const given = Object.entries(members).filter(([, value]) => value !== undefined);
    const [first] = given;
    if (first !== undefined && this.#checks === undefined) throw new CapabilityError(first[0]);
    if (options.mode === "steer") this.#need("steer");
    const params = { sessionId, contentBlocks, ...Object.fromEntries(given) };
    const result = await this.request("session/prompt", params, bound({ timeoutMs, signal }));
    if (this.#checks === undefined) return { messageId: checkPromptResult(result) };
    return checkResult(this.#checks, "session/prompt", result);
  }

  /** Ends work (spec §1.4). The `turn/end` of a turn is the confirmation, not this result. */
  cancel(params: SessionCancelParams, options?: RequestOptions): Promise<SessionCancelResult> {
    return this.#call("session/cancel", params, options);
  }

  /** Creates a session, or opens a stored one, with properties of its own (spec §1.6). */
  async open(params: SessionOpenParams, options?: RequestOptions): Promise<SessionOpenResult> {
    if (params.tools !== undefined) this.#need("tools");
    return this.#call("session/open", params, options);
  }

  /** Opens a stored session. The events behind `afterSeq` arrive, as notifications, before this resolves. */
  resume(params: SessionResumeParams, options?: RequestOptions): Promise<SessionResumeResult> {
    return this.#call("session/resume", params, options);
  }

  /** A stretch of a log, which is neither opened nor repaired for it. */
  events(params: SessionEventsParams, options?: RequestOptions): Promise<SessionEventsResult> {
    return this.#call("session/events", params, options);
  }

  /** Ends a session in the runtime; its log stays. Resolves when its work has stopped. */
  closeSession(params: SessionCloseParams, options?: RequestOptions): Promise<SessionCloseResult> {
    return this.#call("session/close", params, options);
  }

  /** A new session out of the log of another. Needs the capability `fork`. */
  fork(params: SessionForkParams, options?: RequestOptions): Promise<SessionForkResult> {
    return this.#call("session/fork", params, options);
  }

  /** A page of the sessions, the latest first: 50 unless `limit` says otherwise, 500 at most. */
  list(params: SessionListParams = {}, options?: RequestOptions): Promise<SessionListResult> {
    return this.#call("session/list", params, options);
  }

  /** One session, with what is open in it. */
  get(params: SessionGetParams, options?: RequestOptions): Promise<SessionGetResult> {
    return this.#call("session/get", params, options);
  }

  /** Changes a session: its route from the next turn on, its ceiling, title or metadata. */
  async update(params: SessionUpdateParams, options?: RequestOptions): Promise<void> {
    await this.#call("session/update", params, options);
  }

  /** Closes a session and removes its log, with those of its children. */
  async delete(params: SessionDeleteParams, options?: RequestOptions): Promise<void> {
    await this.#call("session/delete", params, options);
  }

  /** Answers an open approval from elsewhere than its request. Needs the capability `approvals`. */
  async answerApproval(params: ApprovalAnswerParams, options?: RequestOptions): Promise<void> {
    await this.#call("approval/answer", params, options);
  }

  /** The models that sessions can be given. Needs the capability `models`. */
  models(params: ModelListParams = {}, options?: RequestOptions): Promise<ModelListResult> {
    return this.#call("model/list", params, options);
  }

  /** Stores a picture for an `image` block. Needs the capability `attachments`. */
  putAttachment(params: AttachmentPutParams, options?: RequestOptions): Promise<AttachmentPutResult> {
    return this.#call("attachment/put", params, options);
  }

  /** A stored picture. Needs the capability `attachments`. */
  getAttachment(params: AttachmentGetParams, options?: RequestOptions): Promise<AttachmentGetResult> {
    return this.#call("attachment/get", params, options);
  }

  protected override answer(method: string, params: Record<string, unknown>, context: RequestContext): unknown {
    return this.#requests.answer(method, params, context, this.#checks);
  }

  protected override stopAnswering(): void {
    this.#requests.end(new TransportClosedError("the client was closed"));
  }

  async #call<M extends NewRequest>(
    method: M,
    params: ClientRequestMapV1[M]["params"],
    options?: RequestOptions,
  ): Promise<ClientRequestMapV1[M]["result"]> {
    const checks = this.#checks;
    if (checks === undefined) throw new CapabilityError(method);
    const capability = CAPABILITY_OF_REQUEST[method];
    if (capability !== undefined) this.#need(capability);
    return checkResult(checks, method, await this.request(method, { ...params }, options));
  }

  #need(capability: keyof ServerCapabilities): void {
    if (this.#agreed?.capabilities[capability] === undefined) throw new CapabilityError(capability);
  }

  /** Progress may be dropped, and is while the runtime does not read. */
  #tell(method: string, params: object): void {
    const { transport } = this;
    if (transport === undefined || this.#isFull) return;
    try {
      if (transport.notify(method, params)) return;
    } catch (error) {
      // Nobody reads it any more: whoever waits for something hears of that.
      if (error instanceof TransportClosedError) return;
      throw error;
    }
    this.#isFull = true;
    void this.#untilDrained(transport);
  }

  async #untilDrained(transport: JsonRpcLineTransport): Promise<void> {
    await transport.drained();
    this.#isFull = false;
  }
}

/** Without the members that are not set. */
function bound({
  timeoutMs,
  signal,
}: {
  timeoutMs: number | undefined;
  signal: AbortSignal | undefined;
}): RequestOptions {
  return { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal !== undefined && { signal }) };
}
