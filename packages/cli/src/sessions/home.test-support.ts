import { EventEmitter } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { FileStore, type SessionEvent, type SessionHeader } from "@buckeyestudio/toh-session";
import { folderWith } from "../process.test-support.ts";
import { toh } from "../toh.ts";

/** A data folder with real sessions, gone when the test is over, and the command `toh` in this process. */
export class Home {
  readonly folder: string = folderWith({});
  readonly store: FileStore = new FileStore({ dataFolder: this.folder, durability: "os" });

  /** Stores a session with one turn, or what `events` are; gives the path of its log. */
  async add(
    id: string,
    { header = {}, events = [] }: { header?: Partial<SessionHeader>; events?: readonly SessionEvent[] } = {},
  ): Promise<string> {
    const writer = await this.store.create({ type: "session", version: 0, id, createdAt: 1000, ...header });
    for (const event of events) writer.write(event);
    await writer.close();
    return this.store.pathOf(id);
  }

  /** The ids that are stored. */
  async ids(): Promise<string[]> {
    return (await this.store.list()).map(({ id }) => id).toSorted();
  }

  /** Runs `toh sessions …`. `typed`: what a person at a terminal answers; without it there is no terminal. */
  async toh(argv: readonly string[], typed?: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    if (typed === undefined) stdin.end();
    else stdin.write(typed);
    const code = await toh(["sessions", ...argv], {
      stdin: typed === undefined ? stdin : Object.assign(stdin, { isTTY: true }),
      stdout,
      stderr,
      env: { TOH_HOME: this.folder },
      signals: new EventEmitter(),
    });
    return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
  }
}

function textOf(stream: PassThrough): string {
  return String(stream.read() ?? "");
}

/** Writes something else in the place of a line, counted from 1. */
export function damage(file: string, line: number, text: string = "{"): void {
  writeFileSync(
    file,
    readFileSync(file, "utf8")
      .split("\n")
      .with(line - 1, text)
      .join("\n"),
  );
}

/** The events of a turn with a prompt and an answer. `seq`: of its first event; it has seven. */
export function turnEvents(
  turn: number,
  {
    seq = 0,
    time = 5000,
    prompt = "hello",
    answer = "hi",
  }: { seq?: number; time?: number; prompt?: string; answer?: string } = {},
): SessionEvent[] {
  const user = {
    id: `m${turn}`,
    role: "user" as const,
    content: [{ type: "text" as const, text: prompt }],
    source: { kind: "user" as const },
  };
  const message = {
    id: `a${turn}`,
    role: "assistant" as const,
    content: [{ type: "text" as const, text: answer }],
    source: { kind: "model" as const, provider: "p", model: "m" },
  };
  const usage = { inputTokens: 10, cacheReadTokens: 5, outputTokens: 3 };
  return [
    { type: "agent/inbox/spliced", seq, time, data: { target: "next-turn", start: 0, inserted: [user] } },
    { type: "turn/start", seq: seq + 1, time, data: { turn } },
    {
      type: "agent/inbox/spliced",
      seq: seq + 2,
      time,
      data: { target: "next-turn", start: 0, removedCount: 1, inserted: [] },
    },
    { type: "step/start", seq: seq + 3, time, data: { turn, step: 1 } },
    { type: "user/message", seq: seq + 4, time, data: user, surfaceOp: "append" },
    { type: "assistant/message", seq: seq + 5, time, data: { turn, step: 1, message, usage }, surfaceOp: "append" },
    { type: "step/end", seq: seq + 6, time, data: { turn, step: 1 } },
    { type: "turn/end", seq: seq + 7, time: time + 1500, data: { turn, reason: { kind: "completed" } } },
  ];
}
