import type { InvariantCompanionContext } from "@buckeyestudio/toh-invariants";

const PACKAGE_NAME = "@buckeyestudio/toh-runtime";

export const name = "runtime-invariant";

export const inject: string[] = ["invariants"];

/** Registers this package. It installs no check: its sessions are checked by the companion of the session package. */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

function install(): void {}
