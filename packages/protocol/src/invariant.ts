import type { InvariantCompanionContext } from "@buckeyestudio/toh-invariants";

const PACKAGE_NAME = "@buckeyestudio/toh-sdk-protocol";

export const name = "sdk-protocol-invariant";

export const inject: string[] = ["invariants"];

/** Registers this package. It installs no check: a transport takes part in no plugin host and sends no events there. */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

function install(): void {}
