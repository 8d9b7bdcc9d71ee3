import { resolve } from "node:path";
import type { ContentBlock } from "@buckeyestudio/toh-llm";
import { checkSessionId, ErrorCode, JsonRpcResponseError } from "@buckeyestudio/toh-sdk-protocol";
import type { Configuration, Prompt } from "./host.ts";

// The server checks the few params it takes by hand: the texts below are part of the contract (spec §0.5), and a
// runtime that answers its first line must not load half a megabyte of validators before.

type Params = Readonly<Record<string, unknown>>;

/** The route and folder of an `initialize`; throws `-32602` naming the member that is wrong. `cwd` comes out absolute. */
export function readConfiguration(params: Params): Configuration {
  const configuration = {
    cwd: resolve(readText(params, "cwd", "initialize")),
    provider: readText(params, "provider", "initialize"),
    model: readText(params, "model", "initialize"),
  };
  const maxTokens = params["maxTokens"];
  if (maxTokens === undefined) return configuration;
  if (!Number.isSafeInteger(maxTokens) || typeof maxTokens !== "number" || maxTokens < 1) {
    throw invalidParams("initialize maxTokens must be a positive safe integer");
  }
  return { ...configuration, maxTokens };
}

/** Session and blocks of a `session/prompt`; throws `-32602` naming the member that is wrong. */
export function readPrompt(params: Params): Prompt {
  const sessionId = params["sessionId"];
  const complaint = checkSessionId(sessionId);
  if (complaint !== undefined || typeof sessionId !== "string") {
    throw invalidParams(`session/prompt sessionId ${complaint ?? "must be a string"}`);
  }
  const blocks = params["contentBlocks"];
  if (!Array.isArray(blocks) || blocks.length === 0) {
    throw invalidParams("session/prompt contentBlocks must be a non-empty array of content blocks");
  }
  const contentBlocks: ContentBlock[] = [];
  blocks.forEach((block: unknown, index) => {
    checkBlock(block, `session/prompt contentBlocks[${index}]`);
    contentBlocks.push(block);
  });
  return { sessionId, contentBlocks };
}

function readText(params: Params, member: string, method: string): string {
  const value = params[member];
  if (typeof value !== "string" || value === "") throw invalidParams(`${method} ${member} must be a non-empty string`);
  return value;
}

function checkBlock(block: unknown, at: string): asserts block is ContentBlock {
  if (!isObject(block)) throw invalidParams(`${at} must be an object with a string type`);
  const type = block["type"];
  if (typeof type !== "string") throw invalidParams(`${at}.type must be a string`);
  switch (type) {
    case "text":
      if (typeof block["text"] !== "string") throw invalidParams(`${at}.text must be a string`);
      break;
    case "image":
      checkAttachment(block["attachment"], `${at}.attachment`);
      break;
    case "reasoning":
    case "tool-call":
    case "tool-result":
      throw invalidParams(`${at}.type must not be ${type}: a prompt forges no history`);
    default: // a type that we do not know passes (spec §0.5)
  }
}

const IMAGE_TYPES: readonly unknown[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

function checkAttachment(attachment: unknown, at: string): void {
  if (!isObject(attachment)) throw invalidParams(`${at} must be an object`);
  const { attachmentId, mediaType, name } = attachment;
  if (typeof attachmentId !== "string" || attachmentId === "") {
    throw invalidParams(`${at}.attachmentId must be a non-empty string`);
  }
  if (!IMAGE_TYPES.includes(mediaType)) throw invalidParams(`${at}.mediaType must be one of ${IMAGE_TYPES.join(", ")}`);
  for (const member of ["bytes", "width", "height"]) {
    const value = attachment[member];
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw invalidParams(`${at}.${member} must be a non-negative safe integer`);
    }
  }
  if (name !== undefined && typeof name !== "string") throw invalidParams(`${at}.name must be a string`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function invalidParams(message: string): JsonRpcResponseError {
  return new JsonRpcResponseError(ErrorCode.invalidParams, message);
}
