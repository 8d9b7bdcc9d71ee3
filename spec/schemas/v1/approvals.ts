import { Type } from "typebox";
import {
  integer,
  jsonObject,
  list,
  literal,
  object,
  openStrings,
  openUnion,
  optional,
  string,
  turn,
  as,
} from "../define.ts";
import { sessionId } from "../protocol.ts";

// Approvals (spec §1.8)

const approvalId = string("Id of the approval, opaque; `id` in its events.");

export const ApprovalSubject = object("ApprovalSubject", "What the tool would do.", {
  arguments: jsonObject("The arguments of the call, which fit the tool's schema."),
  command: optional(string("The command that it would run; absent when it runs none.")),
  cwd: optional(string("The folder in which it would run it, an absolute path.")),
  paths: optional(list(string("A path."), "The files that it would write or read.")),
});

export const ApprovalOptionKind = openStrings(
  "ApprovalOptionKind",
  "ApprovalOptionKindMap",
  "What choosing an option means. The list is open: show an option of another kind by its label.",
  {
    "allow-once": "This call may run.",
    "allow-session": "This call may run, and what the label says until the session is closed.",
    deny: "It may not run.",
  },
);

export const ApprovalOption = object("ApprovalOption", "One answer that may be chosen.", {
  id: string("Id of the option, unique in its request."),
  kind: as(ApprovalOptionKind, "What it means."),
  label: string("What a person is shown; it says what is covered."),
});

export const ApprovalRequestParams = object(
  "ApprovalRequestParams",
  "Params of `approval/request`: may this tool run?",
  {
    approvalId,
    sessionId,
    turn,
    callId: string("Id of the tool call."),
    tool: string("Name of the tool."),
    title: string("The question in one line, for people."),
    subject: as(ApprovalSubject, "What the tool would do."),
    options: Type.Array(ApprovalOption, { description: "The answers to choose from.", minItems: 1 }),
    expiresAt: optional(
      integer(
        "When the question is answered with no by itself, in milliseconds since 1970; for show. Absent: never.",
        0,
      ),
    ),
  },
);

export const SelectedApprovalOutcome = object("SelectedApprovalOutcome", "An option was chosen.", {
  type: literal("selected"),
  optionId: string("Id of the option. One that was not offered counts as a no."),
  note: optional(string("What the person has to say, for the model.")),
});

export const CancelledApprovalOutcome = object("CancelledApprovalOutcome", "Nothing was chosen. It counts as a no.", {
  type: literal("cancelled"),
});

export const ApprovalOutcome = openUnion(
  "ApprovalOutcome",
  { tag: "type", map: "ApprovalOutcomeMap" },
  "An answer. The union is open: an answer of another `type` counts as a no.",
  [SelectedApprovalOutcome, CancelledApprovalOutcome],
);

export const ApprovalRequestResult = object("ApprovalRequestResult", "Result of `approval/request`.", {
  outcome: as(ApprovalOutcome, "The answer."),
});

export const ApprovalAnswerParams = object(
  "ApprovalAnswerParams",
  "Params of `approval/answer`: answers an approval from elsewhere than its request. The first answer counts.",
  { approvalId, outcome: as(ApprovalOutcome, "The answer.") },
);

export const ApprovalAnswerResult = object("ApprovalAnswerResult", "Result of `approval/answer`: an empty object.", {});

export const definitions = [
  ApprovalRequestParams,
  ApprovalSubject,
  ApprovalOption,
  ApprovalOptionKind,
  ApprovalRequestResult,
  ApprovalOutcome,
  SelectedApprovalOutcome,
  CancelledApprovalOutcome,
  ApprovalAnswerParams,
  ApprovalAnswerResult,
];
