/** What stands in `value` along `path`; `undefined` where the path leads nowhere. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}

/** The text at `path`, `""` where there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

/** The number at `path`, 0 where there is none. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number {
  const found = at(value, ...path);
  return typeof found === "number" ? found : 0;
}

/** The text blocks of some content, joined. */
export function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.map((block) => (textAt(block, "type") === "text" ? textAt(block, "text") : "")).join("");
}
