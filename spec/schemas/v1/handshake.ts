import { integer, jsonObject, list, object, optional, string, as } from "../define.ts";
import { InitializeParams, ServerInfo, maxTokens } from "../protocol.ts";
import { ModelRoute } from "../session.ts";
import { ClientTool } from "./tools.ts";

// Handshake (spec §1.1)

/** A feature by its presence: `{}` today, and room for members of its own. */
const feature = (description: string) => optional(jsonObject(`${description} Absent means no, \`{}\` means yes.`));

export const ClientInfo = object("ClientInfo", "Who asks. For logs; nothing is decided by it.", {
  name: string("Name of the client."),
  version: string("Its version."),
  title: optional(string("Its name for people; absent: `name`.")),
});

export const NotificationChoice = object(
  "NotificationChoice",
  "What the client does not want to be told. An event that is left out leaves a hole in `seq` which is no loss.",
  {
    exclude: optional(list(string("Name of a method."), "Notifications that are not sent; absent means none.")),
    excludeEvents: optional(
      list(
        string("Name of an event type."),
        "Types of events for which no `session.event` is sent; absent means none.",
      ),
    ),
  },
);

export const ClientCapabilities = object(
  "ClientCapabilities",
  "What the client can do. What is absent it cannot; what is unknown is ignored.",
  {
    approvals: feature("It answers `approval/request` (spec §1.8)."),
    notifications: optional(as(NotificationChoice, "Which notifications it wants. Absent: all.")),
  },
);

export const ClientLimits = object("ClientLimits", "What the client can take.", {
  maxFrameBytes: optional(
    integer("The longest frame that it receives, in bytes of UTF-8 without the newline. Absent: 33554432.", 65_536),
  ),
});

const provider = optional(string("Provider for new sessions. Absent: as the runtime is configured."));
const model = optional(string("Name of the model at that provider. Absent: as the runtime is configured."));

export const InitializeParamsV1 = object(
  "InitializeParamsV1",
  "Params of `initialize` in version 1. Without `protocolVersion`, or with 0, they are those of version 0.",
  {
    cwd: InitializeParams.properties.cwd,
    provider,
    model,
    maxTokens: optional(maxTokens),
    protocolVersion: optional(integer("The highest version of the protocol that the client speaks. Absent: 0.", 0)),
    minProtocolVersion: optional(integer("The lowest version with which the client can do. Absent: 0.", 0)),
    clientInfo: optional(as(ClientInfo, "Who asks.")),
    capabilities: optional(as(ClientCapabilities, "What the client can do. Absent: nothing of it.")),
    limits: optional(as(ClientLimits, "What the client can take.")),
    tools: optional(list(ClientTool, "Tools that the client runs, for every session of the runtime (spec §1.7).")),
  },
);

export const ServerCapabilities = object(
  "ServerCapabilities",
  "What the runtime can do beyond what every peer of version 1 can. What is absent it cannot; what is unknown is ignored.",
  {
    steer: feature("Prompts with mode `steer` (spec §1.5)."),
    approvals: feature("It asks the client before a tool runs, and takes `approval/answer` (spec §1.8)."),
    tools: feature("It calls tools of the client (spec §1.7)."),
    fork: feature("`session/fork` (spec §1.6)."),
    models: feature("`model/list` (spec §1.12)."),
    attachments: feature("`attachment/put` and `attachment/get` (spec §1.12)."),
  },
);

export const ServerLimits = object("ServerLimits", "What the runtime can take.", {
  maxFrameBytes: integer("The longest frame that it receives, in bytes of UTF-8 without the newline.", 65_536),
  maxInFlightRequests: integer("How many requests of the client may wait for their answer at once (spec §1.10).", 1),
});

export const InitializeResultV1 = object(
  "InitializeResultV1",
  "Result of `initialize` in version 1. `protocolVersion` is the only sign that this version is spoken.",
  {
    serverInfo: as(ServerInfo, "Who answers."),
    protocolVersion: integer("The version that both ends speak from here on.", 1),
    capabilities: as(ServerCapabilities, "What the runtime can do."),
    limits: as(ServerLimits, "What the runtime can take."),
    route: as(ModelRoute, "The provider and the model that new sessions get."),
    runtimeId: string("Id of the runtime process, opaque; another one after each start."),
  },
);

export const definitions = [
  InitializeParamsV1,
  ClientInfo,
  ClientCapabilities,
  NotificationChoice,
  ClientLimits,
  InitializeResultV1,
  ServerCapabilities,
  ServerLimits,
];
