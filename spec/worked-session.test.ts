import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

interface Frame {
  readonly id?: string;
  readonly method?: string;
  readonly params?: { readonly event?: Event; readonly status?: string };
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

interface Event {
  readonly type: string;
  readonly seq: number;
  readonly data: Record<string, unknown>;
  readonly sourceEventSeqs?: readonly number[];
  readonly surfaceOp?: unknown;
}

/** The lines of Annex A, each with the side that wrote it. */
const annex = read("protocol.md").split("# Annex A.")[1]?.split("# Annex B.")[0] ?? "";
const lines = [...annex.matchAll(/^([→←]) (.+)$/gm)].map(([, side, line]) => ({ side, line: line ?? "" }));
const frames = lines.flatMap(({ side, line }): { side: string | undefined; frame: Frame }[] =>
  line.startsWith("{") ? [{ side, frame: JSON.parse(line) }] : [],
);
const events = frames.flatMap(({ frame }) => frame.params?.event ?? []);

describe("the worked session (spec, Annex A)", () => {
  const ajv = new Ajv2020({ strict: false });
  beforeAll(() => {
    ajv.addSchema(JSON.parse(read("../packages/protocol/schema.json")), "wire");
  });
  const problems = (name: string, value: unknown): unknown => {
    ajv.validate(`wire#/$defs/${name}`, value);
    return ajv.errors ?? [];
  };

  it("is compact JSON in the order of members that a writer has (spec §0.1.7)", () => {
    for (const { line } of lines.filter((one) => one.line.startsWith("{"))) {
      expect(JSON.stringify(JSON.parse(line))).toBe(line);
      expect(line).toMatch(/^\{"jsonrpc":"2.0",("id":"c\d","(method|result|error)"|"method")/);
    }
    expect(lines.filter((one) => !one.line.startsWith("{"))).toEqual([{ side: "→", line: "this is no frame" }]);
  });

  it("fits the schema, but for the params that it shows refused", () => {
    const requests = new Map(frames.flatMap(({ side, frame }) => (side === "→" ? [[frame.id, frame]] : [])));
    const refused = new Set(frames.flatMap(({ frame }) => (frame.error === undefined ? [] : [frame.id])));
    for (const { side, frame } of frames) {
      const { id, method, params, result } = frame;
      if (side === "→") {
        if (params === undefined || refused.has(id)) continue;
        expect(problems(`HarnessSdkRequestMap/properties/${pointer(method)}/properties/params`, params)).toEqual([]);
      } else if (method !== undefined) {
        expect(problems(`HarnessSdkNotificationMap/properties/${pointer(method)}`, params)).toEqual([]);
      } else if (result !== undefined) {
        const asked = pointer(requests.get(id)?.method);
        expect(problems(`HarnessSdkRequestMap/properties/${asked}/properties/result`, result)).toEqual([]);
      }
    }
  });

  it("answers each request once, `shutdown` last (spec §0.6.2)", () => {
    const asked = frames.flatMap(({ side, frame }) => (side === "→" ? [frame.id] : []));
    const answered = frames.flatMap(({ side, frame }) => (side === "←" && frame.id !== undefined ? [frame.id] : []));
    expect(answered).toHaveLength(asked.length);
    expect(new Set(answered)).toEqual(new Set(asked));
    expect(frames.at(-1)?.frame).toEqual({ jsonrpc: "2.0", id: "c5", result: {} });
  });

  it("numbers its events without a gap (spec §0.4.3)", () => {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  });

  it("stands in the order of spec §0.4.1", () => {
    const told = frames.flatMap(({ side, frame: { method, params, result } }) =>
      side === "→" || params?.event?.type === "assistant/chunk" ? [] : [tell(method, params, result)],
    );
    expect(told.slice(1, told.indexOf("idle") + 1)).toEqual(
      [
        "agent/inbox/spliced running turn/start agent/inbox/spliced messageId",
        "step/start user/message session/title request/header request/context",
        "assistant/message tool/call tool/result step/end",
        "step/start assistant/message step/end turn/end idle",
      ].flatMap((part) => part.split(" ")),
    );
  });

  it("cites in each message what it was made from (spec §0.7.2)", () => {
    const seqs = (type: string, step: number): number[] =>
      events.filter((one) => one.type === type && one.data["step"] === step).map(({ seq }) => seq);
    for (const { type, data, sourceEventSeqs } of events) {
      if (type === "assistant/message") expect(sourceEventSeqs).toEqual(seqs("assistant/chunk", Number(data["step"])));
      else if (type === "tool/result") expect(sourceEventSeqs).toEqual(seqs("tool/call", Number(data["step"])));
      else expect(sourceEventSeqs).toBeUndefined();
    }
  });

  it("names the queued message in the receipt, the response and `user/message` (spec §0.3.2)", () => {
    const messageId = frames.find(({ frame }) => frame.id === "c2" && frame.result)?.frame.result?.["messageId"];
    expect(events[0]?.data["inserted"]).toMatchObject([{ id: messageId }]);
    expect(events.find(({ type }) => type === "user/message")?.data["id"]).toBe(messageId);
  });
});

/** The name of a method inside a JSON pointer. */
const pointer = (method: string | undefined): string => (method ?? "").replaceAll("/", "~1");

function tell(method: string | undefined, params: Frame["params"], result: Frame["result"]): string {
  if (params?.event !== undefined) return params.event.type;
  if (method === "session.status") return params?.status ?? method;
  return Object.keys(result ?? { error: 0 }).join();
}
