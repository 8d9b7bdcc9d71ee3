import { describe, expect, it } from "vitest";
import { JsonRpcResponseError } from "./errors.ts";
import {
  decodeFrame,
  encodeError,
  encodeFailure,
  encodeNotification,
  encodeRequest,
  encodeResult,
  responseError,
} from "./frame.ts";

describe("decodeFrame (spec §0.1)", () => {
  it.each([
    ["a number as id", `{"id":1,"method":"m"}`, { id: 1, idText: "1" }],
    ["0", `{"id":0,"method":"m"}`, { id: 0, idText: "0" }],
    ["an empty string", `{"id":"","method":"m"}`, { id: "", idText: `""` }],
    ["a negative number", `{"id":-3,"method":"m"}`, { id: -3, idText: "-3" }],
    ["a fraction", `{"id":1.50,"method":"m"}`, { id: 1.5, idText: "1.50" }],
    ["an exponent", `{"id":1e3,"method":"m"}`, { id: 1000, idText: "1000" }],
    ["more digits than a double holds", `{"id":9007199254740993,"method":"m"}`, { idText: "9007199254740993" }],
    ["more than a double holds at all", `{"id":1e400,"method":"m"}`, { id: Infinity, idText: "1e400" }],
    ["half a surrogate pair", `{"id":"\\udc00","method":"m"}`, { id: "\udc00", idText: `"\\udc00"` }],
    ["a quote and a control character", `{"id":"\\"\\n","method":"m"}`, { id: '"\n', idText: `"\\"\\n"` }],
  ])("reads a request with %s and keeps its id to be answered", (_what, line, id) => {
    expect(decodeFrame(line)).toMatchObject({ kind: "request", method: "m", params: {}, ...id });
  });

  it.each([
    ["no id", `{"method":"m","params":{"a":1}}`],
    ["null", `{"id":null,"method":"m","params":{"a":1}}`],
    ["an object", `{"id":{},"method":"m","params":{"a":1}}`],
    ["true", `{"id":true,"method":"m","params":{"a":1}}`],
  ])("reads a notification where the id is %s", (_what, line) => {
    expect(decodeFrame(line)).toEqual({ kind: "notification", method: "m", params: { a: 1 } });
  });

  it.each([
    ["a result", `{"id":1,"result":{"a":1}}`, { result: { a: 1 }, error: undefined }],
    ["a null result", `{"id":1,"result":null}`, { result: null, error: undefined }],
    ["a null error beside the result", `{"id":1,"error":null,"result":[]}`, { result: [], error: undefined }],
    ["an error", `{"id":1,"error":{"code":5}}`, { result: undefined, error: { code: 5 } }],
    ["neither", `{"id":1}`, { result: undefined, error: undefined }],
    ["a method that is no string", `{"id":1,"method":2}`, { result: undefined, error: undefined }],
  ])("reads a response with %s", (_what, line, parts) => {
    expect(decodeFrame(line)).toEqual({ kind: "response", id: 1, ...parts });
  });

  it.each([`[1]`, `"x"`, `null`, `5`, `true`])("gives {} for the params %s, which are no object", (params) => {
    expect(decodeFrame(`{"method":"m","params":${params}}`)).toEqual({ kind: "notification", method: "m", params: {} });
  });

  it.each([
    "",
    " ",
    "\r",
    "{",
    "null",
    "5",
    `"id"`,
    "[]",
    `[{"id":1,"method":"m"}]`,
    "{}",
    `{"jsonrpc":"2.0"}`,
    `{"id":null}`,
    `{'id':1}`,
    `{"id":1}{"id":2}`,
    "NaN",
    "\ufeff",
    `{"__proto__":{"id":1,"method":"m"}}`,
  ])("reads no frame in %j", (line) => {
    expect(decodeFrame(line)).toBeUndefined();
  });

  it("tolerates white space, CR and a BOM around a frame", () => {
    expect(decodeFrame(` \t{"method":"m"} \r`)).toMatchObject({ method: "m" });
    expect(decodeFrame(`\ufeff{"method":"m"}`)).toMatchObject({ method: "m" });
  });

  it("keeps __proto__ as a name like others", () => {
    const frame = decodeFrame(`{"method":"m","params":{"__proto__":{"x":1}}}`);
    const params = frame?.kind === "notification" ? frame.params : {};
    expect(Object.keys(params)).toEqual(["__proto__"]);
    expect("x" in params).toBe(false);
  });
});

