/** A JSON object, as it came. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of members and indexes; undefined where there is none. */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at: unknown = value;
  for (const step of path) {
    if (typeof step === "number") at = Array.isArray(at) ? at[step] : undefined;
    else at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}

export function pickText(value: unknown, ...path: readonly (string | number)[]): string {
  const found = pick(value, ...path);
  if (typeof found !== "string") throw new Error(`no text at ${path.join(".")} of ${JSON.stringify(value)}`);
  return found;
}

export function pickArray(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = pick(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function pickObject(value: unknown, ...path: readonly (string | number)[]): JsonObject {
  const found = pick(value, ...path);
  if (!isObject(found)) throw new Error(`no object at ${path.join(".")} of ${JSON.stringify(value)}`);
  return found;
}

/** A copy in which every value that `change` has another one for is replaced, the outermost first. */
export function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value) return changed;
  if (Array.isArray(value)) return value.map((item) => mapValues(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValues(item, change)]));
}

/** The event of a `session.event` notification; undefined for any other frame. */
export function eventOf(frame: JsonObject): JsonObject | undefined {
  const event = frame["method"] === "session.event" ? pick(frame, "params", "event") : undefined;
  return isObject(event) ? event : undefined;
}

/** The type of the event that a frame carries; undefined for any other frame. */
export function eventType(frame: JsonObject): string | undefined {
  const type = pick(eventOf(frame), "type");
  return typeof type === "string" ? type : undefined;
}

/** The chunk of an `assistant/chunk` event; undefined for any other frame. */
export function chunkOf(frame: JsonObject): JsonObject | undefined {
  const chunk = eventType(frame) === "assistant/chunk" ? pick(eventOf(frame), "data", "chunk") : undefined;
  return isObject(chunk) ? chunk : undefined;
}

export function isResponse(frame: JsonObject): boolean {
  return "id" in frame && !("method" in frame);
}

/** Whether an event queues a prompt: its receipt. */
export function isReceipt(frame: JsonObject): boolean {
  return eventType(frame) === "agent/inbox/spliced" && pickArray(eventOf(frame), "data", "inserted").length > 0;
}
