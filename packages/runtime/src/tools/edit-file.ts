import { putFile } from "./file-writing.ts";
import { readTextFile, unreadable } from "./text-file.ts";
import { errorOutcome, textOutcome, type Tool } from "./tool.ts";
import { locateExisting } from "./workspace.ts";
import { failure } from "./write-file.ts";

/** Replaces a text in a file by another. */
export const editFileTool: Tool = {
  description: {
    name: "edit_file",
    description:
      "Replaces a text in a file of the working folder. `old` is the exact text, without line numbers, and occurs once; with `replaceAll` every occurrence is replaced.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1, description: "Path relative to the working folder." },
        old: { type: "string", minLength: 1, description: "The text to replace, as it stands in the file." },
        new: { type: "string", description: "What stands there afterwards." },
        replaceAll: { type: "boolean", description: "Replace every occurrence; false unless given." },
      },
      required: ["path", "old", "new"],
      additionalProperties: false,
    },
  },
  parallel: false,
  endsInOrder: true,
  access: ({ path }, agent) => locateExisting(agent.cwd, String(path)),
  async run({ path, old, new: fresh, replaceAll = false }, { access: { root = "", target = "" } }) {
    const name = String(path);
    try {
      const file = await readTextFile(target);
      if (file.kind !== "text") return errorOutcome(unreadable(name, file.kind));
      if (!file.bytes.equals(Buffer.from(file.text))) return errorOutcome(`${name} is not valid UTF-8`);
      const edit = edited(file.text, String(old), String(fresh), replaceAll === true);
      if (typeof edit === "string") return errorOutcome(`${name}: ${edit}`);
      await putFile(root, target, Buffer.from(edit.text));
      const places = edit.lines.length === 1 ? "1 place" : `${edit.lines.length} places`;
      return textOutcome(`[replaced ${places} in ${name}: line ${listed(edit.lines)}]`);
    } catch (error) {
      throw failure(error, name);
    }
  },
};

interface Edit {
  readonly text: string;
  /** Where `old` stood. */
  readonly lines: readonly number[];
}

/** The text after the edit, or why there is none. */
function edited(text: string, old: string, fresh: string, all: boolean): Edit | string {
  // A file whose every line ends with CRLF keeps that, whatever line ends the model wrote.
  const ending = /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? "\r\n" : undefined;
  const wanted = ending === undefined ? old : withEndings(old, ending);
  const put = ending === undefined ? fresh : withEndings(fresh, ending);
  if (wanted === put) return "`old` and `new` are the same";
  const parts = text.split(wanted);
  const lines = linesOf(parts, wanted);
  if (lines.length === 0) return "`old` does not occur in it; read_file shows what does";
  if (lines.length > 1 && !all)
    return `\`old\` occurs ${lines.length} times, in line ${listed(lines)}; give more of the text around it, or replaceAll`;
  return { text: parts.join(put), lines };
}

function withEndings(text: string, ending: string): string {
  return text.replaceAll(/\r?\n/g, ending);
}

function linesOf(parts: readonly string[], between: string): number[] {
  let line = 1;
  return parts.slice(0, -1).map((part) => {
    line += newlines(part);
    const at = line;
    line += newlines(between);
    return at;
  });
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, 20).join(", ");
  return lines.length > 20 ? `${shown}, …` : shown;
}
