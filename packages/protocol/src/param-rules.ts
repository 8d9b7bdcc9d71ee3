import type { Issue } from "./generated/issues.ts";
import { checkSessionId } from "./session-id.ts";

/** What members of good form must keep beside it, in the order in which it is looked at. */
interface Rule {
  readonly member: string;
  /** What is wrong with the member's value, as the end of a sentence that names it; undefined when nothing is. */
  readonly complaint: (value: unknown, params: object) => Issue | string | undefined;
}

const sessionId: Rule = { member: "sessionId", complaint: checkSessionId };
const clientMessageId: Rule = { member: "clientMessageId", complaint: checkSessionId };
const tools: Rule = { member: "tools", complaint: (value) => (Array.isArray(value) ? repeatedName(value) : undefined) };
const minVersion: Rule = {
  member: "minProtocolVersion",
  complaint: (value, params) => {
    const highest = valueOf(params, "protocolVersion") ?? 0;
    const isAbove = typeof value === "number" && typeof highest === "number" && value > highest;
    return isAbove ? "must not be above protocolVersion" : undefined;
  },
};
const aloneIn = (member: string, others: readonly string[]): Rule => ({
  member,
  complaint: (_, params) => {
    const other = others.find((name) => valueOf(params, name) !== undefined);
    return other === undefined ? undefined : `must not stand beside ${other}`;
  },
});

/** By method of a client's request: what its schema cannot say. */
export type Rules = ReadonlyMap<string, readonly Rule[]>;

/** Those of version 0 (spec §0.5.3). */
export const rulesV0: Rules = new Map([["session/prompt", [sessionId]]]);

/** Those of version 1 (spec §0.5.3, §1.1.3, §1.4.1, §1.5.1, §1.7.1). */
export const rulesV1: Rules = new Map([
  ["initialize", [minVersion, tools]],
  ["session/prompt", [sessionId, clientMessageId]],
  [
    "session/cancel",
    [
      sessionId,
      clientMessageId,
      aloneIn("clientMessageId", ["messageId"]),
      aloneIn("scope", ["messageId", "clientMessageId"]),
    ],
  ],
  ["session/open", [sessionId, tools]],
  ...["resume", "events", "close", "fork", "get", "update", "delete"].map((name): [string, readonly Rule[]] => [
    `session/${name}`,
    [sessionId],
  ]),
]);

/** What is wrong with params that have passed their schema; undefined when nothing is. */
export function ruleIssue(rules: Rules, method: string, params: unknown): readonly Issue[] | undefined {
  if (typeof params !== "object" || params === null) return undefined;
  for (const { member, complaint } of rules.get(method) ?? []) {
    const value = valueOf(params, member);
    if (value === undefined) continue;
    const issue = complaint(value, params);
    if (typeof issue === "string") return [{ path: `params.${member}`, message: issue }];
    if (issue !== undefined) return [issue];
  }
  return undefined;
}

function repeatedName(list: readonly unknown[]): Issue | undefined {
  const names = new Set<unknown>();
  for (const [index, tool] of list.entries()) {
    const name = typeof tool === "object" && tool !== null ? valueOf(tool, "name") : undefined;
    if (names.has(name)) return { path: `params.tools[${index}].name`, message: "is the name of another tool" };
    names.add(name);
  }
  return undefined;
}

/** A member of the params themselves: one that is inherited is none that the peer sent. */
const valueOf = (object: object, key: string): unknown => Object.getOwnPropertyDescriptor(object, key)?.value;
