import type { Context, Fiber } from "@deepseek-ai/cordis";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as plugin from "./index.ts";
import type { JsonRpcConfig, PluginContext } from "./index.ts";
import { Mounted } from "./plugin.test-support.ts";

describe("the plugin's configuration", () => {
  const validate = plugin.Config["~standard"].validate;

  it.each([[undefined], [null], [{}], [{ maxTokensAsSuccess: null }]])(
    "has its default where %j says nothing",
    (value) => {
      expect(validate(value)).toEqual({ value: { maxTokensAsSuccess: false } });
    },
  );

  it("keeps what it knows and passes what it does not", () => {
    const exit = (): void => undefined;
    expect(validate({ maxTokensAsSuccess: true, exit, other: 1 })).toEqual({
      value: { maxTokensAsSuccess: true, exit, other: 1 },
    });
  });

  it.each([
    ["yes", "expected an object", []],
    [[], "expected an object", []],
    [{ maxTokensAsSuccess: "true" }, "expected a boolean", ["maxTokensAsSuccess"]],
  ])("refuses %j and says where", (value, message, path) => {
    expect(validate(value)).toEqual({ issues: [{ message, path }] });
  });

  it("is checked by the plugin host before anything is read", async () => {
    const mounted = new Mounted();
    mounted.root.provide("agents", mounted.agents);
    const config: object = { maxTokensAsSuccess: 1, input: mounted.toServer, output: mounted.fromServer };
    await expect(mounted.root.plugin(plugin, config)).rejects.toThrow("expected a boolean (at maxTokensAsSuccess)");
    expect(mounted.toServer.listenerCount("data")).toBe(0);
  });

  it("may be left out where the plugin is mounted, and the context needs no declarations for it", () => {
    expectTypeOf<Context>().toExtend<PluginContext>();
    expectTypeOf((root: Context) => root.plugin(plugin)).returns.toExtend<PromiseLike<Fiber>>();
    expectTypeOf(plugin.apply).parameter(1).toEqualTypeOf<JsonRpcConfig | undefined>();
  });
});
