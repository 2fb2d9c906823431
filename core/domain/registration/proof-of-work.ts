export interface SendVolume {
  /** From the caller's IPv6 /48 or IPv4 address. */
  readonly network: number;
  readonly country: number;
  readonly total: number;
}

const freeSends: SendVolume = { network: 5, country: 200, total: 300 };

/** The hardest work is 64 times the easiest: about half a minute on a cheap phone. */
const levelMax = 6;

/** A proof may be this much easier than required now, since volume grows while a form is filled in. */
const levelGrace = 1;

/** Difficulty of a proof of work, 0 to 6; each level doubles the work. */
export function proofLevel(volume: SendVolume): number {
  const times = (['network', 'country', 'total'] as const).map((scope) => volume[scope] / freeSends[scope]);
  return Math.min(levelMax, Math.max(0, Math.ceil(Math.log2(Math.max(1, ...times)))));
}

export function isEnoughWork(level: number, difficulty: number): boolean {
  return level >= difficulty - levelGrace;
}

const waitingSeconds = { first: 30, each: 20, longest: 600, longestReturning: 300 } as const;

export type WaitDecision =
  | { readonly isAllowed: true; readonly sendAt: Date }
  | { readonly isAllowed: false; readonly retryAt: Date };

/**
 * Time to send a code without proof of work: half a minute from now, doubled for each level that a proof would need, and 20 seconds after
 * the one before, so at most 180 an hour. The longest wait is ten minutes; five for a network with a message in the last hour, which
 * leaves half of the queue to other networks during a flood.
 * @param lastSendAt when the last waiting one is sent; null if none waits.
 */
export function waitingSlot(
  level: number,
  lastSendAt: Date | null,
  now: Date,
  isReturning: boolean,
): WaitDecision {
  const longest = isReturning ? waitingSeconds.longestReturning : waitingSeconds.longest;
  const firstMs = Math.min(waitingSeconds.first * 2 ** level, longest) * 1000;
  const afterLastMs = lastSendAt === null ? 0 : lastSendAt.getTime() + waitingSeconds.each * 1000;
  const sendAtMs = Math.max(now.getTime() + firstMs, afterLastMs);
  const overMs = sendAtMs - now.getTime() - longest * 1000;
  return overMs <= 0
    ? { isAllowed: true, sendAt: new Date(sendAtMs) }
    : { isAllowed: false, retryAt: new Date(now.getTime() + overMs) };
}
