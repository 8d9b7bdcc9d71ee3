import { randomUUID } from "node:crypto";
import type { EventStore, SessionEvent, SessionHeader } from "@buckeyestudio/toh-session";
import { logLines } from "./salvage-lines.ts";
import { Rebuild } from "./salvage-rebuild.ts";

/** What came of a salvage. */
export interface Salvage {
  /** Id of the new session; undefined when the old one is whole, and nothing was written. */
  readonly sessionId: string | undefined;
  /** Events of the old session that the new one has. */
  readonly kept: number;
  /** Events made up, so that what was kept follows on each other: ends of turns, results of calls. */
  readonly added: number;
  /** Every line that is not in the new session, in order. */
  readonly dropped: readonly DroppedLine[];
  /** Events of which the file has no line at all, not even a damaged one. */
  readonly missing: number;
  /** Prompts that waited for their turn. They are not run in the new session; here are their texts, to give them again. */
  readonly waiting: readonly string[];
}

export interface DroppedLine {
  /** From 1: the header's. */
  readonly line: number;
  /** The end of a sentence: `is no JSON`. */
  readonly reason: string;
}

export interface SalvageOptions {
  /** Also of a log that is whole. Default false. */
  readonly always?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A whole event and the line on which it stands. */
interface FoundEvent {
  readonly line: number;
  readonly event: SessionEvent;
}

/**
 * Writes a new session with all that is whole in the log at `path`, which is only read. The new session is a root: what a
 * parent knows of is the old one. Its events are numbered anew, and what they say of each other with them.
 */
export async function salvage(
  store: EventStore,
  path: string,
  { always = false, signal }: SalvageOptions = {},
): Promise<Salvage> {
  const dropped: DroppedLine[] = [];
  const found: FoundEvent[] = [];
  let header: SessionHeader | undefined;
  let isTorn = false;
  let lines = 0;
  for await (const line of logLines(path)) {
    signal?.throwIfAborted();
    lines = line.line;
    if ("header" in line) header = line.header;
    else if ("event" in line) found.push(line);
    else dropped.push({ line: line.line, reason: line.fault });
    if ("fault" in line) isTorn = line.isTorn;
  }
  const inOrder = longestRun(found);
  const keptLines = new Set(inOrder.map(({ line }) => line));
  for (const { line, event } of found) {
    if (!keptLines.has(line)) dropped.push({ line, reason: `holds event ${event.seq}, which does not belong there` });
  }
  const isCounted = inOrder.every(({ event }, index) => event.seq === index);
  if (!always && header !== undefined && isCounted && dropped.length === (isTorn ? 1 : 0)) {
    return { sessionId: undefined, kept: found.length, added: 0, dropped, missing: 0, waiting: [] };
  }

  const rebuild = new Rebuild();
  for (const [index, each] of inOrder.entries()) {
    const reason = rebuild.take(each.event, inOrder.slice(index + 1, index + 1 + LOOK_AHEAD));
    if (reason !== undefined) dropped.push({ line: each.line, reason });
  }
  rebuild.end(lines - (isTorn ? 1 : 0) > (inOrder.at(-1)?.line ?? 0));
  const { log, waiting } = rebuild;
  const { events, kept } = log;
  signal?.throwIfAborted();
  const sessionId = `session-${randomUUID().replaceAll("-", "")}`;
  await write(store, newHeader(sessionId, header, events, log.keptBelow(header?.seedLength ?? 0)), events);
  const last = inOrder.at(-1)?.event.seq ?? -1;
  const eventLines = Math.max(0, lines - (header === undefined && found[0]?.line === 1 ? 0 : 1) - (isTorn ? 1 : 0));
  return {
    sessionId,
    kept,
    added: events.length - kept,
    dropped: dropped.sort((a, b) => a.line - b.line),
    missing: Math.max(0, last + 1 - eventLines),
    waiting,
  };
}

/** How many events further on it is looked for the turn to which one belongs that does not say so itself. */
const LOOK_AHEAD = 16;

/**
 * The most events whose numbers rise from each to the next. One line with a wrong number costs that line alone, and
 * lines that stand in the file twice cost their second copy.
 */
function longestRun(found: readonly FoundEvent[]): FoundEvent[] {
  // For each length the event with the lowest number on which a run of that length ends, and of each the one before it.
  const ends: FoundEvent[] = [];
  const before = new Map<FoundEvent, FoundEvent | undefined>();
  for (const each of found) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.event.seq ?? Infinity) < each.event.seq) low = middle + 1;
      else high = middle;
    }
    // The first of several copies stays.
    if (ends[low]?.event.seq === each.event.seq) continue;
    before.set(each, ends[low - 1]);
    ends[low] = each;
  }
  const run: FoundEvent[] = [];
  for (let each = ends.at(-1); each !== undefined; each = before.get(each)) run.push(each);
  return run.toReversed();
}

function newHeader(
  id: string,
  old: SessionHeader | undefined,
  events: readonly SessionEvent[],
  seedLength: number,
): SessionHeader {
  return {
    type: "session",
    version: 0,
    id,
    createdAt: old?.createdAt ?? events[0]?.time ?? Date.now(),
    ...(old?.cwd === undefined ? {} : { cwd: old.cwd }),
    ...(seedLength === 0 ? {} : { seedLength }),
    ...(old?.agentPreset === undefined ? {} : { agentPreset: old.agentPreset }),
  };
}

async function write(store: EventStore, header: SessionHeader, events: readonly SessionEvent[]): Promise<void> {
  const writer = await store.create(header);
  try {
    for (const event of events) writer.write(event);
    await writer.sync();
  } catch (error) {
    await writer.close().catch(() => undefined); // the first error is the one to tell
    await store.delete(header.id);
    throw error;
  }
  await writer.close();
}
