import { Readable, Writable } from "node:stream";
import { JsonRpcLineTransport } from "./transport.ts";
import type { JsonRpcLineTransportOptions } from "./options.ts";

/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Keeps what is written. Without `hold` every write is done at once; with it, when `release` is called. */
export class TestOutput extends Writable {
  readonly writes: string[] = [];
  hold = false;
  /** Thrown by the next write. */
  toThrow: Error | undefined;
  /** What the next writes fail with. */
  failure: Error | undefined;
  #held: ((error?: Error) => void)[] = [];

  constructor(options: { highWaterMark?: number; hold?: boolean; emitClose?: boolean } = {}) {
    super({ highWaterMark: options.highWaterMark ?? 16_384, emitClose: options.emitClose ?? true });
    this.hold = options.hold ?? false;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (this.toThrow !== undefined) throw this.toThrow;
    if (this.failure !== undefined) {
      done(this.failure);
      return;
    }
    this.writes.push(chunk.toString());
    if (this.hold) this.#held.push(done);
    else done();
  }

  /** Ends the oldest write that is held. */
  release(error?: Error): void {
    this.#held.shift()?.(error);
  }

  /** Ends all writes that are held, and those that follow. */
  releaseAll(): void {
    this.hold = false;
    for (let done = this.#held.shift(); done !== undefined; done = this.#held.shift()) done();
  }

  get heldWrites(): number {
    return this.#held.length;
  }

  get text(): string {
    return this.writes.join("");
  }

  /** The frames written until now. */
  get frames(): Record<string, unknown>[] {
    return this.text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }
}

/** A transport that was started, on streams of the test. */
export class TestBench {
  readonly input: Readable = new Readable({ read() {} });
  readonly output: TestOutput;
  readonly transport: JsonRpcLineTransport;

  constructor(options: JsonRpcLineTransportOptions = {}, output: TestOutput = new TestOutput()) {
    this.output = output;
    this.transport = new JsonRpcLineTransport(this.input, output, options);
    this.transport.start();
  }

  /** Gives lines to the transport, in one chunk, and waits until they were handled. */
  async receive(...lines: string[]): Promise<void> {
    this.input.push(lines.map((line) => `${line}\n`).join(""));
    await turn();
  }

  /** Events that a listener of the transport still waits for. */
  listeners(): string[] {
    const ours = ["data", "end", "error", "close", "drain"];
    const on = (stream: Readable | Writable): string[] => ours.filter((name) => stream.listenerCount(name) > 0);
    return [...on(this.input), ...on(this.output)];
  }
}
