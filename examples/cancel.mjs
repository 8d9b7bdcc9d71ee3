// A signal ends the work itself: the turn is cut, its text is kept, and the session takes the next prompt.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const harness = new Harness({ cwd: import.meta.dirname, provider: "scripted", model: "script.json" });
const session = harness.session();
const abort = new AbortController();

function onNotification({ method, params }) {
  const isText = method === "session.event" && params.event.data.chunk?.type === "text-delta";
  if (isText && params.event.data.chunk.text.startsWith("three")) abort.abort(new Error("three is enough"));
}

try {
  await session.run("Count slowly", { signal: abort.signal, onNotification });
} catch (error) {
  console.log(`cut: ${error.message}`);
}
const { finishReason } = await session.run("What is in here?");
console.log(`the session goes on: ${finishReason}`);
await harness.close();
