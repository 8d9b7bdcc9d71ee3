import type { Interruption } from "../interruption.ts";
import type { Terminal } from "../terminal.ts";

/** Whether to go on: asks the person at the terminal, where one is. Nothing but `y` or `yes` is a yes. */
export async function confirm(question: string, terminal: Terminal, interruption: Interruption): Promise<boolean> {
  const { stdin, stderr } = terminal;
  if (stdin.isTTY !== true) return true;
  stderr.write(`${question} [y/N] `);
  const stop = (): unknown => stdin.destroy();
  interruption.signal.addEventListener("abort", stop, { once: true });
  let answer = "";
  try {
    for await (const chunk of stdin) {
      answer += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
      if (answer.includes("\n")) break;
    }
  } catch (error) {
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    interruption.signal.removeEventListener("abort", stop);
  }
  interruption.signal.throwIfAborted();
  if (!answer.includes("\n")) stderr.write("\n");
  return /^y(es)?$/i.test(answer.trim());
}
