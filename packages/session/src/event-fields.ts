// Reading members of data that nobody has checked: what is missing or of another type gives a value that equals nothing.

export function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}

/** NaN where there is no number. */
export function numberAt(value: unknown, key: string): number {
  const member = memberOf(value, key);
  return typeof member === "number" ? member : Number.NaN;
}

export function textAt(value: unknown, key: string): string | undefined {
  const member = memberOf(value, key);
  return typeof member === "string" ? member : undefined;
}

/** Empty where there is no array. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const member = memberOf(value, key);
  return Array.isArray(member) ? member : [];
}

/** For messages: an id comes from a model or a client and may be of any length. */
export function quote(text: string | undefined): string {
  return text === undefined ? "nothing" : JSON.stringify(clip(text));
}

/** At most 64 characters of it. */
export function clip(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}
