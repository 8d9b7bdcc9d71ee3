/** Longest session id, in bytes of UTF-8. */
const MAX_SESSION_ID_BYTES = 512;

/**
 * What is wrong with a session id, as the end of a sentence that names the member: `must be a string`. Undefined when
 * nothing is.
 *
 * A session id is a string of 1 to 512 bytes of UTF-8 without control characters (U+0000 to U+001F, U+007F to U+009F)
 * and without half a surrogate pair. It is compared byte for byte and never normalised; it is data, so encode or digest
 * it before it becomes a file name or a header (spec §0.5).
 */
export function checkSessionId(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  // No character takes less than one byte, so a long string is refused without being measured.
  if (value.length > MAX_SESSION_ID_BYTES || Buffer.byteLength(value) > MAX_SESSION_ID_BYTES) {
    return `must not be longer than ${MAX_SESSION_ID_BYTES} bytes of UTF-8`;
  }
  if (/\p{Cc}/u.test(value)) return "must not hold control characters";
  if (/\p{Cs}/u.test(value)) return "must not hold half a surrogate pair";
  return undefined;
}
