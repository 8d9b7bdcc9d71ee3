import type { ApprovalSubject } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { Agent } from "../agent.ts";
import type { Answer } from "../approvals.ts";
import { type Decision, hasOperators, type Policy, type PolicyRule } from "../policy.ts";
import { errorOutcome, type ToolAccess, type ToolOutcome } from "./tool.ts";
import type { ToolGuard } from "./tool-guard.ts";

export interface PermissionRequest {
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly access: ToolAccess;
  /** Whether a client runs the tool. */
  readonly isClients: boolean;
  readonly signal: AbortSignal;
}

export type Permission =
  | {
      readonly kind: "given";
      /** Whether a file may be shown by a tool that looks at many. */
      readonly mayShow: (name: string) => boolean;
    }
  | { readonly kind: "refused"; readonly outcome: ToolOutcome };

/** Settles whether a call may run: by the rules, and where they say so by asking. Throws when the log takes no more. */
export async function permission(agent: Agent, guard: ToolGuard, request: PermissionRequest): Promise<Permission> {
  const { tool, access, isClients, signal } = request;
  const decision = guard.policy.decide(tool, access);
  const { rule } = decision;
  const verdict = rule.isLast && isClients ? "allow" : decision.verdict;
  const given: Permission = { kind: "given", mayShow: shows(guard.policy, tool, decision) };
  if (verdict === "allow") return given;
  if (verdict === "deny") return refused(`toh.config.json does not allow ${tool} here (${rule.place})`);
  const answer = await guard.approvals.ask(agent, asking(agent, request, decision), signal);
  return answer.kind === "allowed" ? given : refused(why(answer, request));
}

function shows(policy: Policy, tool: string, { rule: asked }: Decision): (name: string) => boolean {
  return (name) =>
    [tool, "read_file"].every((reader) => {
      const { verdict, rule } = policy.decide(reader, { paths: [name] });
      // What one rule asks for was asked for with the call itself.
      return verdict === "allow" || (verdict === "ask" && rule === asked);
    });
}

function asking(
  agent: Agent,
  { turn, callId, tool, args, access }: PermissionRequest,
  { rule }: Decision,
): Parameters<ToolGuard["approvals"]["ask"]>[1] {
  const { command, target, paths } = access;
  const subject: ApprovalSubject = {
    arguments: args,
    ...(command === undefined ? {} : { command, cwd: target ?? agent.cwd }),
    ...(command !== undefined || paths === undefined ? {} : { paths }),
  };
  return {
    turn,
    callId,
    tool,
    title: title(tool, access),
    reason: rule.place === undefined ? "default" : `toh.config.json ${rule.place}`,
    subject,
    grant: grant(tool, access, rule.isNarrow),
  };
}

/** What an approval for the session covers: a command to the letter, a path that a rule singles out, else the tool. */
function grant(
  tool: string,
  { command, target, paths = [] }: ToolAccess,
  isNarrow: boolean,
): { key: string; label: string } {
  const until = "until the session is closed";
  if (command !== undefined)
    return { key: JSON.stringify([tool, "command", target, command]), label: `Allow this very command ${until}` };
  if (isNarrow && paths.length > 0)
    return {
      key: JSON.stringify([tool, "paths", paths]),
      label: `Allow ${tool} for ${oneLine(paths.join(", "))} ${until}`,
    };
  return { key: JSON.stringify([tool]), label: `Allow ${tool} ${until}` };
}

function title(tool: string, { command, paths }: ToolAccess): string {
  if (command !== undefined) return oneLine(`${tool}: ${command}`);
  return oneLine(paths === undefined ? tool : `${tool} ${paths.join(" -> ")}`);
}

const MAX_CHARACTERS = 200;

/** For a terminal: nothing that moves the cursor, changes colours or turns the direction of writing. */
function oneLine(text: string): string {
  const plain = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim());
  return plain.length <= MAX_CHARACTERS ? plain.join("") : `${plain.slice(0, MAX_CHARACTERS - 1).join("")}…`;
}

function why(answer: Exclude<Answer, { kind: "allowed" }>, { tool, access }: PermissionRequest): string {
  if (answer.kind === "cancelled") return `${tool} was not allowed: the question was withdrawn`;
  if (answer.kind === "denied") return `${tool} was denied${answer.note === undefined ? "" : `: ${answer.note}`}`;
  const rule = JSON.stringify(suggestion(tool, access));
  return `${tool} has to be asked for and nobody can be asked; this rule in toh.config.json would allow it: {"tools": {"rules": [${rule}]}}`;
}

/** The narrowest rule that allows such a call. */
function suggestion(tool: string, { command, paths = [] }: ToolAccess): PolicyRule {
  if (command !== undefined)
    return hasOperators(command) ? { tool, verdict: "allow" } : { tool, command, verdict: "allow" };
  const path = paths.at(-1);
  if (path === undefined || path === ".") return { tool, verdict: "allow" };
  return { tool, path: `/${path.replaceAll(/[\\*?[\]! ]/g, "\\$&")}`, verdict: "allow" };
}

function refused(message: string): Permission {
  return { kind: "refused", outcome: errorOutcome(message, { name: "ToolDeniedError", code: "DENIED" }) };
}
