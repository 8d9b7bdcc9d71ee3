/** A promise that is set once, from outside, and whose value can be asked for. */
export class Latch<T> {
  #set = false;
  #value: T | undefined;
  #resolve: (value: T) => void = () => {};
  readonly promise: Promise<T> = new Promise((resolve) => {
    this.#resolve = resolve;
  });

  get isSet(): boolean {
    return this.#set;
  }

  /** `undefined` before it is set. */
  get value(): T | undefined {
    return this.#value;
  }

  /** Only the first call has an effect. */
  set(value: T): void {
    if (this.#set) return;
    this.#set = true;
    this.#value = value;
    this.#resolve(value);
  }
}
