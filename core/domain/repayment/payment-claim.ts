import { addDays, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount } from '../money/money.ts';
import { plainText } from '../typed-text.ts';

export const claimStates = ['waiting', 'received', 'not-found'] as const;
export type ClaimState = (typeof claimStates)[number];

export const claimChannels = ['bank-transfer', 'store', 'upi', 'virtual-account', 'card', 'other'] as const;
export type ClaimChannel = (typeof claimChannels)[number];

export const claimAnswerHours = 24;

export const waitingClaimsMax = 5;

/** As typed. */
export const trackingKeyMaxLength = 40;

const earliestDaysAgo = 90;

export interface ClaimedPayment {
  readonly amountMinor: MinorAmount;
  readonly paidOn: LocalDate;
  readonly trackingKey: string;
}

export interface PaymentClaim extends ClaimedPayment {
  readonly channel: ClaimChannel;
}

export interface ArrivedPayment extends ClaimedPayment {
  readonly channel: ClaimChannel;
  /** Whether the bank issued the key; otherwise it is the provider's id or that of the message. */
  readonly isKeyOfBank: boolean;
}

export function trackingKeyOf(typed: string): string {
  return plainText(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}

/** Whether two claims describe one payment: equal keys, or, if one has none, equal day and amount. */
export function isSameClaim(a: ClaimedPayment, b: ClaimedPayment): boolean {
  if (a.trackingKey !== '' && b.trackingKey !== '') return a.trackingKey === b.trackingKey;
  return a.amountMinor === b.amountMinor && a.paidOn === b.paidOn;
}

/**
 * Whether a payment matches a claim: it has the claim's key, or, without another bank key, the same channel and amount, and a day at most
 * one off, since banks and stores book by their own days.
 */
export function matchesClaim(claim: PaymentClaim, payment: ArrivedPayment): boolean {
  const { trackingKey } = payment;
  if (claim.trackingKey !== '' && claim.trackingKey === trackingKey) return true;
  if (claim.trackingKey !== '' && trackingKey !== '' && payment.isKeyOfBank) return false;
  if (!isSameWay(claim.channel, payment.channel)) return false;
  const isNear = payment.paidOn >= addDays(claim.paidOn, -1) && payment.paidOn <= addDays(claim.paidOn, 1);
  return isNear && claim.amountMinor === payment.amountMinor;
}

export function isAllClaimed(
  claims: readonly { readonly state: ClaimState; readonly amountMinor: MinorAmount }[],
  dueMinor: MinorAmount,
): boolean {
  const waiting = claims.filter(({ state }) => state === 'waiting');
  return waiting.length > 0 && addMinor(...waiting.map(({ amountMinor }) => amountMinor)) >= dueMinor;
}

/** Channels that payers cannot tell apart: both are transfers to an account. */
const transferChannels: readonly ClaimChannel[] = ['bank-transfer', 'virtual-account'];

function isSameWay(claimed: ClaimChannel, paid: ClaimChannel): boolean {
  if (claimed === paid || paid === 'other') return true;
  if (claimed === 'other') return paid !== 'card';
  return transferChannels.includes(claimed) && transferChannels.includes(paid);
}

/** Whether a claim may name a day: not in the future, not before the loan, at most 90 days ago. */
export function isClaimableDay(
  day: LocalDate,
  { today, disbursedOn }: { readonly today: LocalDate; readonly disbursedOn: LocalDate },
): boolean {
  return day <= today && day >= disbursedOn && day >= addDays(today, -earliestDaysAgo);
}

export function claimAnswerBy(claimedAt: Date): Date {
  return new Date(claimedAt.getTime() + claimAnswerHours * 3_600_000);
}
