import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { schema, samples } from "./samples.test-support.ts";
import { framesOf, transcripts } from "./transcripts.test-support.ts";

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
ajv.addSchema(schema, "wire");
const definitions = Object.entries(schema.$defs ?? {});
const check = (name: string, value: unknown): boolean => ajv.validate(`wire#/$defs/${name}`, value);

describe("schema.json", () => {
  it("is valid JSON Schema 2020-12, and knows no keyword that is not", () => {
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(ajv.validateSchema(schema)).toBe(true);
    for (const [name] of definitions) expect(ajv.getSchema(`wire#/$defs/${name}`)).toBeTypeOf("function");
  });

  it("has one definition for each type and each member of a union, with a description", () => {
    expect(definitions.length).toBeGreaterThan(120);
    expect(definitions.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    const nested = definitions.flatMap(([name, { anyOf }]) => {
      const inline = anyOf?.filter((member) => member.$ref === undefined && member.const === undefined) ?? [];
      return inline.length === 0 ? [] : [name];
    });
    expect(nested).toEqual([]);
  });

  it("describes every member, but for tags", () => {
    const silent = definitions.flatMap(([name, { properties }]) =>
      Object.entries(properties ?? {})
        .filter(([, member]) => member.description === undefined && member.$ref === undefined)
        .filter(([, member]) => member.const === undefined && member.enum === undefined && member.not === undefined)
        .map(([key]) => `${name}.${key}`),
    );
    expect(silent.filter((member) => !member.startsWith("Other"))).toEqual([]);
  });

  it("takes every sample", () => {
    for (const event of samples.events) expect([event, check("SessionEvent", event)]).toEqual([event, true]);
    expect(check("HarnessSdkRequestMap", { ...samples.requests })).toBe(true);
    expect(check("HarnessSdkNotificationMap", { ...samples.notifications })).toBe(true);
    expect(check("SessionHeader", samples.header)).toBe(true);
  });

  it("takes every recorded notification but those that a prompt without blocks left behind", () => {
    const refused = transcripts.flatMap((transcript) =>
      framesOf(transcript).filter(({ frame: { method, params }, dir }) => {
        if (dir === "c2s" || typeof method !== "string") return false;
        const name = schema.$defs?.["HarnessSdkNotificationMap"]?.properties?.[method]?.$ref ?? "";
        return !check(name.replace("#/$defs/", ""), params);
      }),
    );
    expect(refused.map(({ transcript }) => transcript)).toEqual(
      Array.from({ length: 4 }, () => "protocol-errors.ndjson"),
    );
  });

  it("refuses a known kind with a wrong member, and takes an unknown kind", () => {
    const turnEnd = (reason: unknown): unknown => ({ type: "turn/end", seq: 0, time: 0, data: { turn: 1, reason } });
    expect(check("SessionEvent", turnEnd({ kind: "error", error: "down" }))).toBe(false);
    expect(check("SessionEvent", turnEnd({ kind: "novel", error: "down" }))).toBe(true);
    expect(check("SessionEvent", { type: "acme/thing", seq: 0, time: 0, data: 7 })).toBe(true);
  });
});
