import { readFile } from "node:fs/promises";
import type { ErrorObject } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ConfigError, type RuntimeConfig } from "./config.ts";

/** The configuration in the text of a file, checked against `config.schema.json`. Rejects with a {@link ConfigError}. */
export async function checkConfig(name: string, text: string): Promise<RuntimeConfig> {
  const value = parse(name, text);
  const schema: unknown = JSON.parse(await readFile(new URL("../config.schema.json", import.meta.url), "utf8"));
  const ajv = new Ajv2020({ allErrors: false, verbose: true });
  const check = ajv.compile<RuntimeConfig>(typeof schema === "object" && schema !== null ? schema : {});
  if (check(value)) return value;
  throw new ConfigError(`${name}: ${(check.errors ?? []).map(complaint).join("; ")}`);
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [, position] = /position (\d+)/.exec(reason) ?? [];
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new ConfigError(
      `${name} is not JSON: ${place}: ${reason.replace(/(,? in JSON)? at position .*$|, ".*/s, "")}`,
      {
        cause: error,
      },
    );
  }
}

/** Place and expectation; what stands there is not quoted, since it may be a key in the wrong place. */
function complaint({ instancePath, keyword, params, message, schema }: ErrorObject): string {
  const at = instancePath === "" ? "the top" : instancePath;
  switch (keyword) {
    case "additionalProperties":
      return `${at} has no member "${String(params["additionalProperty"])}"`;
    case "required":
      return `${at} lacks the member "${String(params["missingProperty"])}"`;
    case "enum":
      return `${at} must be one of ${JSON.stringify(schema)}`;
    default:
      return `${at} ${message ?? "is not as the schema says"}`;
  }
}
