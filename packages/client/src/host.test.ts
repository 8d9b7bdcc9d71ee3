import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fakeRuntime } from "./fake-runtime.test-support.ts";
import { expectNothingLeft, held, isRunning, untilGone } from "./left-over.test-support.ts";

// Programs that use this package, as they are built: what becomes of a runtime when its host ends, in one way or another.
const BUILT = new URL("../lib/index.js", import.meta.url);

interface Host {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** The next line of its stdout. */
  line: () => Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string; endedAt: number }>;
}

/** Runs `body` in a Node of its own, with `client` over the fake runtime `runtime`, and `run`, a request to it. */
function startHost(runtime: string, body: string): Host {
  const launch = JSON.stringify({ disposeEofGraceMs: 300, disposeGraceMs: 300, ...fakeRuntime(runtime) });
  const script = `
    import { HarnessClient } from ${JSON.stringify(BUILT.href)};
    const client = new HarnessClient(${launch});
    await client.request("initialize");
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exit = once(child, "exit").then(() => performance.now());
  return {
    child,
    line: async () => {
      const next = await lines.next();
      return next.done ? expect.unreachable(`the host said nothing more, but: ${stderr}`) : next.value;
    },
    ended: Promise.all([exit, once(child, "close")]).then(([endedAt]) => ({
      code: child.exitCode,
      signal: child.signalCode,
      stderr,
      endedAt,
    })),
  };
}

let before: ReturnType<typeof held>;
beforeAll(() => {
  if (!existsSync(fileURLToPath(BUILT))) throw new Error("packages/client is not built: run `npm run build` first");
});
beforeEach(() => {
  before = held();
});
afterEach(() => expectNothingLeft(before));

describe("a host", () => {
  it("ends by itself, soon, once it has closed its client (P-044, P-082)", async () => {
    const host = startHost(
      "serve({ x: (r) => answer(r, 1) })",
      `await client.request("x", {}, 3_600_000);
       await client.close();
       process.on("exit", () => console.log(process.uptime()));
       console.log(process.uptime());`,
    );
    const closedAfter = Number(await host.line());
    expect(Number(await host.line()) - closedAfter).toBeLessThan(1);
    expect(await host.ended).toMatchObject({ code: 0, stderr: "" });
  });

  it.each([
    ["calls process.exit", "process.exit(0)", { code: 0 }],
    ["dies of an error", "throw new Error('mine')", { code: 1 }],
    ["is killed by a signal it does not handle", "process.kill(process.pid, 'SIGTERM')", { signal: "SIGTERM" }],
    ["is killed outright", "process.kill(process.pid, 'SIGKILL')", { signal: "SIGKILL" }],
  ])("that %s without closing takes its runtime with it (P-045)", async (_what, end, how) => {
    const host = startHost("serve()", `process.stdout.write(client.pid + "\\n", () => { ${end} })`);
    const pid = Number(await host.line());
    expect(await host.ended).toMatchObject(how);
    await untilGone(pid, 3000);
  });

  it("that exits without closing ends a runtime that does not heed the end of its stdin", async () => {
    const host = startHost(
      "serve(); ignoreEndOfStdin()",
      `process.stdout.write(client.pid + "\\n", () => process.exit(0))`,
    );
    const pid = Number(await host.line());
    await host.ended;
    await untilGone(pid, 3000);
  });

  it("that exits while it closes kills a runtime which had its SIGTERM already", async () => {
    const host = startHost(
      "process.on('SIGTERM', () => notify('deaf')); serve({ shutdown: () => {} }); ignoreEndOfStdin()",
      `const notifications = client.subscribe();
       client.close();
       console.log(client.pid);
       await notifications.next();
       process.exit(0);`,
    );
    const pid = Number(await host.line());
    await host.ended;
    await untilGone(pid, 3000);
  });

  it("alone gets the Ctrl-C of a terminal: its runtime can still answer (P-065)", async () => {
    const host = startHost(
      "process.on('SIGINT', () => process.exit(99)); serve({ x: (r) => setTimeout(answer, 300, r, 'whole') })",
      `process.once("SIGINT", async () => {
         console.log(await answer);
         await client.close();
         console.log((await client.closed).step);
       });
       const answer = client.request("x");
       console.log(client.pid);`,
    );
    const pid = Number(await host.line());
    process.kill(-(host.child.pid ?? 0), "SIGINT");
    expect(await host.line()).toBe("whole");
    expect(await host.line()).toBe("shutdown");
    await host.ended;
    expect(isRunning(pid)).toBe(false);
  });

  it("may open more runtimes at once than a process likes to have listeners", async () => {
    const host = startHost(
      "serve()",
      `console.log(process.listenerCount("exit"));
       const more = Array.from({ length: 20 }, () => new HarnessClient(client.options));
       await Promise.all(more.map((each) => each.request("initialize")));
       console.log(process.listenerCount("exit"));
       await Promise.all([client, ...more].map((each) => each.close()));
       console.log(process.listenerCount("exit"));`,
    );
    const withOne = Number(await host.line());
    expect(Number(await host.line())).toBe(withOne);
    expect(Number(await host.line())).toBe(withOne - 1);
    expect(await host.ended).toMatchObject({ code: 0, stderr: "" });
  });
});
