// Generated from the schemas in spec/ by `npm run generate`. Do not edit.

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where, counted from the name of the whole: `params.event.data.chunk.index`, `params.contentBlocks[0].text`. */
  readonly path: string;
  /** What was expected and what came, in one line that goes behind the path: `must be an integer, got a string`. */
  readonly message: string;
}

/** How the compiled checks tell a fault. */
export interface Fault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled check. After a `false` its faults stand in `errors` until the next call. */
export interface Check {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

/**
 * What is wrong with `value`; undefined when nothing is. The check stops at the first fault, so there is rarely more
 * than one issue, and a value with a million faults costs no more than one with a single fault.
 *
 * @param name what the paths begin with.
 */
export function issuesOf(check: Check, value: unknown, name: string): readonly Issue[] | undefined {
  try {
    if (check(value)) return undefined;
  } catch (error) {
    // Blocks hold blocks: deep enough, they run the check out of stack. A check that threw would end the connection.
    if (error instanceof RangeError) return [{ path: name, message: "is nested too deeply" }];
    throw error;
  }
  // "if" says only that the branch it chose has failed, which that branch has told already.
  const faults = (check.errors ?? []).filter((fault) => fault.keyword !== "if");
  return faults.map((fault) => issueOf(fault, value, name));
}

function issueOf({ instancePath, keyword, params }: Fault, root: unknown, name: string): Issue {
  const keys = instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const value = keys.reduce(memberOf, root);
  const path = keys.reduce(joined, name);
  switch (keyword) {
    case "required":
      return { path: joined(path, text(params["missingProperty"])), message: "is missing" };
    case "additionalProperties":
      return {
        path: joined(path, text(params["additionalProperty"])),
        message: "is not a member that is defined here",
      };
    case "type":
      return { path, message: `must be ${either(params["type"], typeName)}, got ${kindOf(value)}` };
    case "enum":
      return { path, message: `must be ${either(params["allowedValues"], quoted)}, got ${shown(value)}` };
    case "const":
      return { path, message: `must be ${quoted(params["allowedValue"])}, got ${shown(value)}` };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
      return { path, message: `must be ${bounds.get(keyword)} ${text(params["limit"])}, got ${shown(value)}` };
    case "minItems":
    case "additionalItems": {
      const items = params["limit"] === 1 ? "1 item" : `${text(params["limit"])} items`;
      return { path, message: `must have ${bounds.get(keyword)} ${items}, got ${lengthOf(value)}` };
    }
    case "minLength":
      return { path, message: "must not be empty" };
    case "not":
      return { path, message: `must not be ${shown(value)} here` };
    default:
      return { path, message: `breaks the rule ${keyword}` };
  }
}

const bounds = new Map([
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["exclusiveMinimum", "more than"],
  ["minItems", "at least"],
  ["additionalItems", "at most"],
]);

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function joined(path: string, key: string): string {
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  return /^[\w$-]{1,60}$/.test(key) ? `${path}.${key}` : `${path}[${clipped(JSON.stringify(key))}]`;
}

function either(values: unknown, name: (value: unknown) => string): string {
  return (Array.isArray(values) ? values : [values]).map(name).join(" or ");
}

const typeNames = new Map<unknown, string>([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "a boolean"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
  ["undefined", "nothing"],
]);
const typeName = (type: unknown): string => typeNames.get(type) ?? text(type);

function kindOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value === null) return "null";
  return typeName(Array.isArray(value) ? "array" : typeof value);
}

// A string may be of any length, and a message goes to logs.
const clipped = (line: string): string => (line.length <= 60 ? line : `${line.slice(0, 60)}…`);
const quoted = (value: unknown): string => JSON.stringify(value) ?? "nothing";
const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "boolean" ? clipped(quoted(value)) : kindOf(value);
const lengthOf = (value: unknown): string => (Array.isArray(value) ? String(value.length) : kindOf(value));
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
