import {
  CapabilityError,
  Harness,
  HarnessClient,
  JsonRpcResponseError,
  RequestTimeoutError,
} from "@buckeyestudio/toh-sdk-client";
import type { HarnessClientOptions, HarnessOptions } from "@buckeyestudio/toh-sdk-client";
import { Failure } from "./failure.ts";
import type { Interruption } from "./interruption.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";

/** How a runtime is started. */
export interface RuntimeChoice {
  /** Its command; `undefined`: the client looks for it. */
  readonly runtime?: string | undefined;
  /** Its configuration, as an absolute path; `undefined`: as it likes. */
  readonly config?: string | undefined;
  /** Where it keeps sessions, absolute; `undefined`: where it likes. */
  readonly dataDir?: string | undefined;
  /** It keeps them nowhere. */
  readonly ephemeral?: boolean;
  /** Address of the server behind `openai-compatible`. */
  readonly baseUrl?: string | undefined;
}

/** Until a runtime has to have answered the first request. Some are only fetched then. */
const HANDSHAKE_MS = 60_000;

/** Starts nothing. */
export function makeHarness(choice: RuntimeChoice, more: HarnessOptions, terminal: Terminal): Harness {
  const { runtime, config, dataDir, ephemeral = false, baseUrl } = choice;
  const options: HarnessOptions = {
    ...more,
    ...(runtime !== undefined && { launch: runtime }),
    // By the environment, since whoever lists processes sees arguments.
    ...(baseUrl !== undefined && { env: { ...terminal.env, TOH_BASE_URL: baseUrl } }),
  };
  const passedOn = [
    ...(config === undefined ? [] : ["--config", config]),
    ...(dataDir === undefined ? [] : ["--data-dir", dataDir]),
    ...(ephemeral ? ["--ephemeral"] : []),
  ];
  try {
    const harness = new Harness(options);
    if (passedOn.length === 0) return harness;
    // It has started nothing, and found the runtime: that one, with these arguments behind its own.
    const { command: program, args = [] } = harness.client.options;
    return new Harness({ ...options, launch: { command: program, args: [...args, ...passedOn] } });
  } catch (error) {
    // Of what is given here, only the command of the runtime can be out of form.
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(error.message, 'for example --runtime "node my-runtime.js"', { cause: error });
  }
}

/**
 * Runs a handshake whose every member stands on the command line, so that a refusal is a matter of usage. Where nothing
 * has come of it within a minute, `giveUp` is called and it rejects with a RequestTimeoutError.
 */
export async function shakeHands(handshake: () => Promise<unknown>, giveUp: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new RequestTimeoutError("initialize", HANDSHAKE_MS));
      giveUp();
    }, HANDSHAKE_MS);
  });
  try {
    await Promise.race([handshake(), tooLate]);
  } catch (error) {
    if (!(error instanceof JsonRpcResponseError)) throw error;
    const hint = "choose another --provider or --model, or see `toh help`";
    throw new UsageError(`the runtime refused the handshake: ${error.message}`, hint, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts a runtime that runs nothing, has `ask` done with it, and ends it. Rejects with a {@link Failure} when it cannot
 * do what it is asked for, `what` in words.
 */
export async function withRuntime<T>(
  choice: RuntimeChoice,
  what: string,
  terminal: Terminal,
  interruption: Interruption,
  ask: (client: HarnessClient) => Promise<T>,
): Promise<T> {
  const launch: HarnessClientOptions = makeHarness(choice, {}, terminal).client.options;
  const client = new HarnessClient(launch);
  const end = (): void => {
    // What was asked is rejected by it, and the same ending is awaited below.
    client.close().catch(() => {});
  };
  interruption.onAgain = () => client.kill();
  interruption.signal.addEventListener("abort", end, { once: true });
  try {
    interruption.signal.throwIfAborted();
    // Another runtime than ours may not know the provider that needs nothing.
    const isOther = choice.runtime !== undefined || (terminal.env["TOH_RUNTIME"] ?? "").trim() !== "";
    const route = isOther ? {} : { provider: "offline", model: "offline" };
    await shakeHands(
      () => client.initialize({ cwd: process.cwd(), minProtocolVersion: 1, ...route }),
      () => client.kill(),
    );
    return await ask(client);
  } catch (error) {
    interruption.signal.throwIfAborted();
    if (!(error instanceof CapabilityError)) throw error;
    throw new Failure(`this runtime cannot ${what}: it does not know how`, { cause: error });
  } finally {
    interruption.signal.removeEventListener("abort", end);
    await client.close();
  }
}
