import { Type } from "typebox";
import { integer, list, literal, object, oneOf, optional, string, as } from "../define.ts";
import { SessionPromptParams, SessionPromptResult, sessionId } from "../protocol.ts";

// Cancelling (spec §1.3, §1.4) and prompts (spec §1.5)

export const CancelRequestNotification = object(
  "CancelRequestNotification",
  "Params of `$/cancelRequest`: the sender gives up a call of its own. The call is still answered, once.",
  {
    id: Type.Union([Type.String(), Type.Number()], {
      description: "Id of the request, as it was sent: text and number differ, and 0 is an id.",
    }),
    reason: optional(string("Why, for logs.")),
  },
);

/** A duration: its clock is the receiver's, from the moment the frame is read. */
export const durationMs = (description: string) =>
  integer(`${description} In milliseconds; above 2147483647 it is that.`, 1);

export const chosenMessageId = string(
  "The client's own id of a prompt, unique in its session and shaped like a session id (spec §0.5).",
);

export const SessionCancelParams = object(
  "SessionCancelParams",
  "Params of `session/cancel`: ends work. At most one of `messageId`, `clientMessageId` and `scope` is there; none means the scope `turn`.",
  {
    sessionId: SessionPromptParams.properties.sessionId,
    messageId: optional(string("Id of the message whose work is to end, from the result of its prompt.")),
    clientMessageId: optional(
      as(chosenMessageId, "The same by the client's own id, also of a prompt that has not arrived yet."),
    ),
    scope: optional(
      oneOf(
        "`turn`: the running turn and the steers that it has not taken. `queued`: the prompts that wait. `all`: both.",
        ["turn", "queued", "all"],
      ),
    ),
    reason: optional(string("Why; kept in the `turn/end`.")),
  },
);

export const SessionCancelResult = object(
  "SessionCancelResult",
  "Result of `session/cancel`. The `turn/end` in the log is the confirmation, not this.",
  {
    outcome: oneOf(
      "`cancelling`: it will take no further step. `finished`: it was over. `nothing`: there was nothing to end. `remembered`: the prompt is refused when it arrives.",
      ["cancelling", "finished", "nothing", "remembered"],
    ),
    turn: optional(integer("Number of the turn that is cancelled or was finished; absent where it is about none.", 1)),
    cancelled: list(string("Id of a message."), "The messages that this call ended, in the order of their receipts."),
    kept: list(string("Id of a message."), "The messages that still wait in the session, in the order of the queue."),
  },
);

const mode = "`queue`: a turn of its own, after those before it. `steer`: into the running turn, before its next step.";

export const SessionPromptParamsV1 = object(
  "SessionPromptParamsV1",
  "Params of `session/prompt` in version 1: one message for a session, which is created or resumed as needed.",
  {
    ...SessionPromptParams.properties,
    clientMessageId: optional(
      as(
        chosenMessageId,
        "The client's own id of this prompt: sent again with the same blocks, it makes no second message.",
      ),
    ),
    mode: optional(oneOf(`${mode} Absent: \`queue\`.`, ["queue", "steer"])),
    expectTurn: optional(integer("Of a steer: the number of the turn that it is meant for, and no other.", 1)),
    deadlineMs: optional(durationMs("How long the work of this prompt may take, from its receipt on.")),
  },
);

export const SessionPromptResultV1 = object(
  "SessionPromptResultV1",
  "Result of `session/prompt` in version 1: the receipt. The message is safe in the session's queue; nothing is said of its outcome.",
  {
    ...SessionPromptResult.properties,
    mode: optional(oneOf(`How the prompt was taken. ${mode}`, ["queue", "steer"])),
    position: optional(integer("Place in the queue; 0: it runs now. Absent when it waits in no queue.", 0)),
    duplicate: optional(
      as(literal(true), "The prompt had been taken before, under its `clientMessageId`. Absent otherwise."),
    ),
  },
);

export const WaitingOn = oneOf("What a session may wait for: an answer to an approval, or a tool of the client.", [
  "approval",
  "tool",
]);

export const SessionStatusNotificationV1 = object(
  "SessionStatusNotificationV1",
  "Params of `session.status` in version 1: the status changed, or what the session waits for.",
  {
    sessionId,
    status: Type.Unsafe<"running" | "idle">({ $id: "SdkRunStatus", description: "The status now." }),
    waitingOn: optional(list(WaitingOn, "What the session waits for, each once. Absent: for nothing of the client's.")),
  },
);

export const definitions = [
  SessionPromptParamsV1,
  SessionPromptResultV1,
  SessionCancelParams,
  SessionCancelResult,
  SessionStatusNotificationV1,
  CancelRequestNotification,
];
