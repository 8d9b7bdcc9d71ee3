import { resolve } from "node:path";
import { JsonRpcResponseError } from "@buckeyestudio/toh-sdk-client";
import { ExitCode } from "../exit-code.ts";
import { jsonLine } from "../json.ts";
import { withRuntime } from "../runtime.ts";
import { goOnCommand } from "../shell-word.ts";
import { UsageError } from "../usage.ts";
import type { ForkCommand } from "./command-line.ts";
import { findSession } from "./find.ts";
import type { Bench } from "./sessions.ts";
import { visibleId } from "./text.ts";

/** Has a runtime write the copy, since it alone knows how a session begins. */
export async function fork(command: ForkCommand, { store, out, terminal, interruption }: Bench): Promise<number> {
  const { id: from } = findSession(await store.list(), command.id);
  const { atSeq, dataDir } = command;
  const choice = { dataDir: dataDir === undefined ? undefined : resolve(dataDir) };
  const { sessionId, lastSeq } = await withRuntime(choice, "fork sessions", terminal, interruption, (client) =>
    client.fork({ sessionId: from, ...(atSeq !== undefined && { atSeq }) }).catch((error: unknown) => {
      if (atSeq === undefined || !(error instanceof JsonRpcResponseError && error.kind === "invalid-params"))
        throw error;
      const hint = `\`toh sessions show\` tells the event at which each turn ends`;
      throw new UsageError(`no turn of the session ends at event ${atSeq}`, hint, { cause: error });
    }),
  );
  if (command.json) await out.write(`${jsonLine({ from, sessionId, lastSeq })}\n`);
  else {
    await out.write(`new session ${visibleId(sessionId)}: ${visibleId(from)} up to event ${lastSeq}\n`);
    if (terminal.stdout.isTTY === true) await out.write(`to go on: ${goOnCommand(command.dataDir, sessionId)}\n`);
  }
  return ExitCode.done;
}
