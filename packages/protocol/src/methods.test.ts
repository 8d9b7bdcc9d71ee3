import { describe, expect, expectTypeOf, it } from "vitest";
import {
  CAPABILITY_OF_REQUEST,
  ClientNotificationMethod,
  ClientRequestMethod,
  NotificationMethod,
  RequestMethod,
  ServerNotificationMethod,
  ServerRequestMethod,
} from "./methods.ts";
import type {
  ClientNotificationMapV1,
  ClientRequestMapV1,
  HarnessSdkNotificationMap,
  HarnessSdkRequestMap,
  ServerCapabilities,
  ServerNotificationMapV1,
  ServerRequestMapV1,
} from "./types.ts";

/** The values of a table of names. */
type Named<Table> = Table[keyof Table];

describe("the methods of version 1 (spec §1.1 to §1.12)", () => {
  it("are those of the four maps, by who sends", () => {
    expectTypeOf<Named<typeof ClientRequestMethod>>().toEqualTypeOf<keyof ClientRequestMapV1>();
    expectTypeOf<Named<typeof ServerRequestMethod>>().toEqualTypeOf<keyof ServerRequestMapV1>();
    expectTypeOf<Named<typeof ClientNotificationMethod>>().toEqualTypeOf<keyof ClientNotificationMapV1>();
    expectTypeOf<Named<typeof ServerNotificationMethod>>().toEqualTypeOf<keyof ServerNotificationMapV1>();
  });

  it("hold those of version 0, under the same names", () => {
    expect(ClientRequestMethod).toMatchObject(RequestMethod);
    expect(ServerNotificationMethod).toMatchObject(NotificationMethod);
  });

  it.each([ClientRequestMethod, ServerRequestMethod, ClientNotificationMethod, ServerNotificationMethod])(
    "have in code the name that they have on the wire, without its signs",
    (table) => {
      const inCode = (method: string): string =>
        method.replace(/^\$\//, "").replace(/[/.](\w)/g, (_, letter: string) => letter.toUpperCase());
      for (const [name, method] of Object.entries(table)) expect(inCode(method)).toBe(name);
    },
  );

  it("name a capability of the server where they need one (spec §1.1.5)", () => {
    const methods = new Set<string>(Object.values(ClientRequestMethod));
    expect(Object.keys(CAPABILITY_OF_REQUEST).filter((method) => !methods.has(method))).toEqual([]);
    expectTypeOf(CAPABILITY_OF_REQUEST["model/list"]).toEqualTypeOf<keyof ServerCapabilities | undefined>();
  });
});

describe("the methods of version 0 (spec §0.3)", () => {
  it("are those of the two maps", () => {
    expectTypeOf<(typeof RequestMethod)[keyof typeof RequestMethod]>().toEqualTypeOf<keyof HarnessSdkRequestMap>();
    expectTypeOf<(typeof NotificationMethod)[keyof typeof NotificationMethod]>().toEqualTypeOf<
      keyof HarnessSdkNotificationMap
    >();
  });

  it("are spelled as on the wire", () => {
    expect(Object.values(RequestMethod)).toEqual(["initialize", "session/prompt", "shutdown"]);
    expect(Object.values(NotificationMethod)).toEqual([
      "session.event",
      "session.status",
      "subagent.started",
      "subagent.finished",
    ]);
  });
});
