// The plugin host is touched by shape alone. What stands here is all that this package uses of a cordis context, so
// that neither it nor a companion has to import cordis, and any host of the same shape will do.

/** Services that a plugin waits for: their names, or a map from name to the configuration it wants of them. */
export type Inject = string[] | Record<string, unknown>;

/** The context that an installer gets: its own, so what it registers here goes when the registration ends. */
export interface InvariantScope {
  /** Listens until the scope ends. `global` also hears events that were sent to some contexts only. */
  on(event: string, listener: (...args: never[]) => unknown, options?: ListenerOptions): unknown;
  /** Runs `start` now and the function it returned when the scope ends. */
  effect(start: () => () => unknown, label?: string): unknown;
  /** A service by name; `undefined` where there is none. */
  get(name: string): unknown;
}

export interface ListenerOptions {
  /** Before the listeners that are there already. */
  readonly prepend?: boolean;
  readonly global?: boolean;
}

/** The context on which a registry is mounted. */
export interface RegistryHost {
  /** Offers a service to other plugins as long as this context lives. */
  provide(name: string, value: unknown): unknown;
  /** Starts a plugin of this context; awaiting the fiber rejects when the plugin could not be loaded. */
  plugin(plugin: ScopedPlugin): ScopeFiber;
}

export interface ScopedPlugin {
  name: string;
  inject: Inject;
  apply(scope: InvariantScope): Promise<void>;
}

export interface ScopeFiber extends PromiseLike<unknown> {
  /** Resolves when all that the plugin registered is gone. */
  dispose(): Promise<void>;
}
