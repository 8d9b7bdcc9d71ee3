import { parseArgs } from "node:util";
import { closest, UsageError } from "./usage.ts";

/** The options of a command, as parseArgs takes them. */
export type OptionTable = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly short?: string }>>;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Table[Name]["type"] extends "string" ? string : boolean;
};

/**
 * Reads the arguments behind a command.
 *
 * @throws UsageError, with `seeHelp` as its hint where there is no better one.
 */
export function readOptions<Table extends OptionTable>(
  argv: readonly string[],
  options: Table,
  seeHelp: string,
): { values: OptionValues<Table>; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    // Node's messages open with a sentence about the option; the rest explains parseArgs to programmers.
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    if (sentence.includes("is ambiguous")) {
      const dashed = /'(--?[^']*)'/.exec(sentence)?.[1] ?? "an option";
      throw new UsageError(
        `${dashed} has no value, or one that begins with a dash`,
        `such a value is given as ${dashed}=VALUE`,
        {
          cause: error,
        },
      );
    }
    const name = /'--?([^'\s=]*)/.exec(sentence)?.[1] ?? "";
    const unknown = sentence.startsWith("Unknown option");
    const meant = unknown ? closest(name, Object.keys(options)) : undefined;
    throw new UsageError(
      sentence.charAt(0).toLowerCase() + sentence.slice(1),
      meant === undefined ? seeHelp : `did you mean --${meant}?`,
      { cause: error },
    );
  }
}

/** An option's value, which has to have a character that is not white space. */
export function given(name: string, value: string | undefined, seeHelp: string): string | undefined {
  if (value !== undefined && value.trim() === "") throw new UsageError(`${name} needs a value`, seeHelp);
  return value;
}

/** A positive whole number. `example`: one that would do. */
export function count(name: string, value: string | undefined, example: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^[0-9]+$/.test(value) && number > 0 && Number.isSafeInteger(number)) return number;
  throw new UsageError(`${name} must be a positive whole number, got ${value}`, `for example ${name} ${example}`);
}
