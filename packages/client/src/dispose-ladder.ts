import type { Clock } from "./clock.ts";

/** How long the steps of ending a runtime may take, in milliseconds; 0 skips the wait. */
export interface DisposeGraces {
  /** For the answer to `shutdown`. Default: 1000. */
  shutdownTimeoutMs: number;
  /** For the exit after the end of its stdin. Default: 6000. */
  disposeEofGraceMs: number;
  /** For the exit after SIGTERM, and again after SIGKILL. Default: 3000. */
  disposeGraceMs: number;
}

/** What the ladder does to whatever it ends. */
export interface Disposable {
  readonly hasExited: boolean;
  readonly exited: Promise<unknown>;
  endInput: () => void;
  /** Absent where there is no such signal (Windows). */
  terminate: (() => void) | undefined;
  kill: () => void;
}

export type LadderStep = "exited" | "shutdown" | "eof" | "sigterm" | "sigkill" | "survived";

/**
 * Ends `target` as gently as it lets itself be ended: `shutdown`, the end of its input, SIGTERM, SIGKILL. Each step has
 * its grace, and is skipped once the target has exited. Resolves with the step that ended it.
 *
 * @param shutdown asks the target to shut down; `undefined` where it cannot be asked any more. Its failure is handed to
 *   `onRefusal` and means that the next step must do it.
 */
export async function dispose(
  target: Disposable,
  graces: DisposeGraces,
  clock: Clock,
  shutdown: (() => Promise<unknown>) | undefined,
  onRefusal: (error: unknown) => void,
): Promise<LadderStep> {
  if (target.hasExited) return "exited";
  const answered = shutdown !== undefined && (await asked());
  if (target.hasExited) return answered ? "shutdown" : "exited";
  target.endInput();
  // Having answered, it is about to leave by itself; that its input ends as well only makes sure of it.
  if (await exitsWithin(graces.disposeEofGraceMs)) return answered ? "shutdown" : "eof";
  if (target.terminate !== undefined) {
    target.terminate();
    if (await exitsWithin(graces.disposeGraceMs)) return "sigterm";
  }
  target.kill();
  return (await exitsWithin(graces.disposeGraceMs)) ? "sigkill" : "survived";

  async function asked(): Promise<boolean> {
    if (shutdown === undefined || graces.shutdownTimeoutMs === 0) return false;
    const answer = shutdown().then(
      () => true,
      (error: unknown) => {
        onRefusal(error);
        return false;
      },
    );
    // An exit ends this wait as well: with the pipe it ends every call that is still open.
    return (await within(clock, graces.shutdownTimeoutMs, answer)) ?? false;
  }

  async function exitsWithin(ms: number): Promise<boolean> {
    if (target.hasExited || ms === 0) return target.hasExited;
    await within(clock, ms, target.exited);
    return target.hasExited;
  }
}

/** The value of `promise`, or `undefined` when `ms` have passed without it. */
export async function within<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | undefined> {
  let cancel = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(ms, () => resolve(undefined));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}
