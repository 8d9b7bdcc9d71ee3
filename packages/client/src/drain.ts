import type { Readable } from "node:stream";
import type { Clock } from "./clock.ts";

/**
 * Resolves when `stream` has ended, or when `quietMs` passed in which nothing came, or after `longestMs` however much is
 * still coming: whoever else holds the other end of a pipe may hold it for ever. Somebody must be reading the stream.
 */
export function drained(stream: Readable, clock: Clock, quietMs: number, longestMs: number): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let heard = false;
    let cancelQuiet = (): void => {};
    const hear = (): void => {
      heard = true;
    };
    const done = (): void => {
      cancelQuiet();
      cancelLongest();
      stream.off("data", hear).off("end", done).off("close", done).off("error", done);
      resolve();
    };
    const waitForQuiet = (): void => {
      heard = false;
      cancelQuiet = clock.after(quietMs, () => (heard ? waitForQuiet() : done()));
    };
    const cancelLongest = clock.after(longestMs, done);
    waitForQuiet();
    stream.on("data", hear).once("end", done).once("close", done).once("error", done);
  });
}
