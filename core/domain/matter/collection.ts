import { hoursWhere } from '../borrower-zone.ts';
import type { NoteKind, PromiseState } from '../desk/note.ts';
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

/**
 * Whether somebody may be contacted now about what they owe, and the hours of the day in which they may: those where they are. Of who may
 * be anywhere in the market, hours that hold in all of it.
 * @param zone the borrower's (`borrowerZone`); null where it is not known.
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

/** Why a contact may not be made now: it is paused, the borrower was not told by whom, or it is outside the hours. */
export type ContactRefusal = 'paused' | 'named' | 'hours';

/**
 * Whether somebody may contact a late borrower now; who calls in may say what they want, whenever they do.
 * @param of.namedAt when the borrower was told who contacts them; null while they were not.
 * @param of.isAskedFor whether the borrower asked for it at this hour.
 * @returns why not; null where they may.
 */
export function contactRefusal(of: {
  readonly kind: NoteKind;
  readonly market: Market;
  /** Where the borrower is; null where that is not known. */
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

/** The longest that somebody pauses asking a borrower to pay, in days, and how long all that are ticked are paused. */
export const pauseDaysMax = 30;
export const pauseDaysOfMany = 7;

/** Parts of the late loans that are worked through apart: promises broken lately, promises due by today, paused ones. */
export const lateViews = ['broken', 'promised', 'paused'] as const;
export type LateView = (typeof lateViews)[number];

/** For how many days a broken promise is called back, and over how many is told how many were kept. */
export const brokenDays = 30;
export const keptDays = 7;

/** Orders of the late loans, the first the usual one. */
export const lateSorts = ['days', 'amount'] as const;
export type LateSort = (typeof lateSorts)[number];

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

/** Why a borrower is not asked to pay for now: each is answered first, or somebody who collects said so (`staff`). */
export const collectionPauses = ['payment-claim', 'charge-dispute', 'complaint', 'staff'] as const;
export type CollectionPause = (typeof collectionPauses)[number];
