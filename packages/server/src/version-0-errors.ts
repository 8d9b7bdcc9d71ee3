import { ErrorCode, JsonRpcResponseError } from "@buckeyestudio/toh-sdk-protocol";
import { HostError } from "./host.ts";
import { invalidParams } from "./params.ts";

// Errors as version 0 has them: a number and a text (spec §1.2). Those of version 1 stand in wire-errors.ts.

/** The recorded text. */
export const SHUTTING_DOWN = "SDK server is shutting down";

/** A prompt that a running shutdown would drop. */
export function shuttingDown(): JsonRpcResponseError {
  return new JsonRpcResponseError(ErrorCode.internal, SHUTTING_DOWN);
}

/** Turns the refusals of a host into errors of version 0, which has a number of its own for bad params alone (spec §0.5). */
export async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.kind === "invalid-params") throw invalidParams(error.message);
    if (error.kind === "shutting-down") throw shuttingDown();
    throw new JsonRpcResponseError(ErrorCode.internal, error.message);
  }
}
