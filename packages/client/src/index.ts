export { Harness, Harness as DeepSeekHarness } from "./harness.ts";
export type { HarnessOptions, HarnessOptions as DeepSeekHarnessOptions } from "./harness.ts";
export { HarnessSession } from "./session.ts";
export type { PromptInput, SessionOpenOptions } from "./session.ts";
export type { EventsOptions } from "./read-events.ts";
export type { RunOptions } from "./run.ts";
export type { RunResult } from "./run-recorder.ts";
export type { ApprovalHandler, ApprovalReply, HarnessTool, ToolOutput, ToolRunContext } from "./tools.ts";
export { HarnessClient } from "./client.ts";
export type { HarnessClientOptions, PromptOptions } from "./client.ts";
export type { ConnectionOptions, RequestOptions } from "./connection.ts";
export type { Agreed } from "./handshake.ts";
export type {
  ApprovalRequestHandler,
  RuntimeRequestOptions,
  ToolCallHandler,
  ToolCallOptions,
  ToolProgress,
} from "./runtime-requests.ts";
export type { NotificationSubscription } from "./subscription.ts";
export type { HarnessNotification, NotificationFilter } from "./notification.ts";
export type { CloseReport } from "./close-report.ts";
export type { DisposeGraces } from "./dispose-ladder.ts";
export type { CloseStep, LaunchOptions } from "./runtime-process.ts";
export { RuntimeNotFoundError, SubscriptionOverflowError } from "./errors.ts";
export {
  CapabilityError,
  FrameTooLargeError,
  HarnessError,
  JsonRpcResponseError,
  RequestTimeoutError,
  SdkProtocolError,
  TransportClosedError,
} from "@buckeyestudio/toh-sdk-protocol";
export type { ContentBlock } from "@buckeyestudio/toh-llm";
