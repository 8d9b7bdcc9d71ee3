import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "./normal-form.test-support.ts";
import { type Entry, type Recording, runOf } from "./recording.test-support.ts";
import { scriptOf } from "./recorded-script.test-support.ts";
import { RuntimeProcess } from "./runtime-process.test-support.ts";
import { SessionNames, sessionOf } from "./session-names.test-support.ts";
import { OMITTED } from "./translation.test-support.ts";
import { chunkOf, eventType, isResponse, type JsonObject, pick, pickObject } from "./wire.test-support.ts";

/** Drives our runtime as the recorded client drove its own, with a model that says what the recorded one said. */
export async function replay(recording: Recording): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "toh-gate-"));
  try {
    writeFileSync(join(folder, "script.json"), JSON.stringify(scriptOf(recording)));
    writeFileSync(join(folder, "notes.txt"), "first thing\n");
    const runtime = new RuntimeProcess();
    try {
      for (const { actions, needed } of stages(recording)) {
        await runtime.until(
          () => reached(needed, runtime.frames),
          `what the recording has before ${JSON.stringify(actions)}`,
        );
        act(runtime, actions, folder);
      }
      await runtime.end();
    } catch {
      // Something did not come in time, or the process ended first: the comparison says what, and better than we could.
      runtime.kill("SIGKILL");
    }
    return { requests: runOf(recording).requests, frames: runtime.frames, exit: await runtime.ended };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type ClientEntry = Extract<Entry, { from: "client" }>;

interface Stage {
  /** Done at once: the recorded client did them in one write. */
  readonly actions: readonly ClientEntry[];
  /** What must have come before. */
  readonly needed: ReadonlyMap<string, number>;
}

function stages(recording: Recording): Stage[] {
  const result: { actions: ClientEntry[]; needed: ReadonlyMap<string, number> }[] = [];
  const before: JsonObject[] = [];
  let previous: Entry | undefined;
  for (const entry of recording.entries) {
    if (entry.from === "server") before.push(entry.frame);
    else if (previous?.from === "client" && previous.t === entry.t) result.at(-1)?.actions.push(entry);
    else
      result.push({
        actions: [entry],
        needed: milestones(before.filter((frame) => !OMITTED.some(({ fits }) => fits(frame)))),
      });
    previous = entry;
  }
  return result;
}

/**
 * What has come, counted by what it is: responses by id, events by session and type, of the streamed text the
 * characters, since how it is cut into deltas is the model's.
 */
function milestones(frames: readonly JsonObject[]): ReadonlyMap<string, number> {
  const names = new SessionNames();
  const counts = new Map<string, number>();
  for (const frame of frames) {
    names.see(frame);
    const [label, count] = milestone(frame, names.of(sessionOf(frame)));
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return counts;
}

function milestone(frame: JsonObject, session: string): readonly [label: string, count: number] {
  if (isResponse(frame)) return [`response ${JSON.stringify(frame["id"])}`, 1];
  const chunk = chunkOf(frame);
  if (chunk !== undefined) {
    const text = chunk["text"];
    if (typeof text === "string") return [`${session} characters`, text.length];
    return [`${session} ${String(chunk["type"])}`, chunk["type"] === "tool-call-delta" ? 0 : 1];
  }
  if (frame["method"] === "session.status") return [`${session} ${String(pick(frame, "params", "status"))}`, 1];
  return [`${session} ${eventType(frame) ?? String(frame["method"])}`, 1];
}

function reached(needed: ReadonlyMap<string, number>, frames: readonly JsonObject[]): boolean {
  const counts = milestones(frames);
  return [...needed].every(([label, count]) => (counts.get(label) ?? 0) >= count);
}

function act(runtime: RuntimeProcess, actions: readonly ClientEntry[], folder: string): void {
  runtime.send(...actions.flatMap((action) => ("frame" in action ? [ourRoute(action.frame, folder)] : [])));
  for (const action of actions) {
    if (!("end" in action)) continue;
    if (action.end === "eof") runtime.endInput();
    else runtime.kill(action.end);
  }
}

/** An `initialize` with a folder and a model that exist here; any other frame as it is. */
function ourRoute(frame: JsonObject, folder: string): JsonObject {
  if (frame["method"] !== "initialize") return frame;
  const route = { cwd: folder, provider: "scripted", model: join(folder, "script.json") };
  return { ...frame, params: { ...pickObject(frame, "params"), ...route } };
}
