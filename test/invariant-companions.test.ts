import { readdirSync, readFileSync } from "node:fs";
import { Context } from "@deepseek-ai/cordis";
import * as cli from "@buckeyestudio/toh/invariant";
import * as invariantsCompanion from "@buckeyestudio/toh-invariants/invariant";
import * as invariants from "@buckeyestudio/toh-invariants";
import * as llm from "@buckeyestudio/toh-llm/invariant";
import * as runtime from "@buckeyestudio/toh-runtime/invariant";
import * as client from "@buckeyestudio/toh-sdk-client/invariant";
import * as server from "@buckeyestudio/toh-sdk-jsonrpc-server/invariant";
import * as protocol from "@buckeyestudio/toh-sdk-protocol/invariant";
import * as session from "@buckeyestudio/toh-session/invariant";
import * as subagent from "@buckeyestudio/toh-subagent/invariant";
import { describe, expect, it } from "vitest";

// What a program with cordis plugins declares once, too.
declare module "@deepseek-ai/cordis" {
  interface Context {
    invariants: invariants.InvariantRegistry;
  }
  interface Events {
    "session/event"(session: unknown, event: unknown): void;
  }
}

const companions = [
  { folder: "llm", companion: llm, name: "llm-invariant" },
  { folder: "session", companion: session, name: "session-invariant" },
  { folder: "subagent", companion: subagent, name: "subagent-invariant" },
  { folder: "invariants", companion: invariantsCompanion, name: "invariants-invariant" },
  { folder: "protocol", companion: protocol, name: "sdk-protocol-invariant" },
  { folder: "server", companion: server, name: "sdk-jsonrpc-server-invariant" },
  { folder: "client", companion: client, name: "sdk-client-invariant" },
  { folder: "runtime", companion: runtime, name: "runtime-invariant" },
  { folder: "cli", companion: cli, name: "toh-invariant" },
];

const packages = new URL("../packages/", import.meta.url);

describe("the ./invariant companions", () => {
  it("are there for every package", () => {
    expect(companions.map(({ folder }) => folder).sort()).toEqual(readdirSync(packages).sort());
  });

  it.each(companions)("of packages/$folder exports name, inject and apply, and nothing else", ({ companion, name }) => {
    expect({ ...companion }).toEqual({ name, inject: ["invariants"], apply: expect.any(Function) });
  });

  it.each(companions)("of packages/$folder registers the full name of its package", async ({ companion, folder }) => {
    const registered: string[] = [];
    const end = async (): Promise<void> => {};
    const register = (packageName: string): PromiseLike<() => Promise<void>> & (() => Promise<void>) => {
      registered.push(packageName);
      const installed = Promise.resolve(end);
      // oxlint-disable-next-line unicorn/no-thenable -- what a registration is
      return Object.assign(async () => {}, { then: installed.then.bind(installed) });
    };
    await expect(companion.apply({ invariants: { register } })).resolves.toBe(end);
    const manifest: { name: string } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), "utf8"));
    expect(registered).toEqual([manifest.name]);
  });

  it.each(companions)("of packages/$folder loads nothing but its own package", ({ folder }) => {
    const source = readFileSync(new URL(`${folder}/src/invariant.ts`, packages), "utf8");
    for (const [, kind, from] of source.matchAll(/^import (type )?[^;]*? from "([^"]+)"/gm)) {
      if (from?.startsWith("./")) continue;
      expect([kind, from]).toEqual(["type ", "@buckeyestudio/toh-invariants"]);
    }
  });

  it("live together in one context, wait for the registry, and leave nothing when the root is disposed", async () => {
    const root = new Context();
    const pluginsBefore = root.registry.size;
    const effectsBefore = root.fiber.getEffects().length;
    const fibers = companions.map(({ companion }) => root.plugin(companion));
    await Promise.all(fibers);
    expect(stateNames(fibers)).toEqual(companions.map(() => "pending"));

    await root.plugin(invariants);
    await Promise.all(fibers);
    expect(stateNames(fibers)).toEqual(companions.map(() => "active"));
    for (const { folder } of companions) {
      const manifest: { name: string } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), "utf8"));
      expect(() => root.invariants.register(manifest.name, () => {})).toThrow(/already registered/);
    }

    const violate = (): void => root.emit("session/event", { id: "session-1" }, { type: "turn/end", seq: 0, data: {} });
    expect(violate).toThrow(invariants.InvariantError);

    await root.fiber.dispose();
    expect(violate).not.toThrow();
    expect(stateNames(fibers)).toEqual(companions.map(() => "disposed"));
    expect(root.get("invariants")).toBeUndefined();
    expect(root.registry.size).toBe(pluginsBefore);
    expect(root.fiber.getEffects()).toHaveLength(effectsBefore);
    expect([...root.logger.buffer]).toEqual([]);
  });

  it("come back by themselves with a new registry", async () => {
    const root = new Context();
    const registry = root.plugin(invariants);
    await registry;
    const fibers = companions.map(({ companion }) => root.plugin(companion));
    await Promise.all(fibers);
    await registry.dispose();
    expect(stateNames(fibers)).toEqual(companions.map(() => "pending"));
    await root.plugin(invariants, { enabled: false });
    await Promise.all(fibers);
    expect(stateNames(fibers)).toEqual(companions.map(() => "active"));
    await root.fiber.dispose();
  });

  it("free their names when they are unloaded", async () => {
    const root = new Context();
    await root.plugin(invariants);
    for (const { companion } of companions) {
      const first = root.plugin(companion);
      await first;
      await first.dispose();
      await root.plugin(companion);
    }
    await root.fiber.dispose();
  });

  it("fail to load twice in one context, and say so to whoever awaits them", async () => {
    const root = new Context();
    await root.plugin(invariants);
    await root.plugin(llm);
    const second = {
      name: "second",
      inject: llm.inject,
      apply: (ctx: Context) => llm.apply(ctx),
    };
    await expect(Promise.resolve(root.plugin(second))).rejects.toThrow(/already registered/);
    await root.fiber.dispose();
  });
});

/** The states of cordis are the members of a const enum, which no JavaScript can import. */
function stateNames(fibers: readonly { readonly state: number }[]): (string | undefined)[] {
  const names = ["pending", "loading", "active", "failed", "disposed", "unloading"];
  return fibers.map((fiber) => names[fiber.state]);
}
