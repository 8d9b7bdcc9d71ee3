import { boolean, integer, list, object, openStrings, optional, string, as } from "../define.ts";
import { ApprovalDecidedOutcome } from "../session.ts";

// Errors (spec §1.2) and frames that are too large (spec §1.9)

export const ErrorKind = openStrings(
  "ErrorKind",
  "ErrorKindMap",
  "Why a request failed: the text on which callers branch. The list is open.",
  {
    "invalid-request":
      "It may not be sent now: before `initialize`, a second `initialize`, or an id that is already in flight. -32600",
    "method-not-found": "There is no such method. -32601",
    "invalid-params": "The params are wrong; `issues` says where. -32602",
    internal: "Something inside the peer failed. -32603",
    "session-unknown": "There is no such session. -32010",
    "frame-too-large": "The request was longer than the receiver's `maxFrameBytes`. -32011",
    "not-agreed": "It needs a capability that was not agreed. -32012",
    "session-busy": "A child session takes no prompt while its parent's call runs. -32013",
    "session-closing": "The session is being closed. -32013",
    "session-locked": "Another process has the session open. -32013",
    "turn-changed": "Another turn runs than the one that was expected, or none. -32013",
    "approval-resolved": "The approval has been decided; `outcome` says how. -32014",
    "shutting-down": "The runtime is ending. -32015",
    overloaded: "Too many requests are in flight. -32016",
    "storage-failed": "The session's log cannot be written. -32017",
    conflict: "It contradicts what is stored. -32018",
    "unsupported-version": "No version suits both ends. -32022",
    cancelled: "The call was cancelled before anything was done. -32800",
  },
);

export const InvalidParamsIssue = object("InvalidParamsIssue", "One thing that is wrong with params.", {
  path: string("Where, counted from `params`: `params.contentBlocks[0].text`."),
  message: string("What was expected and what came, in one line that goes behind the path."),
});

export const ErrorData = object(
  "ErrorData",
  "`data` of an error in version 1. Members beyond the first two belong to the kind that is named with them.",
  {
    kind: as(ErrorKind, "Why the request failed."),
    retryable: boolean("Whether nothing was done and the same call may succeed later."),
    issues: optional(list(InvalidParamsIssue, "With kind `invalid-params`: what is wrong, at least one.")),
    requested: optional(integer("With kind `unsupported-version`: the `protocolVersion` that was asked for.", 0)),
    supported: optional(
      list(integer("A version.", 0), "With kind `unsupported-version`: the versions that the server speaks."),
    ),
    outcome: optional(as(ApprovalDecidedOutcome, "With kind `approval-resolved`: how it was decided.")),
    lastSeq: optional(
      integer("With kind `conflict`, where `afterSeq` lies behind the end of the log: its last `seq`.", -1),
    ),
  },
);

export const FrameDroppedNotification = object(
  "FrameDroppedNotification",
  "Params of `$/frameDropped`: a notification of the receiver's was longer than the sender's `maxFrameBytes`, and is lost.",
  {
    bytes: integer("Length of the frame in bytes of UTF-8, without the newline.", 0),
    method: optional(string("Its method; absent when that could not be kept.")),
  },
);

export const definitions = [ErrorData, ErrorKind, InvalidParamsIssue, FrameDroppedNotification];
