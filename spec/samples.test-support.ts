import { readFileSync } from "node:fs";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

interface Samples {
  readonly header: JsonObject;
  readonly requests: Readonly<Record<string, { readonly params?: JsonObject; readonly result: JsonObject }>>;
  readonly notifications: Readonly<Record<string, JsonObject>>;
  readonly events: readonly JsonObject[];
}

export const samples: Samples = JSON.parse(readFileSync(new URL("fixtures/samples.json", import.meta.url), "utf8"));

type Requests = Readonly<Record<string, readonly { readonly params?: JsonObject; readonly result: JsonObject }[]>>;
type Notifications = Readonly<Record<string, readonly JsonObject[]>>;

interface SamplesV1 {
  readonly ClientRequestMapV1: Requests;
  readonly ServerRequestMapV1: Requests;
  readonly ClientNotificationMapV1: Notifications;
  readonly ServerNotificationMapV1: Notifications;
  readonly ErrorData: readonly JsonObject[];
}

export const samplesV1: SamplesV1 = JSON.parse(
  readFileSync(new URL("fixtures/v1/samples.json", import.meta.url), "utf8"),
);

export interface Schema {
  readonly $schema?: string;
  readonly description?: string;
  readonly not?: Schema;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export const schema: Schema = JSON.parse(
  readFileSync(new URL("../packages/protocol/schema.json", import.meta.url), "utf8"),
);

/** One place in a value where a schema of ours says what stands there. */
export interface Place {
  /** As issues name it, without the name of the whole: `.data.message.content[0]`. */
  readonly path: string;
  readonly keys: readonly (string | number)[];
  /** Whether the object that holds it must have it. */
  readonly required: boolean;
  /** Whether it is an object whose members we define. */
  readonly isObject: boolean;
  /** Whether any JSON value may stand there, or a kind that no schema knows does. */
  readonly isFree: boolean;
  readonly isList: boolean;
  /** The members that it has, as `schema.json` names them: `TextBlock.text`. */
  readonly has: readonly string[];
}

const nameOf = new Map(Object.entries(schema.$defs ?? {}).map(([name, definition]) => [definition, name]));

/** Every member of `value` that the definition `name` of `schema.json` speaks of, and the places of objects among them. */
export function placesOf(name: string, value: Json): Place[] {
  const places: Place[] = [];
  const visit = (node: Schema, at: Json, path: string, keys: readonly (string | number)[], required: boolean): void => {
    const own = resolve(node, at);
    const isObject = own.properties !== undefined && typeof at === "object" && at !== null && !Array.isArray(at);
    const isFree = Object.keys(own).every((keyword) => keyword === "description");
    const has = isObject ? Object.keys(own.properties ?? {}).filter((key) => at[key] !== undefined) : [];
    const isList = Array.isArray(at);
    places.push({ path, keys, required, isObject, isFree, isList, has: has.map((key) => `${nameOf.get(own)}.${key}`) });
    if (Array.isArray(at)) {
      const items = own.prefixItems?.[0] ?? own.items;
      if (items) at.forEach((item, index) => visit(items, item, `${path}[${index}]`, [...keys, index], false));
      return;
    }
    if (!isObject) return;
    for (const [key, member] of Object.entries(own.properties ?? {})) {
      const inner = at[key];
      if (inner === undefined) continue;
      visit(member, inner, `${path}.${key}`, [...keys, key], own.required?.includes(key) === true);
    }
  };
  visit({ $ref: `#/$defs/${name}` }, value, "", [], false);
  return places;
}

/** Follows references, and of a union takes the member that the value belongs to by its tag. */
function resolve(node: Schema, value: Json): Schema {
  if (node.$ref !== undefined) return resolve(schema.$defs?.[node.$ref.replace("#/$defs/", "")] ?? {}, value);
  if (node.anyOf === undefined) return node;
  const members = node.anyOf.map((member) => resolve(member, value));
  return members.find((member) => belongs(member, value)) ?? {};
}

function belongs(member: Schema, value: Json): boolean {
  if (member.properties === undefined) return false;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const tag = ["type", "kind", "op"].find((key) => member.properties?.[key] !== undefined);
  const rule = tag === undefined ? undefined : member.properties[tag];
  if (rule === undefined || tag === undefined) return false;
  if (rule.const !== undefined) return rule.const === value[tag];
  return rule.enum !== undefined && rule.enum.includes(value[tag]);
}

/** A copy of `value` with another value, or none, at one place. */
export function changed(value: Json, keys: readonly (string | number)[], change: Json | undefined): unknown {
  const copy: unknown = structuredClone(value);
  const last = keys.at(-1);
  if (last === undefined) throw new Error("the whole cannot be changed");
  const holder: object = keys.slice(0, -1).reduce((at: unknown, key) => Reflect.get(Object(at), key), copy) ?? {};
  if (change === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, change);
  return copy;
}
