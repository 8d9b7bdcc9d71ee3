// Two sessions side by side over one runtime; each has its own history.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const harness = new Harness({ cwd: import.meta.dirname, provider: "scripted", model: "script.json" });
try {
  const results = await Promise.all([
    harness.session("first").run("What is in here?"),
    harness.session("second").run("Try again"),
  ]);
  for (const { sessionId, finalResponse } of results) console.log(`${sessionId}: ${finalResponse}`);
} finally {
  await harness.close();
}
