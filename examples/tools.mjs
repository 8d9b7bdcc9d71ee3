// Tools that run in this process, and a say in what the runtime's own tools may do.
import { Harness } from "@buckeyestudio/toh-sdk-client";

const compare = {
  name: "compare",
  description: "Says which of two numbers is larger.",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  run: ({ a, b }) => `${Math.max(a, b)} is larger`,
};

const harness = new Harness({
  cwd: import.meta.dirname,
  provider: "scripted",
  model: "script.json",
  tools: [compare],
  onApproval({ title, options }) {
    console.log(`asked: ${title}`);
    return { optionId: options.find(({ kind }) => kind === "deny").id, note: "not in the examples" };
  },
});

for (const prompt of ["Which is larger?", "Write it down"]) {
  const { finalResponse, events } = await harness.run(prompt);
  const [result] = events.filter(({ type }) => type === "tool/result");
  console.log(`${result.data.message.content[0].content[0].text} -> ${finalResponse}`);
}
await harness.close();
