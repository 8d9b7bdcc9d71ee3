import type { InvariantCompanionContext } from "@buckeyestudio/toh-invariants";

const PACKAGE_NAME = "@buckeyestudio/toh-sdk-jsonrpc-server";

export const name = "sdk-jsonrpc-server-invariant";

export const inject: string[] = ["invariants"];

/** Registers this package. It installs no check: what the server relays is checked by the packages whose events it relays. */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

function install(): void {}
