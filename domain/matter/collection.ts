import { formatDateTime } from '../calendar.ts';
import type { PromiseState } from '../desk/note.ts';
import { type Market, marketOf } from '../market.ts';

/** How late loans are, in days, each band with its first and its last day; the last has no end. */
export const lateBands = [
  [1, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, 90],
  [91, null],
] as const;
export type LateBand = (typeof lateBands)[number];

/** Whether somebody may be contacted now about what they owe, and the hours of the market's day in which they may. */
export function contactHours(
  market: Market,
  now: Date,
): { readonly isAllowed: boolean; readonly from: number; readonly until: number } {
  const { timeZone, collection } = marketOf[market];
  const [from, until] = collection.hours;
  const hour = Number(formatDateTime(now, timeZone).slice(11, 13));
  return { isAllowed: hour >= from && hour < until, from, until };
}

/** Whether a late borrower is told who will contact them before somebody does. */
export function namesCollectorFirst(market: Market): boolean {
  return marketOf[market].collection.namesAgentFirst;
}

/**
 * What becomes of a promise to pay.
 * @param receivedMinor what came in since it was made, through its day, in minor units.
 * @param isOver whether its day is over.
 */
export function promiseOutcome(promisedMinor: number, receivedMinor: number, isOver: boolean): PromiseState {
  if (receivedMinor >= promisedMinor) return 'kept';
  return isOver ? 'broken' : 'open';
}

/** Why a borrower is not asked to pay for now: each is answered first. */
export const collectionPauses = ['payment-claim', 'charge-dispute', 'complaint'] as const;
export type CollectionPause = (typeof collectionPauses)[number];
