import type { Terminal } from "./terminal.ts";

/** Somebody wants the command to end: `exitCode` is 128 and the number of the signal. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: string, exitCode: number) {
    super(`interrupted by ${signal}`);
    this.name = "Interrupted";
    this.exitCode = exitCode;
  }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface Interruption {
  /** Aborted by the first signal that {@link onCtrlC} does not take, with an {@link Interrupted}. */
  readonly signal: AbortSignal;
  /** Where it is set it takes the first Ctrl-C, and that one alone: it is unset then. */
  onCtrlC: (() => void) | undefined;
  /** Called with each signal behind the one that aborted: whoever repeats it wants no more waiting. */
  onAgain: (() => void) | undefined;
  stopListening(): void;
}

export function listenForInterruption(terminal: Terminal): Interruption {
  const control = new AbortController();
  const listeners = Object.entries(EXIT_CODES).map(([name, exitCode]) => {
    const listener = (): void => {
      const { onCtrlC } = interruption;
      if (control.signal.aborted) interruption.onAgain?.();
      else if (name === "SIGINT" && onCtrlC !== undefined) {
        interruption.onCtrlC = undefined;
        onCtrlC();
      } else control.abort(new Interrupted(name, exitCode));
    };
    return { name, listener };
  });
  const interruption: Interruption = {
    signal: control.signal,
    onCtrlC: undefined,
    onAgain: undefined,
    stopListening: () => {
      for (const { name, listener } of listeners) terminal.signals.off(signalName(name), listener);
    },
  };
  for (const { name, listener } of listeners) terminal.signals.on(signalName(name), listener);
  return interruption;
}

function signalName(name: string): NodeJS.Signals {
  return name === "SIGINT" || name === "SIGTERM" ? name : "SIGHUP";
}
