import { Readable, Writable } from "node:stream";
import { JsonRpcLineTransport, JsonRpcResponseError, type RequestId } from "@buckeyestudio/toh-sdk-protocol";
import type { HandlerRule, TransportCase } from "./case.test-support.ts";
import type { Run } from "./expand.test-support.ts";

export interface Outcome {
  requests: { method: string; params: unknown; id: RequestId }[];
  notifications: { method: string; params: unknown }[];
  /** Frames without a method that stand on the output. */
  responses: unknown[];
  /** One entry a request that we sent. */
  outgoing: Settled[];
  /** Order of all that reached the case: `q:METHOD`, `n:METHOD`, `r:K` (resolved), `x:K` (rejected). */
  events: string[];
  inputDestroyed: boolean;
  /** What no case allows: a line that is no JSON, a listener that stayed. */
  problems: string[];
  tookMs: number;
}

export type Settled = "pending" | { resolved: unknown } | { rejected: { message: string; code: number | null } };

/** Turns of the event loop without any change, after which nothing more will come: all delays below are shorter. */
const QUIET_TURNS = 16;

/** Plays one run of a case on a transport of its own and returns what came of it. */
export async function play(testCase: TransportCase, run: Run): Promise<Outcome> {
  const player = new Player(testCase);
  await player.feed(run);
  await player.settle();
  return player.end();
}

class Player {
  readonly #case: TransportCase;
  readonly #input: Readable;
  readonly #output: RecordingWritable;
  readonly #transport: JsonRpcLineTransport;
  readonly #outcome: Outcome;
  readonly #startMs = performance.now();

  constructor(testCase: TransportCase) {
    this.#case = testCase;
    this.#outcome = {
      requests: [],
      notifications: [],
      responses: [],
      outgoing: [],
      events: [],
      inputDestroyed: false,
      problems: [],
      tookMs: 0,
    };
    this.#input = new Readable({ read() {}, autoDestroy: false, highWaterMark: 1 << 20 });
    if (testCase.input !== undefined) this.#input.setEncoding(testCase.input.encoding);
    this.#output = new RecordingWritable(testCase.output ?? {});
    this.#transport = new JsonRpcLineTransport(this.#input, this.#output);
    this.#installHandlers();
  }

  async feed(run: Run): Promise<void> {
    const isEarly = this.#case.feed === "first_before_start";
    if (isEarly) {
      this.#input.push(run.chunks([])[0]);
      await turn();
    }
    for (let start = 0; start < (this.#case.starts ?? 1); start++) this.#transport.start();
    const outIds = await this.#sendRequests();
    const chunks = run.chunks(outIds).slice(isEarly ? 1 : 0);
    for (const [at, chunk] of chunks.entries()) {
      if (this.#case.close_after_chunk === at) this.#transport.close();
      this.#input.push(chunk);
      if (this.#case.gap !== "none" || at % 256 === 255) await turn();
    }
    if (this.#case.close_after_chunk === chunks.length) this.#transport.close();
    if (this.#case.end === "eof") this.#input.push(null);
  }

  async settle(): Promise<void> {
    let last = "";
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await turn();
      const now = `${this.#outcome.events.length} ${this.#output.chunks.length}`;
      if (now !== last) {
        this.#outcome.tookMs = performance.now() - this.#startMs;
        quiet = 0;
      }
      last = now;
    }
  }

  end(): Outcome {
    const outcome = this.#outcome;
    outcome.inputDestroyed = this.#input.destroyed;
    outcome.responses = this.#frames().filter((frame) => !("method" in frame));
    this.#transport.close();
    for (const name of this.#input.eventNames()) outcome.problems.push(`a listener for ${String(name)} stayed`);
    return outcome;
  }

  #installHandlers(): void {
    const { handlers, notification_handler: failure } = this.#case;
    const { requests, notifications, events } = this.#outcome;
    if (handlers === "none") return;
    this.#transport.onRequest((method, params, { id }) => {
      requests.push({ method, params, id });
      events.push(`q:${method}`);
      const rule = typeof handlers === "object" && "by_method" in handlers ? handlers.by_method[method] : handlers;
      return applyRule(rule ?? "echo", params);
    });
    this.#transport.onNotification((method, params) => {
      notifications.push({ method, params });
      events.push(`n:${method}`);
      if (failure === "throw_sync") throw new Error("notification handler failed");
      return failure === "reject" ? Promise.reject(new Error("notification handler failed")) : undefined;
    });
  }

  /** Sends the requests of the case and returns the ids they got, as JSON text. */
  async #sendRequests(): Promise<string[]> {
    const { outgoing } = this.#outcome;
    for (const [k, { method, params }] of (this.#case.outgoing ?? []).entries()) {
      outgoing[k] = "pending";
      void this.#settleCall(k, this.#transport.request(method, params));
    }
    await turn();
    return this.#frames().flatMap((frame) => ("method" in frame && "id" in frame ? [JSON.stringify(frame.id)] : []));
  }

  async #settleCall(k: number, call: Promise<unknown>): Promise<void> {
    const { outgoing, events } = this.#outcome;
    try {
      outgoing[k] = { resolved: (await call) ?? null };
      events.push(`r:${k}`);
    } catch (error) {
      const code = error instanceof JsonRpcResponseError ? (error.code ?? null) : null;
      outgoing[k] = { rejected: { message: error instanceof Error ? error.message : "", code } };
      events.push(`x:${k}`);
    }
  }

  #frames(): object[] {
    const lines = Buffer.concat(this.#output.chunks).toString().split("\n");
    if (lines.pop() !== "") this.#outcome.problems.push("the output ends within a line");
    return lines.flatMap((line) => {
      try {
        const frame: unknown = JSON.parse(line);
        if (typeof frame === "object" && frame !== null) return [frame];
      } catch {
        // Told below, with all else that is no frame.
      }
      this.#outcome.problems.push(`no frame on the output: ${line.slice(0, 80)}`);
      return [];
    });
  }
}

