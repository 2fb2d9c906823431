import { marketOf, marketOfCurrency } from '../market.ts';
import type { Currency, MinorAmount } from '../money/money.ts';

/**
 * Where a payment with a saved card stands. `pending` is told to the provider and not answered for certain: money may or
 * may not have moved, and the service does not guess which. `credit-refused` was one with a credit card where loans are not repaid with
 * those: nothing was charged, or it went back at once.
 */
export const cardPaymentStates = [
  ...(['awaiting-code', 'pending', 'succeeded', 'declined', 'credit-refused', 'cancelled'] as const),
] as const;
export type CardPaymentState = (typeof cardPaymentStates)[number];

const nextStates: Readonly<Record<CardPaymentState, readonly CardPaymentState[]>> = {
  'awaiting-code': ['pending', 'cancelled'],
  pending: ['succeeded', 'declined', 'credit-refused'],
  succeeded: [],
  // A provider that finds out late that it took the money after all is believed: it must not be lost.
  declined: ['succeeded'],
  'credit-refused': [],
  cancelled: [],
};

/** Whether a payment may go from one state to the other; staying is no move. */
export function canMoveCardPayment(from: CardPaymentState, to: CardPaymentState): boolean {
  return nextStates[from].includes(to);
}

/** A payment may wait this long for its code; then it has to be started anew. */
export const codeEntryMinutes = 30;

/**
 * What a provider says of a charge: `unknown` means that it never heard of it, `credit` that the card is a credit card, which is not taken,
 * and that nothing was charged or all of it went back.
 */
export type ChargeAnswer = 'approved' | 'declined' | 'credit' | 'pending' | 'unknown';

/** A charge that the borrower does not confirm with their bank within this is given up. */
export const bankConfirmationMinutes = 30;

/** A form for a card that is not filled in within this is over, here and with the provider. */
export const cardSavingMinutes = 60;

/** A charge that the provider still does not know after this long never reached it. */
const unknownChargeSeconds = 900;

/**
 * The state after an answer of the provider about a charge that was handed over at `startedAt`. Answers may come late,
 * again and out of order: none takes a succeeded payment back, and only a provider that knows nothing for 15 minutes
 * lets one fail without having been declined.
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

/** A card proved itself with a code within this many days. */
const cardProofDays = 30;

/**
 * Whether a payment needs a code. The lender decides, by the amount and by when a code last confirmed this card; what the
 * page asks for has no say (PAYWAY-2).
 */
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
