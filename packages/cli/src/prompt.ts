import type { Interruption } from "./interruption.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";

/**
 * All of stdin as the prompt, without the newline at its end.
 *
 * @throws UsageError when there is none, or a person sits at it: somebody who forgot the prompt would wait for ever.
 */
export async function readPrompt(terminal: Terminal, interruption: Interruption): Promise<string> {
  const { stdin } = terminal;
  if (stdin.isTTY === true) throw new UsageError("there is no prompt", 'say what to do: toh run "…", or pipe it in');
  const stop = (): unknown => stdin.destroy();
  interruption.signal.addEventListener("abort", stop, { once: true });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  } catch (error) {
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    interruption.signal.removeEventListener("abort", stop);
  }
  interruption.signal.throwIfAborted();
  const prompt = Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
  if (prompt.trim() === "") throw new UsageError("the prompt on stdin is empty", 'say what to do: toh run "…"');
  return prompt;
}
