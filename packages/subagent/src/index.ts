export type { SubagentRunStatus, SubagentStopReason, SubagentStopReasonMap } from "./delegation.ts";
