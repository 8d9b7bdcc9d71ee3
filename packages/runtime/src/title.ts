import type { ContentBlock } from "@buckeyestudio/toh-llm";

const MAX_CHARACTERS = 80;

/** A title for a session out of its first message: the first line of its text, cut at 80 characters; undefined without text. */
export function fallbackTitle(content: readonly ContentBlock[]): string | undefined {
  for (const block of content) {
    if (block.type !== "text") continue;
    const line = block.text.split("\n").find((text) => text.trim() !== "");
    if (line === undefined) continue;
    const characters = Array.from(line.trim()); // by code point: a cut pair would leave half a character
    return characters.length <= MAX_CHARACTERS
      ? characters.join("")
      : `${characters.slice(0, MAX_CHARACTERS - 1).join("")}…`;
  }
  return undefined;
}
