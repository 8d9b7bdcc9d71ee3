/** What the registry is configured with; every member may be left out. */
export interface InvariantsConfig {
  /** `false` runs no installer at all. Default `true`. */
  enabled?: boolean | undefined;
  /** Sources of regular expressions, unanchored; a package runs when one matches its name. Empty, the default: all run. */
  package_allowlist?: string[] | undefined;
  /** The same, for packages that do not run. It outweighs the allowlist. */
  package_blocklist?: string[] | undefined;
}

/** Which packages run their installers. */
export interface PackageFilter {
  admits(packageName: string): boolean;
}

/** A fault of a configuration, in the form of Standard Schema. */
export interface ConfigIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/**
 * Validator of {@link InvariantsConfig} that a plugin host calls before it mounts the plugin, in the form of Standard
 * Schema 1. `undefined` and `null` are an empty configuration; members it does not know are ignored.
 */
export const Config: {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { readonly value: InvariantsConfig } | { readonly issues: readonly ConfigIssue[] };
  };
} = {
  "~standard": {
    version: 1,
    vendor: "toh-invariants",
    validate(value) {
      const { config, issues } = read(value);
      return issues.length > 0 ? { issues } : { value: config };
    },
  },
};

/** Throws a `TypeError` that names every fault. */
export function compileFilter(value: unknown): PackageFilter {
  const { config, issues, allow, block } = read(value);
  if (issues.length > 0) {
    const faults = issues.map((issue) => `${issue.path.join(".") || "config"}: ${issue.message}`);
    throw new TypeError(`invalid configuration of invariants: ${faults.join("; ")}`);
  }
  return {
    admits: (packageName) =>
      config.enabled !== false &&
      (allow.length === 0 || allow.some((pattern) => pattern.test(packageName))) &&
      !block.some((pattern) => pattern.test(packageName)),
  };
}

interface Reading {
  readonly config: InvariantsConfig;
  readonly issues: readonly ConfigIssue[];
  readonly allow: readonly RegExp[];
  readonly block: readonly RegExp[];
}

function read(value: unknown): Reading {
  const given = value ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    const issues = [{ message: "expected an object", path: [] }];
    return { config: {}, issues, allow: [], block: [] };
  }
  const members = new Map<string, unknown>(Object.entries(given));
  const issues: ConfigIssue[] = [];
  const enabled = members.get("enabled") ?? true;
  if (typeof enabled !== "boolean") issues.push({ message: "expected a boolean", path: ["enabled"] });
  const allow = readPatterns("package_allowlist", members, issues);
  const block = readPatterns("package_blocklist", members, issues);
  const config: InvariantsConfig = {
    enabled: enabled !== false,
    package_allowlist: allow.map((pattern) => pattern.source),
    package_blocklist: block.map((pattern) => pattern.source),
  };
  return { config, issues, allow, block };
}

function readPatterns(member: string, members: ReadonlyMap<string, unknown>, issues: ConfigIssue[]): RegExp[] {
  const list = members.get(member) ?? [];
  if (!Array.isArray(list)) {
    issues.push({ message: "expected an array of strings", path: [member] });
    return [];
  }
  const seen = new Set<unknown>();
  const patterns: RegExp[] = [];
  for (const [index, source] of Array.from<unknown>(list).entries()) {
    const path = [member, index];
    if (typeof source !== "string") issues.push({ message: "expected a string", path });
    else if (source.trim() === "") issues.push({ message: "expected a pattern, found a blank string", path });
    else if (seen.has(source)) issues.push({ message: "stands in the list twice", path });
    else {
      seen.add(source);
      try {
        patterns.push(new RegExp(source));
      } catch (error) {
        // Nothing but the SyntaxError of a bad pattern is thrown here.
        issues.push({ message: error instanceof Error ? error.message.toLowerCase() : "bad pattern", path });
      }
    }
  }
  return patterns;
}
