import { existsSync } from "node:fs";
import { JsonRpcResponseError, TransportClosedError } from "@buckeyestudio/toh-sdk-client";
import type { HarnessClient, HarnessNotification } from "@buckeyestudio/toh-sdk-client";
import { Approvals } from "./approvals.ts";
import { Cancelling } from "./cancelling.ts";
import type { RunCommand } from "./command-line.ts";
import { ExitCode } from "./exit-code.ts";
import { explain, RunFailure, turnFailure } from "./failure.ts";
import type { Interruption } from "./interruption.ts";
import { jsonLine } from "./json.ts";
import { watchOutput } from "./output.ts";
import { readPrompt } from "./prompt.ts";
import { makeHarness, shakeHands } from "./runtime.ts";
import { Screen } from "./screen.ts";
import { goOnCommand } from "./shell-word.ts";
import { RunView } from "./show.ts";
import { Tally } from "./tally.ts";
import { painter } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";
import { textAt } from "./values.ts";

const OFFLINE_NOTE =
  "note: no provider is configured, so `offline` answers: a small program that uses the runtime's tools, and no model. " +
  'To use a model: DEEPSEEK_API_KEY=... toh run --provider deepseek-official --model deepseek-v4-flash "prompt"; ' +
  "`toh help` names the others\n";

/** Until a runtime that was to end at once is killed. */
const AT_ONCE_MS = 2000;

/** Runs one prompt. Resolves with the exit code once the runtime is gone; throws when it cannot be carried out. */
export async function run(asked: RunCommand, terminal: Terminal, interruption: Interruption): Promise<number> {
  const prompt = asked.prompt ?? (await readPrompt(terminal, interruption));
  const command = await configured(asked, terminal);
  const approvals = new Approvals(command, terminal);
  const { provider, model, cwd, maxTokens } = command;
  const harness = makeHarness(
    command,
    {
      provider,
      ...(model !== undefined && { model }),
      ...(cwd !== undefined && { cwd }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(approvals.handler !== undefined && { onApproval: approvals.handler }),
    },
    terminal,
  );
  const { client } = harness;
  const output = watchOutput(terminal, () => harness.close().catch(reportedBelow));
  const session = harness.session(command.session);
  const cancelling = new Cancelling(session);
  let killing: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    terminal.stderr.write("\nending the runtime; once more to kill it\n");
    // The run is rejected by it, and awaits the same ending below.
    harness.close().catch(reportedBelow);
    if (cancelling.hasBegun) killing = setTimeout(() => client.kill(), AT_ONCE_MS);
  };
  interruption.onAgain = () => client.kill();
  interruption.signal.addEventListener("abort", interrupt, { once: true });
  try {
    await shakeHands(
      () => harness.start(),
      () => client.kill(),
    );
    if (command.offline) terminal.stderr.write(OFFLINE_NOTE);
    // A runtime of version 0 can cancel nothing: there Ctrl-C ends it.
    if (client.agreed !== undefined && client.agreed.version > 0) {
      interruption.onCtrlC = () => {
        terminal.stderr.write("\ncancelling the turn; once more to end the runtime\n");
        cancelling.begin((error) => {
          // A runtime that is being ended has no time for it.
          if (interruption.signal.aborted) return;
          terminal.stderr.write(
            `toh: the turn cannot be cancelled: ${explain(error).line}; once more to end the runtime\n`,
          );
        });
      };
    }
    const isStopped = (): boolean => output.isGone() || interruption.signal.aborted;
    const whyStopped = async (): Promise<string | undefined> => {
      await harness.close();
      return stoppedBy((await client.closed).stderrTail, session.id);
    };
    const exitCode = await show({ command, prompt, session, cancelling, approvals, terminal, isStopped, whyStopped });
    interruption.signal.throwIfAborted();
    return output.isGone() ? ExitCode.done : exitCode;
  } catch (error) {
    if (output.isGone()) return ExitCode.done;
    interruption.signal.throwIfAborted();
    const advice = adviceFor(error, client, command, session.id);
    throw advice === undefined ? error : new RunFailure(error, advice);
  } finally {
    interruption.onCtrlC = undefined;
    approvals.close();
    await harness.close().catch((error: unknown) => terminal.stderr.write(`toh: ${explain(error).line}\n`));
    clearTimeout(killing);
    interruption.signal.removeEventListener("abort", interrupt);
    if (terminal.env["TOH_LOG"] === "debug") await showTail(client, terminal);
    output.stopWatching();
  }
}

/** What to do about an error that has to do with where the session is kept; `undefined`: nothing of that kind. */
function adviceFor(
  error: unknown,
  { agreed }: HarnessClient,
  { ephemeral, dataDir, session }: RunCommand,
  id: string,
): string | undefined {
  if (error instanceof TransportClosedError && agreed !== undefined && agreed.version > 0 && !ephemeral) {
    return `the session is kept, to go on: ${goOnCommand(dataDir, id)}`;
  }
  if (!(error instanceof JsonRpcResponseError && error.kind === "storage-failed")) return undefined;
  if (session === undefined) return "give another --data-dir, or --ephemeral to keep nothing";
  return `\`toh sessions show\` tells whether it is damaged, and what to do then`;
}

