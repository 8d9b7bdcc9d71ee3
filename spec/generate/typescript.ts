import { KNOWN_STRINGS, UNION } from "../schemas/define.ts";
import {
  definitions,
  events,
  isTuple,
  notificationMaps,
  owners,
  requestMaps,
  unionMembers,
  type Definition,
  type Node,
  type Owner,
} from "./catalog.ts";
import { HEADER, wrap } from "./text.ts";

const WIDTH = 120;

/** The interfaces of one package, laid out as the formatter would. */
export function typescriptOf(owner: Owner): string {
  const own = definitions.filter((definition) => definition.owner === owner);
  const used = new Set<string>();
  const body = own.map((definition) => declare(definition, used));
  if (owner === "session") body.unshift(sessionEvent(used));
  if (owner === "protocol") body.push(methodMaps(used));
  return [`// ${HEADER}`, "", ...imports(owner, used), body.join("\n\n"), ""].join("\n");
}

function imports(owner: Owner, used: ReadonlySet<string>): string[] {
  const lines: string[] = [];
  for (const other of ["llm", "session", "subagent"] as const) {
    if (other === owner) continue;
    const names = definitions.filter((one) => one.owner === other && used.has(one.name)).map((one) => one.name);
    if (other === "session" && used.has("SessionEvent")) names.push("SessionEvent");
    if (names.length === 0) continue;
    names.sort();
    const line = `import type { ${names.join(", ")} } from "${owners[other].packageName}";`;
    if (line.length <= WIDTH) lines.push(line);
    else lines.push("import type {", ...names.map((name) => `  ${name},`), `} from "${owners[other].packageName}";`);
  }
  return lines.length === 0 ? [] : [...lines, ""];
}

function declare({ name, node }: Definition, used: Set<string>): string {
  const doc = comment(node.description, "");
  const union = node[UNION];
  if (union !== undefined) {
    const members = unionMembers(node, union).map((member) => ({
      doc: member.node.description,
      key: member.tag,
      type: member.name,
    }));
    return openMap(name, union.map, `the ${union.tag} of a {@link ${name}}`, members, doc);
  }
  const known = node[KNOWN_STRINGS];
  if (known !== undefined) {
    const members = Object.entries(known.docs).map(([value, meaning]) => ({
      doc: meaning,
      key: value,
      type: JSON.stringify(value),
    }));
    return openMap(name, known.map, `a {@link ${name}}`, members, doc);
  }
  if (node.properties !== undefined && Object.keys(node.properties).length > 0) {
    const members = Object.entries(node.properties).map(([key, member]) => {
      const optional = node.required?.includes(key) === true ? "" : "?";
      return `${comment(member.description, "  ")}  ${propertyName(key)}${optional}: ${expression(member, used)};`;
    });
    return `${doc}export interface ${name} {\n${members.join("\n")}\n}`;
  }
  return `${doc}${alias(name, node, used)}`;
}

/** An open union: a map that plugins extend, and the union of what stands in it. */
function openMap(
  name: string,
  map: string,
  what: string,
  members: readonly { doc: string | undefined; key: string; type: string }[],
  doc: string,
): string {
  const lines = members.map((member) => `${comment(member.doc, "  ")}  ${propertyName(member.key)}: ${member.type};`);
  const mapDoc = comment(
    `What stands behind ${what}. A plugin adds its own by declaration merging on the package's name.`,
    "",
  );
  return `${mapDoc}export interface ${map} {\n${lines.join("\n")}\n}\n\n${doc}export type ${name} = ${map}[keyof ${map}];`;
}

function alias(name: string, node: Node, used: Set<string>): string {
  const { $id: _, ...anonymous } = node;
  const line = `export type ${name} = ${expression(anonymous, used)};`;
  if (line.length <= WIDTH || node.anyOf === undefined) return line;
  return `export type ${name} =\n${node.anyOf.map((member) => `  | ${expression(member, used)}`).join("\n")};`;
}

