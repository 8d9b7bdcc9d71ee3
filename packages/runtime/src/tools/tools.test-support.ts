import type { RuntimeHostOptions } from "../index.ts";
import { Bench } from "../runtime.test-support.ts";

/** Rules under which everything runs. */
export const everything: RuntimeHostOptions = { tools: { rules: [{ tool: "*", verdict: "allow" }] } };

/** What the model reads when it calls a tool in a folder; the code of the failure comes first. */
export async function call(
  cwd: string,
  name: string,
  args: object,
  options: RuntimeHostOptions = everything,
): Promise<string> {
  const bench = await new Bench(
    { go: [{ toolCalls: [{ name, arguments: { ...args } }] }, { text: "done" }] },
    options,
  ).open(cwd);
  await bench.run("go");
  return results(bench)[0] ?? "";
}

/** The results of all calls so far, in order. */
export function results(bench: Bench): string[] {
  return bench.story().flatMap((line) => (line.startsWith("s tool/result ") ? [line.slice(14)] : []));
}
