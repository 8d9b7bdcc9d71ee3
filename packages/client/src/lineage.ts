import type { HarnessNotification, NotificationFilter } from "./notification.ts";

/** Who started whom: learnt from `subagent.started`, which stands before anything else of the child (spec §0.4). */
export class Lineage {
  readonly #parentOf = new Map<string, string>();
  /** The children that were started and are not finished. */
  readonly #atWork = new Set<string>();

  /** Takes what `notification` tells of lineage. To be called before any subscription sees it. */
  note(notification: HarnessNotification): void {
    const { method } = notification;
    if (method !== "subagent.started" && method !== "subagent.finished") return;
    const { parentSessionId: parent, childSessionId: child } = notification.params;
    if (typeof parent !== "string" || typeof child !== "string") return;
    if (parent === "" || child === "" || parent === child) return;
    if (method === "subagent.finished") {
      this.#atWork.delete(child);
      return;
    }
    this.#parentOf.set(child, parent);
    this.#atWork.add(child);
  }

  /** Passes what concerns the session `root` or a descendant of it. */
  treeFilter(root: string): NotificationFilter {
    return ({ method, params }) => {
      if (method === "subagent.started" || method === "subagent.finished") {
        return params["childSessionId"] === root || this.#isInTree(params["parentSessionId"], root);
      }
      return this.#isInTree(params["sessionId"], root);
    };
  }

  /** The session and those it descends from, the nearest first. */
  *ancestry(sessionId: string): Generator<string> {
    // A peer may report a cycle; no chain is longer than the number of edges.
    let current: string | undefined = sessionId;
    for (let edges = 0; edges <= this.#parentOf.size && current !== undefined; edges += 1) {
      yield current;
      current = this.#parentOf.get(current);
    }
  }

  /** The descendants of `root` that are not finished, the last one started first. */
  atWork(root: string): string[] {
    return [...this.#atWork].filter((child) => child !== root && this.#isInTree(child, root)).toReversed();
  }

  /** The process of all those at work is lost: none of them will be told as finished. */
  forgetWork(): void {
    this.#atWork.clear();
  }

  #isInTree(sessionId: unknown, root: string): boolean {
    if (typeof sessionId !== "string") return false;
    for (const ancestor of this.ancestry(sessionId)) if (ancestor === root) return true;
    return false;
  }
}
