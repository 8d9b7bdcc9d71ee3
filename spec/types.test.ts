import type { Static, TSchema } from "typebox";
import { describe, expect, expectTypeOf, it } from "vitest";
import type * as Llm from "@buckeyestudio/toh-llm";
import type * as Protocol from "@buckeyestudio/toh-sdk-protocol";
import type * as Session from "@buckeyestudio/toh-session";
import type * as Subagent from "@buckeyestudio/toh-subagent";
import type * as llm from "./schemas/llm.ts";
import type * as protocol from "./schemas/protocol.ts";
import type * as session from "./schemas/session.ts";
import type * as subagent from "./schemas/subagent.ts";
import type * as approvals from "./schemas/v1/approvals.ts";
import type * as errors from "./schemas/v1/errors.ts";
import type * as handshake from "./schemas/v1/handshake.ts";
import type * as models from "./schemas/v1/models.ts";
import type * as sessions from "./schemas/v1/sessions.ts";
import type * as tools from "./schemas/v1/tools.ts";
import type * as work from "./schemas/v1/work.ts";

// What is asserted here, the type check of the tests asserts: at run time nothing happens.

/** Both assignable to each other: the same set of values, whatever they are called. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The names of one module whose generated type is another than the schema's. */
type Different<Schemas, Types> = {
  [N in keyof Schemas & keyof Types]: Schemas[N] extends TSchema
    ? Same<Static<Schemas[N]>, Types[N]> extends true
      ? never
      : N
    : never;
}[keyof Schemas & keyof Types];

/** The generated types of a package, by name. A namespace has no types for members, so they are listed. */
interface LlmTypes {
  AttachmentRef: Llm.AttachmentRef;
  TextBlock: Llm.TextBlock;
  ReasoningBlock: Llm.ReasoningBlock;
  ImageBlock: Llm.ImageBlock;
  ToolCallBlock: Llm.ToolCallBlock;
  ToolResultBlock: Llm.ToolResultBlock;
  ContentBlock: Llm.ContentBlock;
  MessageSource: Llm.MessageSource;
  UserMessage: Llm.UserMessage;
  AssistantMessage: Llm.AssistantMessage;
  ToolResultMessage: Llm.ToolResultMessage;
  SystemMessage: Llm.SystemMessage;
  Message: Llm.Message;
  StreamChunk: Llm.StreamChunk;
  FinishReason: Llm.FinishReason;
  TokenUsage: Llm.TokenUsage;
  LlmFailure: Llm.LlmFailure;
}
interface SessionTypes {
  SurfaceOp: Session.SurfaceOp;
  SessionHeader: Session.SessionHeader;
  TurnStartData: Session.TurnStartData;
  TurnEndData: Session.TurnEndData;
  TurnEndReason: Session.TurnEndReason;
  AbortCause: Session.AbortCause;
  StepStartData: Session.StepStartData;
  StepEndData: Session.StepEndData;
  InboxSplicedData: Session.InboxSplicedData;
  AssistantChunkData: Session.AssistantChunkData;
  AssistantMessageData: Session.AssistantMessageData;
  ToolCallData: Session.ToolCallData;
  ToolResultData: Session.ToolResultData;
  RequestHeaderData: Session.RequestHeaderData;
  RequestContextData: Session.RequestContextData;
  LlmRetryData: Session.LlmRetryData;
  LlmRetryStartedData: Session.LlmRetryStartedData;
  SessionTitleData: Session.SessionTitleData;
  TodoWriteData: Session.TodoWriteData;
  SubagentDescriptorData: Session.SubagentDescriptorData;
  CompactionStartData: Session.CompactionStartData;
  CompactionSummaryData: Session.CompactionSummaryData;
  CompactionEndData: Session.CompactionEndData;
}
interface SubagentTypes {
  SubagentStopReason: Subagent.SubagentStopReason;
  SubagentRunStatus: Subagent.SubagentRunStatus;
}
interface ProtocolTypes {
  InitializeParams: Protocol.InitializeParams;
  InitializeResult: Protocol.InitializeResult;
  SessionPromptParams: Protocol.SessionPromptParams;
  SessionPromptResult: Protocol.SessionPromptResult;
  SdkRunStatus: Protocol.SdkRunStatus;
  SessionStatusNotification: Protocol.SessionStatusNotification;
  SubagentStartedNotification: Protocol.SubagentStartedNotification;
  SubagentFinishedNotification: Protocol.SubagentFinishedNotification;
}

