import { capLines, MAX_RESULT_CHARACTERS, readTextFile, unreadable } from "./text-file.ts";
import { errorOutcome, textOutcome, type Tool } from "./tool.ts";
import { locateExisting, plain } from "./workspace.ts";

const MAX_LINES = 2000;

/** Lines of a text file, each with its number. */
export const readFileTool: Tool = {
  description: {
    name: "read_file",
    description: "Reads a text file of the working folder. Each line comes with its number, like `12: text`.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path relative to the working folder." },
        startLine: { type: "integer", minimum: 1, description: "First line to read; 1 unless given." },
        lineCount: {
          type: "integer",
          minimum: 1,
          maximum: MAX_LINES,
          description: `Lines to read; ${MAX_LINES} unless given.`,
        },
      },
      required: ["path"],
      additionalProperties: false,
    },
  },
  parallel: true,
  access: ({ path }, agent) => locateExisting(agent.cwd, String(path)),
  async run({ path, startLine = 1, lineCount = MAX_LINES }, { access: { target = "" }, guard: { secrets } }) {
    const file = await readTextFile(target).catch((error: unknown) => {
      throw plain(error, String(path));
    });
    if (file.kind !== "text") return errorOutcome(unreadable(String(path), file.kind));
    // Keys are taken out before anything is cut: half a key is still a secret.
    const lines = secrets.redact(file.text).split("\n");
    if (lines.at(-1) === "") lines.pop();
    const first = Number(startLine);
    const shown = lines.slice(first - 1, first - 1 + Number(lineCount));
    if (shown.length === 0) return textOutcome(`[${String(path)} has ${lines.length} lines]`);
    const numbered = shown.map((line, index) => `${first + index}: ${line.replace(/\r$/, "")}`);
    const left = lines.length - (first - 1) - shown.length;
    return textOutcome(
      capLines(left > 0 ? [...numbered, `[${left} more lines follow]`] : numbered, MAX_RESULT_CHARACTERS),
    );
  },
};
