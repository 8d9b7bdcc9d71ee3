import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { CALL_VARIABLE, ProcessTree } from "./process-tree.ts";

function start(command: string): { tree: ProcessTree; exit: Promise<unknown[]> } {
  const mark = randomUUID();
  const child = spawn("/bin/sh", ["-c", command], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, [CALL_VARIABLE]: mark },
  });
  return { tree: new ProcessTree(child.pid ?? 0, mark), exit: once(child, "exit") };
}

describe("a process tree", () => {
  it("ends with the process that started it, also where that has no time for a teardown (spec §0.6.4)", async () => {
    const before = process.listeners("exit");
    const { tree, exit } = start("trap '' TERM; sleep 1000");
    const [atExit] = process.listeners("exit").filter((listener) => !before.includes(listener));
    atExit?.call(process, 1);
    expect(await exit).toEqual([null, "SIGKILL"]);
    await tree.end();
    expect(process.listeners("exit")).toEqual(before);
  });
});
