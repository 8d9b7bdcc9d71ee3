import type { TokenUsage } from "@buckeyestudio/toh-llm";
import { asObject } from "./json.ts";

/**
 * Usage in the words of OpenAI's two APIs as disjoint counts (spec §0.7.8). Undefined where nothing is told. What a
 * provider does not report is absent, not zero.
 */
export function readUsage(value: unknown): TokenUsage | undefined {
  const usage = asObject(value);
  const input = count(usage?.["prompt_tokens"]) ?? count(usage?.["input_tokens"]);
  const output = count(usage?.["completion_tokens"]) ?? count(usage?.["output_tokens"]);
  if (usage === undefined || (input === undefined && output === undefined)) return undefined;
  const inputDetails = asObject(usage["prompt_tokens_details"]) ?? asObject(usage["input_tokens_details"]);
  const outputDetails = asObject(usage["completion_tokens_details"]) ?? asObject(usage["output_tokens_details"]);
  // The second is DeepSeek's own name for it.
  const cacheRead = count(inputDetails?.["cached_tokens"]) ?? count(usage["prompt_cache_hit_tokens"]);
  const reasoning = count(outputDetails?.["reasoning_tokens"]);
  return {
    inputTokens: Math.max(0, (input ?? 0) - (cacheRead ?? 0)),
    outputTokens: output ?? 0,
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
