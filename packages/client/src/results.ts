import { SdkProtocolError } from "@buckeyestudio/toh-sdk-protocol";
import type { ClientRequestMapV1, ClientValidators, InitializeResult } from "@buckeyestudio/toh-sdk-protocol";
import { isRecord } from "./notification.ts";

/** @throws SdkProtocolError that names the field. */
export function checkInitializeResult(result: unknown): InitializeResult {
  const serverInfo = isRecord(result) ? result["serverInfo"] : undefined;
  if (!isRecord(serverInfo)) throw broken("initialize", "serverInfo", "an object", serverInfo);
  const { name, version } = serverInfo;
  if (typeof name !== "string") throw broken("initialize", "serverInfo.name", "a string", name);
  if (typeof version !== "string") throw broken("initialize", "serverInfo.version", "a string", version);
  return { serverInfo: { name, version } };
}

/** The `messageId` of a receipt. @throws SdkProtocolError that names the field. */
export function checkPromptResult(result: unknown): string {
  const messageId = isRecord(result) ? result["messageId"] : undefined;
  if (typeof messageId !== "string") throw broken("session/prompt", "messageId", "a string", messageId);
  return messageId;
}

/** A result of version 1, checked whole. @throws SdkProtocolError that names the field. */
export function checkResult<M extends keyof ClientRequestMapV1>(
  checks: ClientValidators,
  method: M,
  result: unknown,
): ClientRequestMapV1[M]["result"] {
  if (checks.isResult(method, result)) return result;
  const [issue] = checks.checkResult(method, result) ?? [];
  const field = issue?.path ?? "result";
  throw new SdkProtocolError(`the answer to ${method}: ${field} ${issue?.message ?? "is wrong"}`, { method, field });
}

function broken(method: string, field: string, expected: string, got: unknown): SdkProtocolError {
  return new SdkProtocolError(`the result of ${method} must have ${expected} as ${field}, got ${kindOf(got)}`, {
    method,
    field: `result.${field}`,
  });
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
