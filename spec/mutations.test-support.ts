import { expect, it } from "vitest";
import type { Issue } from "@buckeyestudio/toh-sdk-protocol";
import { changed, placesOf, type JsonObject } from "./samples.test-support.ts";

/** A good value and the checks that look at it. */
export interface Subject {
  readonly title: string;
  /** Name in `schema.json`. */
  readonly name: string;
  /** What the paths of issues begin with. */
  readonly root: string;
  readonly value: JsonObject;
  readonly open: (value: unknown) => readonly Issue[] | undefined;
  readonly closed: (value: unknown) => readonly Issue[] | undefined;
}

/** What holds of every value: as it stands, and with each of its members left out, of another type, or with one more beside it. */
export function itIsCheckedInEachPlace({ name, root, value, open, closed }: Subject): void {
  const places = placesOf(name, value);
  const members = places.filter((place) => place.keys.length > 0);

  it("passes the open and the closed check as it stands", () => {
    expect([open(value), closed(value)]).toEqual([undefined, undefined]);
  });

  it("may lack what the schema does not require, and nothing else", () => {
    for (const { path, keys, required } of members) {
      if (typeof keys.at(-1) === "number") continue; // an item of a list
      const lacking = changed(value, keys, undefined);
      const issues = required ? [{ path: `${root}${path}`, message: "is missing" }] : undefined;
      expect([path, open(lacking), closed(lacking)]).toEqual([path, issues, issues]);
    }
  });

  it("must have the right type in each place, and an issue names the place and what was expected", () => {
    for (const { path, keys, isFree, isList } of members) {
      if (isFree) continue;
      const wrong = changed(value, keys, isList ? 5 : [[]]);
      for (const check of [open, closed]) {
        const [issue] = check(wrong) ?? [];
        expect(issue?.path.startsWith(`${root}${path}`), `${root}${path}: ${issue?.path}`).toBe(true);
        expect(issue?.message).toMatch(/^must be [^\n]+, got [^\n]+$/);
      }
    }
  });

  it("may have a member that is not defined when it comes from outside, and must not when we write it", () => {
    for (const { path, keys, isObject } of places) {
      if (!isObject) continue;
      const more = changed(value, [...keys, "unheardOf"], true);
      expect(open(more)).toBeUndefined();
      expect(closed(more)).toEqual([
        { path: `${root}${path}.unheardOf`, message: "is not a member that is defined here" },
      ]);
    }
  });
}
