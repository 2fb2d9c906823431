import { addMinor, type MinorAmount, minorAmount } from '../money/money.ts';

export const outflowCauses = ['refund', 'dispute', 'reversal'] as const;
export type OutflowCause = (typeof outflowCauses)[number];

export const outflowStates = ['waiting', 'booked', 'came-back', 'closed'] as const;
export type OutflowState = (typeof outflowStates)[number];

/**
 * Why money that left awaits staff: unknown payment; payment unknown to its provider; other currency; more than was paid, with earlier
 * outflows; payment reversed otherwise; a part that no held money covers; a pending refund by staff of the same amount may be it; it
 * returned after staff closed it; or it left again after it returned.
 */
export const outflowDoubts = [
  'no-payment',
  'unknown-object',
  'other-currency',
  'more-than-paid',
  'taken-back',
  'part',
  'refund-by-hand',
  'came-back',
  'left-again',
] as const;
export type OutflowDoubt = (typeof outflowDoubts)[number];

export interface OutflowCase {
  readonly cause: OutflowCause;
  readonly amountMinor: MinorAmount;
  readonly currency: string;
  readonly payment: {
    readonly amountMinor: MinorAmount;
    readonly currency: string;
    readonly outcome: 'posted' | 'unmatched' | 'reversed';
  } | null;
  /** Other outflows of the payment that did not return. */
  readonly otherOutflows: readonly { readonly amountMinor: MinorAmount; readonly state: OutflowState }[];
  readonly refundedMinor: MinorAmount;
  readonly heldMinor: MinorAmount;
  /** Whether it is a pending refund of this amount by the lender: certainly, perhaps, or there is none. */
  readonly refundByHand: 'same' | 'perhaps' | 'none';
}

/**
 * Booking of an outflow: the payment is reversed, or was before, with everything that waits; a refund from held money, or one already
 * booked; or it awaits staff.
 */
export type OutflowDecision =
  | {
      readonly act: 'take-back';
      /** The part above what was paid, which awaits staff. */
      readonly beyondMinor: MinorAmount;
    }
  | { readonly act: 'is-taken-back' | 'refund' | 'is-refunded' }
  | { readonly act: 'wait'; readonly doubt: OutflowDoubt };

const wait = (doubt: OutflowDoubt): OutflowDecision => ({ act: 'wait', doubt });

/** Books only what is certain, and never more than came in. */
export function decideOutflow({
  cause,
  amountMinor,
  currency,
  payment,
  otherOutflows,
  refundedMinor,
  heldMinor,
  refundByHand,
}: OutflowCase): OutflowDecision {
  if (payment === null) return wait('no-payment');
  if (payment.currency !== currency) return wait('other-currency');
  if (cause === 'refund' && refundByHand === 'same') return { act: 'is-refunded' };
  const otherMinor = addMinor(refundedMinor, ...otherOutflows.map((other) => other.amountMinor));
  const beyondMinor = minorAmount(Math.max(0, otherMinor + amountMinor - payment.amountMinor));
  const isSettledByHand = otherOutflows.some(({ state }) => state === 'closed');
  const isTaken = cause !== 'refund' && payment.outcome !== 'reversed' && !isSettledByHand;
  if (beyondMinor > 0 && !(isTaken && beyondMinor < amountMinor)) return wait('more-than-paid');
  if (cause === 'refund' && refundByHand === 'perhaps') return wait('refund-by-hand');
  const isFirst = refundedMinor === 0 && otherOutflows.every(({ state }) => state === 'waiting');
  const isWhole = otherMinor + amountMinor >= payment.amountMinor && !isSettledByHand;
  if (payment.outcome === 'reversed') {
    return isWhole && isFirst ? { act: 'is-taken-back' } : wait('taken-back');
  }
  const isCovered = cause === 'refund' && payment.outcome === 'posted' && heldMinor >= amountMinor;
  if (isCovered && !(isWhole && isFirst)) return { act: 'refund' };
  return isWhole ? { act: 'take-back', beyondMinor } : wait('part');
}
