export { Config, type ConfigIssue, type InvariantsConfig } from "./config.ts";
export type { Inject, InvariantScope, ListenerOptions, RegistryHost, ScopedPlugin, ScopeFiber } from "./context.ts";
export { InvariantError } from "./invariant-error.ts";
export type { InvariantCompanionContext } from "./companion.ts";
export { apply, name } from "./plugin.ts";
export {
  type InvariantFailure,
  type InvariantInstaller,
  type InvariantRegistration,
  InvariantRegistry,
} from "./registry.ts";
