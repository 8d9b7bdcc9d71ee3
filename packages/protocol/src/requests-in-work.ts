import { Terms } from "./agreement.ts";
import { ErrorCode, errorOfKind, JsonRpcResponseError } from "./errors.ts";
import { encodeFailure, encodeResult, type RequestFrame, type RequestId } from "./frame.ts";
import { isThenable } from "./guard.ts";

/** What a request handler is told beside method and params. */
export interface RequestContext {
  /** As the peer chose it. A number that a double does not hold is rounded here, and answered as it was written. */
  readonly id: RequestId;
  /**
   * Aborts when the answer can no longer be sent: the transport was closed, or its output failed. And when the peer gave
   * the call up (`$/cancelRequest`, spec §1.3), with an error of kind `cancelled`: a handler that has done nothing yet
   * rejects with that, or with any `AbortError`, and one that has done its work returns the result.
   */
  readonly signal: AbortSignal;
}

/**
 * Returns the result, or a promise of it: any JSON value, and null for `undefined`. What it throws is answered with
 * `-32603` and the message alone, but a {@link JsonRpcResponseError} with its own code and data (spec §0.2).
 */
export type RequestHandler = (method: string, params: Record<string, unknown>, context: RequestContext) => unknown;

/** The requests of the peer: each is given to the handler at once and answered once, whatever the handler does. */
export class RequestsInWork {
  readonly #send: (frame: string) => void;
  readonly #terms: Terms;
  /** By id as it is written; of a version 0 connection none are kept. */
  readonly #works = new Map<string, RequestInWork>();
  /** Of the requests whose handler asked for the signal. */
  readonly #controllers = new Set<AbortController>();
  #reason: Error | undefined;

  constructor(send: (frame: string) => void, terms: Terms = new Terms()) {
    this.#send = send;
    this.#terms = terms;
  }

  handle(frame: RequestFrame, handler: RequestHandler | undefined): void {
    const work = new RequestInWork(frame, this);
    if (handler === undefined) {
      this.#refuse(work, new JsonRpcResponseError(ErrorCode.methodNotFound, `method not found: ${frame.method}`));
      return;
    }
    if (this.#works.size > 0 && this.#terms.isVersion1 && this.#works.has(frame.idText)) {
      this.#refuse(work, errorOfKind("invalid-request", "the id of a request that is not answered yet"));
      return;
    }
    try {
      const result = handler(frame.method, frame.params, work);
      if (isThenable(result)) {
        // What is answered at once can be given up by nobody.
        if (!this.#terms.isVersion0) this.#works.set(frame.idText, work);
        Promise.resolve(result).then(
          (value) => this.#answer(work, value),
          (error: unknown) => this.#refuse(work, error),
        );
      } else this.#answer(work, result);
    } catch (error) {
      this.#refuse(work, error);
    }
  }

  /** The peer gives one of its calls up (spec §1.3). An id that is unknown or answered is forgotten at once. */
  cancel(id: unknown, reason: unknown): void {
    for (const work of this.#works.values()) {
      // What the handshake does is undone by nobody.
      if (work.id !== id || work.method === "initialize") continue;
      work.cancel(
        errorOfKind("cancelled", typeof reason === "string" && reason !== "" ? reason : "the call was cancelled"),
      );
    }
  }

  /** No answer can be sent any more: aborts all signals, also those that are asked for later. */
  abort(reason: Error): void {
    this.#reason ??= reason;
    for (const controller of this.#controllers) controller.abort(this.#reason);
    this.#controllers.clear();
  }

  track(controller: AbortController): void {
    if (this.#reason === undefined) this.#controllers.add(controller);
    else controller.abort(this.#reason);
  }

  #answer(work: RequestInWork, result: unknown): void {
    let answer: string;
    try {
      answer = encodeResult(work.idText, result);
    } catch (error) {
      this.#refuse(work, error);
      return;
    }
    const tooLarge = this.#terms.tooLarge(answer, work.method);
    if (tooLarge === undefined) this.#end(work, answer);
    else this.#refuse(work, errorOfKind("frame-too-large", `the answer: ${tooLarge.message}`));
  }

  #refuse(work: RequestInWork, error: unknown): void {
    const meant = work.cancelled !== undefined && isAbortError(error) ? work.cancelled : error;
    let answer = encodeFailure(work.idText, meant, this.#terms.dataFor(meant));
    const tooLarge = this.#terms.tooLarge(answer, work.method);
    // Something is owed all the same, and this is as short as it gets.
    if (tooLarge !== undefined) answer = encodeFailure(work.idText, errorOfKind("frame-too-large", tooLarge.message));
    this.#end(work, answer);
  }

  #end(work: RequestInWork, answer: string): void {
    if (work.controller !== undefined) this.#controllers.delete(work.controller);
    if (this.#works.size > 0 && this.#works.get(work.idText) === work) this.#works.delete(work.idText);
    this.#send(answer);
  }
}

/** What code rejects with that was given an aborted signal, if not with the signal's own reason. */
function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

class RequestInWork implements RequestContext {
  readonly id: RequestId;
  readonly idText: string;
  readonly method: string;
  readonly #all: RequestsInWork;
  #controller: AbortController | undefined;
  #cancelled: JsonRpcResponseError | undefined;

  constructor(frame: RequestFrame, all: RequestsInWork) {
    this.id = frame.id;
    this.idText = frame.idText;
    this.method = frame.method;
    this.#all = all;
  }

  get controller(): AbortController | undefined {
    return this.#controller;
  }

  /** What the call is answered with if its handler heeds the signal; undefined while nobody has given it up. */
  get cancelled(): JsonRpcResponseError | undefined {
    return this.#cancelled;
  }

  // An AbortController costs more than the rest of a request, so it is made when somebody asks for it.
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled === undefined) this.#all.track(this.#controller);
      else this.#controller.abort(this.#cancelled);
    }
    return this.#controller.signal;
  }

  cancel(error: JsonRpcResponseError): void {
    this.#cancelled ??= error;
    this.#controller?.abort(this.#cancelled);
  }
}
