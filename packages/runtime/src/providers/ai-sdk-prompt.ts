import type { AssistantMessage, ContentBlock, Message, ModelRequest } from "@buckeyestudio/toh-llm";
import { asObject, parseJson } from "./json.ts";
import type { AssistantPart, AssistantTurn, CallOptions, Prompt, PromptMessage } from "./language-model.ts";

/**
 * The history as the library takes it. Text alone: an image becomes a line that says so, blocks of unknown type are
 * left out. Every tool call is followed by its result, as providers insist: a result that is not in the history is
 * told as missing, one whose call is gone becomes a text.
 */
export function toPrompt(
  { system, messages }: ModelRequest,
  recall: (message: AssistantMessage) => AssistantTurn,
): Prompt {
  const prompt: Prompt = system === undefined || system === "" ? [] : [{ role: "system", content: system }];
  let open: ToolCallPart[] = [];
  const close = (): void => {
    for (const call of open) prompt.push(result(call, "no result of this call is on record", true));
    open = [];
  };
  for (const message of messages) {
    const [block] = message.content;
    if (message.role === "user" && block?.type === "tool-result") {
      const call = open.find(({ toolCallId }) => toolCallId === block.toolCallId);
      const text = plainText(block.content);
      if (call === undefined) prompt.push(user(`[result of an earlier tool call]\n${text}`));
      else prompt.push(result(call, text, block.isError === true));
      open = open.filter((other) => other !== call);
      continue;
    }
    close();
    const shown = show(message, recall);
    // An answer of which nothing is left to show is none.
    if (shown.role === "assistant" && shown.content.length === 0) continue;
    prompt.push(shown);
    if (shown.role === "assistant") open = shown.content.filter((part) => part.type === "tool-call");
  }
  close();
  return prompt;
}

/** The tools on offer. `strict: false` is for vendors that would read a schema more strictly than it is meant. */
export function toTools(
  tools: ModelRequest["tools"],
  form: { readonly strict?: false },
): NonNullable<CallOptions["tools"]> {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    name,
    description,
    inputSchema: { ...parameters },
    ...form,
  }));
}

type ToolCallPart = Extract<AssistantPart, { type: "tool-call" }>;

function show(
  message: Exclude<Message, { content: [unknown] }>,
  recall: (message: AssistantMessage) => AssistantTurn,
): PromptMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: plainText(message.content) };
    case "assistant":
      return recall(message);
    default:
      return user(plainText(message.content));
  }
}

function user(text: string): PromptMessage {
  // One text, also for several blocks: servers that know no other form are many.
  return { role: "user", content: [{ type: "text", text: text === "" ? "(empty)" : text }] };
}

function result({ toolCallId, toolName }: ToolCallPart, text: string, isError: boolean): PromptMessage {
  const output = { type: isError ? "error-text" : "text", value: text } as const;
  return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
}

/** The answer's blocks as parts, without what a vendor attached to them. */
export function assistantParts(content: readonly ContentBlock[]): AssistantPart[] {
  return content.flatMap((block): AssistantPart[] => {
    switch (block.type) {
      case "text":
      case "reasoning":
        return block.text === "" ? [] : [{ type: block.type, text: block.text }];
      case "tool-call":
        return [{ type: "tool-call", toolCallId: block.id, toolName: block.name, input: sendable(block.arguments) }];
      default:
        return [];
    }
  });
}

/**
 * Arguments that a server can read: those that are no JSON object would fail the whole request at some of them, so they
 * go as a member of one. The model sees what it wrote beside the result that complains of it.
 */
function sendable(text: string): string {
  if (text.trim() === "") return "{}";
  return asObject(parseJson(text)) === undefined ? JSON.stringify({ invalid_json: text }) : text;
}

function plainText(content: readonly ContentBlock[]): string {
  return content
    .flatMap((block) => {
      switch (block.type) {
        case "text":
          return [block.text];
        case "image": {
          const { name, mediaType, width, height } = block.attachment;
          return [`[image${name === undefined ? "" : ` ${name}`}: ${mediaType}, ${width}x${height}, not shown to you]`];
        }
        default:
          return [];
      }
    })
    .join("\n");
}
