import type { InvariantsConfig } from "./config.ts";
import type { RegistryHost } from "./context.ts";
import { InvariantRegistry } from "./registry.ts";

/** Name of the plugin and of the service it offers. */
export const name = "invariants";

/** Mounts an {@link InvariantRegistry} on a plugin host as the service `invariants`. */
export const apply = (host: RegistryHost, config?: InvariantsConfig): void => {
  // The registry lives on as the service it made itself.
  void new InvariantRegistry(host, config);
};
