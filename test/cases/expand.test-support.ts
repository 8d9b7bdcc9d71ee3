import type { Chunk, Part, TransportCase } from "./case.test-support.ts";

/** One way to cut the bytes of a case; `outIds` are the JSON texts of the ids that the transport gave its requests. */
export interface Run {
  label: string;
  chunks: (outIds: readonly string[]) => Buffer[];
}

/** A case with a matrix runs once for every cut of its bytes. */
export function expandRuns(testCase: TransportCase): Run[] {
  const { chunks, matrix } = testCase;
  if (matrix === undefined) return [{ label: "", chunks: (outIds) => expandChunks(chunks, outIds) }];
  // Cases with a matrix hold no ids of ours, so their bytes are known now.
  const whole = Buffer.concat(expandChunks(chunks, []));
  const runs: Run[] = [];
  if (matrix.two_way_split !== undefined) {
    for (let at = 1; at < whole.length; at++) {
      runs.push({ label: `cut at ${at}`, chunks: () => [whole.subarray(0, at), whole.subarray(at)] });
    }
  }
  for (const bytes of matrix.chunk_size ?? []) {
    runs.push({ label: `${bytes} bytes a chunk`, chunks: () => cutEvery(whole, bytes) });
  }
  return runs;
}

function partBytes(part: Part, outIds: readonly string[] = []): Buffer {
  if (typeof part === "string") return Buffer.from(part);
  if ("utf8" in part) return Buffer.from(part.utf8);
  if ("b64" in part) return Buffer.from(part.b64, "base64");
  if ("hex" in part) return Buffer.from(part.hex, "hex");
  if ("repeat" in part) {
    const unit = partBytes(part.repeat, outIds);
    return Buffer.alloc(unit.length * part.count, unit);
  }
  if ("concat" in part) return Buffer.concat(part.concat.map((each) => partBytes(each, outIds)));
  if ("seq" in part) {
    const from = part.from ?? 0;
    return Buffer.from(
      Array.from({ length: part.count }, (_, i) => part.seq.replaceAll("{i}", String(from + i))).join(""),
    );
  }
  const idText = outIds[part.out_id];
  if (idText === undefined) throw new Error(`the case names request ${part.out_id}, which was not sent`);
  return Buffer.from(part.as === "other" ? otherType(idText) : idText);
}

/** Puts in the generators `$str`, `$seq` and `$nest`; matchers stay. */
export function expandExpectation(value: unknown, i?: number): unknown {
  if (value === "{i}" && i !== undefined) return i;
  if (Array.isArray(value)) return value.flatMap((item: unknown) => expandItem(item, i));
  if (typeof value !== "object" || value === null) return value;
  const text: { $str?: Part } = value;
  if (text.$str !== undefined) return partBytes(text.$str).toString();
  const nest: { $nest?: { key: string; depth: number; inner: unknown } } = value;
  if (nest.$nest !== undefined) {
    let inner = expandExpectation(nest.$nest.inner, i);
    for (let depth = 0; depth < nest.$nest.depth; depth++) inner = { [nest.$nest.key]: inner };
    return inner;
  }
  // Not by assignment: `__proto__` is a name like others.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandExpectation(item, i)]));
}

function expandItem(item: unknown, i: number | undefined): unknown[] {
  if (typeof item === "object" && item !== null) {
    const seq: { $seq?: { item: unknown; from?: number; count: number } } = item;
    if (seq.$seq !== undefined) {
      const { item: each, from = 0, count } = seq.$seq;
      return Array.from({ length: count }, (_, k) => expandExpectation(each, from + k));
    }
  }
  return [expandExpectation(item, i)];
}

function expandChunks(chunks: readonly Chunk[], outIds: readonly string[]): Buffer[] {
  return chunks.flatMap((chunk) => {
    if (typeof chunk === "string") return [Buffer.from(chunk, "base64")];
    if (!("split" in chunk)) return [partBytes(chunk, outIds)];
    const bytes = partBytes(chunk.split, outIds);
    return "every" in chunk ? cutEvery(bytes, chunk.every) : cutAt(bytes, chunk.at);
  });
}

function cutEvery(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function cutAt(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const ends = [...offsets, bytes.length];
  return ends.map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}

/** The same characters in the other JSON type, 7 for "7"; a string that is no integer gets a letter more. */
function otherType(idText: string): string {
  const id: unknown = JSON.parse(idText);
  if (typeof id === "number") return JSON.stringify(String(id));
  return /^-?\d+$/.test(String(id)) ? String(id) : JSON.stringify(`${String(id)}~`);
}
