import type {
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
  /** Takes the connection out of the host. */
  leave(connection: RuntimeConnection): void;
}

/** One client of the runtime: its route and folder, its tools, and what it is told. */
export class RuntimeConnection implements SessionHostConnection {
  readonly peer: HostPeer;
  readonly #host: ConnectionHost;
  #setup: Setup | undefined;
  #tools: ClientTools | undefined;

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
  }

  async configureRoute(
    { cwd, tools, ...wish }: RouteRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<{ provider: string; model: string }> {
    const route = await unlessAborted(this.#host.routes.open(cwd, wish), signal);
    if (tools !== undefined && tools.length > 0) (await this.#ownTools(tools)).offerEverywhere(tools);
    this.#setup = this.#setupOf(cwd, route, true);
    return { provider: route.provider.id, model: route.model };
  }

  async prompt(prompt: Prompt, options: { readonly signal: AbortSignal }): Promise<Receipt> {
    const { messageId } = await this.submit(prompt, options);
    return { messageId };
  }

  async submit(submission: Submission, { signal }: { readonly signal: AbortSignal }): Promise<SubmissionReceipt> {
    const setup = this.#configured();
    const sessions = await this.#host.sessions();
    return sessions.prompt(submission, setup, signal);
  }

  async cancel(request: CancelRequest): Promise<CancelReceipt> {
    return (await this.#host.sessions()).cancel(request);
  }

  async open(request: OpenRequest): Promise<{ sessionId: string; created: boolean }> {
    const { tools } = request;
    const methods = await this.#host.methods();
    const opened = await methods.open(request, this.#configured(), () =>
      tools === undefined ? Promise.resolve() : this.#host.routes.checkTools(tools),
    );
    if (tools !== undefined) (await this.#ownTools(tools)).offer(opened.sessionId, tools);
    return opened;
  }

  async resume(request: ResumeRequest, options: ResumeOptions): Promise<Resumed> {
    return (await this.#host.methods()).resume(request, this.#configured(), options);
  }

  async events(request: EventsRequest, options: { readonly signal: AbortSignal }): Promise<EventsPage> {
    return (await this.#host.methods()).events(request, options.signal);
  }

  async close(request: CloseRequest): Promise<{ cancelled: readonly string[] }> {
    return { cancelled: await (await this.#host.sessions()).close(request) };
  }

  async fork(request: { sessionId: string; atSeq?: number }): Promise<{ sessionId: string; lastSeq: number }> {
    return (await this.#host.methods()).fork(request);
  }

  async list(request: { cursor?: string; limit: number }): ReturnType<SessionHostConnection["list"]> {
    return (await this.#host.methods()).list(request);
  }

  async get(request: { sessionId: string }): Promise<Awaited<ReturnType<SessionHostConnection["get"]>>> {
    return (await this.#host.methods()).get(request);
  }

  async info(request: { sessionId: string }): Promise<SessionInfo> {
    return (await this.#host.methods()).get(request);
  }

  async update(request: UpdateRequest): Promise<void> {
    await (await this.#host.methods()).update(request, this.#configured());
  }

  async delete(request: { sessionId: string }): Promise<void> {
    await (await this.#host.methods()).delete(request);
    this.#tools?.forget(request.sessionId);
  }

  async answerApproval(request: Parameters<NonNullable<SessionHostConnection["answerApproval"]>>[0]): Promise<void> {
    await (await this.#host.methods()).answerApproval(request);
  }

  async models(request: { provider?: string }): ReturnType<NonNullable<SessionHostConnection["models"]>> {
    return { models: await this.#host.routes.models(request.provider) };
  }

  toolProgress({ sessionId, callId }: ToolProgress): void {
    this.#tools?.progressed(sessionId, callId);
  }

  async end(): Promise<void> {
    this.#host.leave(this);
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