describe("what is written (spec §0.1)", () => {
  it.each([
    [encodeRequest("req_a1", "m", { a: 1 }), `{"jsonrpc":"2.0","id":"req_a1","method":"m","params":{"a":1}}`],
    [encodeRequest("req_a1", "m", undefined), `{"jsonrpc":"2.0","id":"req_a1","method":"m"}`],
    [encodeNotification("m", { a: 1 }), `{"jsonrpc":"2.0","method":"m","params":{"a":1}}`],
    [encodeNotification("m", undefined), `{"jsonrpc":"2.0","method":"m"}`],
    [encodeNotification('"é\u2028', undefined), `{"jsonrpc":"2.0","method":"\\"é\u2028"}`],
    [encodeResult("1", { a: 1 }), `{"jsonrpc":"2.0","id":1,"result":{"a":1}}`],
    [encodeResult("1", undefined), `{"jsonrpc":"2.0","id":1,"result":null}`],
    [encodeResult("1", () => 1), `{"jsonrpc":"2.0","id":1,"result":null}`],
    [encodeResult("1", Symbol("s")), `{"jsonrpc":"2.0","id":1,"result":null}`],
    [encodeResult("1", { toJSON: () => undefined }), `{"jsonrpc":"2.0","id":1,"result":null}`],
    [encodeError("1", -5, "m"), `{"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"m"}}`],
    [encodeError("1", -5, "m", null), `{"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"m","data":null}}`],
    [encodeNotification("m", { t: "a\ud83d" }), `{"jsonrpc":"2.0","method":"m","params":{"t":"a\\ud83d"}}`],
  ])("is one compact object: %s", (text, expected) => {
    expect(text).toBe(expected);
  });

  it("keeps apart the methods of frames that follow each other", () => {
    const methods = ["a", "b", "b", "", "a"].map((method) => encodeNotification(method, undefined));
    expect(methods.map((text) => JSON.parse(text))).toMatchObject([
      { method: "a" },
      { method: "b" },
      { method: "b" },
      { method: "" },
      { method: "a" },
    ]);
  });
});

describe("encodeFailure (spec §0.2)", () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const hostile: unknown = new Proxy(new Error("hidden"), {
    get: () => {
      throw new Error("get");
    },
    has: () => {
      throw new Error("has");
    },
    getPrototypeOf: () => {
      throw new Error("getPrototypeOf");
    },
  });

  it.each<[string, unknown, object]>([
    [
      "an error: its message and no code of its own",
      Object.assign(new Error("boom"), { code: 404, data: 1 }),
      { code: -32603, message: "boom" },
    ],
    [
      "JsonRpcResponseError: code, message and data",
      new JsonRpcResponseError(-5, "m", { a: 1 }),
      { code: -5, message: "m", data: { a: 1 } },
    ],
    ["JsonRpcResponseError without a code", new JsonRpcResponseError(undefined, "m"), { code: -32603, message: "m" }],
    [
      "JsonRpcResponseError with a code that is no JSON",
      new JsonRpcResponseError(Number.NaN, "m"),
      { code: -32603, message: "m" },
    ],
    [
      "JsonRpcResponseError with data that is no JSON",
      new JsonRpcResponseError(-5, "m", cycle),
      { code: -5, message: "m" },
    ],
    ["text", "just text", { code: -32603, message: "just text" }],
    ["an object with a message", { message: "m" }, { code: -32603, message: "m" }],
    ["undefined", undefined, { code: -32603, message: "internal error" }],
    ["null", null, { code: -32603, message: "internal error" }],
    ["an object without a message", { reason: "r" }, { code: -32603, message: "internal error" }],
    ["a message that is no text", { message: 5 }, { code: -32603, message: "internal error" }],
    ["something that throws when it is looked at", hostile, { code: -32603, message: "internal error" }],
  ])("answers %s", (_what, error, expected) => {
    expect(JSON.parse(encodeFailure("1", error))).toEqual({ jsonrpc: "2.0", id: 1, error: expected });
  });
});

describe("responseError (spec §0.2)", () => {
  it.each<[string, unknown, object]>([
    ["code, message and data", { code: -5, message: "m", data: [1] }, { code: -5, message: "m", data: [1] }],
    ["no code where there is none", { message: "m" }, { code: undefined, message: "m" }],
    ["no code that is no number", { code: "E1", message: "m" }, { code: undefined, message: "m" }],
    ["a message of its own where there is none", { code: 1 }, { code: 1, message: "JSON-RPC error" }],
    ["a message of its own for one that is no text", { code: 1, message: 9 }, { code: 1, message: "JSON-RPC error" }],
    ["a message of its own for text in place of an object", "plain", { code: undefined, message: "JSON-RPC error" }],
    ["a message of its own for true", true, { code: undefined, message: "JSON-RPC error" }],
  ])("keeps %s", (_what, error, expected) => {
    const made = responseError(error);
    expect(made).toBeInstanceOf(JsonRpcResponseError);
    expect({ code: made.code, message: made.message, data: made.data }).toEqual({ data: undefined, ...expected });
  });
});
