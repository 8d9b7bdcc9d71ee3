// Testing without a model: the provider `scripted` plays script.json, the same every time.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const harness = new Harness({ cwd: import.meta.dirname, provider: "scripted", model: "script.json" });
try {
  for (const prompt of ["What is in here?", "Try again", "Fail"]) {
    const { finalResponse, finishReason, events } = await harness.run(prompt);
    const retries = events.filter(({ type }) => type === "llm/retry").length;
    console.log(JSON.stringify({ prompt, finalResponse, finishReason, retries }));
  }
} finally {
  await harness.close();
}
