import { describe, expect, it } from "vitest";
import { serve } from "./index.ts";
import { event, FakeSessionHost, initialize } from "./session-wire.test-support.ts";
import { Lines } from "./wire.test-support.ts";

const silent = { warn: () => undefined, debug: () => undefined };

describe("serve with a client of version 1 (spec §0.6, §1.1)", () => {
  it("tells its frame limit, hands notifications on, and lets the closing events out when the input ends", async () => {
    const lines = new Lines();
    const host = new FakeSessionHost();
    const { exitCode } = serve({
      input: lines.toServer,
      output: lines.fromServer,
      host,
      diagnostics: silent,
      maxFrameBytes: 100_000,
    });
    expect(await lines.ask(initialize(""))).toContain('"limits":{"maxFrameBytes":100000,"maxInFlightRequests":1024}');
    lines.say('{"method":"tool.progress","params":{"sessionId":"s","turn":1,"callId":"c"}}');
    expect(await lines.ask('{"id":1,"method":"model/list"}')).toContain('"id":1,"result"');
    expect(host.asked.map(([method]) => method)).toEqual(["configureRoute", "toolProgress", "models"]);

    const { peer } = host;
    host.dispose = async () => {
      void peer.emit({ kind: "event", sessionId: "s", event: event(1) });
      void peer.emit({ kind: "status", sessionId: "s", status: "idle" });
    };
    lines.toServer.end();
    expect((await lines.hear(2)).map((line) => /"method":"(.*?)"/.exec(line)?.[1])).toEqual([
      "session.event",
      "session.status",
    ]);
    expect(await exitCode).toBe(0);
  });

  it("tells the sender of a notification that it could not take (spec §1.9)", async () => {
    const lines = new Lines();
    serve({
      input: lines.toServer,
      output: lines.fromServer,
      host: new FakeSessionHost(),
      diagnostics: silent,
      maxFrameBytes: 200,
    });
    await lines.ask(initialize(""));
    const line = `{"method":"tool.progress","params":{"message":"${"x".repeat(200)}"}}`;
    expect(await lines.ask(line)).toBe(
      `{"jsonrpc":"2.0","method":"$/frameDropped","params":{"bytes":${line.length},"method":"tool.progress"}}`,
    );
  });
});
