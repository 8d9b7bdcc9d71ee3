// What happens while a turn runs: text as it arrives, tool calls, subagents.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const harness = new Harness({ cwd: import.meta.dirname, provider: "offline", model: "offline" });
const session = harness.session();

function show({ method, params }) {
  if (method === "subagent.started") console.log(`[subagent ${params.childSessionId}]`);
  if (method !== "session.event" || params.sessionId !== session.id) return;
  const { type, data } = params.event;
  if (type === "tool/call") console.log(`[${data.name} ${data.arguments}]`);
  if (type === "assistant/chunk" && data.chunk.type === "text-delta") process.stdout.write(data.chunk.text);
  if (type === "turn/end") console.log(`\n[${data.reason.kind}]`);
}

try {
  await session.run("Which example shows subagents?", { onNotification: show });
} finally {
  await harness.close();
}
