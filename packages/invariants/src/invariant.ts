import type { InvariantCompanionContext } from "./companion.ts";

const PACKAGE_NAME = "@buckeyestudio/toh-invariants";

export const name = "invariants-invariant";

export const inject: string[] = ["invariants"];

/** Registers this package. It installs no check: the registry keeps its rules by itself. */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

function install(): void {}
