import type { SessionEvent } from "@buckeyestudio/toh-session";
import { issuesOf, type Check, type Issue } from "./generated/issues.ts";
import { ruleIssue, rulesV0, rulesV1, type Rules } from "./param-rules.ts";
import type {
  ClientNotificationMapV1,
  ClientRequestMapV1,
  ErrorData,
  HarnessSdkNotificationMap,
  HarnessSdkRequestMap,
  ServerNotificationMapV1,
  ServerRequestMapV1,
} from "./types.ts";

export type { Issue };

/** A map of requests: what each method takes and gives. */
type Requests<Map> = { [M in keyof Map]: { params: unknown; result: unknown } };

/** The requests of a map that take params; without a parameter, those of version 0. */
export type MethodWithParams<Map extends Requests<Map> = HarnessSdkRequestMap> = {
  [M in keyof Map]: Map[M]["params"] extends undefined ? never : M;
}[keyof Map];

/** What is wrong, or undefined. A method that is not defined passes: of what is unknown nothing is known to be wrong. */
type CheckByMethod = (method: string, value: unknown) => readonly Issue[] | undefined;

/**
 * Checks of what one end of a connection of version 1 receives (spec §1.1 to §1.12): the params of requests, the results
 * of the requests that it sent itself, and notifications. See {@link WireValidators} for what they have in common.
 */
export interface ReceivedValidators<
  Received extends Requests<Received>,
  Sent extends Requests<Sent>,
  Notifications extends object,
> {
  /** Params of a request that this end receives. */
  readonly checkParams: CheckByMethod;
  readonly isParams: <M extends MethodWithParams<Received>>(
    method: M,
    params: unknown,
  ) => params is Received[M]["params"];
  /** Whether the method is a request that is defined here and that this end may receive. */
  readonly isRequestMethod: (method: string) => method is keyof Received & string;
  /** Result of a request that this end sent. */
  readonly checkResult: CheckByMethod;
  readonly isResult: <M extends keyof Sent & string>(method: M, result: unknown) => result is Sent[M]["result"];
  /** Params of a notification that this end receives. */
  readonly checkNotification: CheckByMethod;
  readonly isNotification: <M extends keyof Notifications & string>(
    method: M,
    params: unknown,
  ) => params is Notifications[M];
  /** Whether the method is a notification that is defined here and that this end may receive. */
  readonly isNotificationMethod: (method: string) => method is keyof Notifications & string;
  /** `data` of an error that answers a request of this end. */
  readonly checkErrorData: (data: unknown) => readonly Issue[] | undefined;
  readonly isErrorData: (data: unknown) => data is ErrorData;
}

/**
 * What a server receives. Its `isParams` and `checkParams` keep the rules that stand beside the schema: session ids
 * (spec §0.5), members that exclude each other, names of tools that are given twice.
 */
export interface RequestValidators extends ReceivedValidators<
  ClientRequestMapV1,
  ServerRequestMapV1,
  ClientNotificationMapV1
> {
  /** The requests of version 0, with the rules of spec §0.5 for session ids and for what a prompt may hold. */
  readonly version0: {
    readonly checkParams: CheckByMethod;
    readonly isParams: <M extends MethodWithParams>(
      method: M,
      params: unknown,
    ) => params is HarnessSdkRequestMap[M]["params"];
  };
}

/** What a client receives. The params of `session.event` are checked with the event, by its type, and so are events in results. */
export type ClientValidators = ReceivedValidators<ServerRequestMapV1, ClientRequestMapV1, ServerNotificationMapV1>;

/**
 * Checks of what a peer sent (spec §0.3, §0.7): on the object itself those of version 0, in `client` and `server` those of
 * version 1, by which end receives. They are open: members, kinds and event types that are not defined pass, and so do
 * methods that are not: of what is unknown nothing is known to be wrong.
 *
 * Each comes in two forms. `is…` narrows the type and costs well under a microsecond; `check…` says what is wrong, with
 * paths that begin with `params`, `result`, `event` or `data`, and is for the case that `is…` was false. None needs its `this`.
 *
 * ```ts
 * if (!validators.isResult("session/prompt", result)) {
 *   const [issue] = validators.checkResult("session/prompt", result) ?? [];
 *   throw new SdkProtocolError(`session/prompt: ${issue?.path} ${issue?.message}`, { method, field: issue?.path });
 * }
 * return result.messageId;
 * ```
 */
