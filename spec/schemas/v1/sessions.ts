import { Type } from "typebox";
import { boolean, integer, jsonObject, list, object, oneOf, optional, seq, string, as } from "../define.ts";
import { TokenUsage } from "../llm.ts";
import { SdkRunStatus, chosenSessionId, maxTokens, sessionId } from "../protocol.ts";
import { ApprovalRequestParams } from "./approvals.ts";
import { ClientTool } from "./tools.ts";
import { durationMs } from "./work.ts";

// Sessions (spec §1.6)

const provider = optional(string("Provider from the next turn on."));
const model = optional(string("Name of the model at that provider, from the next turn on."));
const metadata = optional(
  jsonObject("Notes of the client, kept with the session and of meaning to the client alone; replaced as a whole."),
);
const lastSeq = integer("`seq` of the last event in the log; -1 when there is none.", -1);
const afterSeq = integer("`seq` of the last event that the client has; -1: none of them.", -1);

export const SessionOpenParams = object(
  "SessionOpenParams",
  "Params of `session/open`: a session that is to exist, with these properties. What is absent stays, or comes from `initialize`.",
  {
    sessionId: optional(as(chosenSessionId, "Id of the session. Absent: a new one, with an id of the runtime's.")),
    cwd: optional(string("Working folder, an absolute path. On a session that exists another one is a `conflict`.")),
    provider,
    model,
    maxTokens: optional(maxTokens),
    systemPrompt: optional(string("System prompt. On a session that exists another one is a `conflict`.")),
    tools: optional(
      list(
        ClientTool,
        "Tools that the client runs for this session and its descendants, in the place of those before.",
      ),
    ),
    metadata,
  },
);

export const SessionOpenResult = object("SessionOpenResult", "Result of `session/open`: the session is open.", {
  sessionId,
  created: boolean("Whether it is new."),
});

export const PendingPrompt = object(
  "PendingPrompt",
  "A prompt that waits. Its blocks stand in its receipt, in the log.",
  {
    messageId: string("Id of the message."),
    clientMessageId: optional(string("The client's own id of it; absent when it gave none.")),
  },
);

export const SessionPending = object("SessionPending", "What is open in a session.", {
  prompts: list(PendingPrompt, "The prompts that wait, in the order in which they will run."),
  approvals: list(ApprovalRequestParams, "The approvals that nobody has answered, oldest first."),
});

export const SessionResumeParams = object(
  "SessionResumeParams",
  "Params of `session/resume`: opens a stored session and tells what the client has missed.",
  {
    sessionId: chosenSessionId,
    afterSeq: optional(
      as(afterSeq, "`seq` of the last event that the client has; -1: none, so all are sent. Absent: no event is sent."),
    ),
  },
);

export const SessionResumeResult = object(
  "SessionResumeResult",
  "Result of `session/resume`. The events up to `lastSeq` stand before it, those after it behind.",
  { lastSeq, status: as(SdkRunStatus, "Whether it works on something."), pending: as(SessionPending, "What is open.") },
);

export const SessionEventsParams = object(
  "SessionEventsParams",
  "Params of `session/events`: asks for events of a log, and neither opens nor repairs it.",
  {
    sessionId: chosenSessionId,
    afterSeq,
    limit: optional(integer("How many at most. Absent: as many as fit.", 1)),
    waitMs: optional(durationMs("How long to wait for one when there is none. Absent: not at all.")),
  },
);

export const SessionEventsResult = object("SessionEventsResult", "Result of `session/events`.", {
  events: Type.Array(Type.Unsafe<unknown>({ $id: "SessionEvent" }), {
    description:
      "The events behind `afterSeq`, in order; may be empty. At most 1 MiB of them, but always one if there is one.",
  }),
  lastSeq,
});

export const SessionCloseParams = object("SessionCloseParams", "Params of `session/close`.", {
  sessionId: chosenSessionId,
  mode: oneOf("`drain`: the turn and the queue come to their end. `cancel`: both are cut.", ["drain", "cancel"]),
  timeoutMs: optional(durationMs("After which a `drain` becomes a `cancel`. Absent: never.")),
});

export const SessionCloseResult = object("SessionCloseResult", "Result of `session/close`: the session is closed.", {
  cancelled: list(
    string("Id of a message."),
    "The messages that were cut off or dropped, in the order of their receipts.",
  ),
});

