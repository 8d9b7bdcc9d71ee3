import type {
  AttachmentUpload,
  CancelReceipt,
  CancelRequest,
  CloseRequest,
  Configuration,
  EventsPage,
  EventsRequest,
  HostPeer,
  OpenRequest,
  Prompt,
  Receipt,
  Resumed,
  ResumeRequest,
  RouteRequest,
  SessionHostConnection,
  SessionInfo,
  Submission,
  SubmissionReceipt,
  ToolProgress,
  UpdateRequest,
} from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { HostError } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { unlessAborted } from "./abort.ts";
import type { Attachments } from "./attachments.ts";
import type { Route } from "./surroundings.ts";
import type { ClientTools } from "./client-tools.ts";
import type { Routes, RouteWish } from "./routes.ts";
import type { SessionMethods } from "./session-methods.ts";
import type { Sessions, Setup } from "./sessions.ts";

export type ResumeOptions = Parameters<SessionHostConnection["resume"]>[1];

/** What a connection needs from its host. */
export interface ConnectionHost {
  readonly routes: Routes;
  /** Refuses where the host is ending. */
  sessions(): Promise<Sessions>;
  methods(): Promise<SessionMethods>;
  /** Refuses where the host is ending. */
  attachments(): Promise<Attachments>;
  /** Takes the connection out of the host. */
  leave(connection: RuntimeConnection): void;
}

/** One client of the runtime: its route and folder, its tools, and what it is told. */
export class RuntimeConnection implements SessionHostConnection {
  readonly peer: HostPeer;
  readonly #host: ConnectionHost;
  #setup: Setup | undefined;
  #tools: ClientTools | undefined;
  // Version 0 has no call that stores a picture, so its prompts may name any (spec §0.5.4).
  #checksImages = false;
  // Settled when the prompts that came so far have had their pictures looked up: no later call overtakes one of them.
  #looked: Promise<void> = Promise.resolve();

  constructor(peer: HostPeer, host: ConnectionHost) {
    this.peer = peer;
    this.#host = host;
  }

  /** The tools that this client runs; undefined when it has none. */
  get tools(): ClientTools | undefined {
    return this.#tools;
  }

