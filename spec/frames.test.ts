import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Issue } from "@buckeyestudio/toh-sdk-protocol";
import { schema } from "./samples.test-support.ts";
import { wire } from "./validators.test-support.ts";

interface FrameCase {
  readonly title: string;
  readonly from: "client" | "server";
  /** The method of the request, where the frame is a response. */
  readonly answers?: string;
  readonly line: string;
  readonly issue: Issue | null;
}

interface Frame {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly data?: unknown };
}

const { frames }: { readonly frames: readonly FrameCase[] } = JSON.parse(
  readFileSync(new URL("fixtures/v1/frames.json", import.meta.url), "utf8"),
);

/** What the receiver's check says of a frame. */
function issuesOf({ from, answers, line }: FrameCase): readonly Issue[] | undefined {
  const receiver = wire.open[from === "client" ? "server" : "client"];
  const { id, method, params, result, error }: Frame = JSON.parse(line);
  if (error !== undefined) return receiver.checkErrorData(error.data);
  if (answers !== undefined) return receiver.checkResult(answers, result);
  if (id === undefined) return receiver.checkNotification(method ?? "", params);
  return receiver.checkParams(method ?? "", params);
}

describe("the frames of version 1 in spec/fixtures/v1/frames.json", () => {
  it.each(frames)("from the $from: $title", (one) => {
    expect(issuesOf(one)).toEqual(one.issue === null ? undefined : [one.issue]);
  });

  it("are compact lines, as a writer writes them (spec §0.1.7)", () => {
    for (const { line } of frames) {
      expect(JSON.stringify(JSON.parse(line))).toBe(line);
      expect(line).toMatch(/^\{"jsonrpc":"2.0",("id":"c\d+","(method|result|error)"|"method")/);
    }
  });

  it("hold a good and a bad one of each method with params", () => {
    const told = (kind: "good" | "bad"): Set<string> =>
      new Set(
        frames
          .filter(({ issue }) => (issue === null) === (kind === "good"))
          .map(({ from, line }) => {
            const { method }: Frame = JSON.parse(line);
            return `${from} ${method}`;
          }),
      );
    const methods = [
      ...methodsOf("client", "ClientRequestMapV1", "ClientNotificationMapV1"),
      ...methodsOf("server", "ServerRequestMapV1", "ServerNotificationMapV1"),
    ];
    expect(methods.filter((method) => !told("good").has(method))).toEqual([]);
    // Those that neither version can have in a wrong form but by what version 0 has in its own cases, or in both directions.
    expect(methods.filter((method) => !told("bad").has(method))).toEqual([
      "client shutdown",
      "client $/frameDropped",
      "server subagent.started",
      "server subagent.finished",
      "server tool.progress",
    ]);
  });
});

function methodsOf(from: string, ...maps: readonly string[]): string[] {
  return maps.flatMap((map) => Object.keys(schema.$defs?.[map]?.properties ?? {}).map((method) => `${from} ${method}`));
}
