import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RuntimeHost, type RuntimeHostOptions } from "@buckeyestudio/toh-runtime";
import {
  type EventStore,
  type EventWriter,
  MemoryStore,
  type OpenedSession,
  type SessionEvent,
  type SessionHeader,
  StoreError,
  type StoredSession,
} from "@buckeyestudio/toh-session";
import { onTestFinished } from "vitest";

/** A folder that is gone when the test is done, with a script for the model `scripted`. */
export async function folder(rules: Readonly<Record<string, readonly object[]>> = {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "toh-v1-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const script = { rules: Object.entries(rules).map(([when, turns]) => ({ when, turns })) };
  await writeFile(join(path, "script.json"), JSON.stringify(script));
  return path;
}

/** A runtime in this process whose model is the script of the client's folder. Retries wait for nothing. */
export function runtimeHost(options: RuntimeHostOptions = {}): RuntimeHost {
  const host = new RuntimeHost({
    standardRoute: { provider: "scripted", model: "script.json" },
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    ...options,
  });
  onTestFinished(() => host.dispose(AbortSignal.timeout(5000)));
  return host;
}

/** A store in memory whose operations fail, or wait, as a test says. */
export class FaultyStore implements EventStore {
  /** Operations that fail: `create`, `write`, … */
  readonly failing: Set<keyof EventStore | keyof EventWriter> = new Set();
  /** What each operation waits for before it begins. */
  gate: Promise<void> = Promise.resolve();
  readonly #store: EventStore;

  constructor(store: EventStore = new MemoryStore()) {
    this.#store = store;
  }

  async create(header: SessionHeader): Promise<EventWriter> {
    await this.#pass("create");
    return this.#faulty(await this.#store.create(header));
  }

  async open(id: string): Promise<OpenedSession> {
    await this.#pass("open");
    const opened = await this.#store.open(id);
    return { ...opened, writer: this.#faulty(opened.writer) };
  }

  async *read(id: string, afterSeq: number): AsyncGenerator<SessionEvent, void, undefined> {
    await this.#pass("read");
    yield* this.#store.read(id, afterSeq);
  }

  async *follow(id: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<SessionEvent, void, undefined> {
    await this.#pass("follow");
    yield* this.#store.follow(id, afterSeq, signal);
  }

  async has(id: string): Promise<boolean> {
    await this.#pass("has");
    return this.#store.has(id);
  }

  async list(): Promise<readonly StoredSession[]> {
    await this.#pass("list");
    return this.#store.list();
  }

  async delete(id: string): Promise<void> {
    await this.#pass("delete");
    await this.#store.delete(id);
  }

  #faulty(writer: EventWriter): EventWriter {
    return {
      write: (event) => {
        this.#refuse("write");
        writer.write(event);
      },
      sync: async () => {
        this.#refuse("sync");
        await writer.sync();
      },
      close: () => writer.close(),
    };
  }

  async #pass(operation: keyof EventStore): Promise<void> {
    await this.gate;
    this.#refuse(operation);
  }

  #refuse(operation: keyof EventStore | keyof EventWriter): void {
    if (this.failing.has(operation)) throw new StoreError("failed", `${operation}: no space left on device`);
  }
}
