import { lstat } from "node:fs/promises";
import { capLines, MAX_RESULT_CHARACTERS } from "./text-file.ts";
import { errorOutcome, textOutcome, type Tool } from "./tool.ts";
import { walk } from "./walk.ts";
import { locateExisting } from "./workspace.ts";

const MAX_FILES = 1000;

/** The files of a folder and of those below it. */
export const listFilesTool: Tool = {
  description: {
    name: "list_files",
    description:
      "Lists the files of the working folder, or of a folder in it, with those below. What .gitignore names is left out.",
    parameters: {
      type: "object",
      properties: { path: { type: "string", description: "Folder relative to the working folder; `.` unless given." } },
      additionalProperties: false,
    },
  },
  parallel: true,
  access: ({ path = "." }, agent) => locateExisting(agent.cwd, String(path)),
  async run({ path = "." }, { access: { root = "", target = "" }, mayShow, signal }) {
    if (!(await lstat(target)).isDirectory()) return errorOutcome(`${String(path)} is no folder`);
    const names: string[] = [];
    let more = 0;
    let hidden = 0;
    for await (const name of walk(root, target, signal)) {
      if (!mayShow(name)) hidden++;
      else if (names.length < MAX_FILES) names.push(name);
      else more++;
    }
    const lines = names.length === 0 ? ["[no files]"] : names;
    if (hidden > 0) lines.push(leftOut(hidden));
    if (more > 0) lines.push(`[${more} more files]`);
    return textOutcome(capLines(lines, MAX_RESULT_CHARACTERS));
  },
};

/** Said where files are not shown because rules want somebody asked before they are read. */
export function leftOut(files: number): string {
  return `[${files} ${files === 1 ? "file" : "files"} left out: to be named one by one, since reading them is asked for first]`;
}
