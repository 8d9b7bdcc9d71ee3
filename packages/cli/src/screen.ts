/** Passes text on to a terminal, save while a question has it: then the text waits. */
export class Screen {
  readonly #write: (text: string) => unknown;
  #held: string[] | undefined;

  constructor(write: (text: string) => unknown) {
    this.#write = write;
  }

  write(text: string): void {
    if (this.#held === undefined) this.#write(text);
    else this.#held.push(text);
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (held.length > 0) this.#write(held.join(""));
  }
}
