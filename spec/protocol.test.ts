import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(join(root, "spec/protocol.md"), "utf8");

const sections = [...text.matchAll(/^#{2,3} (\d+\.\d+(?:\.\d+)?) /gm)].map((match) => match[1] ?? "");

/** Every section that `source` cites as `prefix` + number. */
function cited(source: string, prefix: string): string[] {
  const pattern = new RegExp(`${prefix}§(\\d+\\.\\d+(?:\\.\\d+)?)`, "g");
  return [...source.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** Paths of our own sources under `folder`: no dependencies, no build output, nothing generated. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["node_modules", "lib", "dist", "fixtures", "__pycache__"].includes(entry.name) ? [] : sources(path);
    }
    return [".ts", ".mjs", ".py"].includes(extname(entry.name)) ? [path] : [];
  });
}

/** Names of members, and strings that stand alone as a value, anywhere in a JSON Schema. */
function schemaNames(schema: unknown, keyword = ""): string[] {
  if (typeof schema === "string") return keyword === "const" || keyword === "enum" ? [schema] : [];
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (Array.isArray(schema)) return schemaNames(value, keyword);
    return [...(keyword === "properties" ? [key] : []), ...schemaNames(value, keyword === "properties" ? "" : key)];
  });
}

describe("spec/protocol.md", () => {
  it("numbers its sections upwards and gives no number twice", () => {
    const rank = (section: string): number[] => section.split(".").map(Number);
    const sorted = [...new Set(sections)].sort((a, b) => {
      const [left, right] = [rank(a), rank(b)];
      const at = left.findIndex((part, index) => part !== right[index]);
      return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
    });
    expect(sections).toEqual(sorted);
  });

  it("has every section that it cites", () => {
    expect(cited(text, "").filter((section) => !sections.includes(section))).toEqual([]);
  });

  it("has every section that the sources and the tests cite", () => {
    const missing = ["packages", "python", "spec", "test", "scripts"].flatMap((folder) =>
      sources(folder).flatMap((path) =>
        cited(readFileSync(join(root, path), "utf8"), "spec ")
          .filter((section) => !sections.includes(section))
          .map((section) => `${path} cites §${section}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("names every member, constant and event type of the schema", () => {
    const schema: unknown = JSON.parse(readFileSync(join(root, "packages/protocol/schema.json"), "utf8"));
    const names = new Set(schemaNames(schema));
    expect(names.size).toBeGreaterThan(100);
    const words = new Set(text.match(/[\w$]+(?:[/.-][\w$]+)*/g));
    expect([...names].filter((name) => !words.has(name) && !text.includes(`\`${name}\``))).toEqual([]);
  });

  it("leads nowhere but to itself: every link of the contents is a heading", () => {
    const anchors = new Set(
      [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
        (match[1] ?? "")
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
          .replaceAll(" ", "-"),
      ),
    );
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1] ?? "");
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
    expect(text).not.toMatch(/\]\((?!#)/);
  });
});
