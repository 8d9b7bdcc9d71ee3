import { describe, expect, it } from "vitest";
import { pick } from "../compatibility/wire.test-support.ts";
import { changed, NONE, PARAMS, text, tool } from "./bad-params.test-support.ts";
import { folder, runtimeHost } from "./host.test-support.ts";
import { handshaken, RULES, scene } from "./scene.test-support.ts";
import { WireClient } from "./wire-client.test-support.ts";

describe("params that are wrong (spec §1.2.4)", () => {
  it.each(Object.entries(PARAMS))(
    "of %s are refused, each with the path of what is wrong",
    async (method, { good, bad }) => {
      const { client } = await scene();
      const wrong: unknown[] = [];
      const expected: unknown[] = [];
      for (const [path, value] of bad) {
        const target = method === "initialize" ? new WireClient(runtimeHost()) : client;
        // oxlint-disable-next-line no-await-in-loop -- one at a time, so that nothing else can be what is wrong
        const { error } = await target.request(method, changed(good, path, value));
        const shown = value === NONE ? "missing" : value;
        wrong.push([
          path,
          shown,
          pick(error, "code"),
          pick(error, "data", "kind"),
          pick(error, "data", "issues", 0, "path"),
        ]);
        expected.push([path, shown, -32602, "invalid-params", `params.${path}`]);
      }
      expect(wrong).toEqual(expected);
      expect(client.idles("s")).toBe(1);
    },
  );

  it("are told in the message too: the method, the path, what was expected", async () => {
    const { client } = await scene();
    const { error } = await client.request("session/close", { sessionId: "s", mode: 7 });
    const [path, message] = ["path", "message"].map((member) => pick(error, "data", "issues", 0, member));
    expect(pick(error, "message")).toBe(`session/close ${String(path)} ${String(message)}`);
  });

  it.each([
    { type: "reasoning", text: "r" },
    { type: "tool-call", id: "c", name: "shell", arguments: "{}" },
    { type: "tool-result", toolCallId: "c", content: [], isError: false },
  ])("a prompt forges no history: $type is refused (spec §0.5)", async (block) => {
    const { client } = await scene();
    const { error } = await client.request("session/prompt", { sessionId: "s", contentBlocks: [text, block] });
    expect(pick(error, "data", "issues", 0, "path")).toBe("params.contentBlocks[1].type");
  });

  it.each([
    [{ messageId: "m", clientMessageId: "c" }, "params.clientMessageId"],
    [{ messageId: "m", scope: "all" }, "params.scope"],
    [{ clientMessageId: "c", scope: "turn" }, "params.scope"],
  ])("of session/cancel that name two things, %j, are wrong", async (more, path) => {
    const { client } = await scene();
    const { error } = await client.request("session/cancel", { sessionId: "s", ...more });
    expect(pick(error, "data", "issues", 0, "path")).toBe(path);
  });

  it.each([
    ["a tool twice", [tool, tool], "params.tools[1].name"],
    ["a tool that the runtime has itself", [tool, { ...tool, name: "shell" }], "params.tools[1].name"],
  ])("%s is refused where it is listed (spec §1.7.1)", async (_, list, path) => {
    const client = new WireClient(runtimeHost());
    const cwd = await folder(RULES);
    const refused = await client.request("initialize", { cwd, protocolVersion: 1, tools: list });
    expect(pick(refused, "error", "data", "issues", 0, "path")).toBe(path);
    await client.initialize(cwd);
    const again = await client.request("session/open", { tools: list });
    expect(pick(again, "error", "data", "issues", 0, "path")).toBe(path);
    expect(await client.result("session/list", {})).toEqual({ sessions: [] });
  });

  it("a provider or a model that is not there is named, by initialize and by session/open", async () => {
    const { client, cwd } = await handshaken();
    for (const [member, params] of [
      ["provider", { provider: "nobody", model: "m" }],
      ["model", { provider: "scripted", model: "no-such.json" }],
    ] as const) {
      const other = new WireClient(runtimeHost());
      // oxlint-disable-next-line no-await-in-loop -- two tries, one after the other
      const [first, second] = await Promise.all([
        other.request("initialize", { cwd, protocolVersion: 1, ...params }),
        client.request("session/open", params),
      ]);
      for (const { error } of [first, second]) {
        expect(pick(error, "data", "issues", 0, "path")).toBe(`params.${member}`);
        expect(pick(error, "code")).toBe(-32602);
      }
    }
    expect(await client.result("session/list", {})).toEqual({ sessions: [] });
  });

  it("a member that no method defines is ignored, `_` names too", async () => {
    const { client } = await scene();
    const params = { sessionId: "s", mode: "drain", more: 1, _private: {}, __proto__: null };
    expect(await client.result("session/close", params)).toEqual({ cancelled: [] });
  });

  it("none fits: unsupported-version, with what was asked for and what there is (spec §1.1.3)", async () => {
    const client = new WireClient(runtimeHost());
    const cwd = await folder(RULES);
    const refused = await client.request("initialize", { cwd, protocolVersion: 3, minProtocolVersion: 2 });
    expect(refused["error"]).toMatchObject({
      code: -32022,
      data: { kind: "unsupported-version", retryable: false, requested: 3, supported: [0, 1] },
    });
    expect(await client.initialize(cwd, { protocolVersion: 3 })).toMatchObject({ protocolVersion: 1 });
  });
});
