import { describe, expect, expectTypeOf, it } from "vitest";
import {
  CODE_OF_KIND,
  CapabilityError,
  ErrorCode,
  FrameTooLargeError,
  HarnessError,
  JsonRpcResponseError,
  RequestTimeoutError,
  SdkProtocolError,
  TransportClosedError,
  errorOfKind,
} from "./errors.ts";
import type { ErrorKind } from "./types.ts";

describe("the errors", () => {
  it.each([
    [new HarnessError("some-kind", "text"), "HarnessError", "some-kind", "text"],
    [new JsonRpcResponseError(-5, "text"), "JsonRpcResponseError", "response", "text"],
    [new TransportClosedError("text"), "TransportClosedError", "closed", "text"],
    [new RequestTimeoutError("m", 5), "RequestTimeoutError", "timeout", "m was not answered within 5 ms"],
    [new CapabilityError("x"), "CapabilityError", "not-agreed", "the peer did not agree to x"],
    [new SdkProtocolError("text"), "SdkProtocolError", "bad-message", "text"],
    [new FrameTooLargeError(8), "FrameTooLargeError", "frame-too-large", "frame is longer than 8 bytes"],
  ])("%s has its name, kind and message", (error, name, kind, message) => {
    expect(error).toBeInstanceOf(HarnessError);
    expect(error).toBeInstanceOf(Error);
    expect({ name: error.name, kind: error.kind, message: error.message }).toEqual({ name, kind, message });
  });

  it.each([
    ["the kind that the peer sent", { kind: "session-unknown", retryable: false }, "session-unknown"],
    ["no kind that is no text", { kind: 5 }, "response"],
    ["no inherited kind", Object.create({ kind: "x" }), "response"],
    ["null", null, "response"],
    ["text", "kind", "response"],
  ])("JsonRpcResponseError takes %s", (_what, data, kind) => {
    const error = new JsonRpcResponseError(1, "m", data);
    expect(error.kind).toBe(kind);
    expect(error.data).toBe(data);
  });

  it("FrameTooLargeError is a broken contract with the code of spec §1.2", () => {
    const error = new FrameTooLargeError(8, { method: "m" });
    expect(error).toBeInstanceOf(SdkProtocolError);
    expect(error).toMatchObject({ code: -32011, maxFrameBytes: 8, method: "m" });
  });

  it("TransportClosedError carries what is known of the end", () => {
    const cause = new Error("first");
    const details = { exitCode: 1, signal: "SIGTERM", stderrTail: "panic", callsInFlight: ["m"], cause };
    expect(new TransportClosedError("text", details)).toMatchObject(details);
    expect(new TransportClosedError("text")).toMatchObject({ exitCode: undefined, callsInFlight: [] });
  });
});

describe("the kinds of errors on the wire (spec §1.2.5)", () => {
  it("have each a code that has a name, and every code has a kind", () => {
    expectTypeOf<keyof typeof CODE_OF_KIND>().toEqualTypeOf<ErrorKind>();
    const codes = new Set<number>(Object.values(CODE_OF_KIND));
    expect(codes).toEqual(new Set<number>(Object.values(ErrorCode)));
  });

  it.each(["session-busy", "session-closing", "session-locked", "turn-changed"] as const)(
    "share -32013 where a session is not ready: %s",
    (kind) => {
      expect(CODE_OF_KIND[kind]).toBe(-32013);
    },
  );

  it.each([
    ["overloaded", true],
    ["session-locked", true],
    ["shutting-down", true],
    ["cancelled", false],
    ["storage-failed", false],
    ["invalid-params", false],
  ] as const)("say of %s whether the same call may succeed later: %s", (kind, retryable) => {
    expect(errorOfKind(kind, "no").data).toEqual({ kind, retryable });
  });

  it("are thrown with their code, their kind and what else is known", () => {
    const error = errorOfKind("conflict", "the log ends before afterSeq", { lastSeq: 41, retryable: true });
    expect(error).toBeInstanceOf(JsonRpcResponseError);
    expect(error).toMatchObject({
      code: -32018,
      kind: "conflict",
      message: "the log ends before afterSeq",
      data: { kind: "conflict", retryable: true, lastSeq: 41 },
    });
  });
});
