import type { RuntimeHost, RuntimeHostOptions } from "@buckeyestudio/toh-runtime";
import type { HarnessHost, HostCapabilities } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { folder, runtimeHost } from "./host.test-support.ts";
import { WireClient, type WireClientOptions } from "./wire-client.test-support.ts";

/** What the model answers in most tests. The last rule fits every other text. */
export const RULES: Readonly<Record<string, readonly object[]>> = {
  hang: [{ text: "begun", hang: true }],
  write: [{ toolCalls: [{ name: "write_file", arguments: { path: "a.txt", content: "hi" } }] }, { text: "done" }],
  delegate: [
    { toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "hang" } }] },
    { text: "went on" },
  ],
  "*": [{ text: "one two", usage: { inputTokens: 3, outputTokens: 2 } }],
};

export interface Scene {
  readonly cwd: string;
  readonly host: RuntimeHost;
  readonly client: WireClient;
}

export interface SceneOptions {
  readonly host?: RuntimeHostOptions;
  readonly wire?: WireClientOptions;
  /** Further params of `initialize`. */
  readonly initialize?: object;
}

/** A client that has shaken hands, and the session `s` with one turn behind it. */
export async function scene(options: SceneOptions = {}): Promise<Scene> {
  const begun = await handshaken(options);
  await begun.client.prompt("s", "hi");
  await begun.client.idle("s");
  return begun;
}

/** A client that has shaken hands with a host that has done nothing yet. */
export async function handshaken({ host: hostOptions, wire, initialize = {} }: SceneOptions = {}): Promise<Scene> {
  const cwd = await folder(RULES);
  const host = runtimeHost(hostOptions);
  const client = new WireClient(host, wire);
  await client.initialize(cwd, initialize);
  return { cwd, host, client };
}

/** The same host, which offers less. */
export function offering(host: RuntimeHost, capabilities: HostCapabilities): HarnessHost {
  return {
    capabilities,
    connect: (peer) => host.connect(peer),
    dispose: (signal) => host.dispose(signal),
  };
}
