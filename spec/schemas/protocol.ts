import { Type, type TSchema } from "typebox";
import { ContentBlock } from "./llm.ts";
import { SubagentRunStatus, SubagentStopReason } from "./subagent.ts";
import { as, constrain, integer, list, object, oneOf, optional, string } from "./define.ts";

// Requests (spec §0.3)

export const ServerInfo = object("ServerInfo", "Who answers.", {
  name: string("Name of the runtime; `theopen-harness-sdk-runtime` for ours. Not to be checked."),
  version: string("Version of the server; not of the protocol, and not to be checked."),
});

export const maxTokens = integer(
  "Ceiling of output tokens for each model call, also in delegated sessions. Absent: the adapter's own default.",
  1,
);

export const InitializeParams = object(
  "InitializeParams",
  "Params of `initialize`: what holds for every session that has nothing of its own.",
  {
    cwd: string("Working folder for new sessions; a relative one counts from the runtime's own folder."),
    provider: string("Provider for new sessions; there must be an adapter for it."),
    model: string("Name of the model at that provider."),
    maxTokens: optional(maxTokens),
  },
);

export const InitializeResult = object("InitializeResult", "Result of `initialize`: the runtime is ready.", {
  serverInfo: as(ServerInfo, "Who answers."),
});

/** A session id in params of a client. The rule itself is checked beside the schema. */
export const chosenSessionId = string(
  "Id of the session, chosen by the client: 1 to 512 bytes of UTF-8 without control characters or half a surrogate pair (spec §0.5).",
);

/** Block types that a prompt must not hold, since it forges no history (spec §0.5). */
const historyBlocks = ["reasoning", "tool-call", "tool-result"];

export const promptBlocks = Type.Array(
  constrain(ContentBlock, { properties: { type: { not: { enum: historyBlocks } } } }),
  {
    description: "The message: at least one block, none of them `reasoning`, `tool-call` or `tool-result`.",
    minItems: 1,
  },
);

export const SessionPromptParams = object(
  "SessionPromptParams",
  "Params of `session/prompt`: one message for a session, which is created or resumed as needed.",
  {
    sessionId: chosenSessionId,
    contentBlocks: promptBlocks,
  },
);

export const queuedMessageId = string("Id of the queued user message and of nothing later.");

export const SessionPromptResult = object(
  "SessionPromptResult",
  "Result of `session/prompt`: the receipt. The message is safe in the session's queue; nothing is said of its outcome.",
  {
    messageId: queuedMessageId,
  },
);

export const ShutdownResult = object("ShutdownResult", "Result of `shutdown`: an empty object.", {});

// Notifications (spec §0.3)

export const sessionId = string("Id of the session.");

export const SdkRunStatus = Object.assign(
  oneOf("Whether a session works on something. There is no third value.", ["running", "idle"]),
  { $id: "SdkRunStatus" },
);

export const SessionEventNotification = object(
  "SessionEventNotification",
  "Params of `session.event`: an event was appended to the log of some session of the runtime, the client's own or not.",
  {
    sessionId,
    event: Type.Unsafe<unknown>({ $id: "SessionEvent", description: "The event." }),
  },
);

export const SessionStatusNotification = object(
  "SessionStatusNotification",
  "Params of `session.status`: the status changed. A new session starts idle and does not say so.",
  {
    sessionId,
    status: as(SdkRunStatus, "The new status."),
  },
);

const parentSessionId = string("Id of the session that delegated.");
const childSessionId = string("Id of the delegated session, minted by the runtime.");

export const SubagentStartedNotification = object(
  "SubagentStartedNotification",
  "Params of `subagent.started`: a delegated session exists. Comes before its first event, and again when it is resumed.",
  { parentSessionId, childSessionId },
);

export const SubagentFinishedNotification = object(
  "SubagentFinishedNotification",
  "Params of `subagent.finished`: a delegated run is over. Comes after the child's `idle` and before the parent's `tool/result`.",
  {
    provider: string("Name of the subagent provider that ran it."),
    agentId: string("Id of the child's agent; equal to its session id."),
    parentSessionId,
    childSessionId,
    status: as(SubagentRunStatus, "Whether it counts as a success."),
    stopReason: as(SubagentStopReason, "Why it ended."),
    lastAssistantMessage: optional(
      list(
        ContentBlock,
        "Content of the child's last non-empty answer, else its text so far as one block; absent when it wrote nothing. A failed child may have one.",
      ),
    ),
  },
);

export interface RequestSchema {
  readonly method: string;
  /** Absent: the method takes none, and what is sent is ignored. */
  readonly params?: TSchema;
  readonly result: TSchema;
  readonly description: string;
}

export interface NotificationSchema {
  readonly method: string;
  readonly params: TSchema;
  readonly description: string;
}

/** Requests of the client in version 0 (spec §0.3). */
export const requests: RequestSchema[] = [
  {
    method: "initialize",
    params: InitializeParams,
    result: InitializeResult,
    description: "The first call of a connection; answered when the runtime is ready.",
  },
  {
    method: "session/prompt",
    params: SessionPromptParams,
    result: SessionPromptResult,
    description: "Queues a message; answered once it is safe.",
  },
  {
    method: "shutdown",
    result: ShutdownResult,
    description: "Ends the runtime; answered when all work has stopped. Its params are ignored.",
  },
];

/** Notifications of the runtime in version 0 (spec §0.3), about every session in it. */
export const notifications: NotificationSchema[] = [
  {
    method: "session.event",
    params: SessionEventNotification,
    description: "An event was appended to a session's log.",
  },
  { method: "session.status", params: SessionStatusNotification, description: "A session began or stopped working." },
  { method: "subagent.started", params: SubagentStartedNotification, description: "A delegated session exists." },
  { method: "subagent.finished", params: SubagentFinishedNotification, description: "A delegated run is over." },
];

export const definitions = [
  InitializeParams,
  InitializeResult,
  ServerInfo,
  SessionPromptParams,
  SessionPromptResult,
  ShutdownResult,
  SdkRunStatus,
  SessionEventNotification,
  SessionStatusNotification,
  SubagentStartedNotification,
  SubagentFinishedNotification,
];
