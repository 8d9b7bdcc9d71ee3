import type { AttachmentRef } from "@buckeyestudio/toh-llm";

export type ImageType = AttachmentRef["mediaType"];

/** In pixels, as the header of the file says. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface ImageHeader extends ImageSize {
  readonly mediaType: ImageType;
}

/** What the first bytes of a picture say of it; undefined where they are no picture of a type that is known here. */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [mediaType, read] of READERS) {
    const size = read(view);
    if (size !== undefined) return size.width > 0 && size.height > 0 ? { mediaType, ...size } : undefined;
  }
  return undefined;
}

export const IMAGE_TYPES: readonly ImageType[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

const READERS: readonly (readonly [ImageType, (bytes: Buffer) => ImageSize | undefined])[] = [
  ["image/png", pngSize],
  ["image/jpeg", jpegSize],
  ["image/webp", webpSize],
  ["image/gif", gifSize],
];

/** Whether these characters, a byte each, stand at `at`. */
function says(bytes: Buffer, at: number, text: string): boolean {
  return bytes.toString("latin1", at, at + text.length) === text;
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 33 || !says(bytes, 0, "\x89PNG\r\n\x1a\n") || !says(bytes, 12, "IHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 13 || !(says(bytes, 0, "GIF87a") || says(bytes, 0, "GIF89a"))) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The size stands in the frame header, behind any number of other segments. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  if (!says(bytes, 0, "\xff\xd8\xff")) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill bytes may stand before a marker
    } else if (isFrameHeader(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2; // markers that stand alone
    } else if (marker === 0xd9 || marker === 0xda) {
      return undefined; // the end, or pixels, and no header came before them
    } else {
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
  return undefined;
}

/** SOF0 to SOF15, without the three numbers among them that mean something else (DHT, JPG, DAC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30 && !(bytes.length >= 25 && says(bytes, 12, "VP8L"))) return undefined;
  if (!says(bytes, 0, "RIFF") || !says(bytes, 8, "WEBP")) return undefined;
  if (says(bytes, 12, "VP8 ") && says(bytes, 23, "\x9d\x01\x2a")) {
    // The upper two bits of each say how to scale it for show.
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (says(bytes, 12, "VP8L") && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (says(bytes, 12, "VP8X")) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return undefined;
}
