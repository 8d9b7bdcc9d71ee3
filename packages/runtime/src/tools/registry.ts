import type { Tool } from "./tool.ts";

/** The tools that every agent has, loaded with the first model call. */
export async function standardTools(): Promise<readonly Tool[]> {
  const [{ listFilesTool }, { readFileTool }, { searchFilesTool }, { writeFileTool }, { editFileTool }, { shellTool }] =
    await Promise.all([
      import("./list-files.ts"),
      import("./read-file.ts"),
      import("./search-files.ts"),
      import("./write-file.ts"),
      import("./edit-file.ts"),
      import("./shell.ts"),
    ]);
  return [listFilesTool, readFileTool, searchFilesTool, writeFileTool, editFileTool, shellTool];
}
