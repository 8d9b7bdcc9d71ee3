import { statSync } from "node:fs";
import type { LaunchOptions } from "./runtime-process.ts";

/**
 * Reads a command as people write it: words between white space, held together by `'…'` or `"…"`; a backslash keeps
 * the next character, except on Windows, where it is part of paths. Nothing is expanded: no shell is involved. A text
 * that is the path of an existing file is that program, spaces and all. A script (`.js`, `.mjs`, `.cjs`) runs with this Node.
 *
 * @throws RangeError when there is no word, or a quote is left open.
 */
export function parseCommand(text: string, platform: NodeJS.Platform = process.platform): LaunchOptions {
  const [command, ...args] = isFile(text) ? [text] : words(text, platform === "win32");
  if (command === undefined || command === "") throw new RangeError("the command of the runtime is empty");
  if (/\.[cm]?js$/.test(command)) return { command: process.execPath, args: [command, ...args] };
  return { command, args };
}

function words(text: string, backslashIsPlain: boolean): string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\" && quote !== "'" && !backslashIsPlain && at + 1 < text.length) {
      at += 1;
      word = (word ?? "") + text.charAt(at);
    } else if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined)
    throw new RangeError(`the command of the runtime has an open ${quote}: ${text.slice(0, 200)}`);
  if (word !== undefined) found.push(word);
  return found;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Not there, not readable or no path at all: then the text is words, and starting the first one tells the rest.
    return false;
  }
}
