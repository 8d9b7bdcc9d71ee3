import type { AssistantMessage, ReplayState } from "@buckeyestudio/toh-llm";
import { assistantParts } from "./ai-sdk-prompt.ts";
import { asObject } from "./json.ts";
import type { Answered, AssistantPart, ReplayPart, VendorOptions } from "./language-model.ts";

/** Keeps what the library attached to the pieces of an answer; nothing where it attached nothing. */
export function rememberParts({ parts }: Answered): ReplayState | undefined {
  return parts.some((part) => part.options !== undefined) ? { response: { parts } } : undefined;
}

/**
 * The answer's blocks as parts, each with what was attached to it, and the reasoning that was not shown in its place.
 * Without attachments where the state is none of ours or does not fit the blocks.
 */
export function recallParts(message: AssistantMessage): AssistantPart[] {
  const plain = assistantParts(message.content);
  const parts = readParts(message.source.replayState);
  if (parts === undefined) return plain;
  const recalled: AssistantPart[] = [];
  const waiting = [...plain];
  for (const { type, shown, options } of parts) {
    const attached = options === undefined ? {} : { providerOptions: options };
    if (!shown) {
      recalled.push({ type: "reasoning", text: "", ...attached });
      continue;
    }
    const next = waiting[0];
    if (next?.type === type) {
      recalled.push({ ...next, ...attached });
      waiting.shift();
    }
    // A call whose arguments were cut is not in the message; anything else that is not there: another message.
    else if (type !== "tool-call") return plain;
  }
  return [...recalled, ...waiting];
}

/** Under which name a member of the state stands for the answer as a whole. */
export function responseState(message: AssistantMessage): Readonly<Record<string, unknown>> | undefined {
  return asObject(asObject(message.source.replayState)?.["response"]);
}

function readParts(replayState: unknown): ReplayPart[] | undefined {
  const parts = asObject(asObject(replayState)?.["response"])?.["parts"];
  return Array.isArray(parts) && parts.every(isReplayPart) ? parts : undefined;
}

function isReplayPart(value: unknown): value is ReplayPart {
  const part = asObject(value);
  return (
    (part?.["type"] === "text" || part?.["type"] === "reasoning" || part?.["type"] === "tool-call") &&
    typeof part["shown"] === "boolean" &&
    (part["options"] === undefined || isVendorOptions(part["options"]))
  );
}

/** Two levels are what the library counts on; below is JSON, as all of a log. */
function isVendorOptions(value: unknown): value is VendorOptions {
  const options = asObject(value);
  return options !== undefined && Object.values(options).every((members) => asObject(members) !== undefined);
}
