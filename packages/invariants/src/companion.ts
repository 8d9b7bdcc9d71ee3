import type { InvariantInstaller, InvariantRegistration } from "./registry.ts";

/** The context in which an `./invariant` companion is mounted: it injects the registry and needs nothing else. */
export interface InvariantCompanionContext {
  readonly invariants: {
    register(packageName: string, installer: InvariantInstaller): InvariantRegistration;
  };
}
