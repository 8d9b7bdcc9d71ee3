import { TransportClosedError } from "@buckeyestudio/toh-sdk-protocol";
import type { CloseStep } from "./runtime-process.ts";
import { lastLines } from "./stderr-tail.ts";

/** How a runtime ended. */
export interface CloseReport {
  step: CloseStep;
  /** `undefined` when a signal ended the process, or it never ran. */
  exitCode: number | undefined;
  signal: NodeJS.Signals | undefined;
  /** The last 64 KiB of its stderr, in whole characters. */
  stderrTail: string;
  /** The methods of the calls that were left without an answer, oldest first. */
  callsInFlight: readonly string[];
}

const LINES_IN_MESSAGE = 400;

/** The error for whoever waited on a runtime that ended as `facts` say, `reason` being why in one line. */
export function closedError(reason: string, facts: Omit<CloseReport, "step">, cause?: Error): TransportClosedError {
  const lines = [reason];
  if (facts.exitCode !== undefined) lines.push(`exit code: ${facts.exitCode}`);
  if (facts.signal !== undefined) lines.push(`signal: ${facts.signal}`);
  const tail = lastLines(facts.stderrTail, LINES_IN_MESSAGE);
  if (tail.length > 0) lines.push("stderr tail:", ...tail);
  return new TransportClosedError(lines.join("\n"), {
    exitCode: facts.exitCode,
    signal: facts.signal,
    stderrTail: facts.stderrTail,
    callsInFlight: facts.callsInFlight,
    ...(cause !== undefined && { cause }),
  });
}
