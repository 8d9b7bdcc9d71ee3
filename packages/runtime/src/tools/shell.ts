import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../diagnostics.ts";
import { CALL_VARIABLE, ProcessTree } from "../process-tree.ts";
import { CappedOutput } from "./output.ts";
import { errorOutcome, textOutcome, type Tool, type ToolContext, type ToolOutcome } from "./tool.ts";
import { locateExisting } from "./workspace.ts";

/** Runs a command. All that it started has ended when the call has. */
export const shellTool: Tool = {
  description: {
    name: "shell",
    description:
      "Runs a command with `sh -c` in the working folder, without input, and gives back what it printed, errors included, and its exit code. What it leaves running is ended with it.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", minLength: 1 },
        cwd: { type: "string", description: "Folder relative to the working folder; `.` unless given." },
        timeoutMs: { type: "integer", minimum: 1, description: "Ends the command earlier than the runtime would." },
      },
      required: ["command"],
      additionalProperties: false,
    },
  },
  parallel: false,
  endsInOrder: true,
  timeoutMs: ({ timeoutMs }) => (typeof timeoutMs === "number" ? timeoutMs : undefined),
  async access({ command, cwd = "." }, agent) {
    const folder = await locateExisting(agent.cwd, String(cwd));
    if (!(await stat(folder.target)).isDirectory()) throw new Error(`${String(cwd)} is no folder`);
    if (String(command).includes("\0")) throw new Error("a command cannot hold a NUL character");
    return { ...folder, command: String(command) };
  },
  run: ({ command }, context) => runCommand(String(command), context),
};

async function runCommand(command: string, { access, guard, signal }: ToolContext): Promise<ToolOutcome> {
  signal.throwIfAborted();
  const mark = randomUUID();
  const child = spawn("/bin/sh", ["-c", command], {
    ...(access.target === undefined ? {} : { cwd: access.target }),
    env: { ...guard.secrets.childEnvironment(), [CALL_VARIABLE]: mark },
    detached: true, // a group of its own, which can be ended as a whole
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = new CappedOutput(guard.maxOutputBytes - ROOM_BYTES, guard.secrets);
  collect(child.stdout, output);
  collect(child.stderr, output);
  const closed = once(child, "close").catch(() => undefined); // an error is told below
  if (child.pid === undefined)
    return errorOutcome(`the shell cannot be started: ${messageOf((await once(child, "error"))[0])}`);
  const tree = new ProcessTree(child.pid, mark);
  await exitOrAbort(child, signal);
  const exit = { code: child.exitCode, signal: child.signalCode };
  const left = await tree.end();
  // Whoever still holds the pipes is beyond our reach: then we stop to listen.
  await Promise.race([closed, delay(500, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const text = output.text();
  if (exit.code === null && exit.signal === null) {
    const why = `${messageOf(signal.reason)}; the command and all that it had started was ended`;
    return errorOutcome(text === "" ? why : `${why}\n${text}`, TIMEOUT);
  }
  const lines = [text === "" ? "[no output]" : text.replace(/\n$/, "")];
  if (left > 0) lines.push(`[${left} ${left === 1 ? "process" : "processes"} left running in the background: ended]`);
  lines.push(exit.code === null ? `[ended by ${exit.signal}]` : `[exit code: ${exit.code}]`);
  return textOutcome(lines.join("\n"));
}

// For what we say ourselves, the exit code above all: no cut may take that away.
const ROOM_BYTES = 300;

const TIMEOUT = { name: "ToolTimeoutError", code: "TIMEOUT" };

function collect(stream: Readable, output: CappedOutput): void {
  // The two streams are mixed as they come: a character must not be cut by the other's bytes.
  const decoder = new StringDecoder("utf8");
  stream.on("data", (chunk: Buffer) => output.add(Buffer.from(decoder.write(chunk))));
  stream.on("end", () => output.add(Buffer.from(decoder.end())));
}

async function exitOrAbort(child: NodeJS.EventEmitter, signal: AbortSignal): Promise<void> {
  try {
    await once(child, "exit", { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
