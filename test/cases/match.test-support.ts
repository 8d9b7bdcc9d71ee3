/**
 * How `actual` differs from `expected`: the first place, or undefined where they match. Without recursion, since a case
 * may nest deep. Matchers: `{"$any": type}`, `{"$oneOf": [...]}`. An `error` may have a `data` that nobody expected.
 */
export function difference(expected: unknown, actual: unknown): string | undefined {
  const open: [unknown, unknown, string][] = [[expected, actual, "$"]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [want, got, path] = next;
    if (!isObject(want)) {
      if (!Object.is(want, got) && !(want === 0 && got === 0)) return `${path}: wanted ${show(want)}, got ${show(got)}`;
    } else if ("$any" in want) {
      if (!isOfKind(want["$any"], got)) return `${path}: wanted any ${show(want["$any"])}, got ${show(got)}`;
    } else if (Array.isArray(want["$oneOf"])) {
      if (!want["$oneOf"].some((each) => difference(each, got) === undefined))
        return `${path}: ${show(got)} is none of those`;
    } else {
      if (!isObject(got) || Array.isArray(want) !== Array.isArray(got))
        return `${path}: wanted ${show(want)}, got ${show(got)}`;
      const wanted = new Map(Object.entries(want));
      const found = new Map(Object.entries(got));
      if (path.endsWith(".error") && !wanted.has("data")) found.delete("data");
      for (const key of found.keys())
        if (!wanted.has(key)) return `${path}.${key}: not expected, ${show(found.get(key))}`;
      for (const [key, value] of wanted) {
        if (!found.has(key)) return `${path}.${key}: missing`;
        open.push([value, found.get(key), `${path}.${key}`]);
      }
    }
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isOfKind(kind: unknown, value: unknown): boolean {
  if (kind === "json") return value !== undefined;
  if (kind === "integer") return Number.isInteger(value);
  return typeof value === kind;
}

function show(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Nested deeper than it can be written, or a cycle; the path says enough.
  }
  return (text ?? typeof value).slice(0, 120);
}
