// Generated from the schemas in spec/ by `npm run generate`. Do not edit.
import type { Check } from "../../packages/protocol/src/generated/issues.ts";

export declare const events: ReadonlyMap<string, Check>;
export declare const resultsV0: ReadonlyMap<string, Check>;
export declare const notificationsV0: ReadonlyMap<string, Check>;
export declare const paramsV1: ReadonlyMap<string, Check>;
export declare const resultsV1: ReadonlyMap<string, Check>;
export declare const notificationsV1: ReadonlyMap<string, Check>;
export declare const otherEvent: Check;
export declare const errorData: Check;
