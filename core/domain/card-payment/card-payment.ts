import { marketOf, marketOfCurrency } from '../market.ts';
import type { Currency, MinorAmount } from '../money/money.ts';

/**
 * States of a payment with a saved card. `pending`: the provider has not answered for certain, and money may have moved.
 * `credit-refused`: a credit card where loans are not repaid with credit; nothing was charged, or it was refunded at once.
 */
export const cardPaymentStates = [
  'awaiting-code',
  'pending',
  'succeeded',
  'declined',
  'credit-refused',
  'cancelled',
] as const;
export type CardPaymentState = (typeof cardPaymentStates)[number];

const nextStates: Readonly<Record<CardPaymentState, readonly CardPaymentState[]>> = {
  'awaiting-code': ['pending', 'cancelled'],
  pending: ['succeeded', 'declined', 'credit-refused'],
  succeeded: [],
  // A provider may report late that it did take the money; that report counts, or the money would be lost.
  declined: ['succeeded'],
  'credit-refused': [],
  cancelled: [],
};

export function canMoveCardPayment(from: CardPaymentState, to: CardPaymentState): boolean {
  return nextStates[from].includes(to);
}

/** A payment without its code expires after this time. */
export const codeEntryMinutes = 30;

/**
 * A provider's answer about a charge. `unknown`: it never received the charge. `credit`: a credit card, which is not accepted; nothing
 * was charged, or all was refunded.
 */
export type ChargeAnswer = 'approved' | 'declined' | 'credit' | 'pending' | 'unknown';

/** A charge that the borrower does not confirm with their bank in this time is abandoned. */
export const bankConfirmationMinutes = 30;

/** Time to fill in the form for a card, here and at the provider. */
export const cardSavingMinutes = 60;

/** A charge that the provider still does not know after this time never reached it. */
const unknownChargeSeconds = 900;

/**
 * The state after a provider's answer about a charge that was sent at `startedAt`. Answers may be late, repeated and out of order: none
 * undoes a success, and without a decline a payment fails only when the provider has not known it for 15 minutes.
 */
export function stateAfterAnswer(
  state: CardPaymentState,
  answer: ChargeAnswer,
  startedAt: Date,
  now: Date,
): CardPaymentState {
  const isLost = answer === 'unknown' && now.getTime() - startedAt.getTime() >= unknownChargeSeconds * 1000;
  const answerState = isLost ? 'declined' : stateOfAnswer[answer];
  return answerState !== null && canMoveCardPayment(state, answerState) ? answerState : state;
}

const stateOfAnswer: Readonly<Record<ChargeAnswer, CardPaymentState | null>> = {
  approved: 'succeeded',
  declined: 'declined',
  credit: 'credit-refused',
  pending: null,
  unknown: null,
};

/** Validity of a card's last confirmation by code. */
const cardProofDays = 30;

/** Whether a payment needs a code, by amount and the card's last confirmation. The lender decides; the page has no influence (PAYWAY-2). */
export function needsCode(
  payment: {
    readonly amountMinor: MinorAmount;
    readonly currency: Currency;
    readonly cardConfirmedAt: Date | null;
  },
  now: Date,
): boolean {
  const { amountMinor, currency, cardConfirmedAt } = payment;
  if (cardConfirmedAt === null || amountMinor > marketOf[marketOfCurrency(currency)].codeFreeMaxMinor)
    return true;
  return now.getTime() - cardConfirmedAt.getTime() > cardProofDays * 86_400_000;
}
