import {
  HarnessError,
  JsonRpcResponseError,
  RequestTimeoutError,
  RuntimeNotFoundError,
  TransportClosedError,
} from "@buckeyestudio/toh-sdk-client";
import { ExitCode } from "./exit-code.ts";
import { Interrupted } from "./interruption.ts";
import { firstLine } from "./terminal.ts";
import { UsageError } from "./usage.ts";

const WIDTH = 300;
/** Of messages that name files, and commands to be copied. */
const LONG_WIDTH = 2000;

/** What was asked for failed. The message is for people, whole as it is. */
export class Failure extends Error {
  override readonly name: string = "Failure";
}

/** The run of a session failed, as `cause` tells; `advice` is what to do about it there. */
export class RunFailure extends Error {
  override readonly name: string = "RunFailure";
  readonly advice: string;

  constructor(cause: unknown, advice: string) {
    super("the run failed", { cause });
    this.advice = advice;
  }
}

/**
 * An error as one line for people, with what to do about it, and the exit code that it means. `advice` stands for what
 * would be said of a runtime that was lost, or of one that has nowhere to keep the session.
 */
export function explain(error: unknown, advice?: string): { line: string; exitCode: number } {
  if (error instanceof RunFailure) return explain(error.cause, error.advice);
  if (error instanceof Interrupted) return { line: error.message, exitCode: error.exitCode };
  if (error instanceof UsageError)
    return { line: `${firstLine(error.message, WIDTH)}: ${error.hint}`, exitCode: ExitCode.usage };
  if (error instanceof RuntimeNotFoundError) {
    const line =
      "no runtime found: run `npm install @buckeyestudio/toh-runtime`, or give one with --runtime or TOH_RUNTIME";
    return { line, exitCode: ExitCode.runtimeLost };
  }
  if (error instanceof TransportClosedError) return { line: lostLine(error, advice), exitCode: ExitCode.runtimeLost };
  if (error instanceof RequestTimeoutError) {
    const { method, timeoutMs } = error;
    const line = `the runtime did not answer ${method} within ${timeoutMs / 1000} s: check --runtime; TOH_LOG=debug shows what it wrote`;
    return { line, exitCode: ExitCode.runtimeLost };
  }
  if (isOneOf(error, "StoreError", "Failure"))
    return { line: firstLine(error.message, LONG_WIDTH), exitCode: ExitCode.failed };
  if (isOneOf(error, "ConfigError")) return { line: firstLine(error.message, LONG_WIDTH), exitCode: ExitCode.usage };
  const text = firstLine(error instanceof Error ? error.message : String(error), WIDTH);
  if (error instanceof JsonRpcResponseError) {
    const hint = error.kind === "storage-failed" && advice !== undefined ? `: ${advice}` : "";
    return { line: `the runtime refused: ${text}${hint}`, exitCode: ExitCode.failed };
  }
  if (error instanceof HarnessError) return { line: `${text}; TOH_LOG=debug shows more`, exitCode: ExitCode.failed };
  return { line: `unexpected error: ${text}; TOH_LOG=debug shows more`, exitCode: ExitCode.failed };
}

/** By name: the classes are in packages that most commands do not load. */
function isOneOf(error: unknown, ...names: readonly string[]): error is Error {
  return error instanceof Error && names.includes(error.name);
}

/**
 * Why the last turn was no success, in one line; `undefined` when it was one. `stopped`: why the runtime let go of the
 * session, where no turn has an end.
 */
export function turnFailure(
  end: { kind: string; code: string; message: string } | undefined,
  stopped?: string,
): string | undefined {
  if (end === undefined) {
    if (stopped === undefined) return "the session went idle before its turn had ended; TOH_LOG=debug shows more";
    return `the turn broke off, since the session cannot be kept: ${firstLine(stopped, LONG_WIDTH)}: make room, or give another --data-dir`;
  }
  const detail = firstLine([end.code, end.message].filter((part) => part !== "").join(": "), WIDTH);
  switch (end.kind) {
    case "completed":
      return undefined;
    case "max-tokens":
      return "the answer was cut at the token limit: raise --max-tokens";
    case "aborted":
      return "the turn was cancelled";
    case "error":
      return `the turn failed (${detail})${adviceFor(end.code)}`;
    default:
      return `the turn ended as ${firstLine(end.kind, WIDTH)}`;
  }
}

function adviceFor(code: string): string {
  switch (code) {
    case "AUTH":
    case "INVALID_CREDENTIAL":
      return ": set the provider's key in the environment of the runtime";
    case "QUOTA":
    case "RATE_LIMIT":
      return ": try again later";
    case "TRANSPORT":
      return ": is its server running, and the address right? --base-url gives that of openai-compatible";
    case "NO_ADAPTER":
      return ": choose another --provider";
    default:
      return "";
  }
}

function lostLine(
  { message, exitCode, signal, stderrTail = "" }: TransportClosedError,
  advice: string | undefined,
): string {
  const reason = firstLine(message, WIDTH);
  if (exitCode === undefined && signal === undefined) return `${reason}: check --runtime and --cwd`;
  const lastWords = firstLine(stderrTail.split("\n").toReversed().join("\n"), WIDTH);
  const how = exitCode === undefined ? signal : `exit code ${exitCode}`;
  if (lastWords === "") return `${reason} (${how}) and wrote nothing to stderr: ${advice ?? "check --runtime"}`;
  const next = advice === undefined ? "" : `; ${advice}`;
  return `${reason} (${how}): ${lastWords}; TOH_LOG=debug shows all that it wrote${next}`;
}
