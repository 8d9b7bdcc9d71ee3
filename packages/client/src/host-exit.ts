// One listener on the process for all runtimes, there only while one runs: a listener each would warn at the eleventh.
const running = new Set<() => void>();

function onExit(): void {
  for (const kill of running) kill();
}

/** Calls `kill`, which must not wait, when this process exits. Returns what takes that back. */
export function killOnHostExit(kill: () => void): () => void {
  if (running.size === 0) process.on("exit", onExit);
  running.add(kill);
  return () => {
    if (running.delete(kill) && running.size === 0) process.off("exit", onExit);
  };
}