function expression(node: Node, used: Set<string>): string {
  if (node.$id !== undefined) {
    used.add(node.$id);
    return node.$id;
  }
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (node.anyOf !== undefined) return node.anyOf.map((member) => expression(member, used)).join(" | ");
  switch (node.type) {
    case "array": {
      if (isTuple(node.items)) return `[${node.items.map((item) => expression(item, used)).join(", ")}]`;
      const item = expression(node.items ?? {}, used);
      return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return node.patternProperties === undefined ? "Record<string, never>" : "Record<string, unknown>";
    case "integer":
      return "number";
    case undefined:
      return "unknown";
    default:
      return node.type;
  }
}

function sessionEvent(used: Set<string>): string {
  const rows = events.map(({ type, data, description }) => {
    const name = expression(data, used);
    return `${comment(description, "  ")}  ${propertyName(type)}: ${name};`;
  });
  const surface = events.filter((event) => event.surface).map((event) => JSON.stringify(event.type));
  return `/** The data of each event type. A plugin adds its own types by declaration merging on the package's name. */
export interface SessionEventMap {
${rows.join("\n")}
}

/** Name of an event type, \`area/name\`. */
export type SessionEventType = keyof SessionEventMap;

/** The event types that build the history which the model sees. All others only stand in the log. */
export type SurfaceEventType = ${surface.join(" | ")};

/** What every event has. */
export interface SessionEventEnvelope<Type extends SessionEventType = SessionEventType> {
  /** What happened. A reader passes on types that it does not know. */
  type: Type;
  /** Number of the event in its session's log, counted from 0 without gaps. The first one sent may be above 0. */
  seq: number;
  /** When it was appended, in milliseconds since 1970 on the runtime's clock; not monotonic. */
  time: number;
  /** What belongs to the type. */
  data: SessionEventMap[Type];
  /** A reader may skip the event when it does not know its type. Absent means no. */
  ignorable?: true;
}

/** What the events of the history have beside that. */
export interface SurfaceEventEnvelope {
  /** \`seq\` of the earlier events from which this one was made, each once; may be empty. */
  sourceEventSeqs?: number[];
  /** What the event does to the history. */
  surfaceOp: SurfaceOp;
}

/** What all other events lack; it is written down so that both members can be read of any event. */
export interface LogOnlyEventEnvelope {
  sourceEventSeqs?: never;
  surfaceOp?: never;
}

/**
 * One fact in the log of a session: a union told apart by \`type\`, or with a parameter the events of that type alone.
 *
 * The union is open: what comes from a peer may have a type that stands in no map, so a \`switch\` needs a \`default\`.
 */
export type SessionEvent<Type extends SessionEventType = SessionEventType> = {
  [T in Type]: SessionEventEnvelope<T> & (T extends SurfaceEventType ? SurfaceEventEnvelope : LogOnlyEventEnvelope);
}[Type];`;
}

function methodMaps(used: Set<string>): string {
  const requests = Object.entries(requestMaps).map(([name, map]) => {
    const rows = map.requests.map(({ method, params, result, description }) => {
      const from = params === undefined ? "undefined" : expression(params, used);
      const row = `  ${propertyName(method)}: { params: ${from}; result: ${expression(result, used)} };`;
      return `${comment(description, "  ")}${row}`;
    });
    return `${comment(map.description, "")}export interface ${name} {\n${rows.join("\n")}\n}`;
  });
  const notifications = Object.entries(notificationMaps).map(([name, map]) => {
    const rows = map.notifications.map(
      ({ method, params, description }) =>
        `${comment(description, "  ")}  ${propertyName(method)}: ${expression(params, used)};`,
    );
    return `${comment(map.description, "")}export interface ${name} {\n${rows.join("\n")}\n}`;
  });
  return [...requests, ...notifications].join("\n\n");
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return "";
  const line = `${indent}/** ${text} */`;
  if (line.length <= WIDTH && !text.includes("\n")) return `${line}\n`;
  const lines = wrap(text, WIDTH - indent.length - 3);
  return `${indent}/**\n${lines.map((one) => `${indent} * ${one}\n`).join("")}${indent} */\n`;
}

const propertyName = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
