import { describe, expect, it } from "vitest";
import { issuesOf, type Check, type Fault } from "./issues.ts";

/** A check that finds these faults in everything. */
const finding = (...errors: Fault[]): Check => Object.assign(() => false, { errors });
const fault = (instancePath: string, keyword: string, params: Fault["params"] = {}): Fault => ({
  instancePath,
  keyword,
  params,
});

describe("issuesOf", () => {
  it("finds nothing where the check is content", () => {
    expect(issuesOf(() => true, {}, "params")).toBeUndefined();
  });

  it.each<[string, string]>([
    ["", "params"],
    ["/event/data", "params.event.data"],
    ["/blocks/0/text", "params.blocks[0].text"],
    ["/a~1b/c~0d", 'params["a/b"]["c~d"]'],
    ["/__proto__", "params.__proto__"],
    ["/日本", 'params["日本"]'],
  ])("tells the place %j as %j", (instancePath, path) => {
    const [issue] = issuesOf(finding(fault(instancePath, "type", { type: "string" })), {}, "params") ?? [];
    expect(issue?.path).toBe(path);
  });

  it("looks at own members alone when it says what came", () => {
    const [issue] = issuesOf(finding(fault("/constructor", "type", { type: "string" })), {}, "params") ?? [];
    expect(issue?.message).toBe("must be a string, got nothing");
  });

  it("leaves out the fault that only says which branch failed", () => {
    const check = finding(fault("/a", "type", { type: "null" }), fault("", "if", { failingKeyword: "then" }));
    expect(issuesOf(check, { a: 1 }, "x")).toEqual([{ path: "x.a", message: "must be null, got 1" }]);
  });

  it("has words for a rule that it does not know", () => {
    expect(issuesOf(finding(fault("", "pattern")), "", "x")).toEqual([
      { path: "x", message: "breaks the rule pattern" },
    ]);
  });

  it("lets an error of the check through, unless the value was nested too deeply for it", () => {
    const broken = (): boolean => {
      throw new TypeError("broken");
    };
    expect(() => issuesOf(broken, 1, "x")).toThrow(new TypeError("broken"));
  });
});
