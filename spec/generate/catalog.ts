import type { TSchema } from "typebox";
import * as llm from "../schemas/llm.ts";
import * as protocol from "../schemas/protocol.ts";
import * as session from "../schemas/session.ts";
import * as subagent from "../schemas/subagent.ts";
import * as version1 from "../schemas/v1/methods.ts";
import type { KNOWN_STRINGS, KnownStringsNote, TOLERATED, UNION, UnionNote } from "../schemas/define.ts";

/** A schema as plain data: what TypeBox made, without its hidden marks, read by its keywords. */
export interface Node {
  readonly $id?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node | readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly [UNION]?: UnionNote;
  readonly [KNOWN_STRINGS]?: KnownStringsNote;
  readonly [TOLERATED]?: readonly string[];
}

/** Whether `items` lists the types one by one, and not one type for all. */
export const isTuple = (items: Node["items"]): items is readonly Node[] => Array.isArray(items);

export type Owner = "llm" | "session" | "subagent" | "protocol";

export interface Definition {
  readonly name: string;
  readonly owner: Owner;
  readonly node: Node;
}

const plain = (schema: TSchema): Node => JSON.parse(JSON.stringify(schema));

const owned = (owner: Owner, schemas: readonly TSchema[]): Definition[] =>
  schemas.map((schema) => {
    const node = plain(schema);
    if (node.$id === undefined) throw new Error(`a definition of ${owner} has no name`);
    return { name: node.$id, owner, node };
  });

/** Every named type, in the order in which it is told. The event envelope is not among them: see {@link events}. */
export const definitions: readonly Definition[] = [
  ...owned("llm", llm.definitions),
  ...owned("session", session.definitions),
  ...owned("subagent", subagent.definitions),
  ...owned("protocol", protocol.definitions),
  ...owned("protocol", version1.definitions),
];

export interface EventDefinition {
  readonly type: string;
  readonly stem: string;
  readonly data: Node;
  readonly surface: boolean;
  readonly description: string;
}

export const events: readonly EventDefinition[] = session.events.map((event) => ({
  ...event,
  data: plain(event.data),
}));
export const pluginEventTypes: readonly string[] = session.pluginEventTypes;

export interface Request {
  readonly method: string;
  /** Undefined: the method takes none, and what is sent is ignored. */
  readonly params: Node | undefined;
  readonly result: Node;
  readonly description: string;
}
export interface Notification {
  readonly method: string;
  readonly params: Node;
  readonly description: string;
}

const plainRequests = (schemas: readonly protocol.RequestSchema[]): Request[] =>
  schemas.map(({ params, result, ...rest }) => ({
    ...rest,
    params: params === undefined ? undefined : plain(params),
    result: plain(result),
  }));
const plainNotifications = (schemas: readonly protocol.NotificationSchema[]): Notification[] =>
  schemas.map((one) => ({ ...one, params: plain(one.params) }));

/** The methods of both versions, by the name of the map that holds them in every language. */
export const requestMaps = {
  HarnessSdkRequestMap: {
    description: "The requests of version 0, client to runtime, by method (spec §0.3).",
    requests: plainRequests(protocol.requests),
  },
  ClientRequestMapV1: {
    description: "The requests of version 1 that a client sends, by method (spec §1.1 to §1.12).",
    requests: plainRequests(version1.clientRequests),
  },
  ServerRequestMapV1: {
    description: "The requests of version 1 that a runtime sends, by method (spec §1.7, §1.8).",
    requests: plainRequests(version1.serverRequests),
  },
} as const;

export const notificationMaps = {
  HarnessSdkNotificationMap: {
    description: "The notifications of version 0, runtime to client, by method (spec §0.3).",
    notifications: plainNotifications(protocol.notifications),
  },
  ClientNotificationMapV1: {
    description: "The notifications of version 1 that a client sends, by method (spec §1.3, §1.7, §1.9).",
    notifications: plainNotifications(version1.clientNotifications),
  },
  ServerNotificationMapV1: {
    description: "The notifications of version 1 that a runtime sends, by method (spec §1.3, §1.6, §1.7, §1.9).",
    notifications: plainNotifications(version1.serverNotifications),
  },
} as const;

/** Where each package's types come from, and where the generated ones go. */
export const owners: Readonly<Record<Owner, { file: string; packageName: string }>> = {
  llm: { file: "packages/llm/src/vocabulary.ts", packageName: "@buckeyestudio/toh-llm" },
  session: { file: "packages/session/src/event.ts", packageName: "@buckeyestudio/toh-session" },
  subagent: { file: "packages/subagent/src/delegation.ts", packageName: "@buckeyestudio/toh-subagent" },
  protocol: { file: "packages/protocol/src/types.ts", packageName: "@buckeyestudio/toh-sdk-protocol" },
};

/** The members of the union, each with the value of the tag that tells it. */
export function unionMembers(node: Node, note: UnionNote): { tag: string; name: string; node: Node }[] {
  return (node.anyOf ?? []).map((member) => {
    const tag = member.properties?.[note.tag]?.const;
    if (typeof tag !== "string" || member.$id === undefined) throw new Error(`${node.$id}: a member lacks name or tag`);
    return { tag, name: member.$id, node: member };
  });
}

// A name that is used and not defined, or defined twice, would end in a file that does not load.
const names = new Set([...definitions.map(({ name }) => name), "SessionEvent"]);
if (names.size !== definitions.length + 1) throw new Error("a name is defined twice");
const check = (node: unknown, where: string): void => {
  if (typeof node !== "object" || node === null) return;
  if ("$id" in node && typeof node.$id === "string" && !names.has(node.$id)) {
    throw new Error(`${where}: ${node.$id} is used, but in no list of definitions`);
  }
  for (const [key, value] of Object.entries(node)) check(value, `${where}.${key}`);
};
for (const { name, node } of definitions) check(node, name);
