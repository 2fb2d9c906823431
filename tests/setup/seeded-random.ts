import type { Random } from '#lending/ports.ts';

/** The fixed seed of a property, moved on by SEED_SHIFT: the same property over other draws. */
export const shiftedSeed = (seed: number): number => seed + Number(process.env.SEED_SHIFT ?? 0);

/** Chance that comes out the same for the same seed (mulberry32); for tests that must see it does. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => below(256)));
  return {
    bytes,
    below,
    id: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  };
}
