import { Type, type Static, type TArray, type TObject, type TProperties, type TSchema, type TUnion } from "typebox";

/** What the generator needs to know of a union beside its members. It stands in the schema under {@link UNION}. */
export interface UnionNote {
  /** The member that tells which one it is: `type` or `kind`. */
  readonly tag: string;
  /** The interface, keyed by the tag, that a plugin extends by declaration merging. */
  readonly map: string;
}

/** Annotations of ours. They lead the generator and never reach `schema.json`. */
export const UNION = "x-union";
export const KNOWN_STRINGS = "x-known-strings";
export const TOLERATED = "x-tolerated";

export interface KnownStringsNote {
  readonly map: string;
  readonly docs: Readonly<Record<string, string>>;
}

/** A named object: one `$defs` entry, one interface, one `TypedDict`. */
export function object<const P extends TProperties>(name: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { $id: name, description });
}

/** A named union told apart by `note.tag`. It is open: a kind that stands in no member passes every check. */
export function openUnion<const Members extends TSchema[]>(
  name: string,
  note: UnionNote,
  description: string,
  members: [...Members],
): TUnion<Members> {
  return Type.Union(members, { $id: name, description, [UNION]: note });
}

/** A named string of which some values are known, each with its meaning. It is open: any other string passes. */
export function openStrings<const Docs extends Record<string, string>>(
  name: string,
  map: string,
  description: string,
  docs: Docs,
): ReturnType<typeof Type.Unsafe<keyof Docs & string>> {
  const note: KnownStringsNote = { map, docs };
  return Type.Unsafe<keyof Docs & string>({ type: "string", $id: name, description, [KNOWN_STRINGS]: note });
}

/** A string out of a closed list. */
export function oneOf<const Values extends string[]>(description: string, values: [...Values]) {
  return Type.Enum(values, { description });
}

/** The same schema with another description: what a named type means in this member. */
export const as = <T extends TSchema>(schema: T, description: string): T => constrain(schema, { description });

/** The same schema with more keywords, which hold beside those of a named type. */
export function constrain<T extends TSchema>(schema: T, more: Record<string, unknown>): T {
  const copy: T = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, more);
}

export const string = (description: string) => Type.String({ description });
export const boolean = (description: string) => Type.Boolean({ description });
/** Any JSON value. */
export const json = (description: string) => Type.Unknown({ description });
/** Any JSON object. */
export const jsonObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
export const list = <T extends TSchema>(items: T, description: string): TArray<T> => Type.Array(items, { description });
export const optional = Type.Optional;
export const literal = Type.Literal;

/** A whole number that every JSON peer can hold: at most 2^53 - 1. */
export const integer = (description: string, minimum: number) =>
  Type.Integer({ description, minimum, maximum: Number.MAX_SAFE_INTEGER });

export const number = (description: string, minimum = 0) => Type.Number({ description, minimum });
export const turn = integer("Number of the turn, counted from 1 over the whole life of the session.", 1);
export const step = integer("Number of the step, counted from 1 within its turn.", 1);
export const seq = (description: string) => integer(description, 0);

export type { Static };
