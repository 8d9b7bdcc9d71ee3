import type { StoredSession } from "@buckeyestudio/toh-session";

/** Which session is whose subagent. One whose parent is gone stands for itself. */
export class SessionTree {
  readonly #byId: ReadonlyMap<string, StoredSession>;
  readonly #children: Map<string, StoredSession[]> = new Map();

  constructor(sessions: readonly StoredSession[]) {
    this.#byId = new Map(sessions.map((session) => [session.id, session]));
    for (const session of sessions) {
      const parent = this.parentOf(session);
      if (parent === undefined) continue;
      const siblings = this.#children.get(parent.id) ?? [];
      siblings.push(session);
      this.#children.set(parent.id, siblings);
    }
  }

  parentOf({ id, header }: StoredSession): StoredSession | undefined {
    const parent = header?.parentSession;
    return parent === undefined || parent === id ? undefined : this.#byId.get(parent);
  }

  /** Its subagents and theirs, each parent before its children. */
  below(session: StoredSession): StoredSession[] {
    const found = new Set<StoredSession>([session]);
    // A set may grow while it is walked; headers that name each other in a circle end it all the same.
    for (const each of found) for (const child of this.#children.get(each.id) ?? []) found.add(child);
    return [...found].slice(1);
  }
}
