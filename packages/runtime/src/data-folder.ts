import { homedir } from "node:os";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where this user's sessions are kept, absolute: `TOH_HOME`, else the folder for data of programs that the system
 * names (XDG base directories, `Library/Application Support`, `%LOCALAPPDATA%`).
 */
export function dataFolder(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const own = env["TOH_HOME"];
  if (own !== undefined && own !== "") return resolve(own);
  return join(systemFolder(env, platform, home), "theopen-harness");
}

function systemFolder(env: Environment, platform: NodeJS.Platform, home: string): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  const xdg = env["XDG_DATA_HOME"];
  // A relative one is to be ignored, says the XDG base directory specification.
  return xdg !== undefined && xdg.startsWith("/") ? xdg : join(home, ".local", "share");
}
