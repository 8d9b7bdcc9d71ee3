import { oneOf, openStrings } from "./define.ts";

export const SubagentStopReason = openStrings(
  "SubagentStopReason",
  "SubagentStopReasonMap",
  "Why a delegated run ended. The list is open.",
  {
    completed: "The child's turn completed.",
    aborted: "The child was cancelled.",
    error: "The child's turn failed.",
    "max-tokens": "The child hit the output ceiling.",
    refusal: "A policy refused the child's step: its turn was `blocked`.",
  },
);

export const SubagentRunStatus = Object.assign(
  oneOf(
    "Whether a delegated run counts as a success: `ok` for `completed`, and for `max-tokens` where the server is told so; else `error`.",
    ["ok", "error"],
  ),
  { $id: "SubagentRunStatus" },
);

export const definitions = [SubagentStopReason, SubagentRunStatus];
