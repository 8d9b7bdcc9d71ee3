import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { withLock } from "../../scripts/lock.mjs";
import { root } from "./packages.test-support.ts";
import { temporaryFolder } from "./temporary-folder.test-support.ts";

describe("The lock", () => {
  it("lets one at a time work, says once that it waits, and leaves nothing behind", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "lock");
    const steps: string[] = [];
    let finish: () => void = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    // The lock is taken before withLock returns: the second one finds it taken.
    const one = withLock(path, async () => {
      steps.push("one begins");
      await finished;
      steps.push("one ends");
    });
    const two = withLock(
      path,
      async () => void steps.push("two"),
      (line: string) => {
        steps.push(line);
        finish();
      },
    );
    await Promise.all([one, two]);
    expect(steps).toEqual(["one begins", "waiting for another command that is setting up", "one ends", "two"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is given back when the work throws", async () => {
    const path = join(temporaryFolder(), "lock");
    await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(path)).toBe(false);
  });

  it("of a process that was killed is taken over", async () => {
    const path = join(temporaryFolder(), "lock");
    const script = `import { withLock } from ${JSON.stringify(pathToFileURL(join(root, "scripts/lock.mjs")).href)};
      await withLock(${JSON.stringify(path)}, () => { console.log("held"); return new Promise(() => setInterval(() => {}, 1000)); });`;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(existsSync(path)).toBe(true);
    await expect(withLock(path, async () => "taken")).resolves.toBe("taken");
  });

  it("is held on by a child that its owner shared it with, until that ends too", async () => {
    const path = join(temporaryFolder(), "lock");
    const child = spawn("sleep", ["600"], { stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    let order = "";
    await withLock(path, async (share: (pid: number) => void) => {
      share(child.pid ?? 0);
      // As a process leaves it that was killed while its child goes on.
      const shared = readFileSync(path, "utf8").split("\n").at(-1);
      writeFileSync(`${path}.left`, `${hostname()} ${process.pid} 1\n${shared}`);
    });
    renameSync(`${path}.left`, path);
    const waiting = withLock(
      path,
      async () => void (order += "taken"),
      () => {
        order += "waiting, ";
        child.kill("SIGKILL");
      },
    );
    await waiting;
    expect(order).toBe("waiting, taken");
  });

  it("of a process whose number another one has now is taken over", async () => {
    const path = join(temporaryFolder(), "lock");
    writeFileSync(path, `${hostname()} ${process.pid} 1`);
    await expect(withLock(path, async () => "taken")).resolves.toBe("taken");
  });
});
