import { rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { FileStore, SessionEvent, StoredSession, StoreErrorKind } from "@buckeyestudio/toh-session";
import type { LogLine } from "./salvage-lines.ts";
import type { Salvage } from "./salvage.ts";

export interface SessionStoreOptions {
  /** What a runtime was given as `--data-dir`. */
  readonly dataDir?: string | undefined;
  /** Default: the variables of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The sessions that runtimes keep on this machine, where a runtime that is started in the current folder would keep its
 * own: `dataDir`, else `TOH_HOME`, else what `toh.config.json` says, else the user's data folder. Loads no agent. Rejects
 * with a `ConfigError` when that file cannot be used.
 */
export async function openSessionStore({
  dataDir,
  env = process.env,
}: SessionStoreOptions = {}): Promise<SessionStore> {
  const [session, { dataFolder }] = await Promise.all([
    import("@buckeyestudio/toh-session"),
    import("./data-folder.ts"),
  ]);
  const chosen = dataDir ?? (isSet(env["TOH_HOME"]) ? undefined : await configured());
  const store = new session.FileStore({ dataFolder: chosen === undefined ? dataFolder(env) : resolve(chosen) });
  return new SessionStore(store, (kind, message) => new session.StoreError(kind, message));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

async function configured(): Promise<string | undefined> {
  const { readConfig } = await import("./config.ts");
  return (await readConfig()).dataDir;
}

/** Looks after stored sessions, also those that cannot be opened. Whatever fails rejects with a `StoreError`. */
export class SessionStore {
  readonly #store: FileStore;
  readonly #error: (kind: StoreErrorKind, message: string) => Error;

  /** @internal */
  constructor(store: FileStore, error: (kind: StoreErrorKind, message: string) => Error) {
    this.#store = store;
    this.#error = error;
  }

  /** Latest activity first; a `problem` names file and line. One that cannot be told whose it is has its file's name as id. */
  async list(): Promise<readonly StoredSession[]> {
    const sessions: StoredSession[] = [];
    // oxlint-disable-next-line no-await-in-loop -- of many that are damaged one at a time is read
    for (const session of await this.#store.list()) sessions.push(await this.#placed(session));
    return sessions;
  }

  /** Absolute path of its log. */
  fileOf({ id, header }: StoredSession): string {
    const path = this.#store.pathOf(id);
    return header === undefined ? join(dirname(path), `${id}.jsonl`) : path;
  }

  /** The events, oldest first. All before a damaged line are given, then it rejects with kind `damaged`. */
  async *read(session: StoredSession): AsyncGenerator<SessionEvent, void, undefined> {
    if (session.header === undefined) throw this.#error("damaged", session.problem ?? "it has no header");
    yield* this.#store.read(session.id, -1);
  }

  /** Every line of the log, each looked at by itself: also what stands behind a damage, and where no header is. */
  async *lines(session: StoredSession): AsyncGenerator<LogLine, void, undefined> {
    const { logLines } = await import("./salvage-lines.ts");
    yield* logLines(this.fileOf(session));
  }

  /** Rejects with kind `locked` while a process has it open; the message says which, and how to free it. */
  async delete(session: StoredSession): Promise<void> {
    if (session.header !== undefined) return this.#store.delete(session.id);
    // Nobody can open it, so all that may stand in the way is somebody who had it open before it was damaged.
    const path = this.fileOf(session);
    if (await isThere(`${path}.lock`)) {
      const how = `once you know that no process has it open, free it by deleting ${path}.lock`;
      throw this.#error("locked", `${path} has a lock file; ${how}`);
    }
    try {
      await rm(path, { force: true });
    } catch (error) {
      throw this.#error("failed", `cannot delete ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Writes a new session from what is whole of one that is damaged, which is only read. An abort of `signal` leaves none. */
  async salvage(session: StoredSession, signal?: AbortSignal): Promise<Salvage> {
    const { salvage } = await import("./salvage.ts");
    // Whose log has a wrong name cannot be opened, however whole it is.
    return salvage(this.#store, this.fileOf(session), { always: session.header === undefined, signal });
  }

  /** The list tells a problem from the ends of a log; where in it the first damage is, only reading tells. */
  async #placed(session: StoredSession): Promise<StoredSession> {
    if (session.problem === undefined || session.header === undefined) return session;
    try {
      for await (const event of this.#store.read(session.id, -1)) void event;
      return session;
    } catch (error) {
      return { ...session, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
