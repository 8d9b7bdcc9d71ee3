import type { InvariantCompanionContext } from "@buckeyestudio/toh-invariants";

const PACKAGE_NAME = "@buckeyestudio/toh-llm";

export const name = "llm-invariant";

export const inject: string[] = ["invariants"];

/** Registers this package. It installs no check: it has types and an interface, and keeps no state that could go wrong. */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

function install(): void {}
