import {
  SessionEventNotification,
  ShutdownResult,
  SubagentFinishedNotification,
  SubagentStartedNotification,
  type NotificationSchema,
  type RequestSchema,
} from "../protocol.ts";
import * as approvals from "./approvals.ts";
import * as errors from "./errors.ts";
import * as handshake from "./handshake.ts";
import * as models from "./models.ts";
import * as sessions from "./sessions.ts";
import * as tools from "./tools.ts";
import * as work from "./work.ts";

/** Requests of the client in version 1. */
export const clientRequests: RequestSchema[] = [
  {
    method: "initialize",
    params: handshake.InitializeParamsV1,
    result: handshake.InitializeResultV1,
    description: "The first call of a connection; answered when the runtime is ready.",
  },
  {
    method: "session/prompt",
    params: work.SessionPromptParamsV1,
    result: work.SessionPromptResultV1,
    description: "Queues a message, or steers the running turn; answered once it is safe.",
  },
  {
    method: "session/cancel",
    params: work.SessionCancelParams,
    result: work.SessionCancelResult,
    description: "Ends work: a turn, what is queued, or one message.",
  },
  {
    method: "session/open",
    params: sessions.SessionOpenParams,
    result: sessions.SessionOpenResult,
    description: "Creates a session, or opens a stored one, with properties of its own.",
  },
  {
    method: "session/resume",
    params: sessions.SessionResumeParams,
    result: sessions.SessionResumeResult,
    description: "Opens a stored session and sends the events that the client has missed.",
  },
  {
    method: "session/events",
    params: sessions.SessionEventsParams,
    result: sessions.SessionEventsResult,
    description: "Asks for a stretch of a log.",
  },
  {
    method: "session/close",
    params: sessions.SessionCloseParams,
    result: sessions.SessionCloseResult,
    description: "Ends a session in this process; its log stays.",
  },
  {
    method: "session/fork",
    params: sessions.SessionForkParams,
    result: sessions.SessionForkResult,
    description: "Makes a new session out of another's log. Needs the capability `fork`.",
  },
  {
    method: "session/list",
    params: sessions.SessionListParams,
    result: sessions.SessionListResult,
    description: "Tells the sessions, the latest first.",
  },
  {
    method: "session/get",
    params: sessions.SessionGetParams,
    result: sessions.SessionGetResult,
    description: "Tells one session.",
  },
  {
    method: "session/update",
    params: sessions.SessionUpdateParams,
    result: sessions.SessionUpdateResult,
    description: "Changes route, title or notes of a session.",
  },
  {
    method: "session/delete",
    params: sessions.SessionDeleteParams,
    result: sessions.SessionDeleteResult,
    description: "Removes a session with its children.",
  },
  {
    method: "approval/answer",
    params: approvals.ApprovalAnswerParams,
    result: approvals.ApprovalAnswerResult,
    description: "Answers an open approval from elsewhere. Needs the capability `approvals`.",
  },
  {
    method: "model/list",
    params: models.ModelListParams,
    result: models.ModelListResult,
    description: "Tells the models. Needs the capability `models`.",
  },
  {
    method: "attachment/put",
    params: models.AttachmentPutParams,
    result: models.AttachmentPutResult,
    description: "Stores a picture. Needs the capability `attachments`.",
  },
  {
    method: "attachment/get",
    params: models.AttachmentGetParams,
    result: models.AttachmentGetResult,
    description: "Gives a stored picture back. Needs the capability `attachments`.",
  },
  {
    method: "shutdown",
    result: ShutdownResult,
    description: "Ends the runtime; answered when all work has stopped. Its params are ignored.",
  },
];

/** Requests of the runtime in version 1. */
export const serverRequests: RequestSchema[] = [
  {
    method: "tool/call",
    params: tools.ToolCallParams,
    result: tools.ToolCallResult,
    description: "Runs a tool of the client.",
  },
  {
    method: "approval/request",
    params: approvals.ApprovalRequestParams,
    result: approvals.ApprovalRequestResult,
    description: "Asks whether a tool may run. Only to a client with the capability `approvals`.",
  },
];

const cancelRequest: NotificationSchema = {
  method: "$/cancelRequest",
  params: work.CancelRequestNotification,
  description: "The sender gives up a call of its own.",
};
const frameDropped: NotificationSchema = {
  method: "$/frameDropped",
  params: errors.FrameDroppedNotification,
  description: "A notification was too large, and is lost.",
};
const toolProgress: NotificationSchema = {
  method: "tool.progress",
  params: tools.ToolProgressNotification,
  description: "A tool is still at it.",
};

/** Notifications of the client in version 1. */
export const clientNotifications: NotificationSchema[] = [toolProgress, cancelRequest, frameDropped];

/** Notifications of the runtime in version 1. */
export const serverNotifications: NotificationSchema[] = [
  {
    method: "session.event",
    params: SessionEventNotification,
    description: "An event was appended to a session's log.",
  },
  {
    method: "session.status",
    params: work.SessionStatusNotificationV1,
    description: "A session began or stopped working, or waits for something else.",
  },
  {
    method: "session.gap",
    params: sessions.SessionGapNotification,
    description: "Events that are not sent.",
  },
  { method: "subagent.started", params: SubagentStartedNotification, description: "A delegated session exists." },
  { method: "subagent.finished", params: SubagentFinishedNotification, description: "A delegated run is over." },
  toolProgress,
  cancelRequest,
  frameDropped,
];

export const definitions = [
  ...handshake.definitions,
  ...work.definitions,
  ...sessions.definitions,
  ...tools.definitions,
  ...approvals.definitions,
  ...models.definitions,
  ...errors.definitions,
];
