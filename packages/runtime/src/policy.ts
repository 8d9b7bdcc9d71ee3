import ignore, { type Ignore } from "ignore";

/** What happens to a call: it runs, somebody is asked first, or it is refused. */
export type Verdict = "allow" | "ask" | "deny";

/** One rule of `tools.rules` in `toh.config.json`. It fits a call that has all that it names. */
export interface PolicyRule {
  /** Name of a tool; a `*` at its end stands for any rest. */
  readonly tool: string;
  /**
   * The whole text of a shell command, `*` standing for any text. Where the verdict is `allow` it fits no command with
   * shell operators, so that `git status*` does not allow `git status; rm -rf .`; where it is another, it also fits
   * a command that has one part, between operators, of this form.
   */
  readonly command?: string;
  /** Pattern as in a `.gitignore`, for the path relative to the working folder. */
  readonly path?: string;
  readonly verdict: Verdict;
}

/** What a call would touch, as far as rules look at it. */
export interface Access {
  /** Text of a shell command. */
  readonly command?: string;
  /** Relative to the working folder, with `/`: every name of what is touched, the real one and the one that was asked for. */
  readonly paths?: readonly string[];
}

export interface Decision {
  readonly verdict: Verdict;
  /** The rule that decided. */
  readonly rule: Rule;
}

/** A rule that is ready for use. Its identity tells whether two calls were decided alike. */
export interface Rule {
  readonly verdict: Verdict;
  /** Where it stands, for people: `tools.rules[0]`; undefined for one that is built in. */
  readonly place: string | undefined;
  /** Whether it looks at a path or a command, so that another call of the tool may be decided otherwise. */
  readonly isNarrow: boolean;
  /** Whether it stands for there being no rule at all. */
  readonly isLast: boolean;
  readonly tool: (name: string) => boolean;
  readonly command: ((command: string) => boolean) | undefined;
  readonly path: ((path: string) => boolean) | undefined;
}

// Files that hold keys, passwords or the history of a repository: what nobody means by "look at my code".
const SENSITIVE: readonly string[] = [
  ".env*",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".ssh/",
  ".gnupg/",
  ".aws/",
  ".azure/",
  ".kube/",
  ".docker/",
  ".npmrc",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".htpasswd",
  ".git-credentials",
  ".git/",
];

/** Before the rules of the user: no rule for files at large lets a model rewrite the rules. */
const FIRST: readonly Rule[] = ["write_file", "edit_file"].map((tool) =>
  ready({ tool, verdict: "ask" }, undefined, ["toh.config.json"]),
);

/** Behind the rules of the user: reading and delegating are allowed, all else is asked. */
const DEFAULTS: readonly Rule[] = [
  ready({ tool: "*", verdict: "ask" }, undefined, SENSITIVE),
  ...["list_files", "read_file", "search_files", "subagent"].map((tool) =>
    ready({ tool, verdict: "allow" }, undefined),
  ),
  { ...ready({ tool: "*", verdict: "ask" }, undefined), isLast: true },
];

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** Decides calls by rules: the first that fits, those of the user before the defaults. */
export class Policy {
  readonly #rules: readonly Rule[];

  constructor(rules: readonly PolicyRule[] = []) {
    const own = rules.map((rule, index) =>
      ready(rule, `tools.rules[${index}]`, rule.path === undefined ? undefined : [rule.path]),
    );
    this.#rules = [...FIRST, ...own, ...DEFAULTS];
  }

  /** Of several paths each is decided for itself, and the strictest verdict counts. */
  decide(tool: string, { command, paths = [] }: Access = {}): Decision {
    const decisions = (paths.length === 0 ? [undefined] : paths).map((path) => this.#first(tool, command, path));
    return decisions.reduce((one, other) => (STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one));
  }

  #first(tool: string, command: string | undefined, path: string | undefined): Decision {
    const rule = this.#rules.find(
      (candidate) =>
        candidate.tool(tool) &&
        (candidate.command === undefined || (command !== undefined && candidate.command(command))) &&
        (candidate.path === undefined || (path !== undefined && candidate.path(path))),
    );
    if (rule === undefined) throw new Error("the last default rule fits every call");
    return { verdict: rule.verdict, rule };
  }
}

function ready(rule: PolicyRule, place: string | undefined, patterns?: readonly string[]): Rule {
  return {
    verdict: rule.verdict,
    place,
    isLast: false,
    isNarrow: patterns !== undefined || rule.command !== undefined,
    tool: toolMatcher(rule.tool),
    command: rule.command === undefined ? undefined : commandMatcher(rule.command, rule.verdict),
    path: patterns === undefined ? undefined : pathMatcher(patterns),
  };
}

function toolMatcher(tool: string): (name: string) => boolean {
  return tool.endsWith("*") ? (name) => name.startsWith(tool.slice(0, -1)) : (name) => name === tool;
}

const OPERATORS = /[;&|<>$`\n\r()]/;

/** Whether a shell would see more in the text than one command and its words. */
export function hasOperators(command: string): boolean {
  return OPERATORS.test(command);
}

function commandMatcher(pattern: string, verdict: Verdict): (command: string) => boolean {
  const whole = new RegExp(`^${pattern.split("*").map(escape).join("[^]*")}$`);
  if (verdict === "allow") return (command) => !hasOperators(command) && whole.test(command.trim());
  return (command) =>
    whole.test(command.trim()) ||
    command.split(OPERATORS).some((part) => part.trim() !== "" && whole.test(part.trim()));
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

// A matcher keeps what it found for every path; it is made anew before that gets large.
const MAX_REMEMBERED = 10_000;

function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  let matcher: Ignore | undefined;
  let asked = 0;
  return (path) => {
    // The working folder itself has no name that a pattern could fit.
    if (path === "." || path === "") return false;
    if (matcher === undefined || ++asked > MAX_REMEMBERED) {
      matcher = ignore({ allowRelativePaths: true }).add([...patterns]);
      asked = 0;
    }
    // Whether it is a folder is not known here, and need not exist yet: a pattern for folders fits either.
    return matcher.ignores(path) || matcher.ignores(`${path}/`);
  };
}
