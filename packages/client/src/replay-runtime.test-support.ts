import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HarnessClientOptions } from "./client.ts";
import type { HarnessNotification } from "./notification.ts";
import { isRecord } from "./notification.ts";

const FOLDER = fileURLToPath(new URL("../../../spec/fixtures/transcripts/", import.meta.url));

// Says what the recorded runtime said, up to the next thing that its client did; each request of the recording waits
// for one of that method, whose id its answer then gets. Once the recording has nothing more to wait for, and at any
// shutdown that it does not expect, it behaves as a runtime must.
const REPLAY = `
const { readFileSync } = require("node:fs");
const lines = readFileSync(process.argv[1], "utf8").trim().split("\\n").map((line) => JSON.parse(line));
const ids = new Map();
const arrived = [];
let at = 0;
const say = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
function advance() {
  for (; at < lines.length; at += 1) {
    const { dir, frame, event, code } = lines[at];
    if (dir === "s2c" && frame) say("id" in frame ? { ...frame, id: ids.get(frame.id) } : frame);
    else if (event === "exit") process.exitCode = code ?? 1;
    else if (dir === "c2s" && frame) {
      if (arrived[0]?.method !== frame.method) break;
      ids.set(frame.id, arrived.shift().id);
    }
  }
  if (arrived[0]?.method === "shutdown") say({ jsonrpc: "2.0", id: arrived.shift().id, result: {} });
}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  arrived.push(JSON.parse(line));
  advance();
});
`;

/** How to start a runtime that replays the recorded transcript `name`. */
export function replayRuntime(name: string): HarnessClientOptions {
  return { command: process.execPath, args: ["-e", REPLAY, `${FOLDER}${name}.ndjson`] };
}

/** All notifications of a recorded transcript, in wire order. */
export function recordedNotifications(name: string): HarnessNotification[] {
  const lines = readFileSync(`${FOLDER}${name}.ndjson`, "utf8").trim().split("\n");
  return lines.flatMap((line): HarnessNotification[] => {
    const entry: unknown = JSON.parse(line);
    const frame = isRecord(entry) && entry["dir"] === "s2c" ? entry["frame"] : undefined;
    if (!isRecord(frame) || typeof frame["method"] !== "string" || !isRecord(frame["params"])) return [];
    return [{ method: frame["method"], params: frame["params"] }];
  });
}
