import { setImmediate as tick } from "node:timers/promises";
import { RuntimeHost } from "@buckeyestudio/toh-runtime";
import type { EventStore, SessionEvent } from "@buckeyestudio/toh-session";
import { isObject, type JsonObject, pick } from "../compatibility/wire.test-support.ts";
import { TickingModel } from "./model-provider.test-support.ts";
import { WireClient } from "./wire-client.test-support.ts";

/** One request and what came of it. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly params: JsonObject;
  /** Which of the processes it was sent to: 0 is the first. */
  readonly life: number;
  /** How many frames the client had when it was sent. */
  readonly at: number;
}

/** One process: its host and two clients. The second asks for nothing and hears all. */
export interface Life {
  readonly host: RuntimeHost;
  readonly client: WireClient;
  readonly watcher: WireClient;
}

/** Runtimes, one after the other, over one store. Requests are sent and not waited for. */
export class System {
  readonly lives: Life[] = [];
  readonly calls: Call[] = [];
  /** Ids that prompts and forks have named, oldest first. */
  readonly sessions: string[] = ["a", "b"];
  readonly store: EventStore;
  readonly #cwd: string;
  readonly #random: () => number;

  constructor(store: EventStore, cwd: string, random: () => number) {
    this.store = store;
    this.#cwd = cwd;
    this.#random = random;
  }

  get life(): Life {
    const life = this.lives.at(-1);
    if (life === undefined) throw new Error("no process has been started");
    return life;
  }

  get client(): WireClient {
    return this.life.client;
  }

  /** A new process. */
  async start(): Promise<void> {
    const model = new TickingModel(this.#random);
    const host = new RuntimeHost({
      providers: new Map([["ticking", async () => model]]),
      standardRoute: { provider: "ticking", model: "m" },
      openStore: async () => this.store,
    });
    const [client, watcher] = [new WireClient(host), new WireClient(host)];
    await Promise.all([client, watcher].map((one) => one.initialize(this.#cwd, { capabilities: { approvals: {} } })));
    this.lives.push({ host, client, watcher });
  }

  /** Ends the process as a client does that wants it to end, and waits until all is answered. */
  async stop(): Promise<void> {
    const { client, watcher } = this.life;
    await client.result("shutdown");
    // Behind all that the watcher was told.
    await watcher.request("session/list", {});
    await Promise.all(this.callsOf(this.lives.length - 1).map(({ id }) => client.response(id)));
    for (const one of [client, watcher]) one.lose();
  }

  post(method: string, params: JsonObject): void {
    const { client } = this;
    const at = client.frames.length;
    this.calls.push({ id: client.post(method, params), method, params, life: this.lives.length - 1, at });
  }

  callsOf(life: number): Call[] {
    return this.calls.filter((call) => call.life === life);
  }

  /** All answers to a call: one, it is hoped. */
  answersTo({ id, life }: Call): JsonObject[] {
    return (this.lives[life]?.client.frames ?? []).filter((frame) => frame["id"] === id && !("method" in frame));
  }

  resultOf(call: Call): JsonObject | undefined {
    const result = this.answersTo(call)[0]?.["result"];
    return isObject(result) ? result : undefined;
  }

  errorKindOf(call: Call): unknown {
    return pick(this.answersTo(call)[0], "error", "data", "kind");
  }

  /** Lets others work for so many ticks. */
  async pause(ticks: number): Promise<void> {
    for (let left = ticks; left > 0; left--) await tick(); // oxlint-disable-line no-await-in-loop -- that is the point
  }

  /** The questions that this process's client has not answered. */
  openQuestions(): JsonObject[] {
    const { frames } = this.client;
    const withdrawn = new Set(
      frames.flatMap(({ method, params }) => (method === "$/cancelRequest" ? [pick(params, "id")] : [])),
    );
    return frames.filter(({ method, id }) => method === "approval/request" && !withdrawn.has(id));
  }

  async log(session: string): Promise<SessionEvent[]> {
    const events: SessionEvent[] = [];
    for await (const event of this.store.read(session, -1)) events.push(event);
    return events;
  }
}
