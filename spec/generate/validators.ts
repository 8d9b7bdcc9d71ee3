import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { KNOWN_STRINGS, TOLERATED, UNION } from "../schemas/define.ts";
import {
  definitions,
  events,
  notificationMaps,
  pluginEventTypes,
  requestMaps,
  unionMembers,
  type Node,
  type Notification,
  type Request,
} from "./catalog.ts";
import { jsonSchema, type JsonSchema } from "./json-schema.ts";
import { HEADER } from "./text.ts";

/**
 * `open` for what comes from outside: members, kinds and event types that are not defined pass.
 * `closed` for what we write: an undefined member of a defined type fails; undefined kinds and event types still pass.
 */
export type Mode = "open" | "closed";

/** A module that checks the lines of a log: `events` by type, `otherEvent`, `header`. It needs nothing beside itself. */
export function logValidators(mode: Mode): string {
  const names = new Map([...eventNames(), ["header", "SessionHeader"]]);
  return compile(mode, names, [eventTable(), "export const header = validate.header;"]);
}

/** A module that checks what a client receives: the events of the log, and tables by method (see {@link clientTables}). */
export function clientValidators(mode: Mode): string {
  return tableModule(mode, clientTables, eventNames(), [eventTable()]);
}

/** A module that checks what a server receives, by method (see {@link serverTables}). */
export function serverValidators(mode: Mode): string {
  return tableModule(mode, serverTables, new Map(), []);
}

type Table = readonly (readonly [method: string, node: Node])[];

const params = (requests: readonly Request[]): Table =>
  requests.flatMap(({ method, params: node }) => (node === undefined ? [] : [[method, node] as const]));
const results = (requests: readonly Request[]): Table => requests.map(({ method, result }) => [method, result]);
const notifications = (all: readonly Notification[]): Table => all.map((one) => [one.method, one.params]);

// The tables of both have the same names: the params of the requests that this end gets, the results of those that it
// sends, the notifications that it gets.
const clientTables: Readonly<Record<string, Table>> = {
  resultsV0: results(requestMaps.HarnessSdkRequestMap.requests),
  notificationsV0: notifications(notificationMaps.HarnessSdkNotificationMap.notifications),
  paramsV1: params(requestMaps.ServerRequestMapV1.requests),
  resultsV1: results(requestMaps.ClientRequestMapV1.requests),
  notificationsV1: notifications(notificationMaps.ServerNotificationMapV1.notifications),
};
const serverTables: Readonly<Record<string, Table>> = {
  paramsV0: params(requestMaps.HarnessSdkRequestMap.requests),
  paramsV1: params(requestMaps.ClientRequestMapV1.requests),
  resultsV1: results(requestMaps.ServerRequestMapV1.requests),
  notificationsV1: notifications(notificationMaps.ClientNotificationMapV1.notifications),
};

function tableModule(
  mode: Mode,
  tables: Readonly<Record<string, Table>>,
  names: Map<string, string>,
  more: readonly string[],
): string {
  names.set("errorData", "ErrorData");
  const texts = Object.entries(tables).map(([title, entries]) => {
    const rows = entries.map(([method, { $id }]) => {
      const name = $id ?? "";
      names.set(`of${name}`, name);
      return `  [${JSON.stringify(method)}, validate.of${name}],`;
    });
    return `export const ${title} = new Map([\n${rows.join("\n")}\n]);`;
  });
  return compile(mode, names, [...more, ...texts, "export const errorData = validate.errorData;"]);
}

function eventNames(): Map<string, string> {
  const names = new Map(events.map((event, index) => [`event${index}`, `${event.stem}Event`]));
  return names.set("pluginEvent", "PluginEvent").set("otherEvent", "OtherEvent");
}

function eventTable(): string {
  const rows = [
    ...events.map((event, index) => `  [${JSON.stringify(event.type)}, validate.event${index}],`),
    ...pluginEventTypes.map((type) => `  [${JSON.stringify(type)}, validate.pluginEvent],`),
  ];
  return `export const events = new Map([\n${rows.join("\n")}\n]);\nexport const otherEvent = validate.otherEvent;`;
}

