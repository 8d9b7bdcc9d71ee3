import type { SessionEvent, SessionHeader } from "./event.ts";
import { issuesOf, type Check, type Issue } from "./generated/issues.ts";

export type { Issue };

/**
 * Checks of the lines of a log (spec §0.7). `is…` narrows the type and costs well under a microsecond; `check…` says
 * what is wrong, with paths that begin with `event` or `header`. None needs its `this`.
 */
export interface LogValidators {
  readonly checkEvent: (event: unknown) => readonly Issue[] | undefined;
  /** True also for an event of a type that is not defined, when its envelope is right: a `switch` needs a `default`. */
  readonly isSessionEvent: (event: unknown) => event is SessionEvent;
  /** The header line. */
  readonly checkHeader: (header: unknown) => readonly Issue[] | undefined;
  readonly isSessionHeader: (header: unknown) => header is SessionHeader;
}

/**
 * How much passes. `open` is for what was written elsewhere: members, kinds and event types that are not defined pass.
 * `closed` is for what this process writes: a member that is not defined fails; kinds and event types that are not
 * defined still pass, since they are a plugin's.
 */
export type Strictness = "open" | "closed";

const loading = new Map<Strictness, Promise<LogValidators>>();

/** Loads the checks of the log, each kind once: some 200 kB of compiled code, for which nobody pays who does not ask. */
export function loadValidators(strictness: Strictness = "open"): Promise<LogValidators> {
  const known = loading.get(strictness);
  if (known !== undefined) return known;
  const checks = strictness === "open" ? import("./generated/log-open.js") : import("./generated/log-closed.js");
  const validators = checks.then(logValidators);
  loading.set(strictness, validators);
  return validators;
}

interface LogChecks {
  readonly events: ReadonlyMap<string, Check>;
  readonly otherEvent: Check;
  readonly header: Check;
}

function logValidators({ events, otherEvent, header }: LogChecks): LogValidators {
  // One check an event type, found in a table: a chain of questions over all types would take ten times as long.
  const checkFor = (event: unknown): Check => {
    if (typeof event !== "object" || event === null || !("type" in event)) return otherEvent;
    return (typeof event.type === "string" ? events.get(event.type) : undefined) ?? otherEvent;
  };
  const checkEvent = (event: unknown): readonly Issue[] | undefined => issuesOf(checkFor(event), event, "event");
  const checkHeader = (value: unknown): readonly Issue[] | undefined => issuesOf(header, value, "header");
  return {
    checkEvent,
    isSessionEvent: (event): event is SessionEvent => checkEvent(event) === undefined,
    checkHeader,
    isSessionHeader: (value): value is SessionHeader => checkHeader(value) === undefined,
  };
}
