/** Messages to registrations in the last hour. */
export interface SendVolume {
  /** From the caller's IPv6 /48 or IPv4 address. */
  readonly network: number;
  /** To the country of the number. */
  readonly country: number;
  readonly total: number;
}

/** Messages in an hour that cost no more than the first. */
const freeSends: SendVolume = { network: 5, country: 200, total: 300 };

/** The hardest work is 64 times the easiest: about half a minute of a cheap phone. */
const levelMax = 6;

/** A challenge may be this much easier than one given now, since volume grows while a form is filled in. */
const levelGrace = 1;

/** How hard a proof of work has to be, 0 to 6: each level is twice the work of the one before. */
export function proofLevel(volume: SendVolume): number {
  const times = (['network', 'country', 'total'] as const).map((scope) => volume[scope] / freeSends[scope]);
  return Math.min(levelMax, Math.max(0, Math.ceil(Math.log2(Math.max(1, ...times)))));
}

/** Whether work of a level is enough where `wanted` is asked for now. */
export function isEnoughWork(level: number, difficulty: number): boolean {
  return level >= difficulty - levelGrace;
}

const waitingSeconds = { first: 30, each: 20, longest: 600, longestReturning: 300 } as const;

/** Whether a code may wait, and until when; if it may not, when there is room for another. */
export type WaitDecision =
  | { readonly isAllowed: true; readonly sendAt: Date }
  | { readonly isAllowed: false; readonly retryAt: Date };

/**
 * When a code is sent for which no work was proven: half a minute from now, twice as long for each level that a proof
 * would need, and 20 seconds after the one before it, so that no more than 180 leave in an hour. None waits longer than
 * ten minutes; five where a message was sent to their network within the hour, so that such a flood leaves half of the queue to others.
 * @param lastSendAt when the last of those that wait is sent; null when none waits.
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
