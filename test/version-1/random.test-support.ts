/** The seed of this run: `TOH_SEED`, else another one each time. Random tests print it, and play again with it. */
export const SEED: number = Number(process.env["TOH_SEED"] ?? Math.trunc(Math.random() * 2 ** 31));

/** Numbers from 0 to 1 that a seed decides. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
