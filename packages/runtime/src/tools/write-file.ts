import { putFile } from "./file-writing.ts";
import { textOutcome, type Tool } from "./tool.ts";
import { locate, plain } from "./workspace.ts";

/** Makes a file, or replaces one. */
export const writeFileTool: Tool = {
  description: {
    name: "write_file",
    description:
      "Writes a text file of the working folder: makes it, with the folders on the way, or replaces all that it has. To change a part of a file use edit_file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1, description: "Path relative to the working folder." },
        content: { type: "string", description: "The whole text of the file." },
      },
      required: ["path", "content"],
      additionalProperties: false,
    },
  },
  parallel: false,
  endsInOrder: true,
  access: ({ path }, agent) => locate(agent.cwd, String(path)),
  async run({ path, content }, { access: { root = "", target = "" } }) {
    if (String(path).endsWith("/") || root === target) throw new Error(`${String(path)} is a folder`);
    const bytes = Buffer.from(String(content));
    try {
      const how = await putFile(root, target, bytes);
      return textOutcome(`[${how} ${String(path)}: ${bytes.length} bytes]`);
    } catch (error) {
      throw failure(error, String(path));
    }
  },
};

/** With the name that the model knows, whatever path the system complains of. */
export function failure(error: unknown, path: string): unknown {
  const told = plain(error, path);
  if (told !== error || !(error instanceof Error)) return told;
  return new Error(`${path}: ${error.message}`, { cause: error });
}
