import { KNOWN_STRINGS, UNION } from "../schemas/define.ts";
import {
  definitions,
  events,
  isTuple,
  notificationMaps,
  pluginEventTypes,
  requestMaps,
  unionMembers,
  type Definition,
  type Node,
} from "./catalog.ts";
import { HEADER, wrap } from "./text.ts";

const WIDTH = 100;

/** `_wire.py`: one `TypedDict` an object, one `Union` a union. It needs the standard library alone, from Python 3.10 on. */
export function pythonModule(): string {
  const eventNames = events.map((event) => `${event.stem}Event`);
  const names = [
    ...definitions.map((definition) => definition.name),
    ...eventNames,
    "PluginEvent",
    "SessionEvent",
    "SessionEventNotification",
    ...methodNames.map(({ name }) => name),
  ];
  const classes = [...definitions.filter(isClass).map(definedClass), ...events.map(eventClass), pluginEvent()];
  const aliases = definitions.filter((definition) => !isClass(definition)).map(definedAlias);
  aliases.push(
    alias(
      "SessionEvent",
      union([...eventNames, "PluginEvent"]),
      "One fact in the log of a session, told apart by `type`.",
    ),
  );
  aliases.push(...methodNames.map(({ name, methods, description }) => alias(name, literal(methods), description)));
  return `# ${HEADER}
"""The types of the wire, for type checkers: at run time each value is a plain dict, as it came.

Every union is open. A peer may send a block, a chunk, a reason, a source or an event of a kind that has
no class here; code that looks at the tag passes on what it does not know.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = [
${[...new Set(names)]
  .sort()
  .map((name) => `    "${name}",\n`)
  .join("")}]


${classes.join("\n\n\n")}


${aliases.join("\n\n")}
`;
}

/** The names of the methods of version 1, by who sends. */
const methodNames = [
  {
    name: "ClientRequestMethod",
    methods: requestMaps.ClientRequestMapV1.requests.map(({ method }) => method),
    description: "A request that a client sends.",
  },
  {
    name: "ServerRequestMethod",
    methods: requestMaps.ServerRequestMapV1.requests.map(({ method }) => method),
    description: "A request that a runtime sends.",
  },
  {
    name: "ClientNotificationMethod",
    methods: notificationMaps.ClientNotificationMapV1.notifications.map(({ method }) => method),
    description: "A notification that a client sends.",
  },
  {
    name: "ServerNotificationMethod",
    methods: notificationMaps.ServerNotificationMapV1.notifications.map(({ method }) => method),
    description: "A notification that a runtime sends.",
  },
];

const isClass = ({ node }: Definition): boolean => node.properties !== undefined;

function definedClass({ name, node }: Definition): string {
  const members = Object.entries(node.properties ?? {}).map(([key, member]) => {
    const type = expression(member);
    return {
      key,
      type: node.required?.includes(key) === true ? type : `NotRequired[${type}]`,
      doc: member.description,
    };
  });
  return typedDict(name, node.description, members);
}

interface Member {
  readonly key: string;
  readonly type: string;
  readonly doc?: string | undefined;
}

const envelope = (type: string, data: string, surface: boolean): Member[] => [
  { key: "type", type },
  { key: "seq", type: "int", doc: "Number of the event in its session's log, counted from 0 without gaps." },
  { key: "time", type: "int", doc: "When it was appended, in milliseconds since 1970 on the runtime's clock." },
  { key: "data", type: data },
  ...(surface
    ? [
        { key: "sourceEventSeqs", type: "NotRequired[list[int]]", doc: "The earlier events it was made from." },
        { key: "surfaceOp", type: "SurfaceOp", doc: "What the event does to the history." },
      ]
    : []),
  { key: "ignorable", type: "NotRequired[Literal[True]]", doc: "A reader may skip it when it does not know the type." },
];

const eventClass = ({ type, stem, data, surface, description }: (typeof events)[number]): string =>
  typedDict(`${stem}Event`, `\`${type}\`: ${description}`, envelope(literal([type]), data.$id ?? "", surface));

