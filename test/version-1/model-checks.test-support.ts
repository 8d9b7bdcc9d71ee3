import { EventOrder, type SessionEvent } from "@buckeyestudio/toh-session";
import { isObject, pick, pickArray } from "../compatibility/wire.test-support.ts";
import type { Fates } from "./model-fates.test-support.ts";
import type { Call, System } from "./model-system.test-support.ts";
import type { WireClient } from "./wire-client.test-support.ts";

// What is true of every run, whatever was asked in which order. Each check gives lines to read, none where all is well.

/** The kinds of error that a call may be answered with. Whatever a process was asked when it ended may be refused. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "session/prompt": ["session-closing", "cancelled"],
  "session/resume": ["session-unknown", "session-closing"],
  "session/fork": ["session-unknown", "conflict"],
  "approval/answer": ["approval-resolved"],
};

export function answerFaults(system: System): string[] {
  return system.calls.flatMap((call) => {
    const answers = system.answersTo(call);
    const line = `${call.method} ${JSON.stringify(call.params)}`;
    if (answers.length !== 1) return [`${line} was answered ${answers.length} times`];
    if (!("error" in (answers[0] ?? {}))) return [];
    const kind = system.errorKindOf(call);
    const allowed = [...(ALLOWED[call.method] ?? []), "shutting-down"];
    return allowed.some((one) => one === kind) ? [] : [`${line} was answered ${JSON.stringify(answers[0])}`];
  });
}

/** Live events: gap-free and each once, and over all processes what the log has. What a fork begins with is told to nobody. */
export function liveFaults(system: System, session: string, log: readonly SessionEvent[], isFork: boolean): string[] {
  const told = system.lives.flatMap(({ watcher }) => watcher.events(session));
  const from = isFork ? Number(told[0]?.["seq"]) : 0;
  const wrong = told.findIndex((event, at) => JSON.stringify(event) !== JSON.stringify(log[from + at]));
  if (wrong >= 0)
    return [`${session}: told ${JSON.stringify(told[wrong])}, logged ${JSON.stringify(log[from + wrong])}`];
  return told.length === log.length - from ? [] : [`${session}: ${told.length} events told, ${log.length} logged`];
}

/** What the client that resumes hears: nothing left out behind what it has, and what it hears twice is the same. */
export function heardFaults(client: WireClient, session: string, log: readonly SessionEvent[]): string[] {
  let last: number | undefined;
  return client.events(session).flatMap((event) => {
    const seq = Number(event["seq"]);
    const isGap = last !== undefined && seq > last + 1;
    const before = last;
    last = Math.max(last ?? seq, seq);
    if (isGap) return [`${session}: event ${seq} came behind ${before}`];
    return JSON.stringify(event) === JSON.stringify(log[seq]) ? [] : [`${session}: event ${seq} is not the logged one`];
  });
}

/** The last that a client hears of a session is that it is idle: in a status, or in the answer to a resume, which may stand for one. */
export function statusFaults(client: WireClient, session: string, resumes: ReadonlySet<unknown>): string[] {
  const statuses = client.frames.flatMap(({ id, method, params, result }) => {
    const isStatus = method === "session.status" && pick(params, "sessionId") === session;
    return isStatus ? [pick(params, "status")] : resumes.has(id) ? [pick(result, "status") ?? []].flat() : [];
  });
  return statuses.length === 0 || statuses.at(-1) === "idle" ? [] : [`${session} ends as ${String(statuses.at(-1))}`];
}

/** The log keeps the order of spec §0.7, is whole, and decides each approval once. */
export function logFaults(session: string, log: readonly SessionEvent[]): string[] {
  const order = new EventOrder();
  const faults = log.flatMap((event) => order.take(event)?.message ?? []);
  const asked = log.flatMap((event) => (event.type === "approval/asked" ? [event.data.id] : []));
  const decided = log.flatMap((event) => (event.type === "approval/decided" ? [event.data.id] : []));
  if (JSON.stringify(asked.toSorted()) !== JSON.stringify(decided.toSorted())) {
    faults.push(`approvals asked: ${asked.join()}, decided: ${decided.join()}`);
  }
  const starts = log.filter(({ type }) => type === "turn/start").length;
  const ends = log.filter(({ type }) => type === "turn/end").length;
  if (starts !== ends) faults.push(`${starts} turns began and ${ends} ended`);
  return faults.map((fault) => `${session}: ${fault}`);
}