function compile(mode: Mode, names: ReadonlyMap<string, string>, tables: readonly string[]): string {
  const ajv = new Ajv({
    // A reference becomes a call, so that a type used in ten places is compiled once.
    inlineRefs: false,
    discriminator: true,
    strict: false,
    // Texts are made from the error by the reader, in one place.
    messages: false,
    // Lengths in UTF-16 units: the other way needs a module at run time. Marked as deprecated, hence no logger.
    unicode: false,
    logger: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addSchema({ $id: "root", $defs: validatorDefs(mode) });
  const refs = Object.fromEntries([...names].map(([exported, name]) => [exported, `root#/$defs/${name}`]));
  const code = shorter(dropUnused(standalone.default(ajv, refs)))
    .replace(/^"use strict";/, "")
    // One name for all: the module's own exports are the tables.
    .replace(/^export const (\w+) = (\w+);/gm, "validate.$1 = $2;");
  return [`// ${HEADER}`, "const validate = {};", HELPERS, code.trim(), ...tables, ""].join("\n");
}

const HELPERS = `const fail = (check, instancePath, keyword, params) => {
check.errors = [{ instancePath, keyword, params }];
return false;
};
const joined = (all, more) => (all === null ? more : all.concat(more));`;

/** Half of what ajv writes is the telling of faults and arguments that no keyword of ours reads. */
function shorter(code: string): string {
  const short = code
    // Where in the schema a fault was found is of no use to anyone who does not have it.
    .replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, "")
    .replaceAll(/vErrors === null \? (validate\d+\.errors) : vErrors\.concat\(\1\)/g, "joined(vErrors, $1)")
    .replaceAll(/\n{2,}/g, "\n")
    .replaceAll(
      /(validate\d+)\.errors = \[\{instancePath(?::(.*?))?,keyword:("\w+"),params:(\{.*?\})\}\];\nreturn false;/g,
      (_, check: string, path: string | undefined, keyword: string, details: string) =>
        `return fail(${check}, ${path ?? "instancePath"}, ${keyword}, ${details});`,
    )
    // A check that has returned on its only fault needs no book of whether it found one.
    .replaceAll(
      /const (_errs\d+) = errors;\n(if\([^\n]*\)\{\nreturn fail\([^\n]*\);\n\}\n)var (valid\d+) = \1 === errors;\n\}\nelse \{\nvar \3 = true;\n\}\nif\(\3\)\{\n/g,
      "$2}\n{\n",
    )
    .replaceAll(/,parentData(?::\w+)?,parentDataProperty(?::(?:\w+|"[^"]*"))?,rootData\}/g, "}")
    .replaceAll('{instancePath="", parentData, parentDataProperty, rootData=data}={}', '{instancePath=""}={}');
  if (/parentData|rootData/.test(short)) throw new Error("a keyword reads an argument that is not passed any more");
  return short;
}

/** ajv writes down each schema it met; few of them are read by the code. */
function dropUnused(code: string): string {
  return code.replace(/^const (schema\d+) = .*;\n/gm, (line, name: string) =>
    code.split(new RegExp(`\\b${name}\\b`)).length > 2 ? line : "",
  );
}

/** The definitions in the form that is fastest to check and that names one fault: tags decide before members are looked at. */
function validatorDefs(mode: Mode): JsonSchema {
  const defs: JsonSchema = {};
  for (const [name, schema] of Object.entries(jsonSchema().$defs ?? {})) defs[name] = inlineTexts(bare(schema));
  for (const { name, node } of definitions) {
    if (node[UNION] !== undefined) {
      defs[name] = openUnion(node);
      delete defs[`Other${name}`];
    } else if (node.properties !== undefined) {
      if (mode === "open") tolerate(defs[name], node);
      else defs[name] = { ...schemaOf(defs[name]), additionalProperties: false };
    }
  }
  eventEnvelopes(defs, mode);
  // Which event it is is told by a table, outside of the schema.
  defs["SessionEvent"] = { type: "object", required: ["type"], properties: { type: { type: "string" } } };
  defs["SurfaceOp"] = {
    type: ["string", "object"],
    if: { type: "string" },
    then: { const: "append" },
    else: { $ref: "#/$defs/ReplaceSurfaceOp" },
  };
  for (const name of [...Object.keys(requestMaps), ...Object.keys(notificationMaps)]) delete defs[name];
  return defs;
}

/** A named text of which some values are known is any text to a check: no call is spent on it. */
function inlineTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlineTexts);
  if (!isSchema(value)) return value;
  if (typeof value["$ref"] === "string" && openTexts.has(value["$ref"])) return { type: "string" };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlineTexts(inner)]));
}

const openTexts: ReadonlySet<string> = new Set(
  definitions.filter(({ node }) => node[KNOWN_STRINGS] !== undefined).map(({ name }) => `#/$defs/${name}`),
);

