import type { ToolDescription } from "@buckeyestudio/toh-llm";
import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";

export type ReadArguments =
  | { readonly kind: "valid"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: "invalid"; readonly complaint: string };

let ajv: Ajv2020 | undefined;
// Keyed by the description: it lives as long as its tool does.
const checks: WeakMap<ToolDescription, ValidateFunction> = new WeakMap();

/** Reads the raw text that a model wrote as arguments and checks it against the tool's schema. */
export async function readArguments(description: ToolDescription, text: string): Promise<ReadArguments> {
  const value = parse(text);
  if (value === undefined) return { kind: "invalid", complaint: '"arguments" must be an object' };
  const check = await compiled(description);
  if (check(value)) return { kind: "valid", value };
  return { kind: "invalid", complaint: (check.errors ?? []).map(complaint).join("; ") };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    // No text at all is how some models ask for a tool that needs no arguments.
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Not JSON: the caller tells the model so.
    return undefined;
  }
}

async function compiled(description: ToolDescription): Promise<ValidateFunction> {
  let check = checks.get(description);
  if (check === undefined) {
    // Loaded with the first tool call: a runtime that only answers its handshake never pays for it.
    ajv ??= new (await import("ajv/dist/2020.js")).Ajv2020({ allErrors: true, strict: false });
    check = ajv.compile({ ...description.parameters });
    checks.set(description, check);
  }
  return check;
}

function complaint(error: ErrorObject): string {
  if (error.keyword === "required") return `missing required property "${String(error.params["missingProperty"])}"`;
  if (error.keyword === "additionalProperties")
    return `unknown property "${String(error.params["additionalProperty"])}"`;
  const at = error.instancePath.slice(1).replaceAll("/", ".");
  return `"${at === "" ? "arguments" : at}" ${error.message ?? "is not as the schema says"}`;
}
