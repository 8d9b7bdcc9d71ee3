import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { LineInput } from "./line-input.ts";

const never = new AbortController().signal;

describe("LineInput", () => {
  it("gives line by line, however they come", async () => {
    const stdin = new PassThrough();
    const input = new LineInput(stdin);
    const euro = Buffer.from("€");
    stdin.write(euro.subarray(0, 1));
    const first = input.line(never);
    stdin.write(euro.subarray(1));
    stdin.write("uro\r\ntwo\nthr");
    expect(await first).toBe("€uro");
    expect(await input.line(never)).toBe("two");
    stdin.end("ee");
    expect(await input.line(never)).toBe(undefined);
    expect(await input.line(never)).toBe(undefined);
  });

  it("drops what was typed before", async () => {
    const stdin = new PassThrough();
    const input = new LineInput(stdin);
    stdin.write("early\nand half");
    await input.dropTyped();
    const line = input.line(never);
    stdin.write("late\n");
    expect(await line).toBe("late");
  });

  it("stops to wait at an abort, and loses nothing of what comes then", async () => {
    const stdin = new PassThrough();
    const input = new LineInput(stdin);
    const control = new AbortController();
    const line = input.line(control.signal);
    control.abort();
    expect(await line).toBe(undefined);
    const next = input.line(never);
    stdin.write("later\n");
    expect(await next).toBe("later");
  });

  it("ends with an input that fails, as a terminal does that hangs up", async () => {
    const stdin = new PassThrough();
    const input = new LineInput(stdin);
    const line = input.line(never);
    stdin.destroy(new Error("EIO"));
    expect(await line).toBe(undefined);
  });

  it("leaves an input alone that was never wanted, and ends one that was", async () => {
    const [unused, used] = [new PassThrough(), new PassThrough()];
    new LineInput(unused).close();
    expect(unused.destroyed).toBe(false);
    const input = new LineInput(used);
    const line = input.line(never);
    input.close();
    expect(await line).toBe(undefined);
    expect(used.destroyed).toBe(true);
  });
});
