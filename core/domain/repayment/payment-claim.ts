import { addDays, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount } from '../money/money.ts';
import { plainText } from '../typed-text.ts';

/** Where the word of a borrower who says that they paid stands: looked for, found, or not found by a person. */
export const claimStates = ['waiting', 'received', 'not-found'] as const;
export type ClaimState = (typeof claimStates)[number];

/** How a borrower says that they paid. */
export const claimChannels = ['bank-transfer', 'store', 'upi', 'virtual-account', 'card', 'other'] as const;
export type ClaimChannel = (typeof claimChannels)[number];

/** How long there is to find a payment before it becomes a complaint by itself. */
export const claimAnswerHours = 24;

/** Most claims of a loan that wait at once. */
export const waitingClaimsMax = 5;

/** Longest tracking key as typed. */
export const trackingKeyMaxLength = 40;

/** How far back the day of a payment may lie. */
const earliestDaysAgo = 90;

/** A payment as its payer tells it. */
export interface ClaimedPayment {
  readonly amountMinor: MinorAmount;
  readonly paidOn: LocalDate;
  /** As `trackingKeyOf` gives it; empty for none. */
  readonly trackingKey: string;
}

/** A payment as its payer tells it, with the way they say they paid. */
export interface PaymentClaim extends ClaimedPayment {
  readonly channel: ClaimChannel;
}

/** Money that arrived, as far as a claim can tell of it. */
export interface ArrivedPayment extends ClaimedPayment {
  /** How it was paid; `other` where that is not known. */
  readonly channel: ClaimChannel;
  /** Whether its bank gave the key; else it is what its provider or the message that told of it is called by. */
  readonly isKeyOfBank: boolean;
}

/** The tracking key, folio or UTR of a payment without what people and slips put between its letters and figures. */
export function trackingKeyOf(typed: string): string {
  return plainText(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}

/** Whether two claims tell of the same payment: the same key, or, where one of them has none, the same day and amount. */
export function isSameClaim(a: ClaimedPayment, b: ClaimedPayment): boolean {
  if (a.trackingKey !== '' && b.trackingKey !== '') return a.trackingKey === b.trackingKey;
  return a.amountMinor === b.amountMinor && a.paidOn === b.paidOn;
}

/**
 * Whether money that arrived is what a claim tells of: it has the claim's key, or, with no other key of its bank's, came the
 * way the claim says, in its amount and on a day that is at most one off, since banks and stores book by their own.
 */
export function matchesClaim(claim: PaymentClaim, payment: ArrivedPayment): boolean {
  const { trackingKey } = payment;
  if (claim.trackingKey !== '' && claim.trackingKey === trackingKey) return true;
  if (claim.trackingKey !== '' && trackingKey !== '' && payment.isKeyOfBank) return false;
  if (!isSameWay(claim.channel, payment.channel)) return false;
  const isNear = payment.paidOn >= addDays(claim.paidOn, -1) && payment.paidOn <= addDays(claim.paidOn, 1);
  return isNear && claim.amountMinor === payment.amountMinor;
}

/** Whether claims that wait tell of all that is asked for: then none of it is asked for once more. */
export function isAllClaimed(
  claims: readonly { readonly state: ClaimState; readonly amountMinor: MinorAmount }[],
  dueMinor: MinorAmount,
): boolean {
  const waiting = claims.filter(({ state }) => state === 'waiting');
  return waiting.length > 0 && addMinor(...waiting.map(({ amountMinor }) => amountMinor)) >= dueMinor;
}

/** Ways that are one to who pays: money is sent to an account, whatever account it is. */
const transferChannels: readonly ClaimChannel[] = ['bank-transfer', 'virtual-account'];

function isSameWay(claimed: ClaimChannel, paid: ClaimChannel): boolean {
  if (claimed === paid || paid === 'other') return true;
  if (claimed === 'other') return paid !== 'card';
  return transferChannels.includes(claimed) && transferChannels.includes(paid);
}

/** Whether somebody may have paid on a day: not in the future, not before the loan, and not longer ago than 90 days. */
export function isClaimableDay(
  day: LocalDate,
  { today, disbursedOn }: { readonly today: LocalDate; readonly disbursedOn: LocalDate },
): boolean {
  return day <= today && day >= disbursedOn && day >= addDays(today, -earliestDaysAgo);
}

/** When a claim that waits becomes a complaint by itself. */
export function claimAnswerBy(claimedAt: Date): Date {
  return new Date(claimedAt.getTime() + claimAnswerHours * 3_600_000);
}
