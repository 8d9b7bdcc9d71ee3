/** The command line cannot be carried out. `message` says what is wrong, `hint` what to do. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UsageError";
    this.hint = hint;
  }
}

export const HELP = `toh - run a prompt through an agent runtime

Usage
  toh run [options] [prompt]    run one prompt; without it, the prompt is read from stdin
  toh sessions                  list, show, export, fork, delete, prune, salvage stored sessions: see toh sessions --help
  toh models [options]          the models that the runtime knows by name: --provider NAME for one provider's, --json for
                                programs, --runtime CMD, --config FILE
  toh help                      this text
  toh --version

Options of run
  --provider NAME     who answers (default: $TOH_PROVIDER, else as toh.config.json says; without any: offline, which is
                      no model)
  --model NAME        which model; for the provider scripted, the path of its script (default: $TOH_MODEL)
  --base-url URL      address of the server of your own that openai-compatible talks to (default: $TOH_BASE_URL)
  --session ID        go on with the session of this id; where there is none, a new one gets it (default: a new one)
  --cwd DIR           working folder of a new session (default: this one)
  --max-tokens N      most tokens a model call may write (default: the provider's own)
  --data-dir DIR      where the runtime keeps sessions (default: $TOH_HOME, else as its toh.config.json says, else
                      your data folder)
  --ephemeral         keep the session nowhere
  -y, --yes           allow what the runtime would ask for (default: ask at the terminal; without one: deny)
  --deny              deny it, and do not ask
  --config FILE       the runtime's configuration (default: toh.config.json here, where there is one)
  --runtime CMD       the runtime to start (default: $TOH_RUNTIME; without it: the installed toh-runtime)
  --json              print each notification of the run as a line of JSON, and nothing else, on stdout
  -h, --help          this text

Providers of toh-runtime
  deepseek-official   key in DEEPSEEK_API_KEY
  openai              key in OPENAI_API_KEY
  openai-compatible   a server of your own, as Ollama, vLLM, LM Studio, llama.cpp: its address with --base-url, its key,
                      if it wants one, in TOH_API_KEY
  scripted            replies from a JSON file, for tests
  offline             no model: a small program that searches the folder

Ctrl-C cancels the turn, and the session stays as usable as before; once more ends the runtime, a third time kills it.
A runtime of protocol version 0 cannot cancel: there the first Ctrl-C ends it. It asks for nothing, either.

Exit codes
  0 done   1 failed   2 usage   3 runtime lost   130 cancelled or interrupted

Environment
  NO_COLOR=1 no colours   TOH_LOG=debug stack traces, and what the runtime wrote to stderr

Examples
  toh run "Which files are here?"
  DEEPSEEK_API_KEY=... toh run --provider deepseek-official --model deepseek-v4-flash "Which files are here?"
  toh run --base-url http://127.0.0.1:11434/v1 --model NAME "Which files are here?"
  git diff | toh run --provider scripted --model turns.json
`;

/** The entry of `names` that `typed` probably means: a letter or two away, by its length, or begun with it. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: name.startsWith(typed) && typed !== "" ? 1 : distance(typed, name) }))
    .filter((each) => each.distance <= Math.max(1, Math.floor(each.name.length / 4)))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.name;
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