/** The envelope is checked by one function for all types; which type it is, the table has told already. */
function eventEnvelopes(defs: JsonSchema, mode: Mode): void {
  const other = schemaOf(defs["OtherEvent"]);
  const { sourceEventSeqs, surfaceOp, ...members } = schemaOf(other["properties"]);
  const base = { type: "object", ...(mode === "closed" && { additionalProperties: false }) };
  const required = ["type", "seq", "time", "data"];
  const properties = { ...members, type: { type: "string" } };
  const surface = { ...properties, sourceEventSeqs, surfaceOp };
  defs["OtherEvent"] = { ...base, required, properties: surface };
  defs["LogEnvelope"] = { ...base, required, properties };
  defs["SurfaceEnvelope"] = { ...base, required: [...required, "surfaceOp"], properties: surface };
  const withData = (envelope: string, data: JsonSchema): JsonSchema => ({
    $ref: `#/$defs/${envelope}`,
    properties: { data },
  });
  defs["PluginEvent"] = withData("LogEnvelope", { type: "object" });
  for (const event of events) {
    const data = { $ref: `#/$defs/${event.data.$id}` };
    defs[`${event.stem}Event`] = withData(event.surface ? "SurfaceEnvelope" : "LogEnvelope", data);
  }
}

function openUnion(node: Node): JsonSchema {
  const note = node[UNION];
  if (note === undefined) throw new Error(`${node.$id} is no union`);
  const members = unionMembers(node, note);
  return {
    type: "object",
    required: [note.tag],
    properties: { [note.tag]: { type: "string" } },
    if: { properties: { [note.tag]: { enum: members.map((member) => member.tag) } } },
    then: {
      type: "object",
      required: [note.tag],
      discriminator: { propertyName: note.tag },
      oneOf: members.map((member) => ({ $ref: `#/$defs/${member.name}` })),
    },
  };
}

/** Lets pass, in the place of a member's own type, what recorded runtimes are known to write there. */
function tolerate(schema: unknown, node: Node): void {
  const properties = schemaOf(schemaOf(schema)["properties"]);
  for (const [key, member] of Object.entries(node.properties ?? {})) {
    const types = member[TOLERATED];
    if (types === undefined) continue;
    const own = schemaOf(properties[key]);
    properties[key] = { ...own, type: [own["type"], ...types] };
  }
}

/** Without what no check reads; and with one fault for each wrong value: a constant has no type beside it. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => key !== "description" || typeof inner !== "string");
  const schema: JsonSchema = Object.fromEntries(entries.map(([key, inner]) => [key, bare(inner)]));
  if ("const" in schema) delete schema["type"];
  // The compiler's own dialect, in which it keeps no book of what was evaluated: half the code, and faster.
  if (Array.isArray(schema["prefixItems"])) {
    return { type: "array", items: schema["prefixItems"], additionalItems: false, minItems: schema["minItems"] };
  }
  if (Array.isArray(schema["anyOf"]) && schema["anyOf"].every((one) => Object.hasOwn(schemaOf(one), "type"))) {
    return mergeTypes(schema["anyOf"].map(schemaOf));
  }
  return schema;
}

/** `integer` or `null` as one schema with two types, where the keywords of one do not concern the other. */
const mergeTypes = (members: readonly JsonSchema[]): JsonSchema => ({
  ...Object.assign({}, ...members),
  type: members.map((member) => member["type"]),
});

function schemaOf(value: unknown): JsonSchema {
  if (!isSchema(value)) throw new Error("a schema was expected here");
  return value;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The types of a module of checks of the log. */
export const logTypes = (): string => declarations(["events"], ["otherEvent", "header"]);

/** The types of the module of {@link clientValidators}. */
export const clientTypes = (issues?: string): string =>
  declarations(["events", ...Object.keys(clientTables)], ["otherEvent", "errorData"], issues);

/** The types of the module of {@link serverValidators}. */
export const serverTypes = (issues?: string): string => declarations(Object.keys(serverTables), ["errorData"], issues);

function declarations(tables: readonly string[], checks: readonly string[], issues = "./issues.ts"): string {
  return [
    `// ${HEADER}`,
    `import type { Check } from ${JSON.stringify(issues)};`,
    "",
    ...tables.map((name) => `export declare const ${name}: ReadonlyMap<string, Check>;`),
    ...checks.map((name) => `export declare const ${name}: Check;`),
    "",
  ].join("\n");
}
