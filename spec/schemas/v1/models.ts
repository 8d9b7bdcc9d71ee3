import { Type } from "typebox";
import { boolean, integer, list, object, optional, string, as } from "../define.ts";
import { AttachmentRef } from "../llm.ts";

// Models and attachments (spec §1.12)

export const ModelListParams = object("ModelListParams", "Params of `model/list`.", {
  provider: optional(string("Only the models of this provider. Absent: of all.")),
});

export const ModelInfo = object("ModelInfo", "A model that sessions can be given.", {
  provider: string("Provider that serves it."),
  model: string("Its name at that provider."),
  title: optional(string("Its name for people; absent: `model`.")),
  contextWindow: optional(integer("How many tokens it can read; absent when it is not known.", 1)),
  maxOutputTokens: optional(integer("How many tokens it can write; absent when it is not known.", 1)),
  images: optional(boolean("Whether it reads pictures; absent when it is not known.")),
  reasoning: optional(boolean("Whether it writes down what it thinks; absent when it is not known.")),
  ready: boolean("Whether a key is configured, where one is needed. It is not tried out."),
});

export const ModelListResult = object("ModelListResult", "Result of `model/list`.", {
  models: list(ModelInfo, "The models; may be empty."),
});

const data = (description: string) =>
  Type.String({ description: `${description} In base64 (RFC 4648 §4), with padding.` });

export const AttachmentPutParams = object("AttachmentPutParams", "Params of `attachment/put`: stores a picture.", {
  mediaType: as(AttachmentRef.properties.mediaType, "Media type of the bytes."),
  data: data("The bytes."),
  name: optional(string("File name for people.")),
});

export const AttachmentPutResult = object("AttachmentPutResult", "Result of `attachment/put`.", {
  attachment: as(AttachmentRef, "The stored picture, for an `image` block."),
});

export const AttachmentGetParams = object("AttachmentGetParams", "Params of `attachment/get`.", {
  attachmentId: as(AttachmentRef.properties.attachmentId, "Id of the attachment."),
});

export const AttachmentGetResult = object("AttachmentGetResult", "Result of `attachment/get`.", {
  attachment: as(AttachmentRef, "The stored picture."),
  data: data("Its bytes."),
});

export const definitions = [
  ModelListParams,
  ModelListResult,
  ModelInfo,
  AttachmentPutParams,
  AttachmentPutResult,
  AttachmentGetParams,
  AttachmentGetResult,
];
