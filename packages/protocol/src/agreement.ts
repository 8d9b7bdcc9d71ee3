import { CODE_OF_KIND, ErrorCode, FrameTooLargeError, JsonRpcResponseError } from "./errors.ts";
import type { ErrorData, ErrorKind } from "./types.ts";

/** What two peers agreed to when they shook hands (spec §1.1). */
export interface Agreement {
  /** Version of the protocol; 0 where the peer named none. */
  readonly version: number;
  /** The longest frame that the peer receives, in bytes of UTF-8 without the newline. Absent: no limit, as in version 0. */
  readonly maxFrameBytes?: number | undefined;
}

/** What a transport may write and what it takes for itself, by the agreement; that comes when some frames have passed. */
export class Terms {
  #version: number | undefined;
  #maxFrameBytes = Number.POSITIVE_INFINITY;

  agree({ version, maxFrameBytes = Number.POSITIVE_INFINITY }: Agreement): void {
    this.#version = version;
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** Whether what version 1 adds may be written. */
  get isVersion1(): boolean {
    return this.#version !== undefined && this.#version >= 1;
  }

  /** Whether it was agreed that nothing of version 1 is known on this connection. */
  get isVersion0(): boolean {
    return this.#version === 0;
  }

  /** Why the peer cannot take this frame (spec §1.9); undefined where it can. */
  tooLarge(frame: string, method?: string): FrameTooLargeError | undefined {
    const most = this.#maxFrameBytes;
    // One UTF-16 code unit is at most three bytes, so most frames need no counting.
    if (frame.length * 3 <= most) return undefined;
    if (frame.length <= most && Buffer.byteLength(frame) <= most) return undefined;
    return new FrameTooLargeError(most, { method });
  }

  /** `data` for an error that was thrown without: in version 1 every error says its kind (spec §1.2). */
  dataFor(error: unknown): ErrorData | undefined {
    if (!this.isVersion1) return undefined;
    const code = error instanceof JsonRpcResponseError ? error.code : ErrorCode.internal;
    return { kind: kindOf(code), retryable: false };
  }
}

function kindOf(code: number | undefined): ErrorKind {
  let kind: keyof typeof CODE_OF_KIND;
  for (kind in CODE_OF_KIND) if (CODE_OF_KIND[kind] === code) return kind;
  return "internal";
}
