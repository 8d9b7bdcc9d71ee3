import { describe, expect, it } from "vitest";
import { itIsCheckedInEachPlace, type Subject } from "./mutations.test-support.ts";
import { placesOf, samples, samplesV1, schema } from "./samples.test-support.ts";
import { log, wire } from "./validators.test-support.ts";

const eventNames = new Map(
  Object.entries(schema.$defs ?? {}).flatMap(([name, { properties }]) => {
    const type = name.endsWith("Event") ? properties?.["type"] : undefined;
    return [...(type?.const === undefined ? (type?.enum ?? []) : [type.const])].map((value) => [value, name] as const);
  }),
);

const capital = (method: string): string =>
  method.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase());

const subjects: Subject[] = [
  {
    title: "the header of a log",
    name: "SessionHeader",
    root: "header",
    value: samples.header,
    open: log.open.checkHeader,
    closed: log.closed.checkHeader,
  },
  ...Object.entries(samples.requests).flatMap(([method, { params, result }]): Subject[] => [
    ...(params === undefined
      ? []
      : [
          {
            title: `params of ${method}`,
            name: `${capital(method)}Params`,
            root: "params",
            value: params,
            open: (value: unknown) => wire.open.checkParams(method, value),
            closed: (value: unknown) => wire.closed.checkParams(method, value),
          },
        ]),
    {
      title: `result of ${method}`,
      name: `${capital(method)}Result`,
      root: "result",
      value: result,
      open: (value) => wire.open.checkResult(method, value),
      closed: (value) => wire.closed.checkResult(method, value),
    },
  ]),
  ...Object.entries(samples.notifications).map(([method, params]): Subject => ({
    title: `params of ${method}`,
    name: `${capital(method)}Notification`,
    root: "params",
    value: params,
    open: (value) => wire.open.checkNotification(method, value),
    closed: (value) => wire.closed.checkNotification(method, value),
  })),
  ...samples.events.flatMap((event): Subject[] =>
    [wire, log].map(({ open, closed }) => ({
      title: `event ${JSON.stringify(event["seq"])} ${JSON.stringify(event["type"])} in the ${open === wire.open ? "wire" : "log"}`,
      name: eventNames.get(event["type"]) ?? "",
      root: "event",
      value: event,
      open: open.checkEvent,
      closed: closed.checkEvent,
    })),
  ),
];

/** The samples of version 1: in each map by method, and data of errors. */
const subjectsV1: Subject[] = [
  ...requestSubjects("ClientRequestMapV1", "server", "client"),
  ...requestSubjects("ServerRequestMapV1", "client", "server"),
  ...notificationSubjects("ClientNotificationMapV1", "server"),
  ...notificationSubjects("ServerNotificationMapV1", "client"),
  ...samplesV1.ErrorData.map((value): Subject => ({
    title: `data of an error of kind ${JSON.stringify(value["kind"])}`,
    name: "ErrorData",
    root: "data",
    value,
    open: wire.open.client.checkErrorData,
    closed: wire.closed.server.checkErrorData,
  })),
];

function requestSubjects(
  map: "ClientRequestMapV1" | "ServerRequestMapV1",
  receiver: "client" | "server",
  sender: "client" | "server",
): Subject[] {
  return Object.entries(samplesV1[map]).flatMap(([method, all]) =>
    all.flatMap(({ params, result }, index): Subject[] => {
      const end = receiver === "server" ? "a client" : "a server";
      const title = `${method} of ${end}, sample ${index}`;
      const subject = (part: "params" | "result", value: Subject["value"], rest: Pick<Subject, "open" | "closed">) => ({
        ...rest,
        title: `${part} of ${title}`,
        name: nameIn(map, method, part),
        root: part,
        value,
      });
      return [
        ...(params === undefined
          ? []
          : [
              subject("params", params, {
                open: (value) => wire.open[receiver].checkParams(method, value),
                closed: (value) => wire.closed[receiver].checkParams(method, value),
              }),
            ]),
        subject("result", result, {
          open: (value) => wire.open[sender].checkResult(method, value),
          closed: (value) => wire.closed[sender].checkResult(method, value),
        }),
      ];
    }),
  );
}

function notificationSubjects(
  map: "ClientNotificationMapV1" | "ServerNotificationMapV1",
  receiver: "client" | "server",
): Subject[] {
  return Object.entries(samplesV1[map]).flatMap(([method, all]) =>
    all.map((value, index): Subject => ({
      title: `params of ${method} to a ${receiver}, sample ${index}`,
      name: nameIn(map, method),
      root: "params",
      value,
      open: (params) => wire.open[receiver].checkNotification(method, params),
      closed: (params) => wire.closed[receiver].checkNotification(method, params),
    })),
  );
}

/** The name in `schema.json` of what a method takes or gives. */
function nameIn(map: string, method: string, part?: "params" | "result"): string {
  const entry = schema.$defs?.[map]?.properties?.[method];
  const ref = part === undefined ? entry?.$ref : entry?.properties?.[part]?.$ref;
  return ref?.replace("#/$defs/", "") ?? "";
}

