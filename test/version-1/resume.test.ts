import { join } from "node:path";
import { FileStore, type SessionEvent } from "@buckeyestudio/toh-session";
import { describe, expect, it } from "vitest";
import { expectNoProcessLeft, RuntimeProcess } from "../compatibility/runtime-process.test-support.ts";
import { eventOf, isResponse, type JsonObject, pick, pickArray } from "../compatibility/wire.test-support.ts";
import { folder } from "./host.test-support.ts";
import { mulberry32, SEED } from "./random.test-support.ts";
import { promptParams } from "./wire-client.test-support.ts";

/** `TOH_RESUMES=500 npx vitest run test/version-1/resume` for a longer look; the seed is printed, `TOH_SEED` plays it again. */
const ROUNDS = Number(process.env["TOH_RESUMES"] ?? 20);

const RULES = {
  "work*": [
    {
      text: "I look and look.",
      toolCalls: [
        { name: "list_files", arguments: {} },
        { name: "no_such_tool", arguments: {} },
      ],
    },
    { text: "one two three", toolCalls: [{ name: "subagent", arguments: { description: "d", prompt: "child" } }] },
    { text: "done with it" },
  ],
  child: [{ text: "the child says this" }],
  "more*": [{ text: "and so on and on and on" }],
};

expectNoProcessLeft();

describe(`a client that dies at a random event and comes back with a new runtime (${ROUNDS} times, seed ${SEED})`, () => {
  const random = mulberry32(SEED);

  it(
    "sees the very same events as one that never died, each once and in order, while others arrive (spec §1.6.3)",
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const where = `round ${round}, seed ${SEED}`;
        // oxlint-disable-next-line no-await-in-loop -- each in its turn, as the seed says
        const { before, after, log, pulled } = await dieAndComeBack();
        // What stands in the log is what a client saw that followed it from beginning to end: nothing is sent before it is there.
        expect([...before, ...after].map(toText), where).toEqual(log.map(toText));
        expect(pulled.map(toText), where).toEqual(log.map(toText));
      }
    },
    60_000 + ROUNDS * 5_000,
  );

  async function dieAndComeBack() {
    const cwd = await folder(RULES);
    const first = await start(cwd);
    const prompts = 1 + Math.trunc(random() * 3);
    for (let at = 0; at < prompts; at++) {
      first.send({ id: at, method: "session/prompt", params: promptParams("s", `work ${at}`) });
    }
    await first.response(0);
    const frames = first.frames.length + Math.trunc(random() * 60 * prompts);
    await first.until(() => first.frames.length >= frames || isStill(first, prompts), `${frames} frames`);
    // The client has seen so much and no more, whatever its runtime still says while it ends.
    const before = eventsIn(first.frames.slice(0, frames));
    if (random() < 0.5) first.kill("SIGKILL");
    else first.endInput();
    await first.end();

    const second = await start(cwd);
    const afterSeq = Number(before.at(-1)?.["seq"]);
    const resume = { id: "resume", method: "session/resume", params: { sessionId: "s", afterSeq } };
    const live = ["s", "s", "other"].map((id, at) => ({
      id: `live ${at}`,
      method: "session/prompt",
      params: promptParams(id, `more ${at}`),
    }));
    second.send(resume, ...live.slice(0, 1 + Math.trunc(random() * live.length)));
    const answer = await second.response("resume");
    const lastSeq = Number(pick(answer, "result", "lastSeq"));
    const at = second.frames.indexOf(answer);
    await second.status("s", "idle");
    expect(eventsIn(second.frames.slice(0, at)).every(({ seq }) => Number(seq) <= lastSeq)).toBe(true);
    expect(eventsIn(second.frames.slice(at)).every(({ seq }) => Number(seq) > lastSeq)).toBe(true);
    const pulled: unknown[] = [];
    for (let last = -1, end = 0; last < end; last = pulled.length - 1) {
      // oxlint-disable-next-line no-await-in-loop -- a page tells where the next begins
      const page = await second.request(`page ${last}`, "session/events", {
        sessionId: "s",
        afterSeq: last,
        limit: 40,
      });
      pulled.push(...pickArray(page, "result", "events"));
      end = Number(pick(page, "result", "lastSeq"));
    }
    await second.request("end", "shutdown");
    await second.end();
    return { before, after: eventsIn(second.frames), log: await logOf(cwd), pulled };
  }
});

async function start(cwd: string): Promise<RuntimeProcess> {
  const runtime = new RuntimeProcess({ dataDir: join(cwd, "data") });
  await runtime.request("init", "initialize", {
    cwd,
    provider: "scripted",
    model: "script.json",
    protocolVersion: 1,
  });
  return runtime;
}

/** The events of the session `s`, as they came. */
function eventsIn(frames: readonly JsonObject[]): JsonObject[] {
  return frames.flatMap((frame) => {
    const event = pick(frame, "params", "sessionId") === "s" ? eventOf(frame) : undefined;
    return event === undefined ? [] : [event];
  });
}

/** Whether nothing more will come: every prompt has its turn behind it. */
function isStill(runtime: RuntimeProcess, prompts: number): boolean {
  const ends = eventsIn(runtime.frames).filter(({ type }) => type === "turn/end").length;
  const idle = runtime.frames.some((frame) => !isResponse(frame) && pick(frame, "params", "status") === "idle");
  return ends >= prompts && idle;
}

async function logOf(cwd: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of new FileStore({ dataFolder: join(cwd, "data") }).read("s", -1)) events.push(event);
  return events;
}

function toText(value: unknown): string {
  return JSON.stringify(value);
}