  async configure({ cwd, ...wish }: Configuration, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    const route = await unlessAborted(this.#host.routes.open(cwd, wish), signal);
    this.#setup = this.#setupOf(cwd, route, false);
    this.#checksImages = false;
  }

  async configureRoute(
    { cwd, tools, ...wish }: RouteRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<{ provider: string; model: string }> {
    const route = await unlessAborted(this.#host.routes.open(cwd, wish), signal);
    if (tools !== undefined && tools.length > 0) (await this.#ownTools(tools)).offerEverywhere(tools);
    this.#setup = this.#setupOf(cwd, route, true);
    this.#checksImages = true;
    return { provider: route.provider.id, model: route.model };
  }

  async prompt(prompt: Prompt, options: { readonly signal: AbortSignal }): Promise<Receipt> {
    const { messageId } = await this.submit(prompt, options);
    return { messageId };
  }

  async submit(submission: Submission, { signal }: { readonly signal: AbortSignal }): Promise<SubmissionReceipt> {
    const setup = this.#configured();
    const refusal = this.#checksImages ? this.#lookUpImages(submission.contentBlocks) : undefined;
    const sessions = await this.#sessions();
    if (refusal?.error !== undefined) throw refusal.error;
    return sessions.prompt(submission, setup, signal);
  }

  async cancel(request: CancelRequest): Promise<CancelReceipt> {
    return (await this.#sessions()).cancel(request);
  }

  async open(request: OpenRequest): Promise<{ sessionId: string; created: boolean }> {
    const { tools } = request;
    const methods = await this.#methods();
    const opened = await methods.open(request, this.#configured(), () =>
      tools === undefined ? Promise.resolve() : this.#host.routes.checkTools(tools),
    );
    if (tools !== undefined) (await this.#ownTools(tools)).offer(opened.sessionId, tools);
    return opened;
  }

  async resume(request: ResumeRequest, options: ResumeOptions): Promise<Resumed> {
    return (await this.#methods()).resume(request, this.#configured(), options);
  }

  async events(request: EventsRequest, options: { readonly signal: AbortSignal }): Promise<EventsPage> {
    return (await this.#methods()).events(request, options.signal);
  }

  async close(request: CloseRequest): Promise<{ cancelled: readonly string[] }> {
    return { cancelled: await (await this.#sessions()).close(request) };
  }

  async fork(request: { sessionId: string; atSeq?: number }): Promise<{ sessionId: string; lastSeq: number }> {
    return (await this.#methods()).fork(request);
  }

  async list(request: { cursor?: string; limit: number }): ReturnType<SessionHostConnection["list"]> {
    return (await this.#methods()).list(request);
  }

  async get(request: { sessionId: string }): Promise<Awaited<ReturnType<SessionHostConnection["get"]>>> {
    return (await this.#methods()).get(request);
  }

  async info(request: { sessionId: string }): Promise<SessionInfo> {
    return (await this.#methods()).get(request);
  }

  async update(request: UpdateRequest): Promise<void> {
    await (await this.#methods()).update(request, this.#configured());
  }

  async delete(request: { sessionId: string }): Promise<void> {
    await (await this.#methods()).delete(request);
    this.#tools?.forget(request.sessionId);
  }

  async answerApproval(request: Parameters<NonNullable<SessionHostConnection["answerApproval"]>>[0]): Promise<void> {
    await (await this.#methods()).answerApproval(request);
  }

  async models(request: { provider?: string }): ReturnType<NonNullable<SessionHostConnection["models"]>> {
    return { models: await this.#host.routes.models(request.provider) };
  }

  async putAttachment(upload: AttachmentUpload): ReturnType<NonNullable<SessionHostConnection["putAttachment"]>> {
    return (await this.#host.attachments()).put(upload);
  }

  async getAttachment(request: {
    attachmentId: string;
  }): ReturnType<NonNullable<SessionHostConnection["getAttachment"]>> {
    return (await this.#host.attachments()).get(request);
  }

  toolProgress({ sessionId, callId }: ToolProgress): void {
    this.#tools?.progressed(sessionId, callId);
  }

  async end(): Promise<void> {
    this.#host.leave(this);
  }

  async #sessions(): Promise<Sessions> {
    await this.#looked;
    return this.#host.sessions();
  }

  async #methods(): Promise<SessionMethods> {
    await this.#looked;
    return this.#host.methods();
  }

  /** What is wrong with the pictures of a prompt; known once the calls that come now may go on. */
  #lookUpImages(blocks: Prompt["contentBlocks"]): { readonly error?: unknown } | undefined {
    const ids = blocks.map((block) => (block.type === "image" ? block.attachment.attachmentId : undefined));
    if (ids.every((id) => id === undefined)) return undefined;
    const found: { error?: unknown } = {};
    const check = this.#refuseUnknown(ids).catch((error: unknown) => {
      found.error = error; // the prompt is refused with it
    });
    this.#looked = Promise.all([this.#looked, check]).then(() => undefined);
    return found;
  }

  async #refuseUnknown(ids: readonly (string | undefined)[]): Promise<void> {
    const [attachments, { unknownAttachment }] = await Promise.all([
      this.#host.attachments(),
      import("./attachments.ts"),
    ]);
    for (const [at, id] of ids.entries()) {
      if (id === undefined || attachments.has(id)) continue;
      throw unknownAttachment(id, `contentBlocks[${at}].attachment.attachmentId`);
    }
  }

  #configured(): Setup {
    if (this.#setup === undefined)
      throw new HostError("invalid-params", "a connection is configured before it is used");
    return this.#setup;
  }

  #setupOf(cwd: string, route: Route, keepsOwnRoute: boolean): Setup {
    return {
      cwd,
      route,
      keepsOwnRoute,
      openRoute: (folder: string, wish: RouteWish) => this.#host.routes.open(folder, wish),
    };
  }

  async #ownTools(tools: NonNullable<RouteRequest["tools"]>): Promise<ClientTools> {
    await this.#host.routes.checkTools(tools);
    this.#tools ??= new (await import("./client-tools.ts")).ClientTools(this.peer);
    return this.#tools;
  }
}
