import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { Context } from "@deepseek-ai/cordis";
import { describe, expect, it } from "vitest";
import * as invariants from "./index.ts";
import {
  InvariantError,
  type InvariantInstaller,
  type InvariantRegistration,
  InvariantRegistry,
  type InvariantsConfig,
} from "./index.ts";

declare module "@deepseek-ai/cordis" {
  interface Events {
    "test/event"(value: unknown): void;
  }
}

describe("the plugin", () => {
  it("is called invariants, and so is its service", async () => {
    const root = new Context();
    await root.plugin(invariants);
    expect(invariants.name).toBe("invariants");
    expect(root.get("invariants")).toBeInstanceOf(InvariantRegistry);
  });

  it("can be mounted as the class itself", async () => {
    const root = new Context();
    await root.plugin(InvariantRegistry, { enabled: false });
    expect(root.get("invariants")).toBeInstanceOf(InvariantRegistry);
  });

  it("takes its service and every check with it when it is unloaded", async () => {
    const root = new Context();
    const fiber = root.plugin(invariants);
    await fiber;
    const { log, installer } = recorder();
    await registryOf(root).register("pkg", installer);
    await fiber.dispose();
    expect(log).toEqual(["installed", "undone"]);
    expect(root.get("invariants")).toBeUndefined();
  });

  it("registers nothing any more once it is unloaded", async () => {
    const root = new Context();
    const fiber = root.plugin(invariants);
    await fiber;
    const registry = registryOf(root);
    await fiber.dispose();
    expect(() => registry.register("pkg", () => {})).toThrow(/inactive context/);
  });
});

describe("register", () => {
  it.each([
    ["", "empty"],
    [" pkg", "padded"],
    ["pkg\n", "padded"],
    ["my pkg", "with white space"],
    ["my\u00a0pkg", "with white space that is no ASCII"],
  ])("throws on the name %j, which is %s", async (packageName) => {
    const { registry } = await mounted();
    expect(() => registry.register(packageName, () => {})).toThrow(/package name/);
  });

  it("throws on a name that is registered already", async () => {
    const { registry } = await mounted();
    await registry.register("pkg", () => {});
    expect(() => registry.register("pkg", () => {})).toThrow('invariants of "pkg" are already registered');
  });

  it("reserves the name from the call on, not from the end of the installation", async () => {
    const { registry } = await mounted();
    const first = registry.register("pkg", () => {});
    expect(() => registry.register("pkg", () => {})).toThrow(/already registered/);
    await first;
  });

  it("awaited, has run the installer to its end and gives a disposer that is no thenable", async () => {
    const { registry } = await mounted();
    const { log, installer } = recorder();
    const dispose = await registry.register("pkg", async (scope, fail) => {
      await Promise.resolve();
      await installer(scope, fail);
    });
    expect(log).toEqual(["installed"]);
    expect(dispose).toBeTypeOf("function");
    expect(dispose).not.toHaveProperty("then");
  });

  it("gives the installer a scope of its own, named after the package", async () => {
    const { root, registry } = await mounted();
    let seen: Context | undefined;
    await registry.register("@scope/pkg", (scope: Context) => {
      seen = scope;
    });
    expect(Context.is(seen)).toBe(true);
    expect(seen?.fiber.name).toBe("@scope/pkg");
    expect(seen?.fiber.parent.fiber).not.toBe(root.fiber);
  });

  it("waits with the installer for the services of installer.inject, and not with the registration", async () => {
    const { root, registry } = await mounted();
    const log: unknown[] = [];
    const installer: InvariantInstaller = (scope) => {
      log.push(scope.get("clock"));
    };
    await registry.register("pkg", Object.assign(installer, { inject: ["clock"] }));
    expect(log).toEqual([]);
    await root.plugin({ name: "clock", apply: (ctx: Context) => void ctx.provide("clock", "tick") });
    await settled(root);
    expect(log).toEqual(["tick"]);
  });

  it("runs the installer again when a service of installer.inject was replaced", async () => {
    const { root, registry } = await mounted();
    const clock = { name: "clock", apply: (ctx: Context) => void ctx.provide("clock", "tick") };
    const first = root.plugin(clock);
    await first;
    const { log, installer } = recorder();
    await registry.register("pkg", Object.assign(installer, { inject: { clock: undefined } }));
    await first.dispose();
    await settled(root);
    await root.plugin(clock);
    await settled(root);
    expect(log).toEqual(["installed", "undone", "installed"]);
  });

  it("refuses a service that installer.inject does not name", async () => {
    const { root, registry } = await mounted();
    await root.plugin({ name: "clock", apply: (ctx: Context) => void ctx.provide("clock", "tick") });
    const registration = registry.register("pkg", (scope) => void Reflect.get(scope, "clock"));
    await expect(awaited(registration)).rejects.toThrow(/without inject/);
  });
});

