import type { IncomingMessage } from "node:http";

/**
 * The text of an answer's body, one piece at a time as it arrives: the sender waits while nobody asks for the next.
 * A web stream, or the body's own iterator, would cost each piece several turns of promises; a model's answer is
 * thousands of small ones.
 */
export class TextBody {
  readonly #message: IncomingMessage;
  readonly #held: string[] = [];
  #end: { readonly error: Error | undefined } | undefined;
  #waiting: { resolve(piece: string | undefined): void; reject(error: Error): void } | undefined;

  /** To be made as soon as the answer is there: it hears of errors from then on. */
  constructor(message: IncomingMessage) {
    this.#message = message;
    message.setEncoding("utf8"); // also where a character comes in two pieces
    message.on("data", (piece: string) => this.#take(piece));
    message.once("end", () => this.#close(undefined));
    message.on("error", (error) => this.#close(error));
  }

  /** The next piece, undefined at the end. Rejects when the connection is lost. */
  next(): Promise<string | undefined> {
    const piece = this.#held.shift();
    if (piece !== undefined) return Promise.resolve(piece);
    if (this.#end !== undefined)
      return this.#end.error === undefined ? Promise.resolve(undefined) : Promise.reject(this.#end.error);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#message.isPaused()) this.#message.resume();
    });
  }

  /** Lets the connection serve the next call where the answer is whole, and closes it where it is not. */
  leave(): void {
    if (this.#message.complete) this.#message.resume();
    else this.#message.destroy();
  }

  #take(piece: string): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) waiting.resolve(piece);
    else {
      this.#held.push(piece);
      this.#message.pause();
    }
  }

  #close(error: Error | undefined): void {
    this.#end ??= { error };
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (error === undefined) waiting?.resolve(undefined);
    else waiting?.reject(error);
  }
}