/** Why the runtime let go of the session in the middle of a turn, where it is one that says so in its log. */
function stoppedBy(stderrTail: string, sessionId: string): string | undefined {
  for (const line of stderrTail.split("\n").filter((each) => each.includes('"session.stopped"'))) {
    try {
      const record: unknown = JSON.parse(line);
      if (textAt(record, "event") === "session.stopped" && textAt(record, "sessionId") === sessionId) {
        return textAt(record, "error");
      }
    } catch {
      // No JSON: a line of somebody else, or the rest of one of which the beginning is no longer kept.
    }
  }
  return undefined;
}

/** Where nothing else says who answers, the configuration may. One that is named has to be one. */
async function configured(command: RunCommand, { env }: Terminal): Promise<RunCommand> {
  const { config, runtime, offline, maxTokens } = command;
  const isOurs = runtime === undefined && !env["TOH_RUNTIME"]?.trim();
  const mayBeConfigured = config !== undefined || existsSync("toh.config.json");
  if (command.provider === "openai-compatible" && isOurs && !mayBeConfigured) {
    if (command.baseUrl === undefined && !env["TOH_BASE_URL"]?.trim())
      throw new UsageError(
        "openai-compatible needs the address of its server",
        "add --base-url URL or set TOH_BASE_URL, for example http://127.0.0.1:11434/v1",
      );
  }
  // Another runtime has a configuration of its own kind.
  if (runtime !== undefined || (config === undefined && !(offline && existsSync("toh.config.json")))) return command;
  const { hostOptions, readConfig } = await import("@buckeyestudio/toh-runtime");
  const route = hostOptions(await readConfig(config), env).standardRoute;
  if (!offline || route === undefined) return command;
  const { provider, model } = route;
  return { ...command, provider, model, maxTokens: maxTokens ?? route.maxTokens, offline: false };
}

interface Showing {
  readonly command: RunCommand;
  readonly prompt: string;
  readonly session: ReturnType<ReturnType<typeof makeHarness>["session"]>;
  readonly cancelling: Cancelling;
  readonly approvals: Approvals;
  readonly terminal: Terminal;
  /** The run was ended from here, and how its turn ended is no news. */
  readonly isStopped: () => boolean;
  /** Ends the runtime and says why it let go of the session, where it told. */
  readonly whyStopped: () => Promise<string | undefined>;
}

async function show(showing: Showing): Promise<number> {
  const { command, prompt, session, cancelling, approvals, terminal, isStopped, whyStopped } = showing;
  const paint = painter(terminal.stdout, terminal.env);
  const screen = new Screen((text) => terminal.stdout.write(text));
  const write = (text: string): void => screen.write(text);
  const view = new RunView(write, paint, session.id);
  const tally = new Tally(session.id);
  const startedAt = performance.now();
  // Only what goes to a terminal can come in the way of a question.
  const isShared = terminal.stdout.isTTY === true;
  approvals.stage = {
    set: () => {
      if (!isShared) return;
      view.breakLine();
      screen.hold();
    },
    clear: () => screen.release(),
    breakLine: () => {
      if (isShared) view.breakLine();
    },
    nameOf: (id) => view.nameOf(id),
  };
  const onNotification = (notification: HarnessNotification): void => {
    tally.take(notification);
    if (command.json) write(`${jsonLine(notification)}\n`);
    else view.take(notification);
    approvals.take(notification);
  };
  try {
    await session.run(prompt, { onNotification, ...cancelling.runOptions });
  } catch (error) {
    if (isStopped() || !cancelling.refused(error)) throw error;
    terminal.stderr.write("toh: the prompt was cancelled before its turn began\n");
    return ExitCode.cancelled;
  } finally {
    screen.release();
    view.end();
  }
  // A runtime that is asked to end may still end its turn in order.
  if (isStopped()) return ExitCode.done;
  if (!command.json) {
    write(`${paint("dim", tally.line((performance.now() - startedAt) / 1000))}\n`);
    if (!command.ephemeral && terminal.stderr.isTTY === true) {
      const hint = `to go on: ${goOnCommand(command.dataDir, session.id)}`;
      terminal.stderr.write(`${painter(terminal.stderr, terminal.env)("dim", hint)}\n`);
    }
  }
  const failure = turnFailure(tally.lastEnd, tally.lastEnd === undefined ? await whyStopped() : undefined);
  if (failure === undefined) return ExitCode.done;
  terminal.stderr.write(`toh: ${failure}\n`);
  return cancelling.hasBegun && tally.lastEnd?.kind === "aborted" ? ExitCode.cancelled : ExitCode.failed;
}

async function showTail(client: HarnessClient, terminal: Terminal): Promise<void> {
  const { step, stderrTail } = await client.closed;
  terminal.stderr.write(`toh: the runtime ended by ${step}; it wrote to stderr:\n${stderrTail}\n`);
}

function reportedBelow(): void {
  // Every call of close() gets the same ending: where the process outlasted it, the last call says so.
}