describe("a failing installer", () => {
  it.each<[string, InvariantInstaller]>([
    [
      "throws",
      () => {
        throw new Error("no good");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no good"))],
  ])("that %s rejects the awaited registration and frees the name", async (_, failing) => {
    const { registry } = await mounted();
    await expect(awaited(registry.register("pkg", failing))).rejects.toThrow("no good");
    const { log, installer } = recorder();
    await registry.register("pkg", installer);
    expect(log).toEqual(["installed"]);
  });

  it("has what it did before undone", async () => {
    const { root, registry } = await mounted();
    const heard: unknown[] = [];
    const { log, installer } = recorder();
    const registration = registry.register("pkg", async (scope, fail) => {
      scope.on("test/event", (value: unknown) => heard.push(value));
      await installer(scope, fail);
      throw new Error("no good");
    });
    await expect(awaited(registration)).rejects.toThrow("no good");
    root.emit("test/event", 1);
    expect(log).toEqual(["installed", "undone"]);
    expect(heard).toEqual([]);
  });

  it("is no unhandled rejection when nobody awaits the registration", async () => {
    const { root, registry } = await mounted();
    const stray: unknown[] = [];
    const listener = (reason: unknown): void => void stray.push(reason);
    process.on("unhandledRejection", listener);
    registry.register("pkg", () => Promise.reject(new Error("no good")));
    await settled(root);
    process.off("unhandledRejection", listener);
    expect(stray).toEqual([]);
    await registry.register("pkg", () => {});
  });

  it("frees the name also when it fails late, once its service has come", async () => {
    const { root, registry } = await mounted();
    const failing: InvariantInstaller = () => Promise.reject(new Error("no good"));
    await registry.register("pkg", Object.assign(failing, { inject: ["clock"] }));
    await root.plugin({ name: "clock", apply: (ctx: Context) => void ctx.provide("clock", "tick") });
    await settled(root);
    await registry.register("pkg", () => {});
  });

  it("may fail by the reporter it was given", async () => {
    const { registry } = await mounted();
    const registration = registry.register("pkg", (_, fail) => fail("wrong from the start"));
    await expect(awaited(registration)).rejects.toBeInstanceOf(InvariantError);
  });
});

describe("the disposer", () => {
  it("frees the name at once, and resolves when the checks are gone", async () => {
    const { registry } = await mounted();
    const { log, installer } = recorder();
    const dispose = await registry.register("pkg", installer);
    const gone = dispose();
    const next = registry.register("pkg", installer);
    await gone;
    await next;
    expect(log).toEqual(["installed", "undone", "installed"]);
  });

  it("is the registration itself too, and may be called twice", async () => {
    const { registry } = await mounted();
    const { log, installer } = recorder();
    const registration = registry.register("pkg", installer);
    const dispose = await registration;
    await Promise.all([registration(), dispose(), dispose()]);
    expect(log).toEqual(["installed", "undone"]);
    registry.register("pkg", installer);
    await dispose();
    expect(() => registry.register("pkg", installer)).toThrow(/already registered/);
  });

  it("called before the installer has begun, keeps it from running", async () => {
    const { registry } = await mounted();
    const { log, installer } = recorder();
    const registration = registry.register("pkg", installer);
    await registration();
    await registration;
    expect(log).toEqual([]);
  });

  it("called while the installer runs, undoes it when it has ended", async () => {
    const { registry } = await mounted();
    const { log, installer } = recorder();
    const steps = new EventEmitter();
    const running = once(steps, "running");
    const registration = registry.register("pkg", async (scope, fail) => {
      const goOn = once(steps, "go on");
      steps.emit("running");
      await goOn;
      await installer(scope, fail);
    });
    await running;
    const gone = registration();
    steps.emit("go on");
    await gone;
    expect(log.filter((entry) => entry === "installed")).toHaveLength(log.filter((entry) => entry === "undone").length);
  });
});

describe("the filters", () => {
  it.each<[InvariantsConfig | undefined, string[]]>([
    [undefined, ["@a/one", "@a/two", "@b/one"]],
    [{}, ["@a/one", "@a/two", "@b/one"]],
    [{ enabled: false }, []],
    [{ package_allowlist: [] }, ["@a/one", "@a/two", "@b/one"]],
    [{ package_allowlist: ["^@a/"] }, ["@a/one", "@a/two"]],
    [{ package_allowlist: ["one"] }, ["@a/one", "@b/one"]],
    [{ package_allowlist: ["^@b/", "two$"] }, ["@a/two", "@b/one"]],
    [{ package_blocklist: ["^@a/"] }, ["@b/one"]],
    [{ package_allowlist: ["one"], package_blocklist: ["^@b/"] }, ["@a/one"]],
    [{ enabled: false, package_allowlist: ["one"] }, []],
  ])("%j run %j", async (config, expected) => {
    const { registry } = await mounted(config);
    const ran: string[] = [];
    for (const packageName of ["@a/one", "@a/two", "@b/one"]) {
      await registry.register(packageName, () => void ran.push(packageName));
    }
    expect(ran).toEqual(expected);
  });

  it("keep a filtered name reserved until its registration is disposed", async () => {
    const { registry } = await mounted({ package_blocklist: ["pkg"] });
    const dispose = await registry.register("pkg", () => {});
    expect(() => registry.register("pkg", () => {})).toThrow(/already registered/);
    await dispose();
    await registry.register("pkg", () => {});
  });
});

describe("the configuration", () => {
  it.each<[string, unknown, string]>([
    ["a list", [], "config: expected an object"],
    ["enabled that is no boolean", { enabled: "no" }, "enabled: expected a boolean"],
    ["a list that is a string", { package_allowlist: "one" }, "package_allowlist: expected an array of strings"],
    ["a pattern that is no string", { package_blocklist: [1] }, "package_blocklist.0: expected a string"],
    ["a blank pattern", { package_allowlist: ["a", " "] }, "package_allowlist.1: expected a pattern, found a blank"],
    ["a pattern twice", { package_allowlist: ["a", "a"] }, "package_allowlist.1: stands in the list twice"],
    [
      "a pattern that does not compile",
      { package_blocklist: ["("] },
      "package_blocklist.0: invalid regular expression",
    ],
  ])("is refused for %s", async (_, config, message) => {
    const result = invariants.Config["~standard"].validate(config);
    expect(result).toHaveProperty("issues");
    const root = new Context();
    // Mounted without its validator, as by a host that knows no Standard Schema.
    const bare = { name: "bare", apply: (ctx: Context) => Reflect.apply(invariants.apply, undefined, [ctx, config]) };
    await expect(root.plugin(bare)).rejects.toThrow(message);
  });

  it("is checked before the plugin is mounted, and all faults are told", async () => {
    const root = new Context();
    const fiber = root.plugin(invariants, { package_allowlist: [""], package_blocklist: ["["] });
    await expect(fiber).rejects.toThrow(/package_allowlist\.0[^]*package_blocklist\.0/);
    expect(root.get("invariants")).toBeUndefined();
  });

  it("may be null, as from a file where only the plugin's name stands", () => {
    expect(invariants.Config["~standard"].validate(null)).toEqual({
      value: { enabled: true, package_allowlist: [], package_blocklist: [] },
    });
  });
});

describe("README.zh.md", () => {
  it("shows the same programs as README.md", () => {
    const [english, chinese] = ["README.md", "README.zh.md"].map((file) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
      return [...text.matchAll(/^```\w+\n([^]*?)^```/gm)].map(([, program]) => program);
    });
    expect(chinese).toEqual(english);
    expect(english).toHaveLength(4);
  });
});

describe("InvariantError", () => {
  it("surfaces where the event was sent, with code, package and the exact message", async () => {
    const { root, registry } = await mounted();
    await registry.register("@scope/pkg", (scope, fail) => {
      scope.on("test/event", (value: unknown) => {
        if (value === 2) fail("2 is not allowed");
      });
    });
    root.emit("test/event", 1);
    const error = thrownBy(() => root.emit("test/event", 2));
    expect(error).toBeInstanceOf(InvariantError);
    expect(error).toMatchObject({
      name: "InvariantError",
      code: "INVARIANT",
      packageName: "@scope/pkg",
      message: 'invariant violated by "@scope/pkg": 2 is not allowed',
    });
  });
});

async function mounted(config?: InvariantsConfig): Promise<{ root: Context; registry: InvariantRegistry }> {
  const root = new Context();
  await root.plugin(invariants, config);
  return { root, registry: registryOf(root) };
}

/** `expect` would call a registration, since it is a function. */
async function awaited(registration: InvariantRegistration): Promise<unknown> {
  return registration;
}

function registryOf(root: Context): InvariantRegistry {
  const service: unknown = root.get("invariants");
  if (!(service instanceof InvariantRegistry)) throw new Error("no registry is mounted");
  return service;
}

function recorder(): { log: string[]; installer: InvariantInstaller } {
  const log: string[] = [];
  const installer: InvariantInstaller = (scope) => {
    scope.effect(() => {
      log.push("installed");
      return () => log.push("undone");
    });
  };
  return { log, installer };
}

/** Resolves when no plugin under `root` is loading or unloading. */
async function settled(root: Context): Promise<void> {
  const fibers = [...root.registry.values()].flatMap((runtime) => [...runtime.fibers]);
  const busy = fibers.flatMap((fiber) => fiber.inertia ?? []);
  if (busy.length === 0) return;
  await Promise.all(busy);
  await settled(root);
}

function thrownBy(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
