import { errorOfKind, type JsonRpcResponseError } from "@buckeyestudio/toh-sdk-protocol";

/**
 * The version to speak with a client (spec §1.1): the highest that is at most the one it asks for. One that asks for none,
 * or for 0, gets version 0 whatever else it says. Throws `-32022` where its lowest is higher than that, and `-32602`
 * where it asks for something else than a version.
 *
 * @param highest of those that the host serves
 */
export function negotiate(params: Readonly<Record<string, unknown>>, highest: number): number {
  const requested = params["protocolVersion"];
  if (requested === undefined || requested === 0) return 0;
  checkVersion(requested, "protocolVersion");
  const lowest = params["minProtocolVersion"] ?? 0;
  checkVersion(lowest, "minProtocolVersion");
  if (lowest > requested) throw badVersion("minProtocolVersion", "must not be above protocolVersion");
  const version = Math.min(requested, highest);
  if (version >= lowest) return version;
  throw errorOfKind("unsupported-version", `no version from ${lowest} to ${requested} is spoken here`, {
    requested,
    supported: Array.from({ length: highest + 1 }, (_, each) => each),
  });
}

function checkVersion(value: unknown, member: string): asserts value is number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return;
  throw badVersion(member, "must be a non-negative safe integer");
}

function badVersion(member: string, message: string): JsonRpcResponseError {
  return errorOfKind("invalid-params", `initialize ${member} ${message}`, {
    issues: [{ path: `params.${member}`, message }],
  });
}
