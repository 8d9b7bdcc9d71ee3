import { ErrorCode, JsonRpcResponseError, errorOfKind } from "@buckeyestudio/toh-sdk-protocol";
import type {
  ApprovalRequestParams,
  ApprovalRequestResult,
  ClientValidators,
  RequestContext,
  ServerRequestMapV1,
  ToolCallParams,
  ToolCallResult,
  ToolProgressNotification,
} from "@buckeyestudio/toh-sdk-protocol";

/** How far a tool is: any of the three, or none, which only says that it is still at it. */
export type ToolProgress = Pick<ToolProgressNotification, "message" | "progress" | "total">;

export interface RuntimeRequestOptions {
  /** Aborts when the runtime gives its call up, and when the runtime ends: an answer is then for nobody. */
  signal: AbortSignal;
}

export interface ToolCallOptions extends RuntimeRequestOptions {
  /**
   * Tells the runtime that the tool is still at it, which starts its time limit anew (spec §1.7). It may be dropped. After
   * the answer it does nothing.
   */
  progress: (progress?: ToolProgress) => void;
}

/** Answers `tool/call`. What it throws is answered as an error, of which the model is told. */
export type ToolCallHandler = (
  call: ToolCallParams,
  options: ToolCallOptions,
) => ToolCallResult | Promise<ToolCallResult>;

/** Answers `approval/request`. What it throws counts as a no. */
export type ApprovalRequestHandler = (
  request: ApprovalRequestParams,
  options: RuntimeRequestOptions,
) => ApprovalRequestResult | Promise<ApprovalRequestResult>;

/** The requests of the runtime: one handler a method, and the signals of those that are being worked on. */
export class RuntimeRequests {
  toolCall: ToolCallHandler | undefined;
  approvalRequest: ApprovalRequestHandler | undefined;
  readonly #notify: (method: string, params: object) => void;
  readonly #open = new Set<AbortController>();
  #ended: Error | undefined;

  constructor(notify: (method: string, params: object) => void) {
    this.#notify = notify;
  }

  /** Answers nothing any more, and aborts what is being worked on. */
  end(reason: Error): void {
    this.#ended ??= reason;
    for (const control of this.#open) control.abort(this.#ended);
  }

  /** @param checks of a runtime that agreed to version 1; without it there are no such requests (spec §1.1). */
  answer(
    method: string,
    params: Record<string, unknown>,
    context: RequestContext,
    checks: ClientValidators | undefined,
  ): Promise<unknown> {
    const control = new AbortController();
    const stop = (): void => control.abort(context.signal.reason);
    if (context.signal.aborted) stop();
    else context.signal.addEventListener("abort", stop, { once: true });
    this.#open.add(control);
    const answer = this.#answer(method, params, control.signal, checks).finally(() => {
      context.signal.removeEventListener("abort", stop);
      this.#open.delete(control);
    });
    // A late answer is for nobody, and the input of a runtime that is ending may be closed already.
    return new Promise((resolve, reject) => {
      answer.then(
        (result) => this.#ended ?? resolve(result),
        (error: unknown) => this.#ended ?? reject(error),
      );
    });
  }

  async #answer(
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
    checks: ClientValidators | undefined,
  ): Promise<unknown> {
    if (checks !== undefined && method === "tool/call" && this.toolCall !== undefined) {
      const call = checked(checks, method, params);
      let open = true;
      const progress = (told: ToolProgress = {}): void => {
        const { sessionId, turn, callId } = call;
        if (open && !signal.aborted) this.#notify("tool.progress", { sessionId, turn, callId, ...told });
      };
      try {
        return await this.toolCall(call, { signal, progress });
      } finally {
        open = false;
      }
    }
    if (checks !== undefined && method === "approval/request" && this.approvalRequest !== undefined) {
      return this.approvalRequest(checked(checks, method, params), { signal });
    }
    throw new JsonRpcResponseError(ErrorCode.methodNotFound, `method not found: ${method}`);
  }
}

function checked<M extends keyof ServerRequestMapV1>(
  checks: ClientValidators,
  method: M,
  params: unknown,
): ServerRequestMapV1[M]["params"] {
  if (checks.isParams(method, params)) return params;
  const issues = [...(checks.checkParams(method, params) ?? [])];
  const [first] = issues;
  throw errorOfKind("invalid-params", `${first?.path ?? "params"} ${first?.message ?? "are wrong"}`, { issues });
}
