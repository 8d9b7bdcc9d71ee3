import { UNION } from "../schemas/define.ts";
import {
  definitions,
  events,
  isTuple,
  notificationMaps,
  pluginEventTypes,
  requestMaps,
  unionMembers,
  type EventDefinition,
  type Node,
} from "./catalog.ts";

/** A JSON Schema as it is written to disk. */
export type JsonSchema = { [keyword: string]: unknown };

const SAFE = Number.MAX_SAFE_INTEGER;
const count = (description: string): JsonSchema => ({ type: "integer", minimum: 0, maximum: SAFE, description });
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

/** `schema.json`: one `$defs` entry a type and a union member, open to what it does not know. */
export function jsonSchema(): JsonSchema {
  const defs: JsonSchema = {};
  for (const { name, node } of definitions) {
    Object.assign(defs, node[UNION] === undefined ? { [name]: define(node) } : defineUnion(name, node));
  }
  for (const event of events) defs[`${event.stem}Event`] = eventSchema(event);
  defs["PluginEvent"] = pluginEvent();
  defs["OtherEvent"] = otherEvent();
  defs["SessionEvent"] = {
    description: "One fact in the log of a session, told apart by `type`.",
    anyOf: [...events.map((event) => ref(`${event.stem}Event`)), ref("PluginEvent"), ref("OtherEvent")],
  };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $comment: "Generated from the schemas in spec/ by `npm run generate`. Do not edit.",
    title: "TheOpen Harness SDK protocol, versions 0 and 1",
    description:
      "The types of the wire and of a session's log, one under each name in $defs. HarnessSdkRequestMap and HarnessSdkNotificationMap say which method of version 0 has which; ClientRequestMapV1, ServerRequestMapV1, ClientNotificationMapV1 and ServerNotificationMapV1 say it for version 1, by who sends. Everything is open: members, kinds and event types that stand nowhere here are passed on untouched.",
    $defs: { ...methodMaps(), ...defs },
  };
}

function methodMaps(): JsonSchema {
  const object = (description: string, properties: JsonSchema): JsonSchema => ({
    type: "object",
    description,
    properties,
    required: Object.keys(properties),
  });
  const named = (node: Node): JsonSchema => ref(node.$id ?? "");
  const requests = Object.entries(requestMaps).map(([name, map]) => {
    const rows = map.requests.map(({ method, params, result, description }) => [
      method,
      object(description, { ...(params && { params: named(params) }), result: named(result) }),
    ]);
    return [name, object(map.description, Object.fromEntries(rows))];
  });
  const notifications = Object.entries(notificationMaps).map(([name, map]) => {
    const rows = map.notifications.map(({ method, params, description }) => [
      method,
      { description, ...named(params) },
    ]);
    return [name, object(map.description, Object.fromEntries(rows))];
  });
  return Object.fromEntries([...requests, ...notifications]);
}

function defineUnion(name: string, node: Node): JsonSchema {
  const note = node[UNION];
  if (note === undefined) throw new Error(`${name} is no union`);
  const members = unionMembers(node, note);
  const other = `Other${name}`;
  return {
    [name]: {
      description: oneLine(node.description),
      anyOf: [...members.map((member) => ref(member.name)), ref(other)],
    },
    [other]: {
      description: `A ${name} of a ${note.tag} that is not defined here. It is passed on untouched.`,
      type: "object",
      properties: { [note.tag]: { type: "string", not: { enum: members.map((member) => member.tag) } } },
      required: [note.tag],
    },
  };
}

const define = ({ $id: _, ...node }: Node): JsonSchema => convert(node);

/** A schema in its place: a named one becomes a reference, to which what is said here alone is added. */
function convert(node: Node): JsonSchema {
  if (node.$id !== undefined) {
    const own = definitions.find((definition) => definition.name === node.$id)?.node;
    return {
      ...ref(node.$id),
      ...(node.description !== own?.description && { description: oneLine(node.description) }),
      ...(own !== undefined &&
        node.properties !== undefined &&
        own.properties === undefined && { properties: node.properties }),
    };
  }
  const schema: JsonSchema = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword.startsWith("x-")) continue;
    if (keyword === "description") schema[keyword] = oneLine(node.description);
    else if (keyword === "properties") schema[keyword] = mapValues(node.properties ?? {}, convert);
    else if (keyword === "anyOf") schema[keyword] = node.anyOf?.map(convert);
    else if (keyword !== "items") schema[keyword] = value;
    else if (!isTuple(node.items)) schema[keyword] = convert(node.items ?? {});
    else {
      schema["prefixItems"] = node.items.map(convert);
      schema["items"] = false;
      schema["minItems"] = node.items.length;
    }
  }
  if (node.patternProperties !== undefined) delete schema["patternProperties"];
  delete schema["additionalItems"];
  return schema;
}

const oneLine = (text: string | undefined): string | undefined => text?.replaceAll("\n", " ");
const mapValues = (object: Readonly<Record<string, Node>>, map: (node: Node) => JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

// The envelope (spec §0.7)

const envelope = (type: JsonSchema, data: JsonSchema, surface: JsonSchema): JsonSchema => ({
  type,
  seq: count(
    "Number of the event in its session's log, counted from 0 without gaps. The first one sent may be above 0.",
  ),
  time: {
    type: "integer",
    description: "When it was appended, in milliseconds since 1970 on the runtime's clock; not monotonic.",
  },
  data,
  ...surface,
  ignorable: {
    const: true,
    description: "A reader may skip the event when it does not know its type. Absent means no.",
  },
});

const surfaceMembers: JsonSchema = {
  sourceEventSeqs: {
    type: "array",
    items: count("`seq` of an earlier event."),
    description: "The earlier events from which this one was made, each once; may be empty.",
  },
  surfaceOp: { ...ref("SurfaceOp"), description: "What the event does to the history." },
};

function eventSchema({ type, data, surface, description }: EventDefinition): JsonSchema {
  return {
    description,
    type: "object",
    properties: envelope({ const: type }, ref(data.$id ?? ""), surface ? surfaceMembers : {}),
    required: ["type", "seq", "time", "data", ...(surface ? ["surfaceOp"] : [])],
  };
}

function pluginEvent(): JsonSchema {
  return {
    description: "An event of an optional plugin, which says what is in its data.",
    type: "object",
    properties: envelope({ enum: pluginEventTypes }, { type: "object", description: "An object of the plugin's." }, {}),
    required: ["type", "seq", "time", "data"],
  };
}

function otherEvent(): JsonSchema {
  const known = [...events.map((event) => event.type), ...pluginEventTypes];
  return {
    description: "An event of a type that is not defined here. It is passed on untouched.",
    type: "object",
    properties: envelope({ type: "string", not: { enum: known } }, { description: "Any JSON value." }, surfaceMembers),
    required: ["type", "seq", "time", "data"],
  };
}
