import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { TransportClosedError } from "./errors.ts";
import { Outbox } from "./outbox.ts";
import { TestOutput, turn } from "./streams.test-support.ts";

const KIB = 1024;
const closed = new TransportClosedError("closed");

describe("the writes of Outbox", () => {
  it("join the frames of one turn, in the order of the calls", async () => {
    const { output, outbox } = make();
    for (const frame of ["a", "b", "c"]) outbox.put(frame);
    expect(output.writes).toEqual([]);
    await Promise.resolve();
    expect(output.writes).toEqual(["a\nb\nc\n"]);
    outbox.put("d");
    await turn();
    expect(output.writes).toEqual(["a\nb\nc\n", "d\n"]);
  });

  it("leave within the turn past 64 Ki characters", () => {
    const { output, outbox } = make();
    const frame = "x".repeat(KIB - 1);
    for (let k = 0; k < 63; k++) outbox.put(frame);
    expect(output.writes).toEqual([]);
    outbox.put(frame);
    expect(output.text).toHaveLength(64 * KIB);
  });

  it("wait while the output is full, and then leave in one", async () => {
    const { output, outbox } = make({ highWaterMark: 1, hold: true });
    outbox.put("a");
    await turn();
    for (const frame of ["b", "c", "d"]) {
      outbox.put(frame);
      await turn();
    }
    expect(output.writes).toEqual(["a\n"]);
    output.releaseAll();
    await turn();
    expect(output.writes).toEqual(["a\n", "b\nc\nd\n"]);
  });

  it("keep a full output from holding more than a string can", async () => {
    const { output, outbox } = make({ highWaterMark: 1, hold: true });
    const frame = "x".repeat(9 * KIB * KIB);
    for (const first of ["a", "b", "c"]) outbox.put(first + frame);
    output.releaseAll();
    await turn();
    expect(output.text.length).toBe(3 * (frame.length + 2));
    expect(output.text.split("\n").map((line) => line.slice(0, 1))).toEqual(["a", "b", "c", ""]);
  });

  it("are UTF-8 whatever encoding the stream has as its default", async () => {
    const output = new TestOutput();
    output.setDefaultEncoding("latin1");
    const outbox = new Outbox(output, () => closed);
    outbox.put("é漢");
    await turn();
    expect(output.writes).toEqual(["é漢\n"]);
  });
});

describe("what waits in Outbox", () => {
  it("is counted in bytes of UTF-8, exactly", async () => {
    const { output, outbox } = make({ highWaterMark: 1, hold: true });
    outbox.put("漢é");
    expect(outbox.waitsPast(5)).toBe(true);
    expect(outbox.waitsPast(6)).toBe(false);
    await turn();
    outbox.put("😀");
    expect(outbox.waitsPast(10)).toBe(true);
    expect(outbox.waitsPast(11)).toBe(false);
    output.releaseAll();
    await turn();
    expect(outbox.waitsPast(0)).toBe(false);
  });

  it("lets drained() wait until no more than 256 KiB of it are left (spec §0.2)", async () => {
    const { output, outbox } = make({ hold: true });
    const log: string[] = [];
    for (let k = 0; k < 256; k++) outbox.put("x".repeat(KIB - 1));
    void outbox.drained().then(() => log.push("at 256 KiB"));
    await turn();
    expect(log).toEqual(["at 256 KiB"]);
    outbox.put("");
    void outbox.drained().then(() => log.push("past it"));
    await turn();
    expect(log).toEqual(["at 256 KiB"]);
    output.releaseAll();
    await turn();
    expect(log).toEqual(["at 256 KiB", "past it"]);
  });

  it("lets drained() end also where the stream has a higher mark and tells of no drain", async () => {
    const { output, outbox } = make({ highWaterMark: 64 * KIB * KIB, hold: true });
    for (let k = 0; k < 300; k++) outbox.put("x".repeat(KIB));
    const drained = outbox.drained();
    output.releaseAll();
    await drained;
    expect(outbox.waitsPast(0)).toBe(false);
  });
});

