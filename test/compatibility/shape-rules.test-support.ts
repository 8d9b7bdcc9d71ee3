import { loadValidators as loadWireValidators } from "@buckeyestudio/toh-sdk-protocol";
import { loadValidators } from "@buckeyestudio/toh-session";
import type { Run } from "./normal-form.test-support.ts";
import { eventOf, isResponse, type JsonObject, pick } from "./wire.test-support.ts";

/**
 * Where frames that we wrote are not of the shape that the schema gives them, as lines to read. Events are checked as
 * what we write: a member that is not defined is a fault.
 */
export async function shapeFaults({ frames, requests }: Run): Promise<string[]> {
  const [wire, events] = await Promise.all([loadWireValidators(), loadValidators("closed")]);
  const issuesOf = (frame: JsonObject): readonly object[] => {
    if (isResponse(frame)) {
      const asked = requests.find(({ id }) => id === frame["id"]);
      return "error" in frame ? [] : (wire.checkResult(String(asked?.["method"]), frame["result"]) ?? []);
    }
    const method = String(frame["method"]);
    if (!wire.isNotificationMethod(method)) return [{ message: `no notification of version 0: ${method}` }];
    const event = eventOf(frame);
    const ofEvent = event === undefined ? [] : (events.checkEvent(event) ?? []);
    return [...(wire.checkNotification(method, pick(frame, "params")) ?? []), ...ofEvent];
  };
  return frames.flatMap((frame) =>
    issuesOf(frame).map((issue) => `${JSON.stringify(issue)} in ${JSON.stringify(frame)}`),
  );
}
