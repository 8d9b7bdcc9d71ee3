// Generated from the schemas in spec/ by `npm run generate`. Do not edit.
import type { Check } from "./issues.ts";

export declare const events: ReadonlyMap<string, Check>;
export declare const otherEvent: Check;
export declare const header: Check;
