import { compileFilter, type InvariantsConfig, type PackageFilter } from "./config.ts";
import type { Inject, InvariantScope, RegistryHost } from "./context.ts";
import { InvariantError } from "./invariant-error.ts";

/** Reports a violation: throws an {@link InvariantError} in the name of the package that registered. */
export type InvariantFailure = (message: string) => never;

interface InstallerSignature {
  install(scope: InvariantScope, fail: InvariantFailure): void | Promise<void>;
}

/**
 * Installs the checks of one package. `scope` ends with the registration, and with it every listener made there. May
 * be asynchronous; a throw or a rejection is a failed installation.
 *
 * Taken from a method on purpose: so an installer may ask for the full context type of its host.
 */
export type InvariantInstaller = InstallerSignature["install"] & {
  /** Services the installer needs: it waits for them, and runs again whenever one was replaced. */
  readonly inject?: Inject;
};

/**
 * Ends the registration: the name is free at once, the promise resolves when the checks are gone. Safe to call twice.
 *
 * Awaiting the registration itself resolves to this function, without the `then`, once the checks are installed, or wait for
 * a service of `inject`, or are filtered out; it rejects with what the installer threw.
 */
export interface InvariantRegistration extends PromiseLike<() => Promise<void>> {
  (): Promise<void>;
}

/** The service `invariants`: the checks that packages make on a running system, each under the name of its package. */
export class InvariantRegistry {
  readonly #host: RegistryHost;
  readonly #filter: PackageFilter;
  readonly #reserved: Set<string> = new Set();
  /** Registrations that ended and whose scopes are still being undone. */
  readonly #endings: Map<string, Promise<void>> = new Map();

  /**
   * Offers itself as the service `invariants` of `host`, whose end is its end.
   * Throws a `TypeError` on a configuration that {@link InvariantsConfig} does not allow.
   */
  constructor(host: RegistryHost, config?: InvariantsConfig) {
    this.#host = host;
    this.#filter = compileFilter(config);
    host.provide("invariants", this);
  }

  /**
   * Reserves `packageName`, the full npm name, and runs the installer in a scope of its own under this registry. A name
   * that the filters keep out is reserved all the same; its installer does not run.
   *
   * Throws on a name that is empty, has white space in or around it, or is registered already. When the installer fails,
   * its scope is undone, the name is free again, and the registration rejects for whoever awaits it.
   */
  register(packageName: string, installer: InvariantInstaller): InvariantRegistration {
    assertPackageName(packageName);
    if (this.#reserved.has(packageName)) throw new Error(`invariants of "${packageName}" are already registered`);
    const fail: InvariantFailure = (message) => {
      throw new InvariantError(packageName, message);
    };
    const fiber = this.#filter.admits(packageName)
      ? this.#host.plugin({
          name: packageName,
          inject: installer.inject ?? [],
          apply: async (scope) => {
            await this.#endings.get(packageName);
            try {
              await installer(scope, fail);
            } catch (error) {
              // Not awaited: the scope cannot be undone before this call of `apply` has returned.
              void dispose();
              throw error;
            }
          },
        })
      : undefined;
    this.#reserved.add(packageName);

    let ending: Promise<void> | undefined;
    const dispose = (): Promise<void> => (ending ??= this.#end(packageName, fiber?.dispose()));
    const installed = settle(fiber, dispose);
    return Object.assign(() => dispose(), {
      // oxlint-disable-next-line unicorn/no-thenable -- the contract of `register`: a disposer that can be awaited
      then: installed.then.bind(installed),
    });
  }

  async #end(packageName: string, undone: Promise<void> | undefined): Promise<void> {
    this.#reserved.delete(packageName);
    if (undone === undefined) return;
    this.#endings.set(packageName, undone);
    await undone;
    if (this.#endings.get(packageName) === undone) this.#endings.delete(packageName);
  }
}

function settle(fiber: PromiseLike<unknown> | undefined, dispose: () => Promise<void>): Promise<() => Promise<void>> {
  const installed = (async () => {
    try {
      await fiber;
      return dispose;
    } catch (error) {
      await dispose();
      throw error;
    }
  })();
  // Nobody has to await a registration: the host has logged the failure, and it must not end the process.
  installed.catch(() => {});
  return installed;
}

function assertPackageName(packageName: string): void {
  if (packageName === "") throw new TypeError("package name is empty");
  if (/\s/.test(packageName)) throw new TypeError("package name has white space in it");
}
