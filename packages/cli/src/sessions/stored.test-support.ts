import type { StoredSession } from "@buckeyestudio/toh-session";

/** A session as a store lists it. `parent`: whose subagent it is. */
export function stored(
  id: string,
  { parent, ...more }: Partial<StoredSession> & { parent?: string } = {},
): StoredSession {
  return {
    id,
    header: {
      type: "session",
      version: 0,
      id,
      createdAt: 1000,
      ...(parent === undefined ? {} : { parentSession: parent }),
    },
    title: undefined,
    turns: 1,
    lastSeq: 9,
    updatedAt: 2000,
    bytes: 100,
    ...more,
  };
}
