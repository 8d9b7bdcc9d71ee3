import { constants } from "node:buffer";
import { channel } from "node:diagnostics_channel";
import type { Readable, Writable } from "node:stream";
import { type Agreement, Terms } from "./agreement.ts";
import { ChunkBytes } from "./chunk-bytes.ts";
import { ErrorCode, FrameTooLargeError, HarnessError, JsonRpcResponseError, TransportClosedError } from "./errors.ts";
import { decodeFrame, encodeFailure, encodeNotification, encodeRequest, messageOf, responseError } from "./frame.ts";
import { guard } from "./guard.ts";
import { Hooks } from "./hooks.ts";
import { LineSplitter, type SkippedLine } from "./line-splitter.ts";
import { ClientNotificationMethod } from "./methods.ts";
import { DEFAULT_MAX_FRAME_BYTES, type JsonRpcLineTransportOptions } from "./options.ts";
import { HIGH_WATER_BYTES, Outbox } from "./outbox.ts";
import { abortError, PendingCalls } from "./pending-calls.ts";
import { type RequestHandler, RequestsInWork } from "./requests-in-work.ts";

/** A listener that throws or rejects is reported to `onListenerError` and disturbs nobody. */
export type NotificationHandler = (method: string, params: Record<string, unknown>) => void | Promise<void>;

/** The sending half of a transport: all that a server needs of a client, and the other way round. */
export interface JsonRpcTransportPeer {
  /** The result of the peer; see {@link JsonRpcLineTransport.request}. */
  request(method: string, params: object): Promise<unknown>;
  /** Sends what is not answered. A frame without `params` where they are omitted. */
  notify(method: string, params?: object): void;
}

/**
 * What subscribers of the `node:diagnostics_channel` channels `toh.frame.sent` and `toh.frame.received` get, when the
 * frame is queued, or before it is handled.
 */
export interface FrameMessage {
  transport: JsonRpcLineTransport;
  /** The frame as JSON text, without its newline. */
  line: string;
}

/**
 * JSON-RPC 2.0 over two byte streams, one frame a line (spec §0.1, §0.2). The caller owns the streams, which are never
 * ended or destroyed here. Frames are handled in the order of the wire, each before the next is looked at, and sent in
 * the order of the calls. Either end may send requests.
 */
export class JsonRpcLineTransport implements JsonRpcTransportPeer {
  readonly #input: Readable;
  readonly #maxFrameBytes: number;
  readonly #maxQueuedBytes: number | undefined;
  readonly #hooks: Hooks;
  readonly #bytes: ChunkBytes;
  readonly #splitter: LineSplitter;
  readonly #outbox: Outbox;
  readonly #terms: Terms = new Terms();
  readonly #calls: PendingCalls = new PendingCalls((id, reason) => this.#abandon(id, reason));
  readonly #requests: RequestsInWork = new RequestsInWork((frame) => this.#send(frame), this.#terms);
  #requestHandler: RequestHandler | undefined;
  #notificationHandler: NotificationHandler | undefined;
  #state: "new" | "open" | "closed" = "new";
  #isInputOver = false;
  #isPaused = false;
  /** Why no call can be answered any more. */
  #ended: TransportClosedError | undefined;
  /** The chunk that is being read, and those that came meanwhile: a handler had written to our own input. */
  #chunks: unknown[] | undefined;

