/** JSON on one line, without a character that a terminal would obey: JSON itself lets DEL and U+0080 to U+009F through. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    // oxlint-disable-next-line no-control-regex -- control characters are what this is about
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
