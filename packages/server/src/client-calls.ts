import type { JsonRpcTransportPeer, RequestValidators } from "@buckeyestudio/toh-sdk-protocol";
import type { FactStream } from "./fact-stream.ts";
import type { ApprovalDecision, ClientToolOutcome, HostPeer } from "./host.ts";
import { isFlowing } from "./notifier.ts";

export interface ClientCallsOptions {
  readonly transport: JsonRpcTransportPeer;
  readonly facts: FactStream;
  readonly validators: RequestValidators;
  /** Whether the client answers `approval/request`. */
  readonly approvals: boolean;
  /** Whether it may have tools. */
  readonly tools: boolean;
}

/** What the client is asked: for leave (spec §1.8), and to run its tools (spec §1.7). An abort sends `$/cancelRequest`. */
export class ClientCalls {
  readonly decide: HostPeer["decide"];
  readonly callTool: HostPeer["callTool"];
  readonly #transport: JsonRpcTransportPeer;
  readonly #facts: FactStream;

  constructor({ transport, facts, validators, approvals, tools }: ClientCallsOptions) {
    this.#transport = transport;
    this.#facts = facts;
    this.decide = approvals
      ? async (question, { signal }): Promise<ApprovalDecision> => {
          const result = await this.#request("approval/request", question.sessionId, question, signal);
          if (!validators.isResult("approval/request", result)) {
            throw badAnswer("approval/request", validators.checkResult("approval/request", result));
          }
          const { outcome } = result;
          if (outcome.type === "cancelled") return { type: "cancelled" };
          if (outcome.type !== "selected") throw new Error("approval/request was answered with an unknown outcome");
          const { optionId, note } = outcome;
          if (!question.options.some(({ id }) => id === optionId)) {
            throw new Error("approval/request was answered with an option that was not offered");
          }
          return { type: "selected", optionId, ...(note === undefined ? {} : { note }) };
        }
      : undefined;
    this.callTool = tools
      ? async (call, { signal }): Promise<ClientToolOutcome> => {
          const result = await this.#request("tool/call", call.sessionId, call, signal);
          if (!validators.isResult("tool/call", result)) {
            throw badAnswer("tool/call", validators.checkResult("tool/call", result));
          }
          const { content, isError } = result;
          return { content, ...(isError === undefined ? {} : { isError }) };
        }
      : undefined;
  }

  async #request(method: string, sessionId: string, params: object, signal: AbortSignal): Promise<unknown> {
    // What the client is asked about stands in events that come before the question.
    const passed = this.#facts.passed(sessionId);
    if (passed !== undefined) await passed;
    signal.throwIfAborted();
    const transport = this.#transport;
    return isFlowing(transport) ? transport.request(method, params, signal) : transport.request(method, params);
  }
}

function badAnswer(method: string, issues: ReturnType<RequestValidators["checkResult"]>): Error {
  const [{ path, message } = { path: "result", message: "is wrong" }] = issues ?? [];
  return new Error(`${method} was answered wrongly: ${path} ${message}`);
}
