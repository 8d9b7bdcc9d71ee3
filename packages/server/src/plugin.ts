import type { Readable, Writable } from "node:stream";
import { JsonRpcLineTransport } from "@buckeyestudio/toh-sdk-protocol";
import type { PluginContext } from "./agents-context.ts";
import { AgentsHost } from "./agents-host.ts";
import { HarnessSdkJsonRpcServer } from "./server.ts";

/** Name of the plugin. */
export const name = "sdk-jsonrpc-server";

/** The service without which there is nothing to serve. `llm` and `loader` are used where they are there. */
export const inject: string[] = ["agents"];

/** What the plugin is configured with; every member may be left out. */
export interface JsonRpcConfig {
  /** Whether a child that ended at its output ceiling counts as `ok` in `subagent.finished`. Default `false`. */
  maxTokensAsSuccess?: boolean | undefined;
  /** Where frames come from. Default `process.stdin`. For programs: no configuration file can say it. */
  input?: Readable | undefined;
  /** Where frames go, and nothing else may. Default `process.stdout`. For programs, too. */
  output?: Writable | undefined;
  /** Called once, with the exit code, after a `shutdown` was answered. Default `process.exit`. For programs, too. */
  exit?: ((code: number) => void) | undefined;
}

/** A fault of a configuration, in the form of Standard Schema. */
export interface JsonRpcConfigIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/**
 * Validator of {@link JsonRpcConfig} that a plugin host calls before it mounts the plugin, in the form of Standard
 * Schema 1. `undefined` and `null` are an empty configuration. It checks what a file can say; all other members pass.
 */
export const Config: {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { readonly value: JsonRpcConfig } | { readonly issues: readonly JsonRpcConfigIssue[] };
  };
} = {
  "~standard": {
    version: 1,
    vendor: "toh-sdk-jsonrpc-server",
    validate(value) {
      const given = value ?? {};
      if (typeof given !== "object" || Array.isArray(given)) {
        return { issues: [{ message: "expected an object", path: [] }] };
      }
      const maxTokensAsSuccess: unknown = Reflect.get(given, "maxTokensAsSuccess") ?? false;
      if (typeof maxTokensAsSuccess !== "boolean") {
        return { issues: [{ message: "expected a boolean", path: ["maxTokensAsSuccess"] }] };
      }
      return { value: { ...given, maxTokensAsSuccess } };
    },
  },
};

/**
 * Serves the agents of `ctx` on the configured streams, until the plugin is unloaded, which ends the agents that were
 * made for the client. An answered `shutdown` ends the whole tree of contexts and then the process, with 0, or with 1 when
 * that took longer than 5 seconds. The end of the input and signals belong to whoever owns the process.
 */
export function apply(ctx: PluginContext, config: JsonRpcConfig = {}): void {
  const { maxTokensAsSuccess = false, input = process.stdin, output = process.stdout } = config;
  const exit = config.exit ?? ((code: number) => process.exit(code));
  const { fiber } = ctx.root;
  const transport = new JsonRpcLineTransport(input, output);
  const server = new HarnessSdkJsonRpcServer(new AgentsHost(ctx), transport, { maxTokensAsSuccess });
  let leaving: Promise<void> | undefined;

  transport.onRequest(async (method, params, context) => {
    const result = await server.handleRequest(method, params, context);
    if (method === "shutdown") {
      // The answer is queued by then.
      setImmediate(() => {
        leaving ??= leave(transport, fiber, exit);
      });
    }
    return result;
  });

  ctx.effect(() => {
    transport.start();
    return async () => {
      try {
        await server.shutdown();
      } finally {
        transport.close();
      }
    };
  }, name);
}

/** How long the last frames and the other plugins may take (spec §0.6). */
const LEAVE_TIMEOUT_MS = 5000;

async function leave(
  transport: JsonRpcLineTransport,
  root: PluginContext["root"]["fiber"],
  exit: (code: number) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<1>((resolve) => (timer = setTimeout(() => resolve(1), LEAVE_TIMEOUT_MS)));
  const code = await Promise.race([left(transport, root), late]);
  clearTimeout(timer);
  exit(code);
}

async function left(transport: JsonRpcLineTransport, root: PluginContext["root"]["fiber"]): Promise<0> {
  try {
    await transport.flush();
  } catch {
    // Only the output rejects here: the client has gone, and there is nobody left to tell.
  }
  try {
    await root.dispose();
  } catch {
    // What a plugin threw as it was unloaded. The plugin host has logged it, the work of this client has ended before.
  }
  return 0;
}
