import { printable } from "./terminal.ts";

/** What to type to go on with a session. */
export function goOnCommand(dataDir: string | undefined, sessionId: string): string {
  const where = dataDir === undefined ? "" : ` --data-dir ${shellWord(dataDir)}`;
  return `toh run${where} --session ${shellWord(sessionId)} "prompt"`;
}

/** As a POSIX shell takes it for one word. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`;
}
