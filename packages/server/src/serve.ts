import { setImmediate as afterAnswers } from "node:timers/promises";
import type { Readable, Writable } from "node:stream";
import { JsonRpcLineTransport } from "@buckeyestudio/toh-sdk-protocol";
import type { HarnessHost } from "./host.ts";
import { HarnessSdkJsonRpcServer, type HarnessSdkJsonRpcServerOptions } from "./server.ts";

/** What ends a served runtime (spec §0.6). */
export type EndCause = "shutdown" | "input-end" | "output-lost" | "SIGTERM" | "SIGINT" | "fault";

const EXIT_CODES: Readonly<Record<EndCause, number>> = {
  shutdown: 0,
  "input-end": 0,
  "output-lost": 0,
  SIGTERM: 0,
  SIGINT: 130,
  fault: 1,
};

/** Lines for people and log collectors; where they go is the caller's affair, as long as it is not the output. */
export interface Diagnostics {
  /** Something a user of the runtime ought to hear of. */
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** What happens, for whoever looks for a fault. */
  debug(event: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface ServeOptions extends HarnessSdkJsonRpcServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly host: HarnessHost;
  readonly diagnostics: Diagnostics;
  /** The longest frame that is received, in bytes. Default 32 MiB (spec §1.9). */
  readonly maxFrameBytes?: number;
}

export interface Serving {
  /** Starts the one teardown, or joins it: the first cause decides the exit code. */
  end(cause: EndCause): void;
  /** The exit code: of the cause, or 1 when the teardown was cut by its deadline. Resolves once all is answered and written. */
  readonly exitCode: Promise<number>;
}

/** Serves a host on two streams, which the caller owns, until one of the causes ends it. */
export function serve({ input, output, host, diagnostics, maxFrameBytes, ...options }: ServeOptions): Serving {
  const transport = new JsonRpcLineTransport(input, output, {
    maxFrameBytes,
    onIgnoredLine: (line) => diagnostics.debug("frame.ignored", { ...line }),
    onDroppedFrame: (frame) => diagnostics.warn("frame.dropped", { ...frame }),
    onListenerError: (error) => diagnostics.warn("listener.failed", { error: messageOf(error) }),
  });
  const deadlineMs = options.shutdownTimeoutMs ?? 5000;
  // What is left of the time is for the last words: that the rest was cut is one of them.
  const server = new HarnessSdkJsonRpcServer(host, transport, { ...options, shutdownTimeoutMs: deadlineMs * 0.9 });
  let settle: (code: number) => void = () => undefined;
  const exitCode = new Promise<number>((resolve) => (settle = resolve));
  let ending: EndCause | undefined;
  let outputLost = false;

  const end = (cause: EndCause): void => {
    if (ending !== undefined) return;
    ending = cause;
    diagnostics.debug("runtime.ending", { cause });
    void tearDown(EXIT_CODES[cause]).then(settle);
  };

  const tearDown = async (code: number): Promise<number> => {
    const deadline = setTimeout(() => settle(1), deadlineMs);
    let result = code;
    try {
      await server.shutdown();
    } catch (error) {
      diagnostics.warn("runtime.cut", { error: messageOf(error) });
      result = 1;
    }
    if (!outputLost) await lastWords();
    transport.close();
    clearTimeout(deadline);
    return result;
  };

  const lastWords = async (): Promise<void> => {
    await afterAnswers(); // the answers to shutdown follow in this turn of the event loop
    try {
      await transport.flush();
    } catch (error) {
      diagnostics.debug("runtime.unread", { error: messageOf(error) });
    }
  };

  transport.onRequest((method, params, context) => {
    if (method === "shutdown") end("shutdown");
    return server.handleRequest(method, params, context);
  });
  transport.onNotification((method, params) => server.handleNotification(method, params));
  input.once("end", () => end("input-end"));
  input.once("close", () => end("input-end"));
  input.once("error", () => end("input-end"));
  const onOutputLost = (): void => {
    outputLost = true;
    end("output-lost");
  };
  output.once("error", onOutputLost);
  output.once("close", onOutputLost);
  transport.start();
  return { end, exitCode };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
