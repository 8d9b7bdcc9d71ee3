import { JsonRpcLineTransport, RequestTimeoutError, TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import type { RequestContext } from "@buckeyestudio/toh-sdk-protocol";
import { abortError } from "./abort.ts";
import { checkBound, checkGrace, systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { closedError } from "./close-report.ts";
import type { CloseReport } from "./close-report.ts";
import { within } from "./dispose-ladder.ts";
import type { DisposeGraces } from "./dispose-ladder.ts";
import { Latch } from "./latch.ts";
import { Lineage } from "./lineage.ts";
import type { HarnessNotification, NotificationFilter } from "./notification.ts";
import { RuntimeProcess, systemProcesses } from "./runtime-process.ts";
import type { LaunchOptions, ProcessSeams } from "./runtime-process.ts";
import { DEFAULT_MAX_QUEUED_BYTES, SubscriptionQueue } from "./subscription.ts";
import type { NotificationSubscription } from "./subscription.ts";

export interface ConnectionOptions extends LaunchOptions, Partial<DisposeGraces> {
  /** Bound on each request, in milliseconds. Default: none. It does not bound `run()`. */
  requestTimeoutMs?: number;
  /** Bound on what may wait in one subscription, in bytes. Default: 64 MiB. See {@link NotificationSubscription}. */
  maxQueuedBytes?: number;
}

export interface RequestOptions {
  /**
   * Bound on this request, in milliseconds of any size, in place of the client's; `Infinity` for none. It ends in a
   * `RequestTimeoutError`; a late answer is then ignored.
   */
  timeoutMs?: number;
  /**
   * Its abort rejects the request with the signal's own reason. A runtime of version 1 is told (spec §1.3), and has then
   * done nothing of it unless it had done it already; one of version 0 may still do the work.
   */
  signal?: AbortSignal;
}

/** For tests, time and the system's processes; and a lineage that outlives one process. */
export interface ClientSeams extends Partial<ProcessSeams> {
  lineage?: Lineage;
}

/** Takes all notifications, and the end of the connection. */
export interface NotificationSink {
  offer: (notification: HarnessNotification) => void;
  fail: (error: TransportClosedError) => void;
}

/** Gives a connection one more sink, as a subscription is one, and returns what takes it away again. */
export let attachSink: (connection: RuntimeConnection, sink: NotificationSink) => () => void;

// An ending is described once the exit has been seen, which follows the end of the pipes at once. One that closes
// its stdout and lives on is described without an exit.
const EXIT_FACTS_MS = 1000;
const IGNORED_LINES_KEPT = 20;

/**
 * One runtime as a child process, and JSON-RPC with it: requests, notifications and the process, whatever the version.
 */
export abstract class RuntimeConnection implements AsyncDisposable {
  static {
    attachSink = (connection, sink) => connection.#attach(sink);
  }

  readonly options: ConnectionOptions;
  /** Resolves when the runtime is gone, however that came about. Never rejects. */
  readonly closed: Promise<CloseReport>;
  readonly #closed = new Latch<CloseReport>();
  readonly #clock: Clock;
  readonly #seams: ProcessSeams;
  readonly #graces: DisposeGraces;
  readonly #requestTimeoutMs: number;
  readonly #maxQueuedBytes: number;
  readonly #lineage: Lineage;
  readonly #sinks = new Set<NotificationSink>();
  readonly #calls = new Set<{ method: string }>();
  #process: RuntimeProcess | undefined;
  #transport: JsonRpcLineTransport | undefined;
  #starting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** Set once, by whoever notices the end first: the error for everybody who waits, or calls later. */
  #loss: Promise<TransportClosedError> | undefined;
  #lossError: TransportClosedError | undefined;
  #finishing: Promise<void> | undefined;

  /** @throws RangeError for a bound that is not one. Starts nothing. */
  constructor(options: ConnectionOptions, seams: ClientSeams = {}) {
    this.options = options;
    this.#lineage = seams.lineage ?? new Lineage();
    this.#clock = seams.clock ?? systemClock;
    this.#seams = { ...systemProcesses, ...seams, clock: this.#clock };
    this.#requestTimeoutMs = checkBound("requestTimeoutMs", options.requestTimeoutMs);
    this.#graces = {
      shutdownTimeoutMs: checkGrace("shutdownTimeoutMs", options.shutdownTimeoutMs, 1000),
      disposeEofGraceMs: checkGrace("disposeEofGraceMs", options.disposeEofGraceMs, 6000),
      disposeGraceMs: checkGrace("disposeGraceMs", options.disposeGraceMs, 3000),
    };
    this.#maxQueuedBytes = options.maxQueuedBytes ?? DEFAULT_MAX_QUEUED_BYTES;
    if (!(this.#maxQueuedBytes > 0)) {
      throw new RangeError(`maxQueuedBytes must be a positive number of bytes, got ${String(options.maxQueuedBytes)}`);
    }
    this.closed = this.#closed.promise;
  }

  /** The id of the runtime's process, which on POSIX is the id of its group too; `undefined` before it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Starts the process; resolves once it runs. Again: the same start. It does not shake hands: {@link initialize} does.
   *
   * @throws TransportClosedError when it cannot be started, was lost, or the client is closed.
   */
  start(): Promise<void> {
    if (this.#lossError !== undefined) return Promise.reject(this.#lossError);
    if (this.#closing !== undefined) return Promise.reject(closedByUser());
    return (this.#starting ??= this.#open());
  }

  /**
   * Sends a request, starting the process if need be, and resolves with the result, unchecked.
   *
   * @throws JsonRpcResponseError when the runtime answers with an error.
   * @throws TransportClosedError when the runtime is lost or closed before it answers.
   * @throws RequestTimeoutError when the bound passes.
   * @throws RangeError for a `timeoutMs` of 0, NaN or below: nothing is sent.
   */
  async request(
    method: string,
    params: Record<string, unknown> = {},
    bound: number | RequestOptions = {},
  ): Promise<unknown> {
    const { timeoutMs, signal } = typeof bound === "number" ? { timeoutMs: bound, signal: undefined } : bound;
    const limitMs = timeoutMs === undefined ? this.#requestTimeoutMs : checkBound("timeoutMs", timeoutMs);
    if (signal?.aborted) throw abortError(signal);
    await this.start();
    if (this.#loss !== undefined) throw await this.#loss;
    const call = { method };
    this.#calls.add(call);
    try {
      return await this.#call(method, params, limitMs, signal);
    } catch (error) {
      if (error instanceof TransportClosedError) throw await this.#noteLoss(error.message);
      throw error;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Takes the notifications that `filter` passes, from now on; all when there is none. Close it when done. */
  subscribe(filter?: NotificationFilter): NotificationSubscription {
    const queue = new SubscriptionQueue({
      filter,
      maxQueuedBytes: this.#maxQueuedBytes,
      onEnd: (ended) => this.#sinks.delete(ended),
    });
    this.#attach(queue);
    return queue;
  }

  /** Takes what concerns the session and those that it, or they, delegated to. */
  subscribeSessionTree(sessionId: string): NotificationSubscription {
    return this.subscribe(this.#lineage.treeFilter(sessionId));
  }

  /**
   * Ends the runtime: asks it to shut down, ends its stdin, then SIGTERM and SIGKILL to its process group, each step
   * awaited for its grace. Resolves when it is gone; `closed` tells which step ended it. Again: the same ending.
   *
   * @throws TransportClosedError when the process outlasts even SIGKILL.
   */
  close(): Promise<void> {
    if (this.#closing === undefined) this.stopAnswering();
    return (this.#closing ??= this.#shutDown());
  }

  /** SIGKILL to the runtime and its process group, now. It waits for nothing: `close()` and `closed` do. */
  kill(): void {
    this.#process?.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Why nothing can be called any more; `undefined` while that is not so, or not known yet. */
  protected get failure(): TransportClosedError | undefined {
    return this.#lossError;
  }

  /** Answers a request of the runtime. */
  protected abstract answer(method: string, params: Record<string, unknown>, context: RequestContext): unknown;

  /** The end begins: nothing that the runtime asked for is answered any more. */
  protected abstract stopAnswering(): void;

  /** As the transport has it; nothing before {@link start}. */
  protected get transport(): JsonRpcLineTransport | undefined {
    return this.#transport;
  }

  #attach(sink: NotificationSink): () => void {
    const failure = this.#lossError ?? (this.#closing === undefined ? undefined : closedByUser());
    if (failure !== undefined) sink.fail(failure);
    else this.#sinks.add(sink);
    return () => void this.#sinks.delete(sink);
  }

  async #open(): Promise<void> {
    const process = new RuntimeProcess(this.options, this.#seams);
    this.#process = process;
    const failure = await process.spawned;
    if (failure !== undefined) {
      const error = await this.#noteLoss(await process.lost, failure);
      await this.#finish();
      throw error;
    }
    const transport = new JsonRpcLineTransport(process.pipes.stdout, process.pipes.stdin, {
      // Many programs tell of their trouble on stdout. The first such lines go where people will look for it.
      onIgnoredLine: ({ count, head }) => {
        if (count <= IGNORED_LINES_KEPT && head.trim() !== "") process.note(`stdout: ${head}`);
      },
      onDroppedFrame: ({ kind, method, bytes }) => {
        process.note(`skipped a ${kind}${method === undefined ? "" : ` (${method})`} of ${bytes} bytes: too large`);
      },
    });
    transport.onNotification((method, params) => {
      const notification = { method, params };
      this.#lineage.note(notification);
      for (const sink of this.#sinks) sink.offer(notification);
    });
    transport.onRequest((method, params, context) => this.answer(method, params, context));
    this.#transport = transport;
    transport.start();
    void process.lost.then((reason) => this.#finish(reason));
  }

  async #call(
    method: string,
    params: Record<string, unknown>,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const transport = this.#transport;
    if (transport === undefined) throw closedByUser();
    if (limitMs === Infinity) return transport.request(method, params, signal);
    const control = new AbortController();
    const forward = (): void => control.abort(signal?.reason);
    signal?.addEventListener("abort", forward, { once: true });
    const cancel = this.#clock.after(limitMs, () => control.abort(new RequestTimeoutError(method, limitMs)));
    try {
      return await transport.request(method, params, control.signal);
    } finally {
      cancel();
      signal?.removeEventListener("abort", forward);
    }
  }

  /** The first call decides the reason and which calls were in flight. */
  #noteLoss(reason: string, cause?: Error): Promise<TransportClosedError> {
    return (this.#loss ??= this.#describeLoss(reason, cause));
  }

  async #describeLoss(reason: string, cause?: Error): Promise<TransportClosedError> {
    const process = this.#process;
    const callsInFlight = [...this.#calls].map(({ method }) => method);
    const closing = this.#closing !== undefined;
    if (process !== undefined) await within(this.#clock, EXIT_FACTS_MS, process.gone);
    const facts = this.#facts();
    const exited = facts.exitCode !== undefined || facts.signal !== undefined;
    const why = closing ? "the client was closed" : exited ? "the runtime exited" : reason;
    const waited = callsInFlight.length > 0 ? ` before it answered ${callsInFlight.join(", ")}` : "";
    this.#lossError = closedError(`${why}${waited}`, { ...facts, callsInFlight }, cause);
    return this.#lossError;
  }

  #facts(): { exitCode: number | undefined; signal: NodeJS.Signals | undefined; stderrTail: string } {
    const exit = this.#process?.exit;
    return {
      exitCode: exit?.exitCode ?? undefined,
      signal: exit?.signal ?? undefined,
      stderrTail: this.#process?.stderrTail ?? "",
    };
  }

  /** Brings everything that hangs on the process to its end. Whoever cannot be talked to is ended. */
  #finish(reason = "the client was closed"): Promise<void> {
    return (this.#finishing ??= this.#cleanUp(reason));
  }

  async #cleanUp(reason: string): Promise<void> {
    const error = await this.#noteLoss(reason);
    this.#transport?.close();
    this.stopAnswering();
    for (const sink of this.#sinks) sink.fail(error);
    const step = (await this.#process?.end(undefined, this.#graces)) ?? "not-started";
    this.#closed.set({ step, ...this.#facts(), callsInFlight: error.callsInFlight });
  }

  async #shutDown(): Promise<void> {
    const step = await this.#process?.end(async () => this.#transport?.request("shutdown", {}), this.#graces);
    await this.#finish();
    if (step !== "survived") return;
    const graceMs = this.#graces.disposeGraceMs;
    throw closedError(`the runtime process did not exit within ${graceMs} ms of SIGKILL`, {
      ...this.#facts(),
      callsInFlight: [],
    });
  }
}

function closedByUser(): TransportClosedError {
  return new TransportClosedError("the client is closed: make a new one");
}
