import { describe, expect, it } from "vitest";
import { dataFolder } from "./data-folder.ts";

describe("where sessions are kept", () => {
  it.each([
    [{ TOH_HOME: "/own", XDG_DATA_HOME: "/xdg" }, "linux", "/own"],
    [{ TOH_HOME: "" }, "linux", "/home/u/.local/share/theopen-harness"],
    [{ XDG_DATA_HOME: "/xdg" }, "linux", "/xdg/theopen-harness"],
    [{ XDG_DATA_HOME: "relative" }, "linux", "/home/u/.local/share/theopen-harness"],
    [{}, "darwin", "/home/u/Library/Application Support/theopen-harness"],
    [{ LOCALAPPDATA: "/local" }, "win32", "/local/theopen-harness"],
    [{}, "win32", "/home/u/AppData/Local/theopen-harness"],
  ] as const)("with %j on %s is %s", (env, platform, folder) => {
    expect(dataFolder(env, platform, "/home/u")).toBe(folder);
  });
});
