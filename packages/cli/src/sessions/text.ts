/** Text for one line of a terminal: no control characters, no line ends, nothing that turns the direction of writing. */
export function inLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** Text for one line of a terminal in which nothing is hidden: what cannot be seen, or could drive it, stands as `\u{…}`. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * An id as people see it: what cannot be seen, or could drive a terminal, stands in it as `\u{…}`, and a backslash as two.
 * No two ids look the same.
 */
export function visibleId(id: string): string {
  return id
    .replaceAll("\\", "\\\\")
    .replaceAll(/^ | $|(?<= ) |[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escaped);
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** How many columns of a terminal the text takes: East Asian characters and emoji take two, marks none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

/** The text, or as much of it as leaves room for `…` in so many columns. */
export function cutTo(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let cut = "";
  let taken = 1;
  for (const character of text) {
    taken += widthOf(character);
    if (taken > columns) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

function widthOf(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u.test(
    character,
  )
    ? 2
    : 1;
}

/** `812 B`, `3.4 kB`, `12 MB`: powers of 1000. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let size = bytes;
  let unit = "";
  for (unit of ["kB", "MB", "GB", "TB"]) {
    size /= 1000;
    if (size < 999.5) break;
  }
  return `${size < 9.95 ? size.toFixed(1) : size.toFixed(0)} ${unit}`;
}

/** How long ago: `just now`, `5 min ago`, `3 h ago`, `12 d ago`. */
export function ageOf(time: number, now: number): string {
  const minutes = Math.floor((now - time) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / (24 * 60))} d ago`;
}

/** `2031-05-06 07:08:09 UTC`. */
export function momentOf(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "at no time there is";
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Rows below a head, columns two blanks apart; those named in `right` end flush. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[],
): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => columnsOf(row[column] ?? ""))));
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => {
        const blanks = " ".repeat(Math.max(0, (widths[column] ?? 0) - columnsOf(cell)));
        return right.includes(head[column] ?? "") ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd(),
  );
}
