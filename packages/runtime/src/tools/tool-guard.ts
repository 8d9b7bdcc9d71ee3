import { Approvals, type Decide } from "../approvals.ts";
import { Policy, type PolicyRule } from "../policy.ts";
import { Secrets } from "../secrets.ts";

/** The member `tools` of `toh.config.json`. */
export interface ToolSettings {
  /** The first that fits a call decides; behind them come the defaults. */
  readonly rules?: readonly PolicyRule[];
  /** Milliseconds that a call may take, the time in which somebody is asked left out. Default 120,000. Subagents have none but the turn's. */
  readonly timeoutMs?: number;
  /** Milliseconds that a question stays open; then the call is denied. Default: none, it stays open as long as its turn. */
  readonly approvalTimeoutMs?: number;
  /** UTF-8 bytes of a result that the model reads; of more it gets the beginning and the end. Default 65,536. */
  readonly maxOutputBytes?: number;
  /** Names of environment variables that commands get though they look private (`*_TOKEN`, `*SECRET*`, …). */
  readonly passEnv?: readonly string[];
}

/** What stands between a model and a tool. */
export interface ToolGuard {
  readonly policy: Policy;
  readonly approvals: Approvals;
  readonly secrets: Secrets;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** @param keys names of the environment variables with the keys of providers */
export function toolGuard(settings: ToolSettings, keys: readonly string[], decide: Decide): ToolGuard {
  return {
    policy: new Policy(settings.rules),
    approvals: new Approvals(decide, settings.approvalTimeoutMs),
    secrets: new Secrets(process.env, { keys, passEnv: settings.passEnv ?? [] }),
    timeoutMs: settings.timeoutMs ?? 120_000,
    maxOutputBytes: settings.maxOutputBytes ?? 64 * 1024,
  };
}
