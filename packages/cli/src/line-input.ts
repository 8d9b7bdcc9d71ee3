import { StringDecoder } from "node:string_decoder";
import type { Terminal } from "./terminal.ts";

// No line that a person types is longer.
const MAX_LINE = 65_536;

/** Reads lines that a person types, from a terminal that is left alone until the first one is wanted. */
export class LineInput {
  readonly #stdin: Terminal["stdin"];
  readonly #decoder = new StringDecoder("utf8");
  #chunks: AsyncIterator<string | Uint8Array> | undefined;
  /** A read that nobody waited for any more: the next one takes what it brings. */
  #reading: Promise<IteratorResult<string | Uint8Array>> | undefined;
  #text = "";
  #hasEnded = false;

  constructor(stdin: Terminal["stdin"]) {
    this.#stdin = stdin;
  }

  /** Drops what was typed before now: it was no answer to what is asked now. */
  async dropTyped(): Promise<void> {
    this.#text = "";
    while (!this.#hasEnded && (await this.#read(polled())) !== undefined);
  }

  /** The next line, without its end. `undefined`: the input has ended, or `signal` was aborted. */
  async line(signal: AbortSignal): Promise<string | undefined> {
    let stop = (): void => {};
    const aborted = new Promise<undefined>((resolve) => {
      stop = () => resolve(undefined);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
    try {
      for (;;) {
        const [line, ...rest] = this.#text.split("\n");
        if (rest.length > 0) {
          this.#text = rest.join("\n");
          return line?.replace(/\r$/, "");
        }
        if (this.#hasEnded || this.#text.length > MAX_LINE) return undefined;
        // oxlint-disable-next-line no-await-in-loop -- one after the other is what input is
        const typed = await this.#read(aborted);
        if (signal.aborted) return undefined;
        this.#text += typed ?? "";
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Ends the reading, which would keep the process alive. */
  close(): void {
    if (this.#chunks !== undefined) this.#stdin.destroy();
    this.#hasEnded = true;
  }

  /** What comes next; `undefined` at the end, or where `until` is over first. */
  async #read(until: Promise<undefined>): Promise<string | undefined> {
    this.#chunks ??= this.#stdin[Symbol.asyncIterator]();
    this.#reading ??= this.#chunks.next();
    try {
      const result = await Promise.race([this.#reading, until]);
      if (result === undefined) return undefined;
      this.#reading = undefined;
      if (result.done !== true) return textOf(result.value, this.#decoder);
    } catch {
      // A terminal that hangs up (EIO) or was closed: there is nobody any more, as at its end.
    }
    this.#hasEnded = true;
    return undefined;
  }
}

function textOf(chunk: string | Uint8Array, decoder: StringDecoder): string {
  return typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk));
}

/** Resolves when what is there to be read has been handed over: the loop looks for it between two immediates. */
async function polled(): Promise<undefined> {
  for (let round = 0; round < 2; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setImmediate(resolve));
  }
  return undefined;
}
