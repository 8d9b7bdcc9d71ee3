import type { InvariantCompanionContext } from "@buckeyestudio/toh-invariants";

const PACKAGE_NAME = "@buckeyestudio/toh";

export const name = "toh-invariant";

export const inject: string[] = ["invariants"];

/** Registers this package. It installs no check: a command runs outside the runtime, where no plugin host is. */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

function install(): void {}
