import type { RequestId } from "./frame.ts";

/**
 * What a line was by the table of spec §0.1, and what of it an answer needs. `method` is undefined where it is longer
 * than 64 KiB. `idText` is the id as it was written, JSON text.
 */
export type FoundMembers =
  | { kind: "request"; id: RequestId; idText: string; method: string | undefined }
  | { kind: "response"; id: RequestId; idText: string }
  | { kind: "notification"; method: string | undefined };

/**
 * Finds the `id` and the `method` of one object wherever they stand in it, from pieces of its line and in constant
 * memory (spec §1.9). It follows depth and strings and checks no more of the grammar than that takes. Of a key that
 * comes twice the last one counts, as in `JSON.parse`.
 */
export class MemberScan {
  #place: Place = Place.before;
  #depth = 0;
  #escaped = false;
  #key: "id" | "method" | undefined;
  #token: number[] = [];
  #tokenLimit = 0;
  #id: { id: RequestId; idText: string } | undefined;
  #method: string | undefined;
  #hasMethod = false;

  /** The piece is read during the call and not kept. */
  push(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length && this.#place !== Place.broken) {
      const place = this.#place;
      if (place === Place.key || place === Place.text || place === Place.innerText) at = this.#readText(piece, at);
      else if (place === Place.inner) at = this.#readInner(piece, at);
      else this.#step(piece[at++] ?? 0);
    }
  }

  /** The line has ended. Undefined where it was no frame. */
  end(): FoundMembers | undefined {
    if (this.#place !== Place.after) return undefined;
    const id = this.#id;
    if (this.#hasMethod) {
      return id === undefined
        ? { kind: "notification", method: this.#method }
        : { kind: "request", ...id, method: this.#method };
    }
    return id === undefined ? undefined : { kind: "response", ...id };
  }

  /** One byte between the strings of the top level. */
  #step(byte: number): void {
    if (this.#place === Place.scalar) {
      if (!isSpace(byte) && byte !== COMMA && byte !== CLOSE_BRACE) {
        this.#keep(byte);
        return;
      }
      this.#endValue();
    }
    if (isSpace(byte)) return;
    switch (this.#place) {
      case Place.before:
        if (byte === OPEN_BRACE) this.#place = Place.beforeKey;
        else if (!BOM.includes(byte)) this.#place = Place.broken;
        break;
      case Place.beforeKey:
        if (byte === QUOTE) this.#startToken(Place.key, KEY_BYTES);
        else this.#place = byte === CLOSE_BRACE ? Place.after : Place.broken;
        break;
      case Place.afterKey:
        this.#place = byte === COLON ? Place.beforeValue : Place.broken;
        break;
      case Place.beforeValue:
        this.#startValue(byte);
        break;
      case Place.afterValue:
        this.#place = byte === COMMA ? Place.beforeKey : byte === CLOSE_BRACE ? Place.after : Place.broken;
        break;
      default:
        this.#place = Place.broken;
    }
  }

  #startValue(byte: number): void {
    if (this.#key === "id") this.#id = undefined;
    if (this.#key === "method") {
      this.#method = undefined;
      this.#hasMethod = false;
    }
    const limit = this.#key === undefined ? 0 : VALUE_BYTES;
    if (byte === QUOTE) {
      this.#startToken(Place.text, limit);
      this.#keep(byte);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#place = Place.inner;
      this.#depth = 1;
    } else {
      this.#startToken(Place.scalar, limit);
      this.#keep(byte);
    }
  }

  /** Reads on in a string; returns where it stopped. */
  #readText(piece: Uint8Array, from: number): number {
    const kept = this.#place !== Place.innerText;
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (kept) this.#keep(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#endText();
        return at + 1;
      }
    }
    return piece.length;
  }

  /** Reads on between the strings of an inner object or list; returns where it stopped. */
  #readInner(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (byte === QUOTE) {
        this.#place = Place.innerText;
        return at + 1;
      }
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --this.#depth === 0) {
        this.#place = Place.afterValue;
        return at + 1;
      }
    }
    return piece.length;
  }

  #endText(): void {
    if (this.#place === Place.innerText) this.#place = Place.inner;
    else if (this.#place === Place.text) this.#endValue();
    else {
      const key = this.#tokenValue();
      this.#key = key === "id" || key === "method" ? key : undefined;
      this.#place = Place.afterKey;
    }
  }

  #endValue(): void {
    const isText = this.#place === Place.text;
    this.#place = Place.afterValue;
    if (this.#key === undefined) return;
    const value = this.#tokenValue();
    if (this.#key === "id") {
      if (typeof value === "string" || typeof value === "number") this.#id = { id: value, idText: this.#tokenText() };
    } else if (isText) {
      this.#hasMethod = true;
      if (typeof value === "string") this.#method = value;
    }
  }

  #startToken(place: Place, limit: number): void {
    this.#place = place;
    this.#token = place === Place.key ? [QUOTE] : [];
    this.#tokenLimit = limit;
  }

  #keep(byte: number): void {
    // One byte past the limit is kept: it marks the token as too long.
    if (this.#token.length <= this.#tokenLimit) this.#token.push(byte);
  }

  #tokenText(): string {
    return Buffer.from(this.#token).toString("utf8");
  }

  #tokenValue(): unknown {
    if (this.#token.length > this.#tokenLimit) return undefined;
    try {
      return JSON.parse(this.#tokenText());
    } catch {
      // No JSON, so not the key or the value that is looked for. The rest of the line may still be read.
      return undefined;
    }
  }
}

/** A key with its quotes, each character of `method` being an escape of six bytes. */
const KEY_BYTES = 38;
/** With quotes. A longer id cannot be answered, and a longer method has no handler. */
const VALUE_BYTES = 65536;

const Place = {
  before: 0,
  beforeKey: 1,
  key: 2,
  afterKey: 3,
  beforeValue: 4,
  text: 5,
  scalar: 6,
  inner: 7,
  innerText: 8,
  afterValue: 9,
  after: 10,
  broken: 11,
} as const;
type Place = (typeof Place)[keyof typeof Place];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BOM: readonly number[] = [0xef, 0xbb, 0xbf];

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09;
}