export interface WireValidators {
  /** Params of a request, with the rules of spec §0.5 for session ids and for what a prompt may hold. */
  readonly checkParams: CheckByMethod;
  readonly isParams: <M extends MethodWithParams>(
    method: M,
    params: unknown,
  ) => params is HarnessSdkRequestMap[M]["params"];
  /** Result of a request. */
  readonly checkResult: CheckByMethod;
  readonly isResult: <M extends keyof HarnessSdkRequestMap>(
    method: M,
    result: unknown,
  ) => result is HarnessSdkRequestMap[M]["result"];
  /** Params of a notification; those of `session.event` with the event, by its type. */
  readonly checkNotification: CheckByMethod;
  readonly isNotification: <M extends keyof HarnessSdkNotificationMap>(
    method: M,
    params: unknown,
  ) => params is HarnessSdkNotificationMap[M];
  /** Whether the method is a notification that is defined here. */
  readonly isNotificationMethod: (method: string) => method is keyof HarnessSdkNotificationMap;
  /** An event alone. */
  readonly checkEvent: (event: unknown) => readonly Issue[] | undefined;
  /** True also for an event of a type that is not defined, when its envelope is right: a `switch` needs a `default`. */
  readonly isSessionEvent: (event: unknown) => event is SessionEvent;
  /** Version 1: what a client receives. */
  readonly client: ClientValidators;
  /** Version 1: what a server receives, as {@link loadRequestValidators} gives it. */
  readonly server: RequestValidators;
}

/** What the generated modules have in common: tables by method, for one end. */
interface ReceivedChecks {
  readonly paramsV1: ReadonlyMap<string, Check>;
  readonly resultsV1: ReadonlyMap<string, Check>;
  readonly notificationsV1: ReadonlyMap<string, Check>;
  readonly errorData: Check;
}

/** What the generated module of a server's checks holds. */
export interface RequestChecks extends ReceivedChecks {
  readonly paramsV0: ReadonlyMap<string, Check>;
}

/** What the generated module of a client's checks holds. */
export interface WireChecks extends ReceivedChecks {
  readonly events: ReadonlyMap<string, Check>;
  readonly otherEvent: Check;
  readonly resultsV0: ReadonlyMap<string, Check>;
  readonly notificationsV0: ReadonlyMap<string, Check>;
}

let loading: Promise<WireValidators> | undefined;
let loadingRequests: Promise<RequestValidators> | undefined;

/** Loads all the checks of the wire, once: some hundreds of kB of compiled code, for which nobody pays who does not ask. */
export function loadValidators(): Promise<WireValidators> {
  return (loading ??= Promise.all([import("./generated/wire-open.js"), loadRequestValidators()]).then(
    ([checks, requests]) => wireValidators(checks, requests),
  ));
}

/** Loads, once, the checks of what a server receives: the small part, without the events and results that it sends. */
export function loadRequestValidators(): Promise<RequestValidators> {
  return (loadingRequests ??= import("./generated/requests-open.js").then(requestValidators));
}

/** The checks over one generated module of a server's. */
export function requestValidators(checks: RequestChecks): RequestValidators {
  const withRules =
    (table: ReadonlyMap<string, Check>, rules: Rules): CheckByMethod =>
    (method, params) =>
      lookUp(table, method, params, "params") ?? ruleIssue(rules, method, params);
  const checkV0 = withRules(checks.paramsV0, rulesV0);
  return {
    ...received<ClientRequestMapV1, ServerRequestMapV1, ClientNotificationMapV1>(checks, {
      checkParams: withRules(checks.paramsV1, rulesV1),
    }),
    // The one request without params, so that no table of params has it.
    isRequestMethod: (method): method is keyof ClientRequestMapV1 =>
      checks.paramsV1.has(method) || method === "shutdown",
    version0: {
      checkParams: checkV0,
      isParams: <M extends MethodWithParams>(method: M, params: unknown): params is HarnessSdkRequestMap[M]["params"] =>
        checkV0(method, params) === undefined,
    },
  };
}