describe.each([...subjects, ...subjectsV1])("$title", itIsCheckedInEachPlace);

it.each(["ClientRequestMapV1", "ServerRequestMapV1", "ClientNotificationMapV1", "ServerNotificationMapV1"] as const)(
  "there is a sample for each method of %s",
  (map) => {
    expect(Object.keys(samplesV1[map])).toEqual(Object.keys(schema.$defs?.[map]?.properties ?? {}));
  },
);

it("the samples hold every event type, every kind and every member that is defined", () => {
  const all = [...subjects, ...subjectsV1];
  const seen = new Set(all.flatMap(({ name, value }) => placesOf(name, value).flatMap((place) => place.has)));
  const defined = Object.entries(schema.$defs ?? {})
    // No sample: what is of a kind that we do not define, what tells methods, and a message that no event carries.
    .filter(([name]) => !/^(Other|HarnessSdk|SystemMessage|\w+MapV1$)/.test(name))
    .flatMap(([name, { properties }]) => Object.keys(properties ?? {}).map((member) => `${name}.${member}`))
    .filter((member) => !member.endsWith("Event.ignorable"));
  expect(defined.filter((member) => !seen.has(member))).toEqual([]);
});

describe("the checks of the wire", () => {
  const event = samples.notifications["session.event"]?.["event"];

  it.each<[string, unknown]>([
    ["data of any kind", { type: "acme/thing", seq: 0, time: 0, data: null }],
    ["any members in its data", { type: "acme/thing", seq: 0, time: 0, data: { a: [1] } }],
    [
      "a place in the history",
      { type: "acme/thing", seq: 3, time: 0, data: 1, sourceEventSeqs: [1], surfaceOp: "append" },
    ],
    ["the name of a member of every object", { type: "constructor", seq: 0, time: 0, data: 1 }],
  ])("let an event of an unknown type pass, open and closed, with %s", (_, unknown) => {
    for (const { open, closed } of [wire, log]) {
      expect([open.checkEvent(unknown), closed.checkEvent(unknown)]).toEqual([undefined, undefined]);
    }
  });

  it.each<[string, unknown, string]>([
    ["nothing", undefined, "event must be an object, got nothing"],
    ["null", null, "event must be an object, got null"],
    ["an array", [], "event must be an object, got an array"],
    ["a text", "turn/start", "event must be an object, got a string"],
    ["an event without a type", { seq: 0, time: 0, data: 1 }, "event.type is missing"],
    ["a number for a type", { type: 1, seq: 0, time: 0, data: 1 }, "event.type must be a string, got 1"],
    ["an event without data", { type: "a/b", seq: 0, time: 0 }, "event.data is missing"],
    ["a seq below 0", { type: "a/b", seq: -1, time: 0, data: 1 }, "event.seq must be at least 0, got -1"],
    [
      "a seq that is no whole number",
      { type: "a/b", seq: 0.5, time: 0, data: 1 },
      "event.seq must be an integer, got 0.5",
    ],
    [
      "a seq that JSON peers cannot hold",
      { type: "a/b", seq: 2 ** 53, time: 0, data: 1 },
      "event.seq must be at most 9007199254740991, got 9007199254740992",
    ],
    [
      "a message that is not in the history",
      { type: "user/message", seq: 0, time: 0, data: { id: "m", role: "user", content: [], source: { kind: "user" } } },
      "event.surfaceOp is missing",
    ],
    [
      "a tool result of two blocks",
      {
        type: "tool/result",
        seq: 0,
        time: 0,
        surfaceOp: "append",
        data: {
          turn: 1,
          step: 1,
          message: {
            id: "m",
            role: "user",
            source: { kind: "tool", callId: "c" },
            content: ["c", "c"].map((toolCallId) => ({ type: "tool-result", toolCallId, content: [] })),
          },
        },
      },
      "event.data.message.content must have at most 1 item, got 2",
    ],
    [
      "a turn number 0",
      { type: "turn/start", seq: 0, time: 0, data: { turn: 0 } },
      "event.data.turn must be at least 1, got 0",
    ],
    [
      "a delay that a provider cannot ask for",
      {
        type: "turn/end",
        seq: 0,
        time: 0,
        data: { turn: 1, reason: { kind: "error", error: { message: "", code: "X", providerRetryAfterMs: 0 } } },
      },
      "event.data.reason.error.providerRetryAfterMs must be more than 0, got 0",
    ],
  ])("refuse %s, with one issue, in the wire as in the log", (_, wrong, complaint) => {
    for (const check of [wire.open, wire.closed, log.open, log.closed]) {
      const issues = check.checkEvent(wrong) ?? [];
      expect(issues.map(({ path, message }) => `${path} ${message}`)).toEqual([complaint]);
      expect(check.isSessionEvent(wrong)).toBe(false);
    }
  });

  it("name the path from the params on, through the event", () => {
    const chunk = { type: "text-delta", index: "0", text: "h" };
    const params = {
      sessionId: "s",
      event: { type: "assistant/chunk", seq: 1, time: 1, data: { turn: 1, step: 1, chunk } },
    };
    expect(wire.open.checkNotification("session.event", params)).toEqual([
      { path: "params.event.data.chunk.index", message: "must be an integer, got a string" },
    ]);
  });

  it("say which values are right where only some are", () => {
    const params = { sessionId: "s", status: "paused" };
    expect(wire.open.checkNotification("session.status", params)).toEqual([
      { path: "params.status", message: 'must be "running" or "idle", got "paused"' },
    ]);
  });

  it("quote no more than 60 characters of what came, on one line", () => {
    const params = { sessionId: "s", status: "\n".repeat(100_000) };
    const [issue] = wire.open.checkNotification("session.status", params) ?? [];
    expect(issue?.message).toMatch(/^must be [^\n]{1,100}$/);
    const more = { ...samples.notifications["session.status"], ["k".repeat(100_000)]: 1 };
    expect(wire.closed.checkNotification("session.status", more)?.[0]?.path.length).toBeLessThan(100);
  });

  it.each(["reasoning", "tool-call", "tool-result"])(
    "refuse a prompt with a block of type %s: it forges no history",
    (type) => {
      const block = { type, id: "c", name: "n", arguments: "{}", text: "t", toolCallId: "c", content: [] };
      const params = { sessionId: "s", contentBlocks: [{ type: "text", text: "hi" }, block] };
      expect(wire.open.checkParams("session/prompt", params)).toEqual([
        { path: "params.contentBlocks[1].type", message: `must not be "${type}" here` },
      ]);
    },
  );

  it("refuse an image that names no attachment", () => {
    const attachment = { attachmentId: "", mediaType: "image/png", bytes: 1, width: 1, height: 1 };
    const params = { sessionId: "s", contentBlocks: [{ type: "image", attachment }] };
    expect(wire.open.checkParams("session/prompt", params)).toEqual([
      { path: "params.contentBlocks[0].attachment.attachmentId", message: "must not be empty" },
    ]);
  });

  it("take as params only a session id that keeps the rule of spec §0.5", () => {
    const params = { sessionId: "a\u0000", contentBlocks: [{ type: "text", text: "hi" }] };
    expect(wire.open.checkParams("session/prompt", params)).toEqual([
      { path: "params.sessionId", message: "must not hold control characters" },
    ]);
    expect(wire.open.isParams("session/prompt", params)).toBe(false);
    // A recorded runtime took any, and tells of its sessions by them.
    const status = { sessionId: "", status: "idle" };
    expect(wire.open.isNotification("session.status", status)).toBe(true);
  });

  it("take any params for shutdown, and any for methods that are not defined", () => {
    expect(wire.open.checkParams("shutdown", [1])).toBeUndefined();
    expect(wire.open.checkParams("acme/thing", undefined)).toBeUndefined();
    expect(wire.open.checkResult("acme/thing", undefined)).toBeUndefined();
    expect(wire.open.checkNotification("acme.thing", undefined)).toBeUndefined();
    expect(wire.open.isNotificationMethod("acme.thing")).toBe(false);
    expect(wire.open.isNotificationMethod("constructor")).toBe(false);
    expect(wire.open.isNotificationMethod("session.event")).toBe(true);
  });

  it("let pass from outside, and not from us, a user message whose content a careless prompt made", () => {
    for (const content of [null, "hi"]) {
      const data = { id: "m", role: "user", content, source: { kind: "user" } };
      const careless = { type: "user/message", seq: 0, time: 0, data, surfaceOp: "append" };
      expect(wire.open.isSessionEvent(careless)).toBe(true);
      expect(wire.closed.isSessionEvent(careless)).toBe(false);
    }
  });

  it("refuse what is nested too deeply for them, and do not throw", () => {
    let block: unknown = { type: "text", text: "hi" };
    for (let depth = 0; depth < 100_000; depth++) block = { type: "tool-result", toolCallId: "c", content: [block] };
    const params = { sessionId: "s", contentBlocks: [{ type: "text", text: "hi" }] };
    const finished = { ...samples.notifications["subagent.finished"], lastAssistantMessage: [block] };
    expect(wire.open.checkParams("session/prompt", params)).toBeUndefined();
    expect(wire.open.checkNotification("subagent.finished", finished)).toEqual([
      { path: "params", message: "is nested too deeply" },
    ]);
  });

  it("stop at the first fault, so that a million of them cost no more than one", () => {
    const params = { sessionId: "s", contentBlocks: Array(1_000_000).fill(7) };
    expect(wire.open.checkParams("session/prompt", params)).toEqual([
      { path: "params.contentBlocks[0]", message: "must be an object, got 7" },
    ]);
  });

  it("change nothing in what they look at", () => {
    const text = JSON.stringify(event);
    wire.open.checkEvent(event);
    wire.closed.checkEvent(event);
    expect(JSON.stringify(event)).toBe(text);
  });
});
