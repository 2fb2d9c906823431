import { addMinor, type MinorAmount, minorAmount } from '../money/money.ts';

/** What money of a payment left by: given back, disputed at the payer's bank, or taken back by who had taken it in. */
export const outflowCauses = ['refund', 'dispute', 'reversal'] as const;
export type OutflowCause = (typeof outflowCauses)[number];

/** Where money that left stands: it waits for a person, is in the books, came back, or was settled by a person. */
export const outflowStates = ['waiting', 'booked', 'came-back', 'closed'] as const;
export type OutflowState = (typeof outflowStates)[number];

/**
 * Why money that left waits: its payment is not known; its provider does not know the payment either; its currency is not the
 * payment's; with what left before it is more than was paid; the payment was taken back in another way; it is a part that nothing
 * held covers; a refund of the same amount that somebody of the lender's sends may be this one; it came back after a person had
 * settled it; or it left again after it had come back.
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

/** Money that left, and all that says what it does to the books. */
export interface OutflowCase {
  readonly cause: OutflowCause;
  readonly amountMinor: MinorAmount;
  readonly currency: string;
  /** The payment as it stands; null where it is not known. */
  readonly payment: {
    readonly amountMinor: MinorAmount;
    readonly currency: string;
    /** Whether it is in the books of a loan, waits for one, or was taken back. */
    readonly outcome: 'posted' | 'unmatched' | 'reversed';
  } | null;
  /** What else left of the payment and did not come back. */
  readonly otherOutflows: readonly { readonly amountMinor: MinorAmount; readonly state: OutflowState }[];
  /** What went back of the payment by refunds of ours. */
  readonly refundedMinor: MinorAmount;
  /** What is held for the borrower on the payment's loan. */
  readonly heldMinor: MinorAmount;
  /** Whether a refund of this amount that the lender sends itself is this one: said so, perhaps, or there is none. */
  readonly refundByHand: 'same' | 'perhaps' | 'none';
}

/**
 * What to book: the whole payment is taken back, or was before, with all that waits of it; a refund out of what is held, or one that
 * the books have already; or that it waits for a person.
 */
export type OutflowDecision =
  | {
      readonly act: 'take-back';
      /** What of it is beyond what was paid, and waits. */
      readonly beyondMinor: MinorAmount;
    }
  | { readonly act: 'is-taken-back' | 'refund' | 'is-refunded' }
  | { readonly act: 'wait'; readonly doubt: OutflowDoubt };

const wait = (doubt: OutflowDoubt): OutflowDecision => ({ act: 'wait', doubt });

/** What becomes of money that left: only what is certain is booked, and never more than came. */
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
