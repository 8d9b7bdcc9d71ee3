import { styleText } from "node:util";

/** What the command needs of its process. */
export interface Terminal {
  stdin: AsyncIterable<string | Uint8Array> & { isTTY?: boolean; destroy: (error?: Error) => unknown };
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  env: NodeJS.ProcessEnv;
  /** Emits `SIGINT`, `SIGTERM` and `SIGHUP`. */
  signals: {
    on: (signal: NodeJS.Signals, listener: () => void) => unknown;
    off: (signal: NodeJS.Signals, listener: () => void) => unknown;
  };
}

export interface TerminalOutput {
  isTTY?: boolean;
  /** Width of the terminal, in characters. */
  columns?: number;
  /** `false`: wait for `drain` before there is more, where `once` is there to tell of it. */
  write: (text: string) => unknown;
  once?: (event: "drain", listener: () => void) => unknown;
  on: (event: "error", listener: (error: NodeJS.ErrnoException) => void) => unknown;
  off: (event: "error", listener: (error: NodeJS.ErrnoException) => void) => unknown;
}

export type Paint = (style: "dim" | "red" | "cyan" | "bold", text: string) => string;

/** Colours for people at a terminal alone, and not for those who set NO_COLOR (any text but the empty one). */
export function painter(output: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const colours = output.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  // Left to itself, styleText would look at this process's stdout, whatever `output` is.
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * `text` without the control characters with which a model, or a file it quotes, could drive the terminal, or turn the
 * direction of writing so that one thing looks like another.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The first line of `text` that is not blank, cut to `width` characters. */
export function firstLine(text: string, width: number): string {
  const line = printable(text.split("\n").find((each) => each.trim() !== "") ?? "")
    .replaceAll("\t", " ")
    .trim();
  const characters = Array.from(line);
  return characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : line;
}
