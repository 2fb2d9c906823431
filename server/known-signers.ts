import { addressBlock } from '#domain/sms/send-limit.ts';

/** Blocks of addresses from which the lender's systems or a provider signed a call lately, in the memory of this node. */
export interface KnownSigners {
  /** Takes note of a call whose signature is good. */
  note(address: string): void;
  isKnown(address: string): boolean;
}

const lastingMs = 24 * 3_600_000;
/** Most blocks that are remembered; those whose last call is longest ago go first. */
const blocksMax = 1_000;

/** Knows nobody at first. @param now milliseconds of a clock that only goes on. */
export function createKnownSigners(now: () => number = () => performance.now()): KnownSigners {
  const notedAt = new Map<string, number>();
  return {
    note(address) {
      const block = addressBlock(address);
      notedAt.delete(block);
      notedAt.set(block, now());
      const [first] = notedAt.size > blocksMax ? notedAt.keys() : [];
      if (first !== undefined) notedAt.delete(first);
    },
    isKnown: (address) =>
      now() - (notedAt.get(addressBlock(address)) ?? Number.NEGATIVE_INFINITY) < lastingMs,
  };
}
