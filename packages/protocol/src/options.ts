import type { RequestId } from "./frame.ts";

/**
 * Limits, and hooks for people and logs. A hook is called at once, in the order of the wire; what it throws or
 * rejects with is swallowed, since there is nobody to tell.
 */
export interface JsonRpcLineTransportOptions {
  /**
   * The longest frame that is received, in bytes of UTF-8 without the newline (spec §1.9). Default
   * {@link DEFAULT_MAX_FRAME_BYTES}; at most what a string can hold, some 512 MiB.
   */
  maxFrameBytes?: number | undefined;
  /** Where set, `notify()` throws instead of letting more bytes than this wait to be written. */
  maxQueuedBytes?: number | undefined;
  onIgnoredLine?: ((line: IgnoredLine) => void | Promise<void>) | undefined;
  onDroppedFrame?: ((frame: DroppedFrame) => void | Promise<void>) | undefined;
  /** Gets what a notification handler threw, or rejected with. */
  onListenerError?: ((error: unknown, method: string) => void | Promise<void>) | undefined;
}

/** The longest frame that is received unless an option says otherwise: 32 MiB (spec §1.9). */
export const DEFAULT_MAX_FRAME_BYTES = 33_554_432;

/** A line that was no frame (spec §0.1): most often a stray print of the peer. */
export interface IgnoredLine {
  /** How many lines were ignored until now, this one included. */
  count: number;
  /** At most the first 200 bytes, as text. */
  head: string;
}

/**
 * A frame that was skipped because it outgrew `maxFrameBytes` (spec §1.9). A request was answered with `-32011`, a
 * response has rejected its call, a notification is lost.
 */
export interface DroppedFrame {
  kind: "request" | "response" | "notification";
  /** Bytes of UTF-8 without the newline. */
  bytes: number;
  id?: RequestId;
  /** Absent for a response, and where it is longer than 64 KiB. */
  method?: string;
}
