// Generated from the schemas in spec/ by `npm run generate`. Do not edit.

/**
 * What stands behind a {@link SubagentStopReason}. A plugin adds its own by declaration merging on the package's name.
 */
export interface SubagentStopReasonMap {
  /** The child's turn completed. */
  completed: "completed";
  /** The child was cancelled. */
  aborted: "aborted";
  /** The child's turn failed. */
  error: "error";
  /** The child hit the output ceiling. */
  "max-tokens": "max-tokens";
  /** A policy refused the child's step: its turn was `blocked`. */
  refusal: "refusal";
}

/** Why a delegated run ended. The list is open. */
export type SubagentStopReason = SubagentStopReasonMap[keyof SubagentStopReasonMap];

/**
 * Whether a delegated run counts as a success: `ok` for `completed`, and for `max-tokens` where the server is told so;
 * else `error`.
 */
export type SubagentRunStatus = "ok" | "error";