/**
 * Those of version 1, but for `SessionEventsResult`, since in a schema an event is anything, and for the empty results,
 * since `{}` of a schema takes any member.
 */
interface ProtocolTypesV1 {
  InitializeParamsV1: Protocol.InitializeParamsV1;
  ClientInfo: Protocol.ClientInfo;
  ClientCapabilities: Protocol.ClientCapabilities;
  NotificationChoice: Protocol.NotificationChoice;
  ClientLimits: Protocol.ClientLimits;
  InitializeResultV1: Protocol.InitializeResultV1;
  ServerCapabilities: Protocol.ServerCapabilities;
  ServerLimits: Protocol.ServerLimits;
  SessionPromptParamsV1: Protocol.SessionPromptParamsV1;
  SessionPromptResultV1: Protocol.SessionPromptResultV1;
  SessionCancelParams: Protocol.SessionCancelParams;
  SessionCancelResult: Protocol.SessionCancelResult;
  SessionStatusNotificationV1: Protocol.SessionStatusNotificationV1;
  CancelRequestNotification: Protocol.CancelRequestNotification;
  SessionOpenParams: Protocol.SessionOpenParams;
  SessionOpenResult: Protocol.SessionOpenResult;
  SessionResumeParams: Protocol.SessionResumeParams;
  SessionResumeResult: Protocol.SessionResumeResult;
  SessionPending: Protocol.SessionPending;
  PendingPrompt: Protocol.PendingPrompt;
  SessionEventsParams: Protocol.SessionEventsParams;
  SessionCloseParams: Protocol.SessionCloseParams;
  SessionCloseResult: Protocol.SessionCloseResult;
  SessionForkParams: Protocol.SessionForkParams;
  SessionForkResult: Protocol.SessionForkResult;
  SessionListParams: Protocol.SessionListParams;
  SessionListResult: Protocol.SessionListResult;
  SessionInfo: Protocol.SessionInfo;
  UsageRow: Protocol.UsageRow;
  SessionGetParams: Protocol.SessionGetParams;
  SessionGetResult: Protocol.SessionGetResult;
  SessionUpdateParams: Protocol.SessionUpdateParams;
  SessionDeleteParams: Protocol.SessionDeleteParams;
  SessionGapNotification: Protocol.SessionGapNotification;
  ClientTool: Protocol.ClientTool;
  ToolCallParams: Protocol.ToolCallParams;
  ToolCallResult: Protocol.ToolCallResult;
  ToolProgressNotification: Protocol.ToolProgressNotification;
  ApprovalRequestParams: Protocol.ApprovalRequestParams;
  ApprovalSubject: Protocol.ApprovalSubject;
  ApprovalOption: Protocol.ApprovalOption;
  ApprovalOptionKind: Protocol.ApprovalOptionKind;
  ApprovalRequestResult: Protocol.ApprovalRequestResult;
  ApprovalOutcome: Protocol.ApprovalOutcome;
  SelectedApprovalOutcome: Protocol.SelectedApprovalOutcome;
  CancelledApprovalOutcome: Protocol.CancelledApprovalOutcome;
  ApprovalAnswerParams: Protocol.ApprovalAnswerParams;
  ModelListParams: Protocol.ModelListParams;
  ModelListResult: Protocol.ModelListResult;
  ModelInfo: Protocol.ModelInfo;
  AttachmentPutParams: Protocol.AttachmentPutParams;
  AttachmentPutResult: Protocol.AttachmentPutResult;
  AttachmentGetParams: Protocol.AttachmentGetParams;
  AttachmentGetResult: Protocol.AttachmentGetResult;
  ErrorData: Protocol.ErrorData;
  ErrorKind: Protocol.ErrorKind;
  InvalidParamsIssue: Protocol.InvalidParamsIssue;
  FrameDroppedNotification: Protocol.FrameDroppedNotification;
}
type SchemasV1 = typeof approvals &
  typeof errors &
  typeof handshake &
  typeof models &
  typeof sessions &
  typeof tools &
  typeof work;

