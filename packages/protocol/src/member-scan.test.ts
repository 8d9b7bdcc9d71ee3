import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFrame } from "./frame.ts";
import { type FoundMembers, MemberScan } from "./member-scan.ts";

describe("MemberScan (spec §1.9)", () => {
  it.each<[string, string, FoundMembers | undefined]>([
    ["a request", `{"id":7,"method":"m","params":{}}`, { kind: "request", id: 7, idText: "7", method: "m" }],
    ["id last", `{"method":"m","params":{"x":1},"id":"a"}`, { kind: "request", id: "a", idText: `"a"`, method: "m" }],
    ["method last", `{"id":0,"params":[1,[2]],"method":"m"}`, { kind: "request", id: 0, idText: "0", method: "m" }],
    ["an empty id", `{"id":"","method":""}`, { kind: "request", id: "", idText: `""`, method: "" }],
    ["a response", `{"result":{"id":9,"method":"no"},"id":-1.5}`, { kind: "response", id: -1.5, idText: "-1.5" }],
    ["a notification", `{"method":"m","params":{"id":9}}`, { kind: "notification", method: "m" }],
    ["a null id", `{"id":null,"method":"m"}`, { kind: "notification", method: "m" }],
    ["a method that is no string", `{"id":1,"method":5}`, { kind: "response", id: 1, idText: "1" }],
    ["neither", `{"jsonrpc":"2.0","params":{}}`, undefined],
    ["an empty object", `{}`, undefined],
    ["an array", `[{"id":1,"method":"m"}]`, undefined],
    ["a scalar", `"{\\"id\\":1}"`, undefined],
    ["no JSON", `Error: {"id":1,"method":"m"}`, undefined],
    ["an object that is cut off", `{"id":1,"method":"m","params":{"x":1}`, undefined],
    ["an object with more behind it", `{"id":1,"method":"m"} {}`, undefined],
    ["white space and CR", ` {\t"id" : 1 , "method" : "m" } \r`, { kind: "request", id: 1, idText: "1", method: "m" }],
    ["a BOM", `\ufeff{"id":1}`, { kind: "response", id: 1, idText: "1" }],
    ["keys in escapes", `{"\\u0069d":1,"m\\u0065thod":"m"}`, { kind: "request", id: 1, idText: "1", method: "m" }],
    [
      "escapes in values",
      `{"id":"a\\"\\\\","method":"\\u006d"}`,
      { kind: "request", id: 'a"\\', idText: `"a\\"\\\\"`, method: "m" },
    ],
    [
      "strings that look like structure",
      `{"x":"}{][\\"","y":{"z":"}"},"id":1}`,
      { kind: "response", id: 1, idText: "1" },
    ],
    [
      "a key that comes twice",
      `{"id":1,"id":2,"method":"a","method":"b"}`,
      { kind: "request", id: 2, idText: "2", method: "b" },
    ],
    ["a key that comes again with another type", `{"id":1,"id":{},"method":"a","method":[]}`, undefined],
    ["__proto__ as a name like others", `{"__proto__":{"id":1,"method":"m"}}`, undefined],
    [
      "__proto__ beside them",
      `{"__proto__":null,"id":"__proto__","method":"__proto__"}`,
      { kind: "request", id: "__proto__", idText: `"__proto__"`, method: "__proto__" },
    ],
    ["names that only begin alike", `{"idx":1,"i":2,"methods":"m"}`, undefined],
    [
      "an id with more digits than a double",
      `{"id":12345678901234567890}`,
      { kind: "response", id: Number("12345678901234567890"), idText: "12345678901234567890" },
    ],
  ])("finds %s", (_what, line, found) => {
    expect(scan(line, line.length)).toEqual(found);
    expect(scan(line, 1)).toEqual(found);
  });

  it("takes an id that is longer than 64 KiB for none: it could not be answered", () => {
    expect(scan(`{"id":"${"x".repeat(65_535)}","method":"m"}`, 1000)).toEqual({ kind: "notification", method: "m" });
    expect(scan(`{"id":"${"x".repeat(65_534)}","method":"m"}`, 1000)).toMatchObject({ kind: "request" });
    expect(scan(`{"id":1${"0".repeat(70_000)},"method":"m"}`, 1000)).toEqual({ kind: "notification", method: "m" });
  });

  it("names no method that is longer than 64 KiB, but still takes the frame for a request", () => {
    const line = `{"method":"${"x".repeat(70_000)}","id":1}`;
    expect(scan(line, 1000)).toEqual({ kind: "request", id: 1, idText: "1", method: undefined });
  });

  it("follows any depth", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(scan(`{"params":${deep},"id":1}`, 4096)).toEqual({ kind: "response", id: 1, idText: "1" });
  });

  it("says of any frame what JSON.parse says, however it is cut", () => {
    const key = fc.constantFrom("id", "method", "params", "__proto__", "result");
    const member = fc.tuple(key, fc.oneof(fc.jsonValue(), fc.string(), fc.integer()));
    const text = fc.array(member, { maxLength: 6 }).map((members) => {
      return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (line, size) => {
        const frame = decodeFrame(line);
        const found = scan(line, size);
        expect(found?.kind).toBe(frame?.kind);
        if (frame !== undefined && "id" in frame) expect(found).toMatchObject({ id: frame.id });
        if (frame !== undefined && "method" in frame) expect(found).toMatchObject({ method: frame.method });
      }),
    );
  });

  it("takes any bytes without throwing", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (pieces) => {
        const members = new MemberScan();
        for (const piece of pieces) members.push(piece);
        members.end();
      }),
    );
  });
});

function scan(line: string, size: number): FoundMembers | undefined {
  const bytes = Buffer.from(line);
  const members = new MemberScan();
  for (let at = 0; at < bytes.length; at += size) members.push(bytes.subarray(at, at + size));
  return members.end();
}
