import type { Writable } from "node:stream";
import type { TransportClosedError } from "./errors.ts";

/** Bytes that may wait before a producer is told to wait too (spec §0.2). */
export const HIGH_WATER_BYTES = 262_144;

/**
 * Frames to writes. The frames of one turn leave in one write, at its end or at 64 Ki characters; while the output is
 * full they gather here and leave in one write when it has room. Nothing is dropped and the order is that of the calls.
 */
export class Outbox {
  readonly #output: Writable;
  readonly #onFailed: (cause: unknown) => TransportClosedError;
  /** Frames with their newlines, not yet written: first those whose bytes were counted, then the others. */
  #counted = "";
  #countedBytes = 0;
  #uncounted = "";
  #isFull = false;
  #isQueued = false;
  #isWatching = false;
  #hasFailed = false;
  #ended: TransportClosedError | undefined;
  #draining: (() => void)[] = [];
  readonly #flushing = new Set<Waiter>();

  /** @param onFailed called once, when a write failed; the error that it makes is what later frames meet */
  constructor(output: Writable, onFailed: (cause: unknown) => TransportClosedError) {
    this.#output = output;
    this.#onFailed = onFailed;
  }

  /** Why nothing more can be written; undefined while it can. */
  get ended(): TransportClosedError | undefined {
    return this.#ended;
  }

  /**
   * Whether more than `bytes` of UTF-8 were put and not yet handed to the operating system. Exact, but counts only where
   * the number of characters leaves it open: counting each frame would cost a tenth of writing it.
   */
  waitsPast(bytes: number): boolean {
    const known = this.#output.writableLength + this.#countedBytes;
    if (known + this.#uncounted.length > bytes) return true;
    if (known + this.#uncounted.length * MAX_BYTES_PER_CHAR <= bytes) return false;
    this.#countedBytes += Buffer.byteLength(this.#uncounted);
    this.#counted += this.#uncounted;
    this.#uncounted = "";
    return this.#output.writableLength + this.#countedBytes > bytes;
  }

  /** Listens to the output; the first write does so too. */
  watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#output.on("drain", this.#drain);
    this.#output.on("error", this.#fail);
    this.#output.on("close", this.#outputClosed);
  }

  /** Takes one frame, without its newline. Ignored once this has ended. */
  put(frame: string): void {
    if (this.#ended !== undefined) return;
    if (this.#uncounted.length + frame.length > MAX_HELD_CHARS) this.#write();
    this.#uncounted += frame + "\n";
    if (this.#isFull) return;
    if (this.#uncounted.length >= JOINED_CHARS) this.#write();
    else if (!this.#isQueued) {
      this.#isQueued = true;
      void turn.then(this.#turnEnded);
    }
  }

  /** Resolves when no more than {@link HIGH_WATER_BYTES} wait, or when nothing can wait any more. Never rejects. */
  drained(): Promise<void> {
    if (this.#ended !== undefined || !this.waitsPast(HIGH_WATER_BYTES)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#draining.push(resolve);
      // An output that takes more than the high water mark before it is full tells of no drain.
      if (!this.#isFull) this.#write(this.#drain);
    });
  }

  /** Resolves when all that was put until now was handed to the operating system; rejects when that cannot be. */
  flush(): Promise<void> {
    if (this.#ended !== undefined) {
      return this.#hasFailed || this.#output.writableLength > 0 ? Promise.reject(this.#ended) : Promise.resolve();
    }
    if (!this.waitsPast(0)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { resolve, reject };
      this.#flushing.add(waiter);
      this.#write((error) => {
        if (error) this.#fail(error);
        else if (this.#flushing.delete(waiter)) resolve();
      });
    });
  }

  /** Hands over what waits, even to an output that is full, and lets go of the output. */
  close(reason: TransportClosedError): void {
    if (this.#ended !== undefined) return;
    this.#write();
    if (this.#ended !== undefined) return;
    const isAllOut = this.#output.writableLength === 0;
    if (isAllOut) for (const { resolve } of this.#flushing) resolve();
    this.#end(reason);
    if (isAllOut) this.#unwatch();
    // What was handed over can still fail, and its error event must find a listener.
    else {
      this.#write((error) => {
        if (!error) this.#unwatch();
      });
    }
  }

  readonly #turnEnded = (): void => {
    this.#isQueued = false;
    if (!this.#isFull) this.#write();
  };

  /** Writes all that gathered. `done` is called when it was handed to the operating system, and all before it. */
  #write(done?: (error?: Error | null) => void): void {
    const text = this.#counted + this.#uncounted;
    if (text === "" && done === undefined) return;
    this.watch();
    this.#clear();
    const output = this.#output;
    if (!output.writable) {
      this.#fail(output.errored ?? new Error("the output is closed"));
      return;
    }
    try {
      // Bytes, so that the stream counts bytes. No callback where nobody asks: each would cost a tick.
      this.#isFull = !output.write(Buffer.from(text), done);
    } catch (error) {
      this.#fail(error);
      return;
    }
    // A write that failed at once is told by its event a tick later, when callers may have been told that all is out.
    if (this.#isFull && output.errored) this.#fail(output.errored);
  }

  readonly #drain = (): void => {
    this.#isFull = false;
    this.#write();
    if (this.#draining.length > 0 && !this.waitsPast(HIGH_WATER_BYTES)) this.#settleDraining();
  };

  readonly #outputClosed = (): void => {
    if (this.#isFull || this.waitsPast(0)) this.#fail(new Error("the output was closed before all was written"));
  };

  readonly #fail = (cause: unknown): void => {
    if (this.#ended !== undefined) return;
    this.#hasFailed = true;
    this.#end(this.#onFailed(cause));
  };

  #end(reason: TransportClosedError): void {
    this.#ended = reason;
    this.#clear();
    this.#settleDraining();
    for (const { reject } of this.#flushing) reject(reason);
    this.#flushing.clear();
  }

  #clear(): void {
    this.#counted = "";
    this.#countedBytes = 0;
    this.#uncounted = "";
  }

  #settleDraining(): void {
    for (const resolve of this.#draining.splice(0)) resolve();
  }

  #unwatch(): void {
    this.#output.off("drain", this.#drain);
    this.#output.off("error", this.#fail);
    this.#output.off("close", this.#outputClosed);
  }
}

/** A settled promise calls back at the end of the turn for a third of what `queueMicrotask` costs in Node. */
const turn: Promise<void> = Promise.resolve();

interface Waiter {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Past this a write is made within the turn, so that one turn cannot gather without bound. */
const JOINED_CHARS = 65_536;
/** Past this even a full output gets what waits: it can hold any number of chunks, but a string has an end. */
const MAX_HELD_CHARS = 16_777_216;
/** Of UTF-8 for one UTF-16 code unit: a pair takes four, any other at most three. */
const MAX_BYTES_PER_CHAR = 3;
