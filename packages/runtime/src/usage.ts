import type { TokenUsage } from "@buckeyestudio/toh-llm";
import type { UsageRow } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import type { SessionEvent } from "@buckeyestudio/toh-session";

interface Sum {
  readonly provider: string;
  readonly model: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
}

/** Adds up what models were asked and gave, as the events of a log tell it: every attempt counts, failed ones too. */
export class UsageMeter {
  readonly #sums: Map<string, Sum> = new Map();
  #route = { provider: "", model: "" };

  /** In the order of the log. `counts`: false where only the route is to be learned. */
  take(event: SessionEvent, counts: boolean = true): void {
    if (event.type === "request/header") {
      const { provider, model } = event.data.header.config;
      this.#route = { provider, model };
    }
    if (event.type !== "assistant/chunk" || !counts) return;
    const { chunk } = event.data;
    if (chunk.type === "finish") this.#sum().calls++;
    if (chunk.type === "usage") add(this.#sum(), chunk.usage);
  }

  rows(): UsageRow[] {
    return Array.from(this.#sums.values(), (sum) => ({ ...sum }));
  }

  #sum(): Sum {
    const { provider, model } = this.#route;
    const key = JSON.stringify([provider, model]);
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      sum = { provider, model, calls: 0, inputTokens: 0, outputTokens: 0 };
      this.#sums.set(key, sum);
    }
    return sum;
  }
}

/** One row a model out of many: of a session and its descendants. */
export function mergedUsage(lists: readonly (readonly UsageRow[])[]): UsageRow[] {
  const sums = new Map<string, Sum>();
  for (const row of lists.flat()) {
    const key = JSON.stringify([row.provider, row.model]);
    const sum = sums.get(key);
    if (sum === undefined) {
      sums.set(key, { ...row });
    } else {
      sum.calls += row.calls;
      add(sum, row);
    }
  }
  return [...sums.values()];
}

const OPTIONAL = ["cacheReadTokens", "cacheWriteTokens", "reasoningTokens"] as const;

function add(sum: Sum, usage: TokenUsage): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  for (const member of OPTIONAL) {
    const more = usage[member];
    if (more !== undefined) sum[member] = (sum[member] ?? 0) + more;
  }
}
