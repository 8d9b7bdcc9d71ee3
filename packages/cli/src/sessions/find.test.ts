import { describe, expect, it } from "vitest";
import { UsageError } from "../usage.ts";
import { findSession } from "./find.ts";
import { stored } from "./stored.test-support.ts";

const SESSIONS = ["abc", "abcd", "xyz-1", "xyz-2", "odd\u001bid", "back\\slash"].map((id) => stored(id));

describe("findSession", () => {
  it.each([
    ["abc", "abc"],
    ["abcd", "abcd"],
    ["xyz-2", "xyz-2"],
    ["o", "odd\u001bid"],
    ["odd\\u{1b}id", "odd\u001bid"],
    ["odd\\u", "odd\u001bid"],
    ["back\\", "back\\slash"],
    ["back\\\\slash", "back\\slash"],
  ])("takes %j for %j", (typed, id) => {
    expect(findSession(SESSIONS, typed).id).toBe(id);
  });

  it.each([
    ["ab", "2 sessions begin with ab: give more of the id: abc, abcd"],
    ["xyz", "2 sessions begin with xyz: give more of the id: xyz-1, xyz-2"],
    ["abcf", "there is no session abcf: did you mean abc?"],
    ["nothing\u001b", "there is no session nothing\\u{1b}: see `toh sessions list --all`"],
  ])("refuses %j", (typed, text) => {
    try {
      findSession(SESSIONS, typed);
    } catch (error) {
      expect(error instanceof UsageError && `${error.message}: ${error.hint}`).toBe(text);
      return;
    }
    expect.unreachable();
  });

  it("names five of many at most", () => {
    const many = Array.from({ length: 9 }, (_, index) => stored(`s${index}`));
    expect(() => findSession(many, "s")).toThrow("9 sessions begin with s");
    try {
      findSession(many, "s");
    } catch (error) {
      expect(error instanceof UsageError && error.hint).toBe("give more of the id: s0, s1, s2, s3, s4, and 4 more");
    }
  });
});
