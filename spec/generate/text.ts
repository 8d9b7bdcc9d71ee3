export const HEADER = "Generated from the schemas in spec/ by `npm run generate`. Do not edit.";

/** Breaks a text into lines of at most `width` characters; a blank line in it stays. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line];
}