/** Every acknowledged prompt is in the log once, and comes to one end. */
export function promptFaults(system: System, session: string, fates: Fates): string[] {
  const byKey = new Map<unknown, unknown>();
  return callsTo(system, "session/prompt", session).flatMap((call) => {
    const { messageId: id, duplicate } = system.resultOf(call) ?? {};
    if (typeof id !== "string") return [];
    const faults: string[] = [];
    const key = call.params["clientMessageId"];
    if (key !== undefined && byKey.has(key) && byKey.get(key) !== id) faults.push("its key had another message");
    if (key !== undefined && byKey.has(key) !== (duplicate === true)) faults.push(`duplicate is ${String(duplicate)}`);
    if (key !== undefined) byKey.set(key, id);
    if (fates.inserted.filter((one) => one === id).length !== 1) faults.push("it is not in the log once");
    const shown = fates.shown.filter((one) => one === id).length;
    const ends = [fates.turns.has(id), fates.canceled.has(id), fates.pending.has(id)].filter(Boolean).length;
    if (ends !== 1) faults.push(`it came to ${ends} ends`);
    if (shown > 1) faults.push(`the model was shown it ${shown} times`);
    if (fates.turns.has(id) && shown === 0 && !fates.wasAborted(id))
      faults.push("its turn never showed it to the model");
    return faults.map((fault) => `${session}: prompt ${id}: ${fault}`);
  });
}

/** Every receipt of a cancel or a close says what the log then says. */
export function cancelFaults(system: System, session: string, fates: Fates): string[] {
  const calls = [...callsTo(system, "session/cancel", session), ...callsTo(system, "session/close", session)];
  return calls.flatMap((call) => {
    const result = system.resultOf(call);
    if (result === undefined) return [];
    const faults = pickArray(result, "cancelled").flatMap((id) =>
      fates.canceled.has(String(id)) || fates.wasAborted(String(id)) ? [] : [`message ${String(id)} was not cancelled`],
    );
    for (const id of pickArray(result, "kept")) {
      if (!fates.inserted.includes(String(id))) faults.push(`message ${String(id)}, which it kept, is not known`);
    }
    const { outcome, turn } = result;
    if (outcome === "cancelling" && typeof turn === "number") faults.push(...turnFaults(system, call, turn, fates));
    const messageId = call.params["messageId"];
    if (outcome === "finished" && typeof messageId === "string") {
      if (!fates.turns.has(messageId) && !fates.canceled.has(messageId)) faults.push("it was not finished");
    }
    if (outcome === "remembered") faults.push(...rememberedFaults(system, call));
    return faults.map(
      (fault) => `${session}: ${call.id} ${JSON.stringify(call.params)} ${JSON.stringify(result)}: ${fault}`,
    );
  });
}

/** A turn that is being cancelled takes no further step, and its end says so. */
function turnFaults(system: System, call: Call, turn: number, fates: Fates): string[] {
  const frames = system.lives[call.life]?.client.frames ?? [];
  const answeredAt = frames.findIndex((frame) => frame === system.answersTo(call)[0]);
  const steps = frames.flatMap(({ params }, at) => {
    const event = pick(params, "sessionId") === call.params["sessionId"] ? pick(params, "event") : undefined;
    const isStep = pick(event, "type") === "step/start" && pick(event, "data", "turn") === turn;
    return isStep ? [{ at, seq: pick(event, "seq") }] : [];
  });
  // What a resume tells again is no further step.
  const before = new Set(steps.flatMap(({ at, seq }) => (at < answeredAt ? [seq] : [])));
  const later = steps.filter(({ at, seq }) => at > answeredAt && !before.has(seq));
  const reason = fates.ends.get(turn)?.data.reason;
  const faults = later.length === 0 ? [] : [`turn ${turn} took a further step`];
  return reason?.kind === "aborted" ? faults : [...faults, `turn ${turn} ended as ${JSON.stringify(reason)}`];
}