describe("flush of Outbox (spec §0.2)", () => {
  it("resolves at once where nothing waits, and writes nothing for it", async () => {
    const { output, outbox } = make();
    await outbox.flush();
    outbox.put("a");
    await turn();
    await outbox.flush();
    expect(output.writes).toEqual(["a\n"]);
  });

  it("resolves when all earlier frames were handed over, and not before", async () => {
    const { output, outbox } = make({ highWaterMark: 1, hold: true });
    const log: string[] = [];
    for (const frame of ["a", "b"]) {
      outbox.put(frame);
      await turn();
    }
    void outbox.flush().then(() => log.push("flushed"));
    outbox.put("later");
    while (output.heldWrites > 0) {
      expect(log).toEqual([]);
      output.release();
      await turn();
      if (output.text === "a\nb\nlater\n") break;
    }
    expect(log).toEqual(["flushed"]);
  });

  it("waits for what the stream holds, also where nothing waits here", async () => {
    const { output, outbox } = make({ hold: true });
    outbox.put("a");
    await turn();
    const log: string[] = [];
    void outbox.flush().then(() => log.push("flushed"));
    await turn();
    expect(log).toEqual([]);
    output.releaseAll();
    await turn();
    expect(log).toEqual(["flushed"]);
  });

  it("rejects when a write fails", async () => {
    const { output, outbox } = make({ hold: true });
    outbox.put("a");
    const flushed = outbox.flush();
    output.release(new Error("gone"));
    await expect(flushed).rejects.toBe(closed);
    await expect(outbox.flush()).rejects.toBe(closed);
  });

  it("rejects on a stream that was destroyed", async () => {
    const { output, outbox } = make();
    output.destroy();
    outbox.put("a");
    await expect(outbox.flush()).rejects.toBe(closed);
  });

  it("rejects when the stream is destroyed while it waits", async () => {
    const { output, outbox } = make({ hold: true });
    outbox.put("a");
    const flushed = outbox.flush();
    output.destroy();
    await expect(flushed).rejects.toBe(closed);
  });

  it("ends with close, also on an output that never takes anything", async () => {
    const { outbox } = make({ hold: true });
    outbox.put("a");
    const flushed = outbox.flush();
    outbox.close(closed);
    await expect(flushed).rejects.toBe(closed);
    await expect(outbox.flush()).rejects.toBe(closed);
  });

  it("resolves after close where everything is out", async () => {
    const { output, outbox } = make();
    outbox.put("a");
    const flushed = outbox.flush();
    outbox.close(closed);
    await flushed;
    await outbox.flush();
    expect(output.text).toBe("a\n");
  });
});

describe("the end of Outbox", () => {
  it.each<[string, (output: TestOutput) => void, string]>([
    ["an error event", (output) => output.destroy(new Error("gone")), "gone"],
    ["a failing write", (output) => void (output.failure = new Error("gone")), "gone"],
    ["a write that throws", (output) => void (output.toThrow = new Error("gone")), "gone"],
    ["a stream that was ended", (output) => void output.end(), "the output is closed"],
    ["a stream that was destroyed", (output) => void output.destroy(), "the output is closed"],
  ])("by %s is told once, wakes who waits and ignores what comes after", async (_how, fail, message) => {
    const { output, outbox, causes } = make({ highWaterMark: 1 });
    fail(output);
    outbox.put("a");
    const drained = outbox.drained();
    await turn();
    await turn();
    outbox.put("b");
    await drained;
    await outbox.drained();
    expect(outbox.ended).toBe(closed);
    expect(causes.map(String)).toEqual([`Error: ${message}`]);
    expect(output.text).toBe("");
  });

  it("comes when the stream closes before all was written", async () => {
    const { output, outbox, causes } = make({ highWaterMark: 1, hold: true });
    outbox.put("a");
    await turn();
    outbox.put("b");
    output.destroy();
    await turn();
    expect(causes.map(String)).toEqual(["Error: the output was closed before all was written"]);
  });

  it("does not come when the stream closes after all was written: an answer may still be on its way", async () => {
    const { output, outbox, causes } = make();
    outbox.put("a");
    await turn();
    output.destroy();
    await turn();
    expect(causes).toEqual([]);
    expect(outbox.ended).toBeUndefined();
  });

  it("by close hands over what waits, even to a full output, and lets go of it once that is out", async () => {
    const { output, outbox } = make({ highWaterMark: 1, hold: true });
    for (const frame of ["a", "b"]) {
      outbox.put(frame);
      await turn();
    }
    outbox.close(closed);
    outbox.put("c");
    expect(output.listenerCount("error")).toBe(1);
    output.releaseAll();
    await turn();
    expect(output.text).toBe("a\nb\n");
    for (const name of ["drain", "error", "close"]) expect(output.listenerCount(name)).toBe(0);
  });

  it("keeps a late error of what close handed over from going unheard", async () => {
    const { output, outbox } = make({ hold: true });
    outbox.put("a");
    outbox.close(closed);
    output.release(new Error("EPIPE"));
    await turn();
    await turn();
    expect(output.errored).toMatchObject({ message: "EPIPE" });
  });

  it("leaves no listener on a stream that it never wrote to", () => {
    const output = new PassThrough();
    const before = output.eventNames();
    const outbox = new Outbox(output, () => closed);
    outbox.close(closed);
    expect(output.eventNames()).toEqual(before);
  });
});

function make(options: ConstructorParameters<typeof TestOutput>[0] = {}): {
  output: TestOutput;
  outbox: Outbox;
  causes: unknown[];
} {
  const output = new TestOutput(options);
  const causes: unknown[] = [];
  const outbox = new Outbox(output, (cause) => {
    causes.push(cause);
    return closed;
  });
  return { output, outbox, causes };
}
