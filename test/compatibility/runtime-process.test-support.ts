import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect } from "vitest";
import { processesOf } from "./processes.test-support.ts";
import { isObject, type JsonObject, pick } from "./wire.test-support.ts";

/** The executable as it is installed. `npm test` builds it; by hand: `npm run build`. */
export const RUNTIME: string = fileURLToPath(new URL("../../packages/runtime/bin/toh-runtime.js", import.meta.url));

/** Milliseconds until a test gives up waiting for one thing. Nothing waits this long but a failure. */
const LIMIT_MS = 15_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RuntimeOptions {
  /** Where sessions are kept. Default: nowhere, they end with the process. */
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: three pipes. */
  readonly stdio?: StdioOptions;
  /** Node's own options, before the executable. */
  readonly node?: readonly string[];
  /** What a shell is to do with its streams first, such as `<&-`. */
  readonly redirect?: string;
  /** Whether stdout is read from the start. Default true. */
  readonly reading?: boolean;
}

const started: RuntimeProcess[] = [];

/**
 * Call once in a file: each of its tests then ends by checking that no process it started is left, nor any child of
 * one, and that all that came on stdout were frames.
 */
export function expectNoProcessLeft(): void {
  afterEach(() => {
    const mine = started.splice(0);
    const left = mine.flatMap((runtime) => {
      const pids = processesOf(runtime.pid);
      if (pids.length > 0) runtime.kill("SIGKILL");
      return pids;
    });
    expect(left).toEqual([]);
    expect(mine.flatMap(({ strays }) => strays)).toEqual([]);
  });
}

/** A toh-runtime of its own process group, its frames and its end. */
export class RuntimeProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What came on stdout, oldest first: whole lines. */
  readonly lines: string[] = [];
  /** Those of the lines that are JSON objects. */
  readonly frames: JsonObject[] = [];
  /** The others: there must be none. */
  readonly strays: string[] = [];
  stderr = "";
  readonly ended: Promise<Ended>;
  /** What stands on stdout behind the last newline. */
  #tail: Buffer = Buffer.alloc(0);
  #changed: (() => void)[] = [];
  #over = false;
  #isReading = false;

  constructor({
    dataDir,
    args = [],
    env = {},
    stdio = "pipe",
    node = [],
    redirect,
    reading = true,
  }: RuntimeOptions = {}) {
    const kept = dataDir === undefined ? ["--ephemeral"] : ["--data-dir", dataDir];
    const command = [process.execPath, ...node, RUNTIME, ...kept, ...args];
    const [file = "", ...rest] =
      redirect === undefined ? command : ["/bin/sh", "-c", `exec "$@" ${redirect}`, "sh", ...command];
    this.child = spawn(file, rest, {
      stdio,
      detached: true, // a process group of its own: so that a test sees what it leaves behind
      env: { ...process.env, NODE_OPTIONS: "", TOH_LOG: "", ...env },
    });
    if (this.child.pid === undefined) throw new Error(`cannot start ${RUNTIME}`);
    this.pid = this.child.pid;
    started.push(this);
    if (reading) this.read();
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString("utf8");
      this.#notify();
    });
    // What we write to a process that has ended is nobody's loss here.
    this.child.stdin?.on("error", () => undefined);
    this.ended = once(this.child, "close").then(([code, signal]) => {
      this.#over = true;
      this.#notify();
      return { code, signal };
    });
  }

  /** Begins to read stdout, or goes on. */
  read(): void {
    if (!this.#isReading) this.child.stdout?.on("data", (chunk: Buffer) => this.#take(chunk));
    this.#isReading = true;
  }

  /** What is left on stdout behind the last whole line. */
  get tail(): string {
    return this.#tail.toString("utf8");
  }

  /** Sends frames in one write. */
  send(...frames: readonly object[]): void {
    this.write(frames.map((frame) => `${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`).join(""));
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin?.write(bytes);
  }

  endInput(): void {
    this.child.stdin?.end();
  }

  /** To the whole group. */
  kill(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** Sends a request and gives its response. */
  async request(id: string | number, method: string, params?: object): Promise<JsonObject> {
    this.send({ id, method, ...(params === undefined ? {} : { params }) });
    return this.response(id);
  }

  /** The response with this id, which may have come already. */
  response(id: string | number): Promise<JsonObject> {
    return this.frame((frame) => frame["id"] === id && !("method" in frame), `the response ${JSON.stringify(id)}`);
  }

  /** Resolves when this session's status has come `count` times. */
  async status(sessionId: string, status: "running" | "idle", count = 1): Promise<void> {
    const isIt = (frame: JsonObject): boolean =>
      frame["method"] === "session.status" &&
      pick(frame, "params", "sessionId") === sessionId &&
      pick(frame, "params", "status") === status;
    await this.until(() => this.frames.filter(isIt).length >= count, `${sessionId} ${status} (${count})`);
  }

  /** The first frame that fits, which may have come already. */
  async frame(fits: (frame: JsonObject) => boolean, what: string): Promise<JsonObject> {
    let found: JsonObject | undefined;
    await this.until(() => (found = this.frames.find(fits)) !== undefined, what);
    if (found === undefined) throw new Error(`no frame: ${what}`);
    return found;
  }

  /** Resolves once `holds`, asked after each arrival; fails when the process ends first, or at the time limit. */
  async until(holds: () => boolean, what: string): Promise<void> {
    const limit = AbortSignal.timeout(LIMIT_MS);
    limit.addEventListener("abort", () => this.#notify());
    while (!holds()) {
      if (this.#over || limit.aborted)
        throw new Error(this.#failure(this.#over ? "the process ended" : "time is up", what));
      await new Promise<void>((resolve) => this.#changed.push(resolve));
    }
  }

  /** How the process ended; fails at the time limit. */
  async end(): Promise<Ended> {
    await this.until(() => this.#over, "the end of the process").catch((error: unknown) => {
      if (!this.#over) throw error;
    });
    return this.ended;
  }

  #take(chunk: Buffer): void {
    let rest = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      const line = rest.subarray(0, at).toString("utf8");
      rest = rest.subarray(at + 1);
      this.lines.push(line);
      const frame = parse(line);
      if (frame === undefined) this.strays.push(line);
      else this.frames.push(frame);
    }
    this.#tail = rest;
    this.#notify();
  }

  #notify(): void {
    for (const changed of this.#changed.splice(0)) changed();
  }

  #failure(why: string, what: string): string {
    return `${why} before ${what}; ${this.frames.length} frames came, the last: ${this.lines.slice(-3).join("\n")}\nstderr: ${this.stderr}`;
  }
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    // No JSON: a stray line, which its caller keeps.
    return undefined;
  }
}

export const request = {
  /** An `initialize` for the scripted provider. */
  initialize: (id: string | number, cwd: string, model: string, more: object = {}): object => ({
    id,
    method: "initialize",
    params: { cwd, provider: "scripted", model, ...more },
  }),
  prompt: (id: string | number, sessionId: string, text: string): object => ({
    id,
    method: "session/prompt",
    params: { sessionId, contentBlocks: [{ type: "text", text }] },
  }),
  shutdown: (id: string | number): object => ({ id, method: "shutdown" }),
};