export const SessionForkParams = object(
  "SessionForkParams",
  "Params of `session/fork`: a new session with a copy of a log up to the end of a turn.",
  {
    sessionId: chosenSessionId,
    atSeq: optional(seq("`seq` of the `turn/end` that is copied last. Absent: the last one.")),
  },
);

export const SessionForkResult = object("SessionForkResult", "Result of `session/fork`.", {
  sessionId: as(sessionId, "Id of the new session, minted by the runtime."),
  lastSeq,
});

export const SessionListParams = object("SessionListParams", "Params of `session/list`.", {
  cursor: optional(string("`nextCursor` of the page before, as it came. Absent: the first page.")),
  limit: optional(Type.Integer({ description: "How many at most. Absent: 50.", minimum: 1, maximum: 500 })),
});

export const UsageRow = object("UsageRow", "What the calls of one model came to, failed ones included.", {
  provider: string("Provider that serves the model."),
  model: string("Name of the model."),
  calls: integer("How many calls were made.", 0),
  ...TokenUsage.properties,
});

const sessionMembers = {
  sessionId,
  cwd: string("Its working folder, an absolute path."),
  provider: string("Provider of its next turn."),
  model: string("Model of its next turn."),
  title: optional(string("Its title; absent when it has none.")),
  createdAt: integer("When it was created, in milliseconds since 1970.", 0),
  updatedAt: integer("When its last event was written, in milliseconds since 1970.", 0),
  status: as(SdkRunStatus, "Whether it works on something; `idle` where it is only stored."),
  lastSeq,
  parentSessionId: optional(string("Id of the session that delegated to it; absent in a root.")),
  children: list(string("Id of a session."), "The sessions to which it delegated, oldest first."),
  metadata: optional(jsonObject("The client's notes; absent when there are none.")),
  usage: list(UsageRow, "What its own model calls came to, a row for each model."),
  treeUsage: list(UsageRow, "The same with all its descendants."),
};

export const SessionInfo = object("SessionInfo", "What is told of a session.", sessionMembers);

export const SessionListResult = object("SessionListResult", "Result of `session/list`.", {
  sessions: list(SessionInfo, "The sessions, the latest `updatedAt` first."),
  nextCursor: optional(string("What to ask the next page with, opaque; absent on the last.")),
});

export const SessionGetParams = object("SessionGetParams", "Params of `session/get`.", { sessionId: chosenSessionId });

export const SessionGetResult = object(
  "SessionGetResult",
  "Result of `session/get`: a session and what is open in it.",
  {
    ...sessionMembers,
    pending: as(SessionPending, "What is open."),
  },
);

export const SessionUpdateParams = object(
  "SessionUpdateParams",
  "Params of `session/update`: what is to change. What is absent stays.",
  {
    sessionId: chosenSessionId,
    provider,
    model,
    maxTokens: optional(maxTokens),
    title: optional(string("The title.")),
    metadata,
  },
);

export const SessionUpdateResult = object("SessionUpdateResult", "Result of `session/update`: an empty object.", {});

export const SessionDeleteParams = object(
  "SessionDeleteParams",
  "Params of `session/delete`: closes the session and removes its log, with those of its children.",
  { sessionId: chosenSessionId },
);

export const SessionDeleteResult = object("SessionDeleteResult", "Result of `session/delete`: an empty object.", {});

export const SessionGapNotification = object(
  "SessionGapNotification",
  "Params of `session.gap`: these events are not sent, since the log does not reach back so far or the client could not take them.",
  {
    sessionId,
    from: seq("`seq` of the first that is missing."),
    to: seq("`seq` of the last that is missing."),
  },
);

export const definitions = [
  SessionOpenParams,
  SessionOpenResult,
  SessionResumeParams,
  SessionResumeResult,
  SessionPending,
  PendingPrompt,
  SessionEventsParams,
  SessionEventsResult,
  SessionCloseParams,
  SessionCloseResult,
  SessionForkParams,
  SessionForkResult,
  SessionListParams,
  SessionListResult,
  SessionInfo,
  UsageRow,
  SessionGetParams,
  SessionGetResult,
  SessionUpdateParams,
  SessionUpdateResult,
  SessionDeleteParams,
  SessionDeleteResult,
  SessionGapNotification,
];
