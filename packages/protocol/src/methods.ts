import type { ServerCapabilities } from "./types.ts";

/** Requests of version 0 by the name that code uses for them; the value is the name on the wire (spec §0.3). */
export const RequestMethod = {
  initialize: "initialize",
  sessionPrompt: "session/prompt",
  shutdown: "shutdown",
} as const;

/** Notifications of version 0 by the name that code uses for them; the value is the name on the wire (spec §0.3). */
export const NotificationMethod = {
  sessionEvent: "session.event",
  sessionStatus: "session.status",
  subagentStarted: "subagent.started",
  subagentFinished: "subagent.finished",
} as const;

/** Requests of version 1 that a client sends (spec §1.1 to §1.12). */
export const ClientRequestMethod = {
  initialize: "initialize",
  sessionPrompt: "session/prompt",
  sessionCancel: "session/cancel",
  sessionOpen: "session/open",
  sessionResume: "session/resume",
  sessionEvents: "session/events",
  sessionClose: "session/close",
  sessionFork: "session/fork",
  sessionList: "session/list",
  sessionGet: "session/get",
  sessionUpdate: "session/update",
  sessionDelete: "session/delete",
  approvalAnswer: "approval/answer",
  modelList: "model/list",
  attachmentPut: "attachment/put",
  attachmentGet: "attachment/get",
  shutdown: "shutdown",
} as const;

/** Requests of version 1 that a server sends (spec §1.7, §1.8). */
export const ServerRequestMethod = {
  toolCall: "tool/call",
  approvalRequest: "approval/request",
} as const;

/** Notifications of version 1 that a client sends (spec §1.3, §1.7, §1.9). */
export const ClientNotificationMethod = {
  toolProgress: "tool.progress",
  cancelRequest: "$/cancelRequest",
  frameDropped: "$/frameDropped",
} as const;

/** Notifications of version 1 that a server sends (spec §1.3, §1.6, §1.7, §1.9). */
export const ServerNotificationMethod = {
  sessionEvent: "session.event",
  sessionStatus: "session.status",
  sessionGap: "session.gap",
  subagentStarted: "subagent.started",
  subagentFinished: "subagent.finished",
  toolProgress: "tool.progress",
  cancelRequest: "$/cancelRequest",
  frameDropped: "$/frameDropped",
} as const;

/** What a server agrees to by its `capabilities`, and the requests that need it (spec §1.1). All others need none. */
export const CAPABILITY_OF_REQUEST: Readonly<Partial<Record<string, keyof ServerCapabilities>>> = {
  "session/fork": "fork",
  "approval/answer": "approvals",
  "model/list": "models",
  "attachment/put": "attachments",
  "attachment/get": "attachments",
};
