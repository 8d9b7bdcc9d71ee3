// One prompt through client, wire and runtime, answered by the built-in `offline` agent.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const harness = new Harness({ cwd: import.meta.dirname, provider: "offline", model: "offline" });
try {
  const result = await harness.run("Which example shows a failure that is retried?");
  console.log(result.finalResponse);
  console.log(`ended: ${result.finishReason}`);
} finally {
  await harness.close(); // resolves when the runtime has gone
}
