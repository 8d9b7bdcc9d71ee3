type Environment = Readonly<Record<string, string | undefined>>;

// Shorter ones are placeholders ("ollama", "none") for servers that want any key: words that texts may hold.
const SHORTEST_SECRET = 8;

const KEY_NAME = /_API_KEY$/i;
const PRIVATE_NAME = /_API_KEY$|_TOKEN$|SECRET|PASSWORD/i;

export interface SecretsOptions {
  /** Names of the variables that providers take their keys from. Those that end with `_API_KEY` need no naming. */
  readonly keys?: readonly string[];
  /** Names of variables that look private and yet are handed on to commands. A provider's key never is. */
  readonly passEnv?: readonly string[];
}

/** What of the environment is nobody's business: keys of providers, tokens, passwords. */
export class Secrets {
  /** Length of the longest key, in UTF-16 units: a text that is cut anywhere is cut at least this far from what was searched. */
  readonly longest: number;
  readonly #env: Environment;
  readonly #isWithheld: (name: string) => boolean;
  readonly #keys: readonly { readonly name: string; readonly value: string }[];

  constructor(env: Environment, { keys = [], passEnv = [] }: SecretsOptions = {}) {
    this.#env = env;
    const named = new Set(keys);
    const passed = new Set(passEnv);
    this.#isWithheld = (name) => named.has(name) || (PRIVATE_NAME.test(name) && !passed.has(name));
    this.#keys = Object.entries(env)
      .filter(([name]) => named.has(name) || (KEY_NAME.test(name) && !passed.has(name)))
      .map(([name, value = ""]) => ({ name, value: value.trim() }))
      .filter(({ value }) => value.length >= SHORTEST_SECRET)
      // One key may be the beginning of another: the longer goes first.
      .toSorted((one, other) => other.value.length - one.value.length);
    this.longest = this.#keys[0]?.value.length ?? 0;
  }

  /** The text with `[redacted NAME]` in place of each key. */
  redact(text: string): string {
    let clean = text;
    for (const { name, value } of this.#keys) clean = clean.replaceAll(value, () => `[redacted ${name}]`);
    return clean;
  }

  /** The environment of a command: this process's own without what is private. */
  childEnvironment(): Record<string, string> {
    const entries = Object.entries(this.#env).filter(([name]) => !this.#isWithheld(name));
    return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  }
}
