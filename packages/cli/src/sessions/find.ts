import type { StoredSession } from "@buckeyestudio/toh-session";
import { closest, UsageError } from "../usage.ts";
import { cutTo, visibleId } from "./text.ts";

const MAX_NAMED = 5;
const ID_WIDTH = 80;

/**
 * The session that was meant: by its whole id, else by the beginning of just one; as the id is or as it is shown.
 *
 * @throws UsageError
 */
export function findSession(sessions: readonly StoredSession[], typed: string): StoredSession {
  const whole = sessions.find(({ id }) => id === typed) ?? sessions.find(({ id }) => visibleId(id) === typed);
  if (whole !== undefined) return whole;
  const begun = sessions.filter(({ id }) => id.startsWith(typed) || visibleId(id).startsWith(typed));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  const name = cutTo(visibleId(typed), ID_WIDTH);
  if (only === undefined) {
    const meant = closest(
      typed,
      sessions.slice(0, 1000).map(({ id }) => id),
    );
    const hint = meant === undefined ? "see `toh sessions list --all`" : `did you mean ${visibleId(meant)}?`;
    throw new UsageError(`there is no session ${name}`, hint);
  }
  const named = begun.slice(0, MAX_NAMED).map(({ id }) => cutTo(visibleId(id), ID_WIDTH));
  const more = begun.length > MAX_NAMED ? `, and ${begun.length - MAX_NAMED} more` : "";
  throw new UsageError(
    `${begun.length} sessions begin with ${name}`,
    `give more of the id: ${named.join(", ")}${more}`,
  );
}
