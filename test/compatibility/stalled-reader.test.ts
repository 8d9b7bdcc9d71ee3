import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { PROVIDERS, RuntimeHost } from "@buckeyestudio/toh-runtime";
import { serve } from "@buckeyestudio/toh-sdk-jsonrpc-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesWritten, residentBytes } from "./processes.test-support.ts";
import { expectNoProcessLeft, request, RuntimeProcess } from "./runtime-process.test-support.ts";
import { chunkOf, eventOf, isObject, type JsonObject, pick } from "./wire.test-support.ts";

const LINE = "words that nobody reads yet, ";
const DELTAS_OF_LINE = 5;
const MANY = 5000;
/** What a pipe takes before it is full. */
const PIPE_BYTES = 65_536;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toh-stalled-"));
  const rule = (when: string, repeat: number): object => ({ when, turns: [{ text: LINE, repeat }] });
  writeFileSync(
    join(folder, "script.json"),
    // Events of the endless one would take more than half a gigabyte.
    JSON.stringify({
      rules: [rule("many", MANY), rule("endless", 500_000), { when: "hello", turns: [{ text: "Hello." }] }],
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text and the numbers of what arrived: all of it, once, in order. */
function expectAllOf(frames: readonly JsonObject[]): void {
  const events = frames.map(eventOf).filter(isObject);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  const text = frames.map((frame) => textOf(frame)).join("");
  expect(text === LINE.repeat(MANY)).toBe(true);
}

function textOf(frame: JsonObject): string {
  const text = pick(chunkOf(frame), "text");
  return typeof text === "string" ? text : "";
}

describe("a client that stops reading stops the model (spec §1.10.1)", () => {
  it("takes no more chunks once the bound is full, and goes on without a loss when the client reads again", async () => {
    const opened: unknown[] = [];
    const open = PROVIDERS.get("scripted");
    const host = new RuntimeHost({
      providers: new Map([
        [
          "scripted",
          async (route) => {
            if (open === undefined) throw new Error("there is no scripted provider");
            const provider = await open(route);
            opened.push(provider);
            return provider;
          },
        ],
      ]),
    });
    const input = new PassThrough();
    const output = new HeldOutput();
    const diagnostics = { warn: () => undefined, debug: () => undefined };
    const serving = serve({ input, output, host, diagnostics });
    const chunksTaken = (): number => Number(pick(opened[0], "chunksTaken") ?? 0);
    const lines = [request.initialize(1, folder, "script.json"), request.prompt(2, "s", "many")];
    input.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

    await standsStill(chunksTaken, () => turnOfTheLoop());
    const taken = chunksTaken();
    expect(taken).toBeGreaterThan(100);
    // 256 KiB wait, in frames of about 150 bytes; a tick's worth may come on top.
    expect(taken).toBeLessThan(4000);
    expect(taken).toBeLessThan((MANY * DELTAS_OF_LINE) / 5);

    output.release();
    await output.until('"status":"idle"');
    expect(chunksTaken()).toBeGreaterThan(MANY * DELTAS_OF_LINE);
    expectAllOf(output.frames());
    input.end();
    expect(await serving.exitCode).toBe(0);
  });
});

describe("toh-runtime whose stdout nobody reads", () => {
  expectNoProcessLeft();

  /** One whose model speaks without an end, and that waits for its reader. */
  async function stalled(): Promise<RuntimeProcess> {
    const runtime = new RuntimeProcess({ reading: false, env: { TOH_LOG: "debug" } });
    runtime.send(request.initialize(1, folder, "script.json"), request.prompt(2, "s", "endless"));
    await writesNothing(runtime);
    return runtime;
  }

  /** Resolves once stdout takes nothing more: all that is written are the lines of our round trips. */
  async function writesNothing(runtime: RuntimeProcess): Promise<void> {
    await standsStill(
      () => bytesWritten(runtime.pid),
      () => roundTrip(runtime),
      PIPE_BYTES,
      200,
    );
  }

  let trips = 0;

  /** Through the runtime's loop and back by stderr: a line that is no frame is told there. It shows that input is read. */
  async function roundTrip(runtime: RuntimeProcess): Promise<void> {
    const mark = `trip ${++trips}.`;
    runtime.write(`${mark}\n`);
    await runtime.until(() => runtime.stderr.includes(mark), `the line ${mark} on stderr`);
  }

  it("keeps its memory flat, and reads its input all the while (spec §1.10.1, §1.10.2)", async () => {
    const runtime = await stalled();
    const before = residentBytes(runtime.pid);
    for (let trip = 0; trip < 500; trip++) await roundTrip(runtime);
    expect(residentBytes(runtime.pid) - before).toBeLessThan(16 * 1024 * 1024);
    expect(residentBytes(runtime.pid)).toBeLessThan(160 * 1024 * 1024);
    runtime.kill("SIGKILL");
    expect(await runtime.end()).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("sends every event, in order, to a client that reads again", async () => {
    const runtime = new RuntimeProcess({ reading: false, env: { TOH_LOG: "debug" } });
    runtime.send(request.initialize(1, folder, "script.json"), request.prompt(2, "s", "many"));
    await writesNothing(runtime);
    runtime.read();
    await runtime.status("s", "idle");
    expectAllOf(runtime.frames);
    expect(await runtime.request(3, "shutdown")).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
    expect(await runtime.end()).toEqual({ code: 0, signal: null });
  });

  it("takes a shutdown, and answers it to a client that reads again", async () => {
    const runtime = await stalled();
    runtime.send(request.shutdown("last"));
    await runtime.until(() => runtime.stderr.includes("runtime.ending"), "the beginning of the end");
    runtime.read();
    expect(await runtime.response("last")).toEqual({ jsonrpc: "2.0", id: "last", result: {} });
    expect(await runtime.end()).toEqual({ code: 0, signal: null });
    expect(runtime.frames.at(-1)?.["id"]).toBe("last");
    expect(runtime.tail).toBe("");
  });

  it("ends by shutdown or SIGTERM at its deadline, with 1, when nobody reads to the last (spec §0.6.4)", async () => {
    const [shutdown, sigterm] = await Promise.all([stalled(), stalled()]);
    const before = performance.now();
    shutdown.send(request.shutdown(3));
    sigterm.kill("SIGTERM");
    expect(await Promise.all([shutdown.end(), sigterm.end()])).toEqual([
      { code: 1, signal: null },
      { code: 1, signal: null },
    ]);
    expect(performance.now() - before).toBeGreaterThan(4500);
  });

  it.each([
    ["SIGTERM", 1],
    ["SIGINT", 130],
  ] as const)("a second %s ends it at once, with %d", async (signal, code) => {
    const runtime = await stalled();
    runtime.kill(signal);
    await runtime.until(() => runtime.stderr.includes("runtime.ending"), "the beginning of the end");
    const before = performance.now();
    runtime.kill(signal);
    expect(await runtime.end()).toEqual({ code, signal: null });
    expect(performance.now() - before).toBeLessThan(3000);
  });
});

/** Resolves once `value` has passed `least` and grows by no more than `noise` in each of a hundred steps. */
async function standsStill(value: () => number, step: () => Promise<unknown>, least = 0, noise = 0): Promise<void> {
  const limit = AbortSignal.timeout(15_000);
  let last = value();
  for (let still = 0; still < 100;) {
    limit.throwIfAborted();
    await step();
    const now = value();
    still = now > least && now - last <= noise ? still + 1 : 0;
    last = now;
  }
}

/** An output whose first write is never done until it is released: a pipe that nobody reads. */
class HeldOutput extends Writable {
  readonly #chunks: string[] = [];
  #held: (() => void) | undefined;
  #isHeld = true;
  #changed: () => void = () => undefined;

  release(): void {
    this.#isHeld = false;
    this.#held?.();
  }

  /** Resolves once the newest write has this part. */
  async until(part: string): Promise<void> {
    const hasCome = (): boolean => this.#chunks.at(-1)?.includes(part) === true;
    while (!hasCome()) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  frames(): JsonObject[] {
    return this.#chunks
      .join("")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): unknown => JSON.parse(line))
      .filter(isObject);
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk.toString("utf8"));
    this.#changed();
    if (this.#isHeld) this.#held = done;
    else done();
  }
}
