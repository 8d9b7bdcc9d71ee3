import { describe, expect, it } from "vitest";
import type { WireValidators } from "@buckeyestudio/toh-sdk-protocol";
import { framesOf, methodsById, transcripts, type RecordedFrame } from "./transcripts.test-support.ts";
import { log, wire } from "./validators.test-support.ts";

const { open, closed } = wire;

/** What the checks say of a frame of the server's; `undefined` for a frame with an error, which has no schema. */
function issuesOf(validators: WireValidators, { frame }: RecordedFrame, methods: ReadonlyMap<unknown, string>) {
  if (typeof frame["method"] === "string") return validators.checkNotification(frame["method"], frame["params"]);
  if ("error" in frame) return undefined;
  const method = methods.get(frame["id"]);
  if (method === undefined) throw new Error(`nobody asked for ${String(frame["id"])}`);
  return validators.checkResult(method, frame["result"]);
}

function eventIn({ params }: { readonly params?: unknown }): unknown {
  return typeof params === "object" && params !== null && "event" in params ? params.event : undefined;
}

/** What the recording of faults asks for that our runtime answers with `-32602`; the recorded one took some of it. */
const sentToBeRefused = [
  "initialize params.maxTokens must be at least 1, got 0",
  "initialize params.maxTokens must be at least 1, got -5",
  "initialize params.maxTokens must be an integer, got 1.5",
  "initialize params.maxTokens must be an integer, got a string",
  "initialize params.maxTokens must be an integer, got null",
  "initialize params.maxTokens must be at most 9007199254740991, got 9007199254740992",
  "initialize params.cwd is missing",
  "initialize params must be an object, got an array",
  "initialize params must be an object, got nothing",
  "session/prompt params must be an object, got nothing",
  "session/prompt params.sessionId is missing",
  "session/prompt params.sessionId must be a string, got 7",
  "session/prompt params.sessionId must not be empty",
  "session/prompt params.contentBlocks is missing",
  "session/prompt params.contentBlocks must be an array, got null",
  "session/prompt params.contentBlocks must be an array, got a string",
  "session/prompt params.contentBlocks must have at least 1 item, got 0",
];

describe.each(transcripts)("the recording %s", (transcript) => {
  const frames = framesOf(transcript);
  const server = frames.filter((frame) => frame.dir === "s2c");
  const methods = methodsById(transcript);

  it("holds no server frame that the open checks refuse", () => {
    const refused = server.flatMap((frame) => {
      const issues = issuesOf(open, frame, methods);
      return issues === undefined ? [] : [{ line: frame.lineNumber, issues }];
    });
    expect(refused).toEqual([]);
  });

  it("holds no server frame that the closed checks refuse, but for what a prompt without blocks left behind", () => {
    const refused = server.flatMap((frame) => (issuesOf(closed, frame, methods) ?? []).map(({ path }) => path));
    const left = ["params.event.data.inserted[0].content", "params.event.data.content"];
    expect(refused).toEqual(transcript === "protocol-errors.ndjson" ? [...left, ...left] : []);
  });

  it("holds no request that the open checks refuse, but for those sent to be refused", () => {
    const refused = frames.flatMap(({ frame }) => {
      const { method, id, params } = frame;
      if (typeof method !== "string" || id === undefined) return [];
      return (open.checkParams(method, params) ?? []).map(({ path, message }) => `${method} ${path} ${message}`);
    });
    expect(refused).toEqual(transcript === "protocol-errors.ndjson" ? sentToBeRefused : []);
  });

  it("holds no event that the checks of the log judge otherwise", () => {
    for (const { frame } of server) {
      const event = eventIn(frame);
      if (event === undefined) continue;
      expect(log.open.checkEvent(event)).toEqual(open.checkEvent(event));
      expect(log.closed.checkEvent(event)).toEqual(closed.checkEvent(event));
    }
  });

  it("comes out of JSON with the bytes that went in", () => {
    for (const { text } of frames) expect(JSON.stringify(JSON.parse(text))).toBe(text);
  });
});

it("there are 38 recordings with more than 1900 frames", () => {
  expect(transcripts).toHaveLength(38);
  expect(transcripts.flatMap(framesOf).length).toBeGreaterThan(1900);
});
