import type { Agent } from "../agent.ts";
import type { Delegation, DelegationOutcome } from "../delegation.ts";
import { errorOutcome, textOutcome, type Tool, type ToolOutcome } from "./tool.ts";

/**
 * Hands a task to a child session and gives back its last words.
 *
 * @param maxChildren children that a session may have in one turn
 */
export function subagentTool(
  delegate: (delegation: Delegation) => Promise<DelegationOutcome>,
  maxChildren: number,
): Tool {
  const started: WeakMap<Agent, { readonly turn: number; count: number }> = new WeakMap();
  return {
    description: {
      name: "subagent",
      description:
        "Hands a task to another agent with a history of its own and gives back its answer. Calls side by side run in parallel.",
      parameters: {
        type: "object",
        properties: {
          description: { type: "string", description: "The task in a few words, for people." },
          prompt: { type: "string", minLength: 1, description: "The whole task: the other agent sees nothing else." },
        },
        required: ["description", "prompt"],
        additionalProperties: false,
      },
    },
    parallel: true,
    endsInOrder: true,
    timeoutMs: () => "none",
    async run({ description, prompt }, { agent, turn, signal }) {
      let children = started.get(agent);
      if (children?.turn !== turn) started.set(agent, (children = { turn, count: 0 }));
      if (++children.count > maxChildren)
        return errorOutcome(`a session has at most ${maxChildren} subagents in a turn`, CHILD_LIMIT);
      return told(await delegate({ parent: agent, label: String(description), prompt: String(prompt), signal }));
    },
  };
}

const CHILD_LIMIT = { name: "ChildLimitError", code: "CHILD_LIMIT" };

function told({ stopReason, lastAssistantMessage }: DelegationOutcome): ToolOutcome {
  const text = (lastAssistantMessage ?? []).flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  if (stopReason === "completed") return textOutcome(text);
  const what = FAILURES[stopReason] ?? `subagent run ended: ${stopReason}`;
  return errorOutcome(text === "" ? what : `${what}\nPartial output before the run ended:\n${text}`);
}

const FAILURES: Readonly<Record<string, string | undefined>> = {
  error: "subagent run failed",
  aborted: "subagent run was aborted",
  "max-tokens": "subagent run hit its token limit before finishing",
  refusal: "subagent run was blocked",
};
