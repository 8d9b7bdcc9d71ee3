import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileStore, MemoryStore, type SessionEvent } from "@buckeyestudio/toh-session";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pick } from "../compatibility/wire.test-support.ts";
import {
  answerFaults,
  approvalFaults,
  cancelFaults,
  heardFaults,
  liveFaults,
  logFaults,
  promptFaults,
  resumeFaults,
  statusFaults,
} from "./model-checks.test-support.ts";
import { Fates } from "./model-fates.test-support.ts";
import { commands } from "./model-commands.test-support.ts";
import { System } from "./model-system.test-support.ts";
import { mulberry32, SEED } from "./random.test-support.ts";

/** `TOH_RUNS=1000 npx vitest run test/version-1/model` for a longer look; `TOH_SEED` plays one again, smallest first. */
const RUNS = Number(process.env["TOH_RUNS"] ?? 30);

describe(`sessions, whatever is asked of them in whatever order (${RUNS} runs, seed ${SEED})`, () => {
  it.each(["memory", "files"] as const)(
    "keep their events gap-free and once, answer each prompt once, tell the truth of cancels, decide approvals once and end idle, in %s",
    async (kind) => {
      const property = fc.asyncProperty(commands, fc.nat(), async (list, timing) => {
        const cwd = await mkdtemp(join(tmpdir(), "toh-model-"));
        const store = kind === "memory" ? new MemoryStore() : new FileStore({ dataFolder: join(cwd, "data") });
        const system = new System(store, cwd, mulberry32(timing));
        try {
          await system.start();
          await fc.asyncModelRun(() => ({ model: {}, real: system }), list);
          await comeToRest(system);
          expect(await faultsOf(system)).toEqual([]);
        } finally {
          await system.stop();
          await rm(cwd, { recursive: true, force: true });
        }
      });
      await fc.assert(property, {
        seed: SEED,
        endOnFailure: process.env["TOH_SHRINK"] === undefined,
        numRuns: kind === "memory" ? RUNS : Math.ceil(RUNS / 3),
      });
    },
    60_000 + RUNS * 5000,
  );
});

/** Cuts what hangs, and lets every session have one last turn. */
async function comeToRest(system: System): Promise<void> {
  const { client } = system;
  await Promise.all(system.callsOf(system.lives.length - 1).map(({ id }) => client.response(id)));
  await Promise.all(
    system.sessions.map(async (sessionId) => {
      await client.result("session/open", { sessionId });
      await client.result("session/cancel", { sessionId, scope: "all" });
      const { messageId } = await client.prompt(sessionId, "say goodbye");
      const isShown = (event: unknown): boolean => pick(event, "data", "id") === messageId;
      await client.until(() => {
        const shownAt = client.frames.findIndex(({ params }) => isShown(pick(params, "event")));
        return client.frames
          .slice(shownAt < 0 ? Infinity : shownAt)
          .some(({ params }) => pick(params, "sessionId") === sessionId && pick(params, "status") === "idle");
      }, `${sessionId} idle`);
      const told = await client.result("session/get", { sessionId });
      expect(told).toMatchObject({ status: "idle", pending: { prompts: [], approvals: [] } });
    }),
  );
}

async function faultsOf(system: System): Promise<string[]> {
  const logs = new Map<string, SessionEvent[]>();
  const faults = answerFaults(system);
  const stored = await system.store.list();
  for (const { id, problem, header } of stored) {
    // oxlint-disable-next-line no-await-in-loop -- one log after the other
    const log = await system.log(id);
    logs.set(id, log);
    if (problem !== undefined) faults.push(`${id}: ${problem}`);
    faults.push(...logFaults(id, log));
    for (const [life, { client, watcher }] of system.lives.entries()) {
      const resumes = system
        .callsOf(life)
        .filter((call) => call.method === "session/resume" && call.params["sessionId"] === id);
      faults.push(
        ...heardFaults(client, id, log),
        ...statusFaults(client, id, new Set(resumes.map((call) => call.id))),
      );
      faults.push(...statusFaults(watcher, id, new Set()));
    }
    if (!system.sessions.includes(id)) continue;
    const seeded = header?.seedLength ?? 0;
    const fates = new Fates(log, seeded);
    faults.push(...promptFaults(system, id, fates), ...cancelFaults(system, id, fates), ...resumeFaults(system, id));
    faults.push(...liveFaults(system, id, log, seeded > 0));
  }
  return [...faults, ...approvalFaults(system, logs)];
}