function applyRule(rule: HandlerRule, params: unknown): unknown {
  if (rule === "echo") return { echo: params };
  if ("throw_sync" in rule) throw Object.assign(new Error(rule.throw_sync), rule.props);
  if ("reject" in rule) return Promise.reject(Object.assign(new Error(rule.reject), rule.props));
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what is no Error is the case
  if ("throw_value" in rule) return Promise.reject(rule.throw_value === "$undefined" ? undefined : rule.throw_value);
  if ("delay_ms" in rule) return turns(Math.ceil(rule.delay_ms / 10)).then(() => ({ echo: params }));
  const make = RETURNS.get(rule.returns);
  if (make === undefined) throw new Error(`the case names an unknown value: ${rule.returns}`);
  return make();
}

const RETURNS = new Map<string, () => unknown>([
  ["undefined", () => undefined],
  ["async_undefined", () => turn()],
  ["bigint", () => ({ n: 10n })],
  ["circular", () => circular()],
  ["function", () => () => 1],
  ["symbol", () => Symbol("s")],
  ["nan", () => ({ n: Number.NaN })],
  ["map", () => ({ m: new Map([[1, 2]]) })],
  ["toJSON_throws", () => ({ toJSON: throwing })],
]);

function circular(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

function throwing(): never {
  throw new Error("toJSON failed");
}

/** Keeps what is written; slow, or failing from a write on, as the case says. */
class RecordingWritable extends Writable {
  readonly chunks: Buffer[] = [];
  readonly #rules: NonNullable<TransportCase["output"]>;
  #writes = 0;

  constructor(rules: NonNullable<TransportCase["output"]>) {
    super({ highWaterMark: rules.hwm ?? 16_384 });
    this.#rules = rules;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    const { fail_at: failAt, code, slow } = this.#rules;
    if (failAt !== undefined && ++this.#writes >= failAt) {
      setImmediate(done, Object.assign(new Error(`write ${code}`), { code }));
      return;
    }
    this.chunks.push(chunk);
    if (slow === true) setImmediate(done);
    else done();
  }
}

async function turns(count: number): Promise<void> {
  for (let k = 0; k < count; k++) await turn();
}

/** One turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
