import { Writable } from "node:stream";

/**
 * Takes stdout for frames alone: gives a stream that writes to it, and sends whatever anything else prints there (a
 * stray `console.log` of a dependency) to stderr, also in exit hooks. The stream ends with an error when stdout does.
 */
export function takeStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout);
  const frames = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, callback) => void write(chunk, encoding, callback),
  });
  stdout.on("error", (error) => frames.destroy(error));
  stdout.write = stderr.write.bind(stderr);
  return frames;
}
