import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** A folder with `script.json`, there while the tests of the file run. */
export function scriptedFolder(rules: readonly object[] = RULES): { readonly path: string } {
  const folder = { path: "" };
  beforeAll(() => {
    folder.path = mkdtempSync(join(tmpdir(), "toh-compatibility-"));
    writeFileSync(join(folder.path, "script.json"), JSON.stringify({ rules }));
  });
  afterAll(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

const RULES: readonly object[] = [
  { when: "hello", turns: [{ text: "Hello." }] },
  { when: "again", turns: [{ text: "Again." }] },
  { when: "forever", turns: [{ text: "Some words", hang: true }] },
  { when: "chatter", turns: [{ text: "on and on ", repeat: 100_000, deltaMs: 1 }] },
];
