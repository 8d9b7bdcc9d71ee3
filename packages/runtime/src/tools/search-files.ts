import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { leftOut } from "./list-files.ts";
import { capLines, MAX_RESULT_CHARACTERS, readTextFile, unreadable } from "./text-file.ts";
import { errorOutcome, textOutcome, type Tool } from "./tool.ts";
import { walk } from "./walk.ts";
import { locateExisting, plain, workspaceName } from "./workspace.ts";

const DEFAULT_MATCHES = 50;
const MAX_MATCHES = 500;
const MAX_LINE_CHARACTERS = 300;

/** Lines that hold a text, with file and line number. */
export const searchFilesTool: Tool = {
  description: {
    name: "search_files",
    description:
      "Finds lines that hold a text in the files of the working folder, whatever the case. Each match reads `file:line: text`.",
    parameters: {
      type: "object",
      properties: {
        text: { type: "string", minLength: 1, description: "The text to find; no pattern." },
        path: {
          type: "string",
          description: "Folder or file to search, relative to the working folder; `.` unless given.",
        },
        maxMatches: {
          type: "integer",
          minimum: 1,
          maximum: MAX_MATCHES,
          description: `${DEFAULT_MATCHES} unless given.`,
        },
      },
      required: ["text"],
      additionalProperties: false,
    },
  },
  parallel: true,
  access: ({ path = "." }, agent) => locateExisting(agent.cwd, String(path)),
  async run(
    { text, path = ".", maxMatches = DEFAULT_MATCHES },
    { access: { root = "", target = "" }, guard: { secrets }, mayShow, signal },
  ) {
    const isFolder = (await lstat(target)).isDirectory();
    if (!isFolder) {
      // Asked for by its name it is not passed over in silence, as files of a folder are.
      const file = await readTextFile(target).catch((error: unknown) => {
        throw plain(error, String(path));
      });
      if (file.kind !== "text") return errorOutcome(unreadable(String(path), file.kind));
    }
    const wanted = String(text).toLowerCase();
    const matches: string[] = [];
    let hidden = 0;
    for await (const name of isFolder ? walk(root, target, signal) : [workspaceName(root, target)]) {
      if (!mayShow(name)) {
        hidden++;
        continue;
      }
      for (const [index, line] of (await linesOf(join(root, name))).entries()) {
        if (!line.toLowerCase().includes(wanted)) continue;
        if (matches.length === Number(maxMatches)) {
          return textOutcome(
            capLines([...matches, `[stopped after ${matches.length} matches]`], MAX_RESULT_CHARACTERS),
          );
        }
        // Keys are taken out before the line is cut: half a key is still a secret.
        matches.push(`${name}:${index + 1}: ${secrets.redact(line.trim()).slice(0, MAX_LINE_CHARACTERS)}`);
      }
    }
    const lines = matches.length === 0 ? ["[no matches]"] : matches;
    return textOutcome(capLines(hidden > 0 ? [...lines, leftOut(hidden)] : lines, MAX_RESULT_CHARACTERS));
  },
};

async function linesOf(path: string): Promise<string[]> {
  const file = await readTextFile(path).catch(() => undefined); // gone, or not ours to read
  // What is no text has no matching lines.
  return file?.kind === "text" ? file.text.split("\n") : [];
}
