import { readFile } from "node:fs/promises";
import type { LlmFailure, TokenUsage } from "@buckeyestudio/toh-llm";

/** A script for the provider `scripted`: what a model that is not there answers. Its JSON Schema is `script.schema.json`. */
export interface Script {
  readonly rules: readonly Rule[];
}

export interface Rule {
  /** Text of the last user message. One that ends with `*` fits every text that begins with what stands before it. */
  readonly when: string;
  /** One reply a model call, in order, counted from that message on; retries count. */
  readonly turns: readonly Reply[];
}

export interface Reply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  /** Milliseconds before the first chunk. */
  readonly delayMs?: number;
  /** Milliseconds before each delta. */
  readonly deltaMs?: number;
  /** How often the text comes; 1 unless given. For answers longer than anybody wants to write. */
  readonly repeat?: number;
  readonly usage?: TokenUsage;
  /** Ends the reply as a failure, behind whatever text it has. */
  readonly error?: LlmFailure;
  /** Ends the reply at the output ceiling. */
  readonly maxTokens?: true;
  /** The reply has no end: only an abort ends it. */
  readonly hang?: true;
}

export interface ScriptedCall {
  readonly name: string;
  /** An object is written as JSON; a string goes out as it stands, so that it may be invalid. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
  /** Default: `call_` and a number that is new in the session. */
  readonly id?: string;
}

/** Reads and checks a script; rejects with the file, the place and what was expected there. */
export async function readScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new Error(`cannot read the script ${path}`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`the script ${path} is not JSON`, { cause: error });
  }
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const schema: unknown = JSON.parse(await readFile(new URL("../../script.schema.json", import.meta.url), "utf8"));
  const check = new Ajv2020({ allowUnionTypes: true }).compile<Script>(isSchema(schema) ? schema : {});
  if (check(value)) return value;
  const [problem] = check.errors ?? [];
  const at = problem?.instancePath === "" ? "the top" : problem?.instancePath;
  throw new Error(`the script ${path} is wrong at ${at}: ${problem?.message}`);
}

function isSchema(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
