import { hoursWhere } from '../borrower-zone.ts';
import type { NoteKind, PromiseState } from '../desk/note.ts';
import { type Market, marketOf } from '../market.ts';

/** Bands of days late, first and last day each; the last band has no end. */
export const lateBands = [
  [1, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, 90],
  [91, null],
] as const;
export type LateBand = (typeof lateBands)[number];

/**
 * Contact hours of a late borrower, and whether it is one now. For an unknown zone the hours must hold in the whole market.
 * @param zone the borrower's (`borrowerZone`); null if unknown.
 */
export function contactHours(
  market: Market,
  zone: string | null,
  now: Date,
): { readonly isAllowed: boolean; readonly from: number; readonly until: number } {
  const [from, until] = marketOf[market].collection.hours;
  const isAllowed = hoursWhere(market, zone, now).every((hour) => hour >= from && hour < until);
  return { isAllowed, from, until };
}

/** Paused, borrower not told the collector's name, or outside the hours. */
export type ContactRefusal = 'paused' | 'named' | 'hours';

/**
 * Whether staff may contact a late borrower now; calls by the borrower are always allowed.
 * @param of.namedAt when the borrower was told who contacts them; null before.
 * @param of.isAskedFor whether the borrower asked for a contact at this hour.
 * @returns the reason against it, or null.
 */
export function contactRefusal(of: {
  readonly kind: NoteKind;
  readonly market: Market;
  readonly zone: string | null;
  readonly pausedBy: CollectionPause | null;
  readonly namedAt: unknown;
  readonly isAskedFor: boolean;
  readonly now: Date;
}): ContactRefusal | null {
  if (of.kind === 'they-called') return null;
  if (of.pausedBy !== null) return 'paused';
  if (namesCollectorFirst(of.market) && !of.namedAt) return 'named';
  return contactHours(of.market, of.zone, of.now).isAllowed || of.isAskedFor ? null : 'hours';
}

export const pauseDaysMax = 30;
export const pauseDaysOfMany = 7;

export const lateViews = ['broken', 'promised', 'paused'] as const;
export type LateView = (typeof lateViews)[number];

/** Days in which a broken promise is followed up, and over which kept promises are counted. */
export const brokenDays = 30;
export const keptDays = 7;

export const lateSorts = ['days', 'amount'] as const;
export type LateSort = (typeof lateSorts)[number];

export function namesCollectorFirst(market: Market): boolean {
  return marketOf[market].collection.namesAgentFirst;
}

/**
 * State of a promise to pay.
 * @param receivedMinor received from the promise through its day, in minor units.
 * @param isOver whether the promised day is over.
 */
export function promiseOutcome(promisedMinor: number, receivedMinor: number, isOver: boolean): PromiseState {
  if (receivedMinor >= promisedMinor) return 'kept';
  return isOver ? 'broken' : 'open';
}

/** Reasons not to ask a borrower to pay for now; `staff` is a pause set by hand. */
export const collectionPauses = ['payment-claim', 'charge-dispute', 'complaint', 'staff'] as const;
export type CollectionPause = (typeof collectionPauses)[number];
