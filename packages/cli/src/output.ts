import type { Interruption } from "./interruption.ts";
import type { Terminal } from "./terminal.ts";

/** The reader of stdout has left (`toh … | head`): there is nobody to work for. */
export class ReaderLeft extends Error {
  override readonly name: string = "ReaderLeft";
}

/** Calls `onGone` when the reader of stdout has left. */
export function watchOutput(
  terminal: Terminal,
  onGone: () => unknown,
): { isGone: () => boolean; stopWatching: () => void } {
  let gone = false;
  const onError = (): void => {
    gone = true;
    onGone();
  };
  terminal.stdout.on("error", onError);
  return { isGone: () => gone, stopWatching: () => terminal.stdout.off("error", onError) };
}

/** Writes much to stdout, and no faster than it is read. */
export class Output {
  readonly #terminal: Terminal;
  readonly #interruption: Interruption;
  readonly #watch: { isGone: () => boolean; stopWatching: () => void };
  #wake: () => void = () => {};

  constructor(terminal: Terminal, interruption: Interruption) {
    this.#terminal = terminal;
    this.#interruption = interruption;
    this.#watch = watchOutput(terminal, () => this.#wake());
    interruption.signal.addEventListener("abort", this.#stop, { once: true });
  }

  readonly #stop = (): void => this.#wake();

  /** Resolves when more may come. Rejects with {@link ReaderLeft}, or with the interruption. */
  async write(text: string): Promise<void> {
    const { stdout } = this.#terminal;
    this.#check();
    if (stdout.write(text) === false && stdout.once !== undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        stdout.once?.("drain", resolve);
      });
    }
    this.#check();
  }

  close(): void {
    this.#watch.stopWatching();
    this.#interruption.signal.removeEventListener("abort", this.#stop);
  }

  #check(): void {
    if (this.#watch.isGone()) throw new ReaderLeft();
    this.#interruption.signal.throwIfAborted();
  }
}
