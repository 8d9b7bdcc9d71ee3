import { CapabilityError, SdkProtocolError } from "@buckeyestudio/toh-sdk-protocol";
import type {
  ClientInfo,
  ClientValidators,
  InitializeParamsV1,
  InitializeResultV1,
  ServerCapabilities,
  ServerInfo,
  ServerLimits,
} from "@buckeyestudio/toh-sdk-protocol";
import { isRecord } from "./notification.ts";
import { checkInitializeResult, checkResult } from "./results.ts";

/** What the handshake came to (spec §1.1). */
export interface Agreed {
  /** Version of the protocol that both ends speak: 0 or 1. */
  version: number;
  serverInfo: ServerInfo;
  /** What the runtime can do beyond what all of its version can; empty in version 0. */
  capabilities: ServerCapabilities;
  /** `undefined` in version 0. */
  limits: ServerLimits | undefined;
  /** The provider and the model of new sessions, as the runtime took them; `undefined` in version 0. */
  route: InitializeResultV1["route"] | undefined;
  /** Another one after each start; `undefined` in version 0. */
  runtimeId: string | undefined;
}

const CLIENT_INFO: Readonly<ClientInfo> = { name: "@buckeyestudio/toh-sdk-client", version: "0.2.0" };

/** The highest version that this client speaks. */
export const HIGHEST_VERSION = 1;

/** The params as they go out: those of version 0 have nothing that it does not know. */
export function initializeParams(
  params: InitializeParamsV1,
  version: number,
  clientInfo: ClientInfo = CLIENT_INFO,
  takesApprovals = false,
): Record<string, unknown> {
  if (version !== 0 && version !== HIGHEST_VERSION) {
    throw new RangeError(`protocolVersion must be 0 or ${HIGHEST_VERSION}, got ${String(version)}`);
  }
  if (version === 0) {
    if ((params.minProtocolVersion ?? 0) > 0) throw new CapabilityError("protocolVersion 1");
    if (params.tools !== undefined && params.tools.length > 0) throw new CapabilityError("tools");
    const { cwd, provider, model, maxTokens } = params;
    return { cwd, provider, model, maxTokens };
  }
  const capabilities = takesApprovals ? { approvals: {}, ...params.capabilities } : params.capabilities;
  return { clientInfo, ...params, protocolVersion: version, capabilities };
}

/**
 * What `result` agrees to.
 *
 * @throws SdkProtocolError that names the field.
 */
export function readAgreed(result: unknown, asked: number, checks: ClientValidators | undefined): Agreed {
  const { serverInfo } = checkInitializeResult(result);
  const version = isRecord(result) ? (result["protocolVersion"] ?? 0) : 0;
  // `protocolVersion` in the result is the only sign (spec §1.1), and whoever asked for version 0 looks for none.
  if (asked === 0 || checks === undefined || version === 0) {
    return { version: 0, serverInfo, capabilities: {}, limits: undefined, route: undefined, runtimeId: undefined };
  }
  const { capabilities, limits, route, runtimeId, protocolVersion } = checkResult(checks, "initialize", result);
  if (protocolVersion < 1 || protocolVersion > asked) {
    throw new SdkProtocolError(`initialize asked for version ${asked} of the protocol, got ${protocolVersion}`, {
      method: "initialize",
      field: "result.protocolVersion",
    });
  }
  return { version: protocolVersion, serverInfo, capabilities, limits, route, runtimeId };
}
