import { failure, StreamFailure } from "./failures.ts";

// UTF-16 units, more than any model says: what a server sends without end must not fill the memory.
const LONGEST_EVENT = 16 * 1024 * 1024;

/** Takes the data of server-sent events out of a text that comes in pieces. Other fields and comments are passed over. */
export class EventSplitter {
  #rest = "";
  #data: string | undefined;

  /** The events that the piece completes. Throws {@link StreamFailure} when one is longer than 16 Mi characters. */
  push(piece: string): string[] {
    const events: string[] = [];
    const lines = (this.#rest + piece).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line.endsWith("\r") ? line.slice(0, -1) : line, events);
    if (this.#rest.length + (this.#data?.length ?? 0) > LONGEST_EVENT)
      throw new StreamFailure(failure("MALFORMED_RESPONSE", `an event is longer than ${LONGEST_EVENT} characters`));
    return events;
  }

  /** The last event of a sender that left out the empty line behind it. */
  end(): string[] {
    const events: string[] = [];
    this.#take(this.#rest, events);
    this.#take("", events);
    return events;
  }

  #take(line: string, events: string[]): void {
    if (line === "") {
      if (this.#data !== undefined) events.push(this.#data);
      this.#data = undefined;
    } else if (line.startsWith("data:")) {
      const data = line.slice(line.startsWith("data: ") ? 6 : 5);
      this.#data = this.#data === undefined ? data : `${this.#data}\n${data}`;
    }
  }
}