/** The checks over one generated module of a client's, and those of a server. */
export function wireValidators(checks: WireChecks, server: RequestValidators): WireValidators {
  const eventIssues = (event: unknown, name: string): readonly Issue[] | undefined =>
    issuesOf(checkFor(checks, event), event, name);
  const eventNotification =
    (table: ReadonlyMap<string, Check>): CheckByMethod =>
    (method, params) => {
      const issues = lookUp(table, method, params, "params");
      if (issues !== undefined || method !== "session.event") return issues;
      return eventIssues(memberOf(params, "event"), "params.event");
    };

  const checkResult: CheckByMethod = (method, result) => lookUp(checks.resultsV0, method, result, "result");
  const checkNotification = eventNotification(checks.notificationsV0);
  const checkEvent = (event: unknown): readonly Issue[] | undefined => eventIssues(event, "event");
  const checkResultV1: CheckByMethod = (method, result) => {
    const issues = lookUp(checks.resultsV1, method, result, "result");
    if (issues !== undefined || method !== "session/events") return issues;
    const events = memberOf(result, "events");
    return firstIssues(Array.isArray(events) ? events : [], (event, index) =>
      eventIssues(event, `result.events[${index}]`),
    );
  };

  return {
    ...server.version0,
    checkResult,
    isResult: <M extends keyof HarnessSdkRequestMap>(
      method: M,
      result: unknown,
    ): result is HarnessSdkRequestMap[M]["result"] => checkResult(method, result) === undefined,
    checkNotification,
    isNotification: <M extends keyof HarnessSdkNotificationMap>(
      method: M,
      params: unknown,
    ): params is HarnessSdkNotificationMap[M] => checkNotification(method, params) === undefined,
    isNotificationMethod: (method): method is keyof HarnessSdkNotificationMap => checks.notificationsV0.has(method),
    checkEvent,
    isSessionEvent: (event): event is SessionEvent => checkEvent(event) === undefined,
    client: received<ServerRequestMapV1, ClientRequestMapV1, ServerNotificationMapV1>(checks, {
      checkResult: checkResultV1,
      checkNotification: eventNotification(checks.notificationsV1),
    }),
    server,
  };
}

/** The checks of one end over its tables, where `more` does not have them. */
function received<Received extends Requests<Received>, Sent extends Requests<Sent>, Notifications extends object>(
  checks: ReceivedChecks,
  more: { checkParams?: CheckByMethod; checkResult?: CheckByMethod; checkNotification?: CheckByMethod },
): ReceivedValidators<Received, Sent, Notifications> {
  const byTable =
    (table: ReadonlyMap<string, Check>, name: string): CheckByMethod =>
    (method, value) =>
      lookUp(table, method, value, name);
  const checkParams = more.checkParams ?? byTable(checks.paramsV1, "params");
  const checkResult = more.checkResult ?? byTable(checks.resultsV1, "result");
  const checkNotification = more.checkNotification ?? byTable(checks.notificationsV1, "params");
  const checkErrorData = (data: unknown): readonly Issue[] | undefined => issuesOf(checks.errorData, data, "data");
  return {
    checkParams,
    isParams: <M extends MethodWithParams<Received>>(method: M, params: unknown): params is Received[M]["params"] =>
      checkParams(String(method), params) === undefined,
    isRequestMethod: (method): method is keyof Received & string => checks.paramsV1.has(method),
    checkResult,
    isResult: <M extends keyof Sent & string>(method: M, result: unknown): result is Sent[M]["result"] =>
      checkResult(method, result) === undefined,
    checkNotification,
    isNotification: <M extends keyof Notifications & string>(method: M, params: unknown): params is Notifications[M] =>
      checkNotification(method, params) === undefined,
    isNotificationMethod: (method): method is keyof Notifications & string => checks.notificationsV1.has(method),
    checkErrorData,
    isErrorData: (data): data is ErrorData => checkErrorData(data) === undefined,
  };
}

/** One check an event type, found in a table: a chain of questions over all types would take ten times as long. */
function checkFor(checks: WireChecks, event: unknown): Check {
  const type = memberOf(event, "type");
  return (typeof type === "string" ? checks.events.get(type) : undefined) ?? checks.otherEvent;
}

function lookUp(table: ReadonlyMap<string, Check>, method: string, value: unknown, name: string) {
  const check = table.get(method);
  return check && issuesOf(check, value, name);
}

/** The issues of the first item that has any. */
function firstIssues(
  items: readonly unknown[],
  check: (item: unknown, index: number) => readonly Issue[] | undefined,
): readonly Issue[] | undefined {
  for (const [index, item] of items.entries()) {
    const issues = check(item, index);
    if (issues !== undefined) return issues;
  }
  return undefined;
}

function memberOf(value: unknown, key: "event" | "events" | "type"): unknown {
  return typeof value === "object" && value !== null && key in value ? Reflect.get(value, key) : undefined;
}
