import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Harness, HarnessClient, type HarnessClientOptions } from "@buckeyestudio/toh-sdk-client";
import { CapabilityError } from "@buckeyestudio/toh-sdk-protocol";
import { afterAll, describe, expect, it } from "vitest";
import { processesOf } from "../compatibility/processes.test-support.ts";
import { readRecording } from "../compatibility/recording.test-support.ts";
import { replay } from "../compatibility/replay.test-support.ts";
import { expectNoProcessLeft, RUNTIME } from "../compatibility/runtime-process.test-support.ts";
import { shapeFaults } from "../compatibility/shape-rules.test-support.ts";
import { pick } from "../compatibility/wire.test-support.ts";
import { replayRuntime } from "../../packages/client/src/replay-runtime.test-support.ts";
import { folder } from "./host.test-support.ts";
import { RULES } from "./scene.test-support.ts";

// Which client speaks with which server (spec §1.11): the four ways by name, one case of each, and where the rest is.

const root = new URL("../../", import.meta.url);

/** The four ways, and the suites that go through them. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  "a new client with a new server": [
    "test/version-1/methods.test.ts",
    "test/version-1/model.test.ts",
    "packages/client/src/client-v1.test.ts",
    "packages/client/src/session-v1.test.ts",
    "python/tests/test_runtime.py",
  ],
  "the published client of version 0 with our server": [
    "test/compatibility/published-client.test.ts",
    "test/version-1/version-0.test.ts",
  ],
  "our clients with recorded servers of version 0": ["packages/client/src/session.test.ts", "python/tests/replay.py"],
  "recorded clients of version 0 with our server": [
    "test/compatibility/gate.test.ts",
    "test/compatibility/gate-can-fail.test.ts",
  ],
};

const ran = new Set<string>();
const way = (name: string): string => {
  ran.add(name);
  return name;
};

const runtime: HarnessClientOptions = { command: process.execPath, args: [RUNTIME, "--ephemeral"] };
const route = { provider: "scripted", model: "script.json" };

describe("client and server, old and new, in all four ways", () => {
  expectNoProcessLeft();
  afterAll(() => expect([...ran]).toEqual(Object.keys(WAYS)));

  it.each(Object.entries(WAYS))("%s: its suites are there", (_, suites) => {
    expect(suites.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  });

  it(way("a new client with a new server"), async () => {
    const cwd = await folder(RULES);
    await using client = new HarnessClient(runtime);
    const events = client.subscribe(({ method }) => method === "session.event");
    await client.initialize({ cwd, ...route });
    expect(client.agreed).toMatchObject({ version: 1, route });
    const contentBlocks = [{ type: "text" as const, text: "hang" }];
    const { messageId } = await client.submit("s", contentBlocks);
    for await (const { params } of events) if (pick(params, "event", "type") === "assistant/chunk") break;
    expect(await client.cancel({ sessionId: "s" })).toMatchObject({ outcome: "cancelling", cancelled: [messageId] });
    const { lastSeq } = await client.resume({ sessionId: "s", afterSeq: 0 });
    expect(lastSeq).toBeGreaterThan(0);
  });

  it(way("the published client of version 0 with our server"), async () => {
    const drive = fileURLToPath(new URL("compat/published-client/drive.mjs", root));
    const child = spawn(process.execPath, [drive, RUNTIME, "run"], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    const [saw] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect(JSON.parse(saw)).toMatchObject({ saw: { finalResponse: "Hello from the script.", last: "idle" } });
    expect(processesOf(child.pid ?? 0)).toEqual([]);
  });

  it(way("our clients with recorded servers of version 0"), async () => {
    await using harness = new Harness({ launch: replayRuntime("text-turn") });
    expect(await harness.session("s-text").run("as recorded")).toMatchObject({
      finalResponse: "Hello from the mock model.",
      finishReason: "completed",
    });
    await using client = new HarnessClient(replayRuntime("text-turn"));
    await client.initialize({ cwd: "/", provider: "p", model: "m" });
    // Refused here, before anything is written.
    await expect(client.cancel({ sessionId: "s-text" })).rejects.toBeInstanceOf(CapabilityError);
  });

  it(way("recorded clients of version 0 with our server"), async () => {
    const run = await replay(readRecording("text-turn"));
    expect(run.exit).toEqual({ code: 0, signal: null });
    expect(await shapeFaults(run)).toEqual([]);
  });
});
