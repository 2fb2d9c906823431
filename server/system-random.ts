import { randomBytes, randomInt } from 'node:crypto';
import { newId } from '#db/new-id.ts';
import type { Random } from '#lending/ports.ts';

/** Random values of the machine's cryptographic generator. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
  id: newId,
};
