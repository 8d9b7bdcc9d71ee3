import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CODE_OF_KIND, type ErrorData, type Issue } from "@buckeyestudio/toh-sdk-protocol";
import { wire } from "./validators.test-support.ts";

interface Event {
  readonly type: string;
  readonly seq: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Frame {
  readonly id?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>> & { readonly sessionId?: string; readonly event?: Event };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly data: ErrorData };
}

interface Line {
  readonly from: "client" | "server";
  /** Which client's connection. */
  readonly connection: "first" | "second";
  readonly text: string;
  readonly frame: Frame;
}

interface Exchange {
  readonly title: string;
  /** Line by line; undefined where frames are left out. */
  readonly lines: readonly (Line | undefined)[];
}

const text = readFileSync(new URL("protocol.md", import.meta.url), "utf8").split("\n# Annex D.")[1] ?? "";
const exchanges = [...text.matchAll(/^## (D\.\d+ .+)\n[^]*?```\n([^]*?)```$/gm)].map(
  ([, title = "", block = ""]): Exchange => ({ title, lines: block.trimEnd().split("\n").map(readLine) }),
);

function readLine(line: string): Line | undefined {
  if (line === "…") return undefined;
  const [mark, rest] = [line.slice(0, 1), line.slice(2)];
  return {
    from: "→⇒".includes(mark) ? "client" : "server",
    connection: "→←".includes(mark) ? "first" : "second",
    text: rest,
    frame: JSON.parse(rest),
  };
}

const present = ({ lines }: Exchange): Line[] => lines.flatMap((line) => (line === undefined ? [] : [line]));
const told = (exchange: Exchange): string[] =>
  present(exchange).map(({ from, connection, frame: { method, params, result, error } }) => {
    const what = params?.event?.type ?? method ?? (result === undefined ? `error ${error?.code}` : "result");
    return `${connection === "first" ? "" : "second "}${from} ${what}`;
  });
const exchange = (number: string): Exchange => {
  const found = exchanges.find(({ title }) => title.startsWith(`${number} `));
  if (found === undefined) throw new Error(`there is no ${number}`);
  return found;
};

/** What the closed check of the receiver says: the closed one, since it is we who write these frames. */
function issuesOf(line: Line, all: readonly Line[]): readonly Issue[] | undefined {
  const { frame, from } = line;
  const { id, method, params, result, error } = frame;
  const receiver = wire.closed[from === "client" ? "server" : "client"];
  if (error !== undefined) return receiver.checkErrorData(error.data);
  if (method !== undefined && id !== undefined) return receiver.checkParams(method, params);
  if (method !== undefined) return receiver.checkNotification(method, params);
  const asked = all.find((one) => one.frame.id === id && one.frame.method !== undefined && one.from !== from);
  return receiver.checkResult(asked?.frame.method ?? "", result);
}

describe("the worked exchanges of version 1 (spec, Annex D)", () => {
  it("show the handshake, cancelling, steering, resume, approvals, tools, dropped frames and the end", () => {
    expect(exchanges.map(({ title }) => title.split(" ")[0])).toEqual(
      Array.from({ length: 14 }, (_, index) => `D.${index + 1}`),
    );
  });

  it.each(exchanges)("$title: is compact JSON in the order of members that a writer has (spec §0.1.7)", (one) => {
    for (const line of present(one)) {
      expect(JSON.stringify(line.frame)).toBe(line.text);
      expect(line.text).toMatch(/^\{"jsonrpc":"2.0",("id":"[a-z]\d+","(method|result|error)"|"method")/);
    }
  });

  it.each(exchanges)("$title: fits the schema, with no member that is not defined", (one) => {
    const lines = present(one);
    for (const line of lines) {
      const issues = issuesOf(line, lines);
      if (one.title.startsWith("D.2 ") && line.from === "server") {
        // Of version 0: it lacks the one sign of version 1, and is a good result there.
        expect(issues).toEqual([{ path: "result.protocolVersion", message: "is missing" }]);
        expect(wire.closed.checkResult("initialize", line.frame.result)).toBeUndefined();
      } else expect([line.text, issues]).toEqual([line.text, undefined]);
    }
  });

  it.each(exchanges)("$title: answers each request once, behind it, on its connection", (one) => {
    const lines = present(one);
    const named = (line: Line, answer: boolean): string => {
      const asker = answer ? { client: "server", server: "client" }[line.from] : line.from;
      return `${line.connection} ${asker} ${line.frame.id}`;
    };
    const asked = new Set<string>();
    for (const line of lines) {
      if (line.frame.id === undefined) continue;
      if (line.frame.method !== undefined) asked.add(named(line, false));
      else expect(asked.delete(named(line, true)), line.text).toBe(true);
    }
    expect([...asked]).toEqual([]);
  });

  it.each(exchanges)(
    "$title: numbers the events of a session without a gap, but where one is told (spec §1.6.12)",
    (one) => {
      let last: number | undefined;
      for (const line of one.lines) {
        const { event, to } = line?.frame.params ?? {};
        if (line === undefined) last = undefined;
        if (typeof to === "number") last = to;
        if (event === undefined) continue;
        if (last !== undefined) expect(event.seq).toBe(last + 1);
        last = event.seq;
      }
    },
  );

  it.each(exchanges)("$title: has with each kind of error its code (spec §1.2.5)", (one) => {
    for (const { frame } of present(one)) {
      if (frame.error !== undefined) expect(frame.error.code).toBe(CODE_OF_KIND[frame.error.data.kind]);
    }
  });

  it("D.5: confirm a cancel by the `turn/end`, with no step between (spec §1.4.5)", () => {
    const lines = told(exchange("D.5"));
    const answered = lines.indexOf("client session/cancel") + 1;
    const ended = lines.indexOf("server turn/end");
    expect(lines.slice(answered, ended)).toEqual(["server result", "server assistant/message", "server step/end"]);
  });

  it("D.8: send the replay, then the answer, then what is live (spec §1.6.3)", () => {
    const lines = present(exchange("D.8"));
    const answer = lines.findIndex(({ frame }) => frame.id === "c2" && frame.result !== undefined);
    const lastSeq = Number(lines[answer]?.frame.result?.["lastSeq"]);
    const seqs = (part: readonly Line[]): number[] => part.flatMap(({ frame }) => frame.params?.event?.seq ?? []);
    expect(seqs(lines.slice(0, answer))).toEqual([lastSeq - 1, lastSeq]);
    expect(Math.min(...seqs(lines.slice(answer)))).toBe(lastSeq + 1);
  });

  it.each(["D.9", "D.10", "D.11"])("%s: keep the order of an approval (spec §1.8.4)", (number) => {
    const server = told(exchange(number)).filter((line) => line.startsWith("server "));
    const order = ["tool/call", "approval/asked", "approval/request", "approval/decided", "tool/result"];
    const places = order.map((type) => server.indexOf(`server ${type}`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});