/** The first prompt with the key that was sent when this was answered is refused as cancelled. */
function rememberedFaults(system: System, call: Call): string[] {
  const answer = system.answersTo(call)[0];
  const frames = system.lives[call.life]?.client.frames ?? [];
  const key = call.params["clientMessageId"];
  const answeredAt = answer === undefined ? Infinity : frames.indexOf(answer);
  const calls = callsTo(system, "session/prompt", String(call.params["sessionId"])).filter(
    ({ life, params }) => life === call.life && params["clientMessageId"] === key,
  );
  const next = calls.find(({ at }) => at > answeredAt);
  // One that was sent before may be the one that took it.
  const isTaken = calls.some((one) => one.at <= answeredAt && system.errorKindOf(one) === "cancelled");
  if (next === undefined || isTaken || system.errorKindOf(next) !== undefined) return [];
  return [`${next.id}, which came later, was taken`];
}

/** Before the answer to a resume stands what it replays, and nothing that is behind it. */
export function resumeFaults(system: System, session: string): string[] {
  return callsTo(system, "session/resume", session).flatMap((call) => {
    const { lastSeq } = system.resultOf(call) ?? {};
    const client = system.lives[call.life]?.client;
    const answer = system.answersTo(call)[0];
    if (typeof lastSeq !== "number" || client === undefined || answer === undefined) return [];
    const before = client.frames.slice(0, client.frames.indexOf(answer)).flatMap(({ params }) => {
      const event = pick(params, "sessionId") === session ? pick(params, "event") : undefined;
      return isObject(event) ? [Number(event["seq"])] : [];
    });
    const has = new Set(before);
    const from = Number(call.params["afterSeq"]) + 1;
    const missing = Array.from({ length: Math.max(0, lastSeq + 1 - from) }, (_, at) => from + at).filter(
      (seq) => !has.has(seq),
    );
    return [
      ...missing.map((seq) => `${session}: resume ${call.id} did not have event ${seq}`),
      ...before
        .filter((seq) => seq > lastSeq)
        .map((seq) => `${session}: event ${seq} came before the answer ${call.id}`),
    ];
  });
}

/** An approval is answered once, and as the log has it. */
export function approvalFaults(system: System, logs: ReadonlyMap<string, readonly SessionEvent[]>): string[] {
  const outcomes = new Map<unknown, string>();
  for (const log of logs.values()) {
    for (const event of log) if (event.type === "approval/decided") outcomes.set(event.data.id, event.data.outcome);
  }
  const answered = new Set<unknown>();
  return system.calls.flatMap((call) => {
    if (call.method !== "approval/answer") return [];
    const { approvalId, outcome } = call.params;
    const logged = outcomes.get(approvalId);
    if (system.resultOf(call) === undefined) {
      const told = pick(system.answersTo(call)[0], "error", "data", "outcome");
      const isTrue = told === undefined ? system.errorKindOf(call) === "shutting-down" : told === logged;
      return isTrue ? [] : [`${call.id} was told ${String(told)}, the log has ${String(logged)}`];
    }
    const isTwice = answered.has(approvalId);
    answered.add(approvalId);
    const meant = pick(outcome, "optionId") ?? "cancelled";
    if (isTwice) return [`approval ${String(approvalId)} was answered twice`];
    return meant === logged ? [] : [`${call.id} was taken as ${JSON.stringify(meant)}, the log has ${String(logged)}`];
  });
}

function callsTo(system: System, method: string, session: string): Call[] {
  return system.calls.filter((call) => call.method === method && call.params["sessionId"] === session);
}
