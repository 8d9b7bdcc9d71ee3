import {
  type EventStore,
  type EventWriter,
  MemoryStore,
  type SessionEvent,
  StoreError,
} from "@buckeyestudio/toh-session";

type Header = Parameters<EventStore["create"]>[0];
type Opened = Awaited<ReturnType<EventStore["open"]>>;

/** A store in memory whose disk refuses what a test says, and lets go as slowly as it says. */
export class FaultyStore extends MemoryStore {
  /** Whether a write is refused. A writer that was refused once takes no more, as one of a file does. */
  refuses: (event: SessionEvent, header: Header) => boolean = () => false;
  /** Whether a session cannot be made. */
  refusesSession: (header: Header) => boolean = () => false;
  /** Awaited before a session is let go of. */
  beforeClose: () => Promise<void> = () => Promise.resolve();
  /** Writers that were given and not closed. */
  held = 0;

  override async create(header: Header): Promise<EventWriter> {
    if (this.refusesSession(header)) throw new StoreError("failed", "no space left on device");
    return this.#writer(await super.create(header), header);
  }

  override async open(id: string): Promise<Opened> {
    const opened = await super.open(id);
    return { ...opened, writer: this.#writer(opened.writer, opened.header) };
  }

  #writer(writer: EventWriter, header: Header): EventWriter {
    let broken = false;
    let closing: Promise<void> | undefined;
    this.held++;
    return {
      write: (event) => {
        broken ||= this.refuses(event, header);
        if (broken) throw new StoreError("failed", "no space left on device");
        writer.write(event);
      },
      sync: () => writer.sync(),
      close: () => (closing ??= this.#close(writer)),
    };
  }

  async #close(writer: EventWriter): Promise<void> {
    await this.beforeClose();
    this.held--;
    await writer.close();
  }
}
