import { Type } from "typebox";
import { boolean, jsonObject, list, number, object, optional, step, string, turn } from "../define.ts";
import { ContentBlock } from "../llm.ts";
import { sessionId } from "../protocol.ts";
import { durationMs } from "./work.ts";

// Client tools (spec §1.7)

export const ClientTool = object("ClientTool", "A tool that the client runs and the runtime offers to the model.", {
  name: Type.String({
    description: "Name by which the model calls it: not empty, no other tool's.",
    minLength: 1,
  }),
  description: string("What the model is told of it."),
  inputSchema: jsonObject("JSON Schema of its arguments, which are an object."),
  timeoutMs: optional(durationMs("How long the runtime waits for a result. Absent: 120000.")),
});

export const ToolCallParams = object(
  "ToolCallParams",
  "Params of `tool/call`: the client is to run a tool of its own.",
  {
    sessionId,
    turn,
    step,
    callId: string("Id of the call, opaque; the same as in the event `tool/call`."),
    name: string("Name of the tool."),
    arguments: jsonObject("Its arguments, which fit its schema."),
  },
);

export const ToolCallResult = object("ToolCallResult", "Result of `tool/call`: what the model reads.", {
  content: list(ContentBlock, "The blocks in order; may be empty."),
  isError: optional(boolean("Whether the tool failed. Absent means no.")),
});

export const ToolProgressNotification = object(
  "ToolProgressNotification",
  "Params of `tool.progress`: whoever runs a tool says that it is still at it. Never logged, and may be dropped.",
  {
    sessionId,
    turn,
    callId: string("Id of the call."),
    message: optional(string("What it does just now, for people.")),
    progress: optional(number("How far it is, in the tool's own measure.")),
    total: optional(number("Where `progress` will end; absent when that is not known.")),
  },
);

export const definitions = [ClientTool, ToolCallParams, ToolCallResult, ToolProgressNotification];
