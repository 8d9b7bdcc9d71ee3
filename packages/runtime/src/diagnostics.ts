import type { Diagnostics } from "@buckeyestudio/toh-sdk-jsonrpc-server";

export const silent: Diagnostics = { warn: () => undefined, debug: () => undefined };

/**
 * Writes each line as `{"time":…,"level":…,"event":…,…facts}` through `write`: warnings always, the rest with
 * level `debug`.
 */
export function jsonLines(level: "warn" | "debug", write: (line: string) => void): Diagnostics {
  const line = (name: string, event: string, facts: Readonly<Record<string, unknown>> = {}): void =>
    write(`${JSON.stringify({ time: Date.now(), level: name, event, ...facts })}\n`);
  return {
    warn: (event, facts) => line("warn", event, facts),
    debug: level === "debug" ? (event, facts) => line("debug", event, facts) : () => undefined,
  };
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error of Node has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