  /** Throws a RangeError where a limit is no positive integer, or is more than a string can hold. */
  constructor(input: Readable, output: Writable, options: JsonRpcLineTransportOptions = {}) {
    this.#input = input;
    this.#maxFrameBytes = limit("maxFrameBytes", options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES);
    this.#maxQueuedBytes =
      options.maxQueuedBytes === undefined ? undefined : limit("maxQueuedBytes", options.maxQueuedBytes);
    this.#hooks = new Hooks(options);
    this.#bytes = new ChunkBytes(input);
    this.#splitter = new LineSplitter(this.#maxFrameBytes);
    this.#outbox = new Outbox(output, (cause) => {
      const error = this.#end(`JSON-RPC output failed: ${messageOf(cause)}`, { cause });
      this.#requests.abort(error);
      return error;
    });
  }

  /** Begins to read. A second call has no effect, nor has one after {@link close}. */
  start(): void {
    if (this.#state !== "new") return;
    this.#state = "open";
    this.#outbox.watch();
    const input = this.#input;
    input.on("data", this.#receive);
    input.on("end", this.#inputEnded);
    input.on("close", this.#inputEnded);
    input.on("error", this.#inputFailed);
    // A stream that is over already tells nobody any more.
    if (input.errored) this.#inputFailed(input.errored);
    else if (input.readableEnded || input.destroyed) this.#inputEnded();
  }

  /**
   * Hands over what waits to be written, stops reading and rejects every pending call. The streams stay open. Safe before
   * {@link start}; a second call has no effect.
   */
  close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    const input = this.#input;
    input.off("data", this.#receive);
    input.off("end", this.#inputEnded);
    input.off("close", this.#inputEnded);
    input.off("error", this.#inputFailed);
    const error = this.#end("JSON-RPC transport closed");
    this.#outbox.close(error);
    this.#requests.abort(error);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  /** One slot: a later handler replaces the earlier. Without one, requests are answered with `-32601`. */
  onRequest(handler: RequestHandler): void {
    this.#requestHandler = handler;
  }

  /** One slot: a later handler replaces the earlier. Without one, notifications are dropped. */
  onNotification(handler: NotificationHandler): void {
    this.#notificationHandler = handler;
  }

  /** The longest frame that is received, in bytes of UTF-8 without the newline: what the peer is told in the handshake. */
  get maxFrameBytes(): number {
    return this.#maxFrameBytes;
  }

  /**
   * To be called at each end when the handshake succeeds, with what was agreed: the server before it answers, the client
   * when it has read the answer. From version 1 on, aborting a call sends `$/cancelRequest`, an oversized notification is
   * answered with `$/frameDropped`, every error has `data`, an id in flight is not taken twice, notifications whose
   * name begins with `$/` reach no handler, and what is larger than the peer can take is refused before it is written
   * (spec §1.1, §1.2, §1.3, §1.9). Without this, only `$/cancelRequest` is heeded.
   */
  agree(agreement: Agreement): void {
    this.#terms.agree(agreement);
  }

  /**
   * Reads nothing more until no more than 256 KiB wait to be written: for a peer that asks on and on and reads no answer
   * (spec §1.10). What has arrived is still handled.
   */
  pauseUntilDrained(): void {
    if (this.#isPaused || this.#state !== "open") return;
    this.#isPaused = true;
    this.#input.pause();
    void this.#resumeWhenDrained();
  }

  /**
   * The result of the peer, unchecked. There is no time limit but that of `signal`.
   *
   * Rejects with a {@link JsonRpcResponseError} where the peer answered with an error, with the reason of `signal` where
   * that aborts first (nothing is sent where it had aborted already), with a {@link TransportClosedError} once no answer
   * can come, with a {@link FrameTooLargeError} where the answer was too large, or the call is larger than the peer can
   * take, and with the TypeError of `JSON.stringify` for params that are no JSON.
   */
  request(method: string, params?: object, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted === true) return Promise.reject(abortError(signal));
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = this.#calls.nextId();
    let frame: string;
    try {
      frame = encodeRequest(id, method, params);
    } catch (error) {
      return Promise.reject(error);
    }
    const tooLarge = this.#terms.tooLarge(frame, method);
    if (tooLarge !== undefined) return Promise.reject(tooLarge);
    const result = this.#calls.open(id, method, signal);
    this.#send(frame);
    return result;
  }

  /**
   * Sends what is not answered. False where more than 256 KiB wait to be written: the frame is queued all the same, and a
   * producer awaits {@link drained} before it makes more.
   *
   * Throws a {@link TransportClosedError} once nothing can be written, a {@link FrameTooLargeError} where the frame is
   * larger than the peer can take, an error of kind `overloaded` where it would pass `maxQueuedBytes`, and the TypeError of
   * `JSON.stringify` for params that are no JSON.
   */
  notify(method: string, params?: object): boolean {
    if (this.#outbox.ended !== undefined) throw this.#outbox.ended;
    const frame = encodeNotification(method, params);
    const tooLarge = this.#terms.tooLarge(frame, method);
    if (tooLarge !== undefined) throw tooLarge;
    const most = this.#maxQueuedBytes;
    if (most !== undefined && this.#outbox.waitsPast(most - Buffer.byteLength(frame) - 1)) {
      throw new HarnessError("overloaded", `more than ${most} bytes would wait to be written`);
    }
    this.#send(frame);
    return !this.#outbox.waitsPast(HIGH_WATER_BYTES);
  }

  /** Resolves when no more than 256 KiB wait to be written, or when nothing can be written any more. Never rejects. */
  drained(): Promise<void> {
    return this.#outbox.drained();
  }

  /**
   * Resolves when all earlier frames were handed to the operating system. Rejects with a {@link TransportClosedError} when
   * that failed, or when the transport is closed before.
   */
  flush(): Promise<void> {
    return this.#outbox.flush();
  }

  async #resumeWhenDrained(): Promise<void> {
    await this.#outbox.drained();
    this.#isPaused = false;
    if (this.#state === "open") this.#input.resume();
  }

  readonly #receive = (chunk: unknown): void => {
    if (this.#chunks !== undefined) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks = [chunk];
    for (const each of this.#chunks) {
      const bytes = this.#bytes.of(each);
      if (bytes === undefined) this.#hooks.ignoredLine(`a chunk that is no text: ${typeof each}`);
      else this.#splitter.push(bytes, this.#takeLine);
    }
    this.#chunks = undefined;
  };

  readonly #takeLine = (line: string | SkippedLine): void => {
    // A handler may close the transport in the middle of a chunk.
    if (this.#state === "closed") return;
    if (typeof line !== "string") {
      this.#takeSkipped(line);
      return;
    }
    const frame = decodeFrame(line);
    if (frame === undefined) {
      this.#hooks.ignoredLine(line);
      return;
    }
    if (received.hasSubscribers) received.publish({ transport: this, line } satisfies FrameMessage);
    if (frame.kind === "notification") this.#notified(frame.method, frame.params);
    else if (frame.kind === "request") this.#requests.handle(frame, this.#requestHandler);
    else if (frame.error === undefined) this.#calls.resolve(frame.id, frame.result);
    else this.#calls.reject(frame.id, responseError(frame.error));
  };

  /** A line over `maxFrameBytes`: a peer that waits for it is told, and the connection lives (spec §1.9). */
  #takeSkipped(line: SkippedLine): void {
    const found = line.members;
    if (found === undefined) {
      this.#hooks.ignoredLine(line.head);
      return;
    }
    if (found.kind === "request") {
      const { message } = new FrameTooLargeError(this.#maxFrameBytes, { method: found.method });
      const error = new JsonRpcResponseError(ErrorCode.frameTooLarge, message);
      this.#send(encodeFailure(found.idText, error, this.#terms.dataFor(error)));
    } else if (found.kind === "response") {
      const method = this.#calls.methodOf(found.id);
      this.#calls.reject(found.id, new FrameTooLargeError(this.#maxFrameBytes, { method }));
    } else if (this.#terms.isVersion1) {
      const { method } = found;
      const params = { bytes: line.bytes, ...(method === undefined ? {} : { method }) };
      this.#send(encodeNotification(ClientNotificationMethod.frameDropped, params));
    }
    this.#hooks.droppedFrame(line, found);
  }

  #notified(method: string, params: Record<string, unknown>): void {
    if (method.startsWith("$/") && this.#takes(method, params)) return;
    const handler = this.#notificationHandler;
    if (handler === undefined) return;
    guard(
      () => handler(method, params),
      (error) => this.#hooks.listenerError(error, method),
    );
  }

  /** Whether it is a notification of the transport's own: one of those that is not known here is for nobody (spec §1.1). */
  #takes(method: string, params: Record<string, unknown>): boolean {
    if (this.#terms.isVersion0) return false;
    const isCancel = method === ClientNotificationMethod.cancelRequest;
    if (isCancel) this.#requests.cancel(params["id"], params["reason"]);
    return isCancel || this.#terms.isVersion1;
  }

  /** A call of this side was given up: the peer need not go on with it (spec §1.3). */
  #abandon(id: string, reason: unknown): void {
    if (!this.#terms.isVersion1) return;
    const params = { id, ...(typeof reason === "string" ? { reason } : {}) };
    this.#send(encodeNotification(ClientNotificationMethod.cancelRequest, params));
  }

  #send(frame: string): void {
    if (this.#outbox.ended !== undefined) return;
    if (sent.hasSubscribers) sent.publish({ transport: this, line: frame } satisfies FrameMessage);
    this.#outbox.put(frame);
  }

  readonly #inputEnded = (): void => {
    if (this.#isInputOver) return;
    this.#isInputOver = true;
    this.#splitter.end(this.#takeLine);
    this.#end("JSON-RPC input closed");
  };

  readonly #inputFailed = (cause: unknown): void => {
    this.#isInputOver = true;
    this.#end(`JSON-RPC input failed: ${messageOf(cause)}`, { cause });
  };

  /** No call can be answered any more: rejects all, and those that are made later. Of several reasons the first stays. */
  #end(message: string, options: ErrorOptions = {}): TransportClosedError {
    const error = new TransportClosedError(message, { ...options, callsInFlight: this.#calls.methods() });
    this.#ended ??= error;
    this.#calls.rejectAll(error);
    return error;
  }
}

const sent = channel("toh.frame.sent");
const received = channel("toh.frame.received");

function limit(name: string, value: number): number {
  // A line of more characters than that could not be decoded.
  const most = constants.MAX_STRING_LENGTH;
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  throw new RangeError(`${name} must be an integer from 1 to ${most}, got ${value}`);
}