describe("the generated types", () => {
  it("are the types of the schemas", () => {
    expectTypeOf<Different<typeof llm, LlmTypes>>().toBeNever();
    expectTypeOf<Different<typeof session, SessionTypes>>().toBeNever();
    expectTypeOf<Different<typeof subagent, SubagentTypes>>().toBeNever();
    expectTypeOf<Different<typeof protocol, ProtocolTypes>>().toBeNever();
    expectTypeOf<Different<SchemasV1, ProtocolTypesV1>>().toBeNever();
    // And the comparison itself does see a difference, and does see the schemas.
    expectTypeOf<Different<typeof llm, { TokenUsage: { inputTokens: number } }>>().toEqualTypeOf<"TokenUsage">();
    expectTypeOf<keyof LlmTypes>().toExtend<keyof typeof llm>();
    expectTypeOf<keyof SessionTypes>().toExtend<keyof typeof session>();
    expectTypeOf<keyof SubagentTypes>().toExtend<keyof typeof subagent>();
    expectTypeOf<keyof ProtocolTypes>().toExtend<keyof typeof protocol>();
    expectTypeOf<keyof ProtocolTypesV1>().toExtend<keyof SchemasV1>();
  });

  it("give an event its data by its type, and the history's events their place in it", () => {
    const event = sample();
    if (event.type === "turn/end") {
      expectTypeOf(event.data).toEqualTypeOf<Session.TurnEndData>();
      expectTypeOf(event.surfaceOp).toEqualTypeOf<undefined>();
    }
    if (event.type === "user/message") {
      expectTypeOf(event.data).toEqualTypeOf<Llm.UserMessage>();
      expectTypeOf(event.surfaceOp).toEqualTypeOf<Session.SurfaceOp>();
    }
    expectTypeOf(event.surfaceOp).toEqualTypeOf<Session.SurfaceOp | undefined>();
    expectTypeOf<Session.SessionEvent<"tool/call">["data"]>().toEqualTypeOf<Session.ToolCallData>();
    expect(event.type).toBe("turn/end");
  });

  it("name the three requests and the four notifications of version 0, and no more", () => {
    expectTypeOf<keyof Protocol.HarnessSdkRequestMap>().toEqualTypeOf<"initialize" | "session/prompt" | "shutdown">();
    expectTypeOf<keyof Protocol.HarnessSdkNotificationMap>().toEqualTypeOf<
      "session.event" | "session.status" | "subagent.started" | "subagent.finished"
    >();
    expectTypeOf<Protocol.HarnessSdkRequestMap["shutdown"]["params"]>().toEqualTypeOf<undefined>();
    expectTypeOf<Protocol.HarnessSdkRequestMap["shutdown"]["result"]>().toEqualTypeOf<Record<string, never>>();
    expectTypeOf<Protocol.MethodWithParams>().toEqualTypeOf<"initialize" | "session/prompt">();
  });
});

describe("the types of version 1", () => {
  it("take what is good in version 0: a client of both sends one form (spec §1.1.1)", () => {
    expectTypeOf<Protocol.InitializeParams>().toExtend<Protocol.InitializeParamsV1>();
    expectTypeOf<Protocol.SessionPromptParams>().toExtend<Protocol.SessionPromptParamsV1>();
    expectTypeOf<Protocol.InitializeResultV1>().toExtend<Protocol.InitializeResult>();
    expectTypeOf<Protocol.SessionPromptResultV1>().toExtend<Protocol.SessionPromptResult>();
    expectTypeOf<Protocol.SessionStatusNotificationV1>().toExtend<Protocol.SessionStatusNotification>();
    expectTypeOf<Protocol.SessionGetResult>().toExtend<Protocol.SessionInfo>();
  });

  it("name every method of version 0 again, and no more than the four maps say", () => {
    expectTypeOf<keyof Protocol.HarnessSdkRequestMap>().toExtend<keyof Protocol.ClientRequestMapV1>();
    expectTypeOf<keyof Protocol.HarnessSdkNotificationMap>().toExtend<keyof Protocol.ServerNotificationMapV1>();
    expectTypeOf<keyof Protocol.ServerRequestMapV1>().toEqualTypeOf<"tool/call" | "approval/request">();
    expectTypeOf<keyof Protocol.ClientNotificationMapV1>().toEqualTypeOf<
      "tool.progress" | "$/cancelRequest" | "$/frameDropped"
    >();
    expectTypeOf<Protocol.ClientRequestMapV1["session/events"]["result"]["events"]>().toEqualTypeOf<
      Session.SessionEvent[]
    >();
  });
});

const sample = (): Session.SessionEvent => ({
  type: "turn/end",
  seq: 0,
  time: 0,
  data: { turn: 1, reason: { kind: "completed" } },
});
