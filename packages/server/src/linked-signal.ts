/**
 * A signal that aborts with the first of its sources, until it is released. `AbortSignal.any` would do, but leaves some
 * bytes on a source for ever: a server that lives long has one source for all its calls.
 */
export class LinkedSignal {
  readonly #controller: AbortController = new AbortController();
  readonly #sources: readonly AbortSignal[];

  constructor(sources: readonly AbortSignal[]) {
    this.#sources = sources;
    for (const source of sources) source.addEventListener("abort", this.#abort);
    if (sources.some(({ aborted }) => aborted)) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** To be called when the work is done: nothing of this is left on the sources. */
  release(): void {
    for (const source of this.#sources) source.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => {
    this.#controller.abort(this.#sources.find(({ aborted }) => aborted)?.reason);
  };
}