const pluginEvent = (): string =>
  typedDict(
    "PluginEvent",
    "An event of an optional plugin, which says what is in its data.",
    envelope(literal(pluginEventTypes), "dict[str, Any]", false),
  );

function typedDict(name: string, description: string | undefined, members: readonly Member[]): string {
  if (members.some(({ key }) => KEYWORDS.has(key))) return functionalTypedDict(name, description, members);
  const lines = members.flatMap(({ key, type, doc }) => [
    `    ${key}: ${breakLong(type, 4, key.length + 6)}`,
    ...(doc === undefined ? [] : docstring(doc)),
  ]);
  return [
    `class ${name}(TypedDict):`,
    ...docstring(description ?? name),
    ...(lines.length > 0 ? ["", ...lines] : []),
  ].join("\n");
}

// No class can have a member of such a name.
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** The types stand in quotes: unlike those of a class, they would be evaluated. */
function functionalTypedDict(name: string, description: string | undefined, members: readonly Member[]): string {
  const lines = members.flatMap(({ key, type, doc }) => [
    ...(doc === undefined ? [] : wrap(doc.replaceAll("\n", " "), WIDTH - 10).map((line) => `        # ${line}`)),
    `        "${key}": ${JSON.stringify(type)},`,
  ]);
  return [
    `${name} = TypedDict(`,
    `    "${name}",`,
    "    {",
    ...lines,
    "    },",
    ")",
    ...docstring(description ?? name, ""),
  ].join("\n");
}

function definedAlias({ name, node }: Definition): string {
  const note = node[UNION];
  if (note !== undefined)
    return alias(name, union(unionMembers(node, note).map((member) => member.name)), node.description);
  const known = node[KNOWN_STRINGS];
  if (known === undefined) {
    const { $id: _, ...anonymous } = node;
    return alias(name, expression(anonymous), node.description);
  }
  const values = Object.entries(known.docs).map(([value, meaning]) => `\`${value}\`: ${meaning}`);
  return alias(name, union([literal(Object.keys(known.docs)), "str"]), [node.description, ...values].join(" "));
}

const alias = (name: string, type: string, description: string | undefined): string =>
  [`${name} = ${breakLong(type, 0, name.length + 3)}`, ...docstring(description ?? name, "")].join("\n");

const union = (members: readonly string[]): string => `Union[${members.join(", ")}]`;
const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === true ? "True" : JSON.stringify(value))).join(", ")}]`;

function expression(node: Node): string {
  if (node.$id !== undefined) return node.$id;
  if (node.const !== undefined) return literal([node.const]);
  if (node.enum !== undefined) return literal(node.enum);
  if (node.anyOf !== undefined) return union(node.anyOf.map(expression));
  switch (node.type) {
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "null":
      return "None";
    case "array":
      // JSON has one kind of array, and Python reads each as a list.
      return `list[${expression(isTuple(node.items) ? (node.items[0] ?? {}) : (node.items ?? {}))}]`;
    case "object":
      return "dict[str, Any]";
    default:
      return "Any";
  }
}

/** A long list in brackets, one member a line. */
function breakLong(type: string, indent: number, before: number): string {
  if (indent + before + type.length <= WIDTH) return type;
  const open = type.indexOf("[");
  const pad = " ".repeat(indent);
  const members = type.slice(open + 1, -1).split(/, (?![^[]*\])/);
  return `${type.slice(0, open + 1)}\n${members.map((member) => `${pad}    ${member},\n`).join("")}${pad}]`;
}

function docstring(description: string, indent = "    "): string[] {
  const text = description
    .replace(/\{@link (\w+)\}/g, "$1")
    .replaceAll("`", "``")
    .replaceAll("\n", " ");
  if (indent.length + text.length + 6 <= WIDTH) return [`${indent}"""${text}"""`];
  const [first = "", ...rest] = wrap(text, WIDTH - indent.length - 3);
  return [`${indent}"""${first}`, ...rest.map((line) => `${indent}${line}`), `${indent}"""`];
}
