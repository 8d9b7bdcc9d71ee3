import type { HelpTopic } from "./command-line.ts";

const ID_NOTE = `ID is the whole id of a session or the beginning of just one, as \`toh sessions list\` shows it.`;

const COMMON_OPTIONS = `  --data-dir DIR      where the sessions are kept (default: $TOH_HOME, else as toh.config.json here says, else
                      your data folder)
  -h, --help          this text`;

/** What `--help` prints for `toh sessions` and each of its commands. */
export const SESSIONS_HELP: Readonly<Record<HelpTopic, string>> = {
  sessions: `toh sessions - look after the sessions that runtimes keep on this machine

Usage
  toh sessions list                     latest first
  toh sessions show ID                  what it is, in which state, and its turns in short
  toh sessions export ID                its log as JSON lines
  toh sessions fork ID                  a new session that begins as a copy of it
  toh sessions delete ID...             and the sessions of its subagents
  toh sessions prune --older-than 30d   delete all without activity since then
  toh sessions salvage ID               a new session from what is whole of a damaged one

${ID_NOTE} Each command has a --help.
To go on with a session: toh run --session ID "prompt"

Options of all
${COMMON_OPTIONS}
`,
  list: `toh sessions list - the stored sessions, latest first

Usage
  toh sessions list [options]

Options
  -a, --all           the sessions of subagents too
  --limit N           the latest N alone
  --json              a JSON array for programs
${COMMON_OPTIONS}

A session that cannot be opened is listed with its file, the line and what is wrong there.
`,
  show: `toh sessions show - one session: what it is, in which state, and its turns in short

Usage
  toh sessions show [options] ID

${ID_NOTE}

Options
  --json              a JSON object for programs, with whole prompts and answers
${COMMON_OPTIONS}
`,
  export: `toh sessions export - the log of a session as JSON lines: its header, then its events

Usage
  toh sessions export [options] ID

${ID_NOTE}

Options
  -o, --output FILE   write to FILE, for you alone to read (default: stdout)
  --force             even if FILE is there: then it is replaced, once the new one is whole
${COMMON_OPTIONS}

Of a damaged session only what stands before the damage is written to stdout, nothing to a file, and it ends with 1.
`,
  fork: `toh sessions fork - a new session that begins as a copy of another, up to the end of a turn

Usage
  toh sessions fork [options] ID

${ID_NOTE}

Options
  --at SEQ            up to the turn that ends at event SEQ, as \`toh sessions show\` tells it
                      (default: of the last turn)
  --json              a JSON object for programs
${COMMON_OPTIONS}

The session itself is only read. Its subagents' sessions stay its own. The runtime that is installed does it, or $TOH_RUNTIME.
`,
  delete: `toh sessions delete - delete sessions, with those of their subagents

Usage
  toh sessions delete [options] ID...

${ID_NOTE}

Options
  -y, --yes           do not ask (it is asked at a terminal alone)
  --json              a JSON object for programs: what was deleted, what was not and why
${COMMON_OPTIONS}

A session that a process has open is not deleted; the message names the process.
`,
  prune: `toh sessions prune - delete the sessions without activity for a while, with those of their subagents

Usage
  toh sessions prune --older-than AGE [options]

Options
  --older-than AGE    12h, 30d, 2w: that many hours, days or weeks since the last activity, its subagents' included
  --dry-run           list what would be deleted, and delete nothing
  -y, --yes           do not ask (it is asked at a terminal alone)
  --json              a JSON object for programs: what was deleted, what was not and why
${COMMON_OPTIONS}

What a process has open stays, and so does what cannot be opened: delete that by its id.
`,
  salvage: `toh sessions salvage - write a new session from what is whole of a damaged one

Usage
  toh sessions salvage [options] ID

${ID_NOTE}

Options
  --json              a JSON object for programs
${COMMON_OPTIONS}

The damaged session is only read. Says the id of the new one, every line that it does not have and why, and which
prompts were still waiting: none is run by itself.
`,
};
